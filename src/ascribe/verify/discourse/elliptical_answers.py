"""Elliptical answers: "In 1871." is read as "The mill was built in 1871." if that was the question.

Only the first sentences of a reply may be answers of this kind: those behind a full sentence go on from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ascribe.protocols import Claim
from ascribe.records.source_sentence import SourceSentence
from ascribe.verify.checkable import find_uncheckable_reason, is_elliptical, is_verbatim_sentence
from ascribe.verify.clauses.english_phrases import PhraseFinder, tokenize
from ascribe.verify.clauses.questions import is_yes_or_no, write_statement
from ascribe.verify.evidence.passages import read_text

_KINDS = ("prose", "list_item")
_MAX_TOKENS = 10
"""Most tokens of an answer that is no sentence; a longer one rarely lacks a verb."""


def complete_answers(
    claims: Sequence[Claim], evidence: Sequence[SourceSentence], question: str, language: str | None
) -> dict[Claim, Claim]:
    """Return the elliptical first claims of a reply, each with the claim as it is read after the question.

    What a source has as a sentence of its own is quoted, and read as it is there.

    Args:
        claims: the claims of the reply, in order.
        evidence: the sentences of the sources.
        question: the question that the reply answers.
        language: ISO 639-1 code of the reply; only English questions are understood.
    """
    if not question or language not in (None, "en"):
        return {}
    return dict(_complete(claims, evidence, question))


def _complete(
    claims: Sequence[Claim], evidence: Sequence[SourceSentence], question: str
) -> Iterator[tuple[Claim, Claim]]:
    for claim in claims:
        if find_uncheckable_reason(claim, "en") is not None:
            continue
        if claim.kind not in _KINDS or claim.in_context or not _is_fragment(claim.content):
            return
        statement = write_statement(question, " ".join(claim.content.split()))
        if statement is None or _is_quoted(claim, evidence):
            return
        yield claim, replace(claim, in_context=statement)


def _is_quoted(claim: Claim, evidence: Sequence[SourceSentence]) -> bool:
    read = read_text(claim.content, "en")
    return any(
        claim.content.strip() == one.sentence.text.strip()
        and is_verbatim_sentence(read, read_text(one.sentence.text, "en"))
        for one in evidence
    )


def _is_fragment(text: str) -> bool:
    """Return True for "yes" and "no", and for a short phrase without a verb."""
    if is_yes_or_no(text):
        return True
    words = tokenize(text)
    has_verb = PhraseFinder(words).find_verb(0, len(words)) is not None
    if has_verb or words[0].kind == "pronoun" or len(words) > _MAX_TOKENS:
        return False
    is_phrase = words[0].kind in ("preposition", "determiner", "number")
    is_name = all(word.kind in ("name", "sign") for word in words[1:])
    return is_phrase or is_name or is_elliptical(read_text(text, "en"))
