"""Citations by sentence id, verified as they are given."""

from dataclasses import replace
from typing import Any

import pytest

from ascribe import CitedSentence, InputError, ask, read_sources
from ascribe.compat import verify_citations
from ascribe.protocols import Draft

DOCUMENTS = read_sources(
    [
        {"id": "mill", "text": "The mill is old. The mill has 12 sails."},
        {"id": "river", "text": "The Arle is slow. The mill has 12 sails."},
    ]
)


def judge(*sentences: tuple[str, tuple[str, ...]], tier: str = "rules") -> list[str]:
    given = [CitedSentence(text, ids, 1.0) for text, ids in sentences]
    answer = verify_citations(given, DOCUMENTS, tier=tier)
    assert [s.text for s in answer.sentences] == [text for text, _ in sentences]
    return [s.verdict.status for s in answer.sentences if s.verdict]


@pytest.mark.parametrize("tier", ["rules", "builtin"])
def test_only_the_cited_sentences_count(tier: str) -> None:
    said = "The mill has 12 sails."
    right, other, wrong, none = ("mill::s1",), ("river::s1",), ("mill::s0",), ()
    statuses = judge((said, right), (said, other), (said, wrong), (said, none), tier=tier)
    assert statuses[:2] == ["supported", "supported"]
    assert "supported" not in statuses[2:]
    assert judge(("Hello!", ()), (said, right), tier=tier) == ["not_checkable", "supported"]


def test_the_references_are_in_the_cited_document() -> None:
    given = [CitedSentence("The mill has 12 sails.", ("river::s1",), 1.0)]
    (sentence,) = verify_citations(given, DOCUMENTS, tier="rules").sentences
    assert [(r.document_id, r.document_position) for r in sentence.references] == [("river", 2)]
    assert sentence.supporting_sentence_ids == ("river::s1",)


class Citing:
    """Cites the second sentence for the first of its own, and the first for its second."""

    def generate(self, question: str, offered: Any, language: Any) -> Draft:  # noqa: ARG002 - a Generator's
        first, second = (sentence.id for sentence in offered[0].sentences)
        return Draft("The mill has 12 sails. It has 12 sails.", citations=((22, second), (39, first)))


def test_an_unverified_answer_keeps_its_citations_and_they_can_be_verified() -> None:
    draft = ask("How many sails?", DOCUMENTS[:1], generator=Citing(), verify=False)
    assert [s.supporting_sentence_ids for s in draft.sentences] == [("mill::s1",), ("mill::s0",)]
    assert not draft.verification_ran
    answer = verify_citations(draft, tier="rules")
    assert [s.verdict.status == "supported" for s in answer.sentences if s.verdict] == [True, False]
    assert answer.query == "How many sails?"
    assert answer.reply == draft.reply


def test_ids_and_records_that_are_not_there_are_refused() -> None:
    with pytest.raises(InputError, match=r"sentence 1 cites 'mill::s9', which is in none of the 2 documents"):
        judge(("The mill is old.", ("mill::s9",)))
    wrong: Any = ["The mill is old."]
    with pytest.raises(InputError, match="sentences: number 1 must be a CitedSentence, got str"):
        verify_citations(wrong, DOCUMENTS)


def test_a_sentence_that_is_not_in_the_reply_is_refused() -> None:
    draft = ask("How many sails?", DOCUMENTS[:1], generator=Citing(), verify=False)
    other = replace(draft, reply="The mill is old.")
    with pytest.raises(InputError, match="sentence 1 is not in the reply of the answer"):
        verify_citations(other, tier="rules")
