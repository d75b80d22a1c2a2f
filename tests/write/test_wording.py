from __future__ import annotations

from dataclasses import replace

import pytest

from ascribe import check
from ascribe.records import SkippedSource
from ascribe.records.outcomes import STATUS_WORDS, STATUSES, Status
from ascribe.write.view_builder import find_statuses
from ascribe.write.wording import (
    SYMBOLS,
    build_headline,
    describe_pages,
    describe_result,
    describe_status,
    shorten_text,
)
from tests.write.conftest import bare_answer, judged_answer


@pytest.mark.parametrize(
    ("pages", "words"),
    [((), ""), ((0,), "page 1"), ((2, 3), "pages 3–4"), ((6, 2), "pages 3, 7"), ((4, 4), "page 5")],
)
def test_pages_count_from_one(pages: tuple[int, ...], words: str) -> None:
    assert describe_pages(pages) == words


def test_every_status_has_its_own_symbol() -> None:
    assert len({SYMBOLS[status] for status in STATUSES}) == len(STATUSES)


def test_words_of_a_status_come_from_the_table() -> None:
    assert [describe_status(status) for status in STATUSES] == list(STATUS_WORDS.values())
    assert describe_status(None) == "not checked"


@pytest.mark.parametrize(
    ("statuses", "words"),
    [
        (["supported"], "1 of 1 statement supported."),
        (
            ["supported", "contradicted", "partial"],
            "1 of 3 statements supported; 1 contradicted, 1 partly supported.",
        ),
        (["supported", None], "1 of 1 statement supported. 1 not checked."),
        (
            ["supported", "unknown", None],
            "1 of 2 statements supported; 1 not decided. 1 not checked.",
        ),
    ],
)
def test_headline_counts_by_status(statuses: list[Status | None], words: str) -> None:
    assert " ".join(build_headline(judged_answer("x", "supported"), statuses)) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- Lubricate the seal.", "Lubricate the seal."),
        ("| a | b |", "a | b"),
        ("## Care\n& service", "Care & service"),
        ("12. It is so.", "It is so."),
        ("12 is so.", "12 is so."),
        ("word " * 40, "word " * 11 + "word …"),
        ("", ""),
    ],
)
def test_first_words_of_a_sentence(text: str, words: str) -> None:
    assert shorten_text(text) == words


@pytest.mark.parametrize(
    ("statuses", "words"),
    [
        (
            ["supported"] * 9 + ["contradicted"] * 2 + ["unknown"],
            "9 of 12 supported, 2 contradicted, 1 not decided",
        ),
        (["supported", "not_checkable"], "1 of 1 supported"),
        (["not_checkable", None], "nothing was checked"),
    ],
)
def test_the_result_in_one_line(statuses: list[Status | None], words: str) -> None:
    assert describe_result(statuses) == words


def test_headline_tells_how_likely_an_answer_answers() -> None:
    answer = judged_answer("x", "supported", confidence=0.716)
    assert build_headline(answer, ["supported"])[0] == "Probability that this answers the question: 72 %."
    unsure = build_headline(replace(answer, confidence=0.416), ["supported"])
    assert unsure[0] == "This may not answer the question: the probability that it does is 42 %."
    refused = bare_answer("", [], was_refused=True, refusal_reason="no_evidence", confidence=0.1)
    assert not any("robability" in part for part in build_headline(refused, []))


def test_headline_says_that_nothing_was_checked() -> None:
    assert build_headline(bare_answer("Hi.", []), [None]) == ("Nothing was checked.",)
    assert build_headline(judged_answer("Hi.", "not_checkable"), ["not_checkable"]) == (
        "Nothing was checked.",
        "1 not checked (1 with nothing to check).",
    )


def test_headline_gives_the_reason_of_a_refusal_and_counts_skipped_sources() -> None:
    answer = bare_answer(
        "", [], was_refused=True, refusal_reason="No source fits.", skipped=[SkippedSource("a", "b")] * 2
    )
    assert build_headline(answer, []) == (
        "No answer was given: No source fits.",
        "Nothing was checked.",
        "2 sources could not be read.",
    )


def test_sentences_that_are_not_counted_have_a_preposition() -> None:
    answer = check("# Mills\n\nThe mill has 12 sails.", ["The mill has 12 sails."], tier="rules")
    headline = " ".join(build_headline(answer, find_statuses(answer)))
    assert headline == "1 of 1 statement supported. Not counted: 1 with nothing to check."
