"""Questions that ask two things: told apart, and both answered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import ask
from ascribe.library import Library
from ascribe.library.answering.question_parts import complete_parts, split_question

MILL = (
    "The mill on the Arle has 12 sails. Its miller sells flour at the door. The mill was built in 1871. "
    "Boats pass below the weir. The road to the village is steep."
)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How many sails has the mill, and when was it built?",
            ["How many sails has the mill", "when was it built?"],
        ),
        (
            "who paid the bill and to whom was the receipt sent",
            ["who paid the bill", "to whom was the receipt sent"],
        ),
        ("When was it built? Who owns it?", ["When was it built", "Who owns it?"]),
        ("When was it built; who owns it?", ["When was it built", "who owns it?"]),
        ("How many sails has the mill?", []),
        ("Which abbot ordered the stocking, and when?", []),
        ("Who owns the mill and the bridge?", []),
        ("", []),
    ],
)
def test_a_question_is_parted_where_another_one_begins_that_says_enough(
    question: str, parts: list[str]
) -> None:
    assert split_question(question, "en") == parts


@given(st.text(), st.sampled_from(["de", "fr", None]))
def test_other_languages_are_left_whole(question: str, language: str | None) -> None:
    assert split_question(question, language) == []


@given(st.text(alphabet="and whoe ,?", max_size=60))
def test_parts_stand_in_the_question_in_order(question: str) -> None:
    place = 0
    for part in split_question(question, "en"):
        place = question.index(part, place) + len(part)


def test_both_things_are_quoted() -> None:
    reply = ask("How many sails has the mill, and when was it built?", [MILL]).reply or ""
    assert "12 sails" in reply
    assert "1871" in reply
    assert "flour" not in reply


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (["When was the mill built", "who owned it?"], ["When was the mill built?", "who owned the mill?"]),
        (["How many shops has Lumo", "what was its turnover?"],
         ["How many shops has Lumo?", "what was Lumo's turnover?"]),
        (["Who insures the building", "who insures the goods?"],
         ["Who insures the building?", "who insures the goods?"]),
        (["When was it built", "who owns it?"], ["When was it built?", "who owns it?"]),
        ([], []),
    ],
)  # fmt: skip
def test_a_part_is_asked_with_the_subject_of_the_part_before_it(parts: list[str], whole: list[str]) -> None:
    assert complete_parts(parts) == whole


def test_a_part_without_an_answer_is_named() -> None:
    answer = ask("When was the mill built and who painted it?", [MILL])
    assert answer.reply == "The mill was built in 1871."
    assert answer.warnings[-1] == "No answer was found to “who painted it?”."
    assert "No answer was found to “who painted it?”." in " ".join(str(answer).split())
    assert "No answer was found to “who painted it?”." in answer.to_html()
    assert '"No answer was found to “who painted it?”."' in answer.to_json()
    assert answer.audit_trail()["warnings"] == answer.warnings


def test_a_question_of_which_no_part_has_an_answer_is_refused() -> None:
    answer = ask("Who painted the mill and what did the paint cost?", [MILL])
    assert (answer.was_refused, answer.warnings) == (True, [])


def test_the_confidence_is_that_of_the_least_likely_part() -> None:
    with Library(":memory:") as library:
        library.add(MILL)
        both = library.ask("How many sails has the mill and when was it built?")
        one = library.ask("How many sails has the mill?")
    assert both.confidence is not None
    assert one.confidence is not None
    assert both.confidence <= one.confidence + 0.01


OWNED = (
    "The mill on the Arle was built in 1871. It has 12 sails. Anna Kohl owned it until 1902. "
    "The mill was then sold to the town. In 1950 it burnt down."
)


def test_the_sentence_with_the_name_is_quoted_not_the_one_after_it() -> None:
    reply = ask("When was the mill built and who owned it?", [OWNED]).reply or ""
    assert "Anna Kohl owned it until 1902." in reply
    assert "sold to the town" not in reply


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("What happened to the mill after 1940?", "The mill burnt down in 1950."),
        ("Was the mill built before 1900?", "The mill was built in 1871."),
    ],
)
def test_a_year_that_bounds_the_question_refuses_no_answer(question: str, quote: str) -> None:
    answer = ask(question, ["The mill was built in 1871. The mill burnt down in 1950."])
    assert quote in (answer.reply or "")
