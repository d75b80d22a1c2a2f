"""Follow-up questions: what they take from the conversation, and what they leave alone."""

from typing import Any

import pytest

from ascribe import InputError, Library, ask
from ascribe.library.answering.follow_up import Turn, parse_history, resolve_follow_up

MILL = "The mill of Arle stands on the river. It was built in 1871 by Anna Kohl. The mill is 30 m high."
CHURCH = "The church of Arle has two bells. The tower of the church is 48 m high."


@pytest.mark.parametrize(
    ("before", "question", "asked"),
    [
        (["How many sails has the mill?"], "How high is it?", "How high is it? (sails, mill)"),
        (["Who built the mill?"], "And when?", "Who built the mill? And when?"),
        (["Who built the mill?", "And when?"], "How high is it?", "How high is it? (built, mill)"),
        (["Who built the mill?"], "How high is the church?", "How high is the church?"),
        (["Who built the mill?"], "How often must a user of the service sign in to it?", None),
        (["Wer hat die Mühle gebaut?"], "Wie hoch ist sie?", "Wie hoch ist sie? (Mühle, gebaut)"),
        ([], "How high is it?", "How high is it?"),
    ],
)
def test_a_question_takes_what_it_lacks(before: list[str], question: str, asked: str | None) -> None:
    assert resolve_follow_up(question, [Turn(each) for each in before]) == (asked or question)


def test_a_conversation_may_have_any_number_of_turns() -> None:
    turns = [Turn("How many sails has the mill?"), *[Turn("How high is it?")] * 2_000]
    assert resolve_follow_up("How high is it?", turns) == "How high is it? (sails, mill)"


def test_every_form_of_history_is_the_same_conversation() -> None:
    first = ask("Who built the mill?", [MILL], tier="rules")
    pair = ("Who built the mill?", str(first.reply))
    chat = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": pair[0]},
        {"role": "assistant", "content": None, "tool_calls": [{"function": {"name": "search"}}]},
        {"role": "tool", "content": MILL},
        {"role": "assistant", "content": pair[1]},
    ]
    assert parse_history([first]) == parse_history([pair]) == parse_history(chat) == [Turn(*pair)]


@pytest.mark.parametrize("history", ["text", 5, [5], [("a", 1)], [{"role": "user"}], {"role": "user"}])
def test_what_is_no_conversation_is_named(history: Any) -> None:
    with pytest.raises(InputError, match=r"^history"):
        ask("How high is it?", [MILL], history=history)


def test_the_answer_is_about_what_was_talked_of() -> None:
    library = Library()
    library.add([{"id": "mill", "text": MILL}, {"id": "church", "text": CHURCH}])
    alone = library.ask("How high is it?", tier="rules")
    told = library.ask("How high is it?", history=[("Who built the mill?", "Anna Kohl.")], tier="rules")
    assert "48 m" in str(alone.reply), "without a conversation the other answer is found"
    assert told.reply == "The mill is 30 m high."
    assert (told.query, told.settings.components["asked"]) == (
        "How high is it?",
        "How high is it? (built, mill)",
    )
    *_, final = library.stream("How high is it?", history=[("Who built the mill?", "")], tier="rules")
    assert final.answer == told


def test_a_generator_is_given_the_conversation() -> None:
    asked = []

    def write(question: str, passages: list[str]) -> str:
        asked.append(question)
        return passages[0]

    ask("How high is it?", [MILL], history=[("Who built it?", "Kohl.")], generator=write, tier="rules")
    assert asked == ["How high is it? (It follows this conversation. Question: Who built it? Answer: Kohl.)"]
