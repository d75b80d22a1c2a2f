"""A draft that says in words that there is no answer is a refusal at every level, checked or not."""

from typing import get_args

import pytest

from ascribe.errors import InputError
from ascribe.library import Library
from ascribe.records import Strictness

SOURCE = (
    "The Arle is slow. Boats cross it in summer. The ferry costs 4 crowns. The cause of the fire is unknown."
)

ABSENT = [
    "The ferry owner is not specified.",
    "The owner of the ferry is not mentioned.",
    "The owner of the ferry is unknown.",
    "No owner of the ferry is given.",
    "The ferry's owner has not been disclosed.",
    "There is no information about the owner.",
    "I don't know.",
    "The provided sources do not contain this information.",
    "Die Quellen enthalten dazu keine Informationen.",
    "Der Eigentümer der Fähre wird nicht genannt.",
    "Les sources ne contiennent pas cette information.",
    "Las fuentes no contienen esta información.",
    "Le fonti non contengono questa informazione.",
    "As fontes não contêm essa informação.",
    "提供的资料中没有相关信息。",
    "提供された資料にはその情報は含まれていません。",
]
LEVELS = get_args(Strictness)


@pytest.fixture
def library():
    with Library(encode=False) as made:
        made.add({"id": "river", "text": SOURCE})
        yield made


@pytest.mark.parametrize("tier", ["rules", "builtin"])
@pytest.mark.parametrize("draft", ABSENT)
def test_it_is_a_refusal(library, draft, tier) -> None:
    for level in LEVELS:
        answer = library.ask("Who owns the ferry?", generator=lambda *_: draft, strictness=level, tier=tier)
        assert (answer.was_refused, answer.refusal_reason) == (True, "generator_refused"), level
        assert not answer.supported_sentences


@pytest.mark.parametrize("draft", ABSENT)
def test_it_is_one_unchecked_as_well(library, draft) -> None:
    answer = library.ask("Who owns the ferry?", generator=lambda *_: draft, verify=False)
    assert answer.refusal_reason == "generator_refused"


def test_what_a_source_calls_unknown_is_an_answer(library) -> None:
    answer = library.ask(
        "What caused the fire?", generator=lambda *_: "The cause of the fire is unknown.", tier="rules"
    )
    assert not answer.was_refused
    assert [s.verdict.status for s in answer.sentences] == ["supported"]


def test_beside_an_answer_it_is_no_statement(library) -> None:
    draft = "The ferry costs 4 crowns. The owner is not specified."
    answer = library.ask(
        "Who owns the ferry, and what does it cost?", generator=lambda *_: draft, tier="rules"
    )
    assert [s.verdict.status for s in answer.sentences] == ["supported", "not_checkable"]


@pytest.mark.parametrize("level", LEVELS)
def test_a_tier_that_cannot_load_says_so_before_anybody_is_asked(library, level, monkeypatch) -> None:
    monkeypatch.delenv("ASCRIBE_LLM_URL", raising=False)
    asked = []
    with pytest.raises(InputError, match="ASCRIBE_LLM_URL"):
        library.ask("zebra quantum", generator=lambda *_: asked.append(1), strictness=level, tier="llm")
    assert not asked


def test_the_next_sentence_is_not_quoted_along_in_other_languages() -> None:
    with Library(encode=False) as made:
        made.add("Die Fähre nach Osterholz kostet vier Kronen. Der Bürgermeister wohnt in der Mühle.")
        answer = made.ask("Was kostet die Fähre nach Osterholz?")
    assert answer.reply == "Die Fähre nach Osterholz kostet vier Kronen."
