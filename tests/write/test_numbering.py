from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from ascribe.records import Answer, CitedSentence, Reference, Verdict
from ascribe.records.outcomes import FAILING, STATUSES
from ascribe.write.numbering import Numbering, find_own_numbers
from tests.write.answers import answers
from tests.write.conftest import bare_answer, build_answer


def reference(start: int, label: str = "supports", position: int = 1) -> Reference:
    return Reference(start, start + 5, 0, 1, 0.5, f"doc {position}", position, label, "quote")


def answer_of(reply: str, *evidence: tuple[Reference, ...]) -> Answer:
    """The reply with one sentence for each word of it, and the evidence of each."""
    sentences, position = [], 0
    for word, references in zip(reply.split(), evidence, strict=False):
        start = reply.index(word, position)
        position = start + len(word)
        sentences.append(CitedSentence(word, (), 0.5, start, position, references))
    return bare_answer(reply, sentences)


def numbers_of_words(reply: str, *references: Reference) -> tuple[int, ...]:
    return Numbering.of_words(answer_of(f"{reply} .", references)).sentences[0]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("plain", set()),
        ("as in [3] and [1, 12]", {1, 3, 12}),
        ("[2-5] [^7]", {2, 5, 7}),
        ("【4:0†source】", {0, 4}),
        ("in [Source 9]", {9}),
        ("not (6) nor 8", set()),
        ("30 m² in a word¹²,¹⁴ or stop.⁹", {12, 14, 9}),
        ("raised<sup>2, 5</sup>", {2, 5}),
    ],
)
def test_own_numbers(reply: str, expected: set[int]) -> None:
    assert find_own_numbers(reply) == expected


def test_words_have_numbers_by_first_use_and_repeat() -> None:
    assert numbers_of_words("x", reference(10), reference(0), reference(10)) == (1, 2)


def test_the_same_offsets_in_another_document_get_another_number() -> None:
    assert numbers_of_words("x", reference(0), reference(0, position=2)) == (1, 2)


def test_numbers_start_above_the_replys_own() -> None:
    assert numbers_of_words("[4]", reference(0), reference(9)) == (5, 6)


def test_a_year_in_brackets_does_not_raise_the_numbers() -> None:
    assert numbers_of_words("[2019]", reference(0)) == (1,)


def test_a_number_that_the_reply_uses_is_skipped() -> None:
    assert numbers_of_words("[999],[1000]", reference(0)) == (1001,)


def test_related_evidence_gets_no_number() -> None:
    given = (reference(0, "related"), reference(9, "contradicts"), reference(20, "own"))
    assert numbers_of_words("x", *given) == (1,)


def test_sources_have_one_number_each_whatever_words_are_cited() -> None:
    answer = answer_of(
        "One. Two. Three.", (reference(0, position=2),), (reference(9),), (reference(3, position=2),)
    )
    numbering = Numbering.of_sources(answer)
    assert numbering.sentences == ((1,), (2,), (1,))
    assert [source.document_id for source in numbering.sources] == ["doc 2", "doc 1"]
    assert numbering.sources[0].references == (reference(0, position=2), reference(3, position=2))


def test_numbers_go_by_place_not_by_the_order_of_the_list() -> None:
    answer = answer_of("One. Two.", (reference(0),), (reference(0, position=2),))
    turned = replace(answer, sentences=answer.sentences[::-1])
    assert Numbering.of_sources(turned).sentences == ((2,), (1,))


@pytest.mark.parametrize("status", STATUSES)
def test_a_sentence_to_look_at_is_not_cited(status) -> None:
    answer = answer_of("One.", (reference(0),))
    judged = replace(answer.sentences[0], verdict=Verdict(status, "own_code", "rules"))
    numbering = Numbering.of_sources(replace(answer, sentences=[judged]))
    assert bool(numbering.sentences[0]) == (status not in FAILING)


def test_known_documents_keep_their_numbers_over_a_conversation() -> None:
    answer = answer_of("One. Two.", (reference(0, position=3),), (reference(0, position=2),))
    numbering = Numbering.of_sources(answer, known=["doc 1", "doc 2"])
    assert numbering.sentences == ((3,), (2,))
    assert [source.number for source in numbering.sources] == [2, 3]


def test_the_documents_are_returned_by_number() -> None:
    numbering = Numbering.of_words(build_answer())
    assert [document.doc_id for document in numbering.documents] == ["manual.pdf", "site notes"]


@given(answer=answers())
def test_every_number_shown_has_one_entry_and_every_entry_is_shown(answer: Answer) -> None:
    for numbering in (Numbering.of_sources(answer), Numbering.of_words(answer)):
        listed = [source.number for source in numbering.sources]
        assert listed == sorted(set(listed))
        assert set(listed) == {number for numbers in numbering.sentences for number in numbers}
        assert all(numbering.number_of(r) == s.number for s in numbering.sources for r in s.references)
