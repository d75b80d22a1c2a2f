"""The table of levels: what is shown of a checked draft, and when nothing is."""

import pytest

from ascribe.engine import build_verification_results, compute_faithfulness
from ascribe.library.answering.abstention import (
    apply_strictness,
    build_refusal,
    find_refusal,
)
from ascribe.records import Answer, CitedSentence, FaithfulnessComponents, Verdict
from ascribe.records.outcomes import REFUSAL_WORDS, REFUSALS, Refusal, Status
from ascribe.records.verdict import Strictness
from ascribe.write.wording import build_headline

LETTERS: dict[str, tuple[Status, str]] = {
    "s": ("supported", "entailed"),
    "c": ("contradicted", "number_differs"),
    "u": ("unsupported", "not_found"),
    "p": ("partial", "number_not_found"),
    "n": ("not_checkable", "greeting"),
    "?": ("unknown", "uncertain"),
    "d": ("unknown", "sources_disagree"),
}


def draft(letters: str, strictness: Strictness = "balanced") -> Answer:
    sentences, reply = [], ""
    for number, letter in enumerate(letters):
        status, reason = LETTERS[letter]
        text = f"Sentence {number}."
        start = len(reply) + bool(reply)
        verdict = Verdict(status, reason, "builtin", 0.9 if letter == "s" else 0.1)
        sentences.append(CitedSentence(text, (), 0.5, start, start + len(text), (), verdict))
        reply = f"{reply} {text}".lstrip()
    results = build_verification_results(sentences)
    return Answer(
        "?",
        sentences,
        compute_faithfulness(results),
        FaithfulnessComponents(0.5, compute_faithfulness(results)),
        [r.claim_text for r in results if not r.is_supported],
        [],
        results,
        strictness,
        reply=reply,
    )


TABLE = [
    # statuses, then what loose, balanced, strict and paranoid show: letters that stay, or the refusal
    ("sss", "sss", "sss", "sss", "sss"),
    ("ssu", "ssu", "ss", "ss", "unsupported_answer"),
    ("ssc", "ssc", "ss", "ss", "unsupported_answer"),
    ("suu", "suu", "s", "unsupported_answer", "unsupported_answer"),
    ("su", "su", "s", "s", "unsupported_answer"),
    ("ss?", "ss?", "ss?", "unsupported_answer", "unsupported_answer"),
    ("ns", "ns", "ns", "ns", "ns"),
    ("sp", "sp", "s", "s", "unsupported_answer"),
    ("sssd", "sssd", "sssd", "conflicting_sources", "conflicting_sources"),
    ("d", "conflicting_sources", "conflicting_sources", "conflicting_sources", "conflicting_sources"),
    ("uu", "unsupported_answer", "unsupported_answer", "unsupported_answer", "unsupported_answer"),
    ("c", "unsupported_answer", "unsupported_answer", "unsupported_answer", "unsupported_answer"),
    ("??", "??", "no_verifier", "no_verifier", "no_verifier"),
    ("?u", "?u", "unsupported_answer", "unsupported_answer", "unsupported_answer"),
    ("n", "generator_refused", "generator_refused", "generator_refused", "generator_refused"),
    ("nu", "unsupported_answer", "unsupported_answer", "unsupported_answer", "unsupported_answer"),
]
LEVELS: tuple[Strictness, ...] = ("loose", "balanced", "strict", "paranoid")


@pytest.mark.parametrize(
    ("letters", "level", "shown"),
    [(row[0], level, row[1 + i]) for row in TABLE for i, level in enumerate(LEVELS)],
)
def test_the_table(letters: str, level: Strictness, shown: str) -> None:
    answer = apply_strictness(draft(letters, level))
    assert answer.unsupported_claims == draft(letters, level).unsupported_claims
    if shown in REFUSALS:
        assert (answer.was_refused, answer.refusal_reason) == (True, shown)
        assert answer.sentences == []
        assert len(answer.removed) == len(letters)
    else:
        statuses = [s.verdict.status for s in answer.sentences if s.verdict]
        assert statuses == [LETTERS[letter][0] for letter in shown]
        assert not answer.was_refused
        assert len(answer.removed) == len(letters) - len(shown)


@pytest.mark.parametrize("reason", REFUSALS)
def test_a_refusal_is_no_perfect_answer(reason: Refusal) -> None:
    answer = build_refusal(draft("ss"), reason)
    assert answer.faithfulness_score == 0.0
    assert not answer.is_fully_supported
    assert not answer.verification_ran
    assert build_headline(answer, [])[0] == f"No answer was given: {REFUSAL_WORDS[reason]}."


def test_a_refusal_counts_no_statements_where_there_are_none() -> None:
    said = " ".join(build_headline(build_refusal(draft("n"), "generator_refused"), []))
    assert said.endswith(". Nothing was checked.")
    assert (
        "0 of 1 statement supported" in build_headline(build_refusal(draft("nu"), "generator_refused"), [])[1]
    )


def test_a_refusal_says_what_went_wrong() -> None:
    answer = build_refusal(draft(""), "generator_error", "http://here: timed out.")
    assert (
        build_headline(answer, [])[0] == "No answer was given: the generator failed (http://here: timed out)."
    )


def test_a_sentence_without_a_verdict_counts_as_undecided() -> None:
    assert find_refusal([CitedSentence("It is so.", (), 0.0)], "balanced") == "no_verifier"


def test_balanced_shows_no_failed_sentence_and_the_table_no_other_letter() -> None:
    assert {letter for row in TABLE for letter in row[0]} == set(LETTERS)
