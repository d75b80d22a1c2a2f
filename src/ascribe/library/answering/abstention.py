"""When an answer is withheld: what each strictness level shows of a verified draft.

========  =======================  ==========================================================
level     removed                  abstains
========  =======================  ==========================================================
loose     nothing                  if nothing in the draft could be supported
balanced  what failed              if no supported sentence is left
strict    all but what is          the same; if less than half of the statements are supported,
          supported                if the sources disagree, or if one could not be decided
paranoid  all but what is          if a single statement is not supported
          supported
========  =======================  ==========================================================

A sentence that states nothing to check ("Here is what I found:") stays while something else does.

While a draft is being written, ``loose`` and ``balanced`` show its text from the first supported sentence
on: nothing that follows can lead to a refusal any more. ``strict`` and ``paranoid`` may refuse the whole
answer because of its last sentence, so they show nothing before the end. A draft that only says that there
is no answer is a refusal too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ascribe.engine import build_verification_results, compute_faithfulness
from ascribe.library.answering.removal import detach_sentence, remove_sentences
from ascribe.protocols import Claim
from ascribe.records import Answer, CitedSentence, Strictness, Verdict
from ascribe.records.outcomes import NOT_SUPPORTED, Refusal, Status
from ascribe.text.words import find_stems, is_content_word, split_words
from ascribe.verify.checkable import find_uncheckable_reason, list_phrase_languages

MIN_SUPPORTED_SHARE = 0.5
"""Share of the statements that ``strict`` requires to be supported: an answer that loses more becomes another
answer."""

_SOURCES_DISAGREE = "sources_disagree"


def apply_strictness(answer: Answer) -> Answer:
    """Return the verified answer as its level shows it, or its refusal."""
    reason = find_refusal(answer.sentences, answer.strictness)
    if reason is not None:
        return build_refusal(answer, reason)
    return remove_sentences(answer, _find_removed(answer.sentences, answer.strictness))


def redact_partial(answer: Answer) -> Answer:
    """Return what may be shown of the start of a draft: nothing that its level may still withhold."""
    supported = any(_get_status(sentence) == "supported" for sentence in answer.sentences)
    if not supported or answer.strictness not in ("loose", "balanced"):
        return replace(answer, sentences=[], verification_results=[], unsupported_claims=[])
    return remove_sentences(answer, _find_removed(answer.sentences, answer.strictness))


def build_refusal(answer: Answer, reason: Refusal, details: str = "") -> Answer:
    """Return the answer without text; the sentences of the draft move to ``removed``.

    ``unsupported_claims`` still has those that failed.

    Its faithfulness is 0.0: a refusal is not an answer, so it is not a faithful one.
    """
    return replace(
        answer,
        sentences=[],
        reply="",
        faithfulness_score=0.0,
        faithfulness_components=replace(answer.faithfulness_components, nli_score=0.0),
        verification_results=[],
        was_refused=True,
        refusal_reason=reason,
        refusal_details=details,
        removed=[*answer.removed, *map(detach_sentence, answer.sentences)],
        warnings=[],
    )


def find_refusal(sentences: Sequence[CitedSentence], strictness: Strictness) -> Refusal | None:
    """Return why these sentences are withheld at that level; None if they are shown."""
    statuses = [_get_status(sentence) for sentence in sentences]
    stated = [status for status in statuses if status != "not_checkable"]
    supported = stated.count("supported")
    disagree = any(_get_reason(sentence) == _SOURCES_DISAGREE for sentence in sentences)
    if not supported:
        return _find_unsupported_refusal(stated, strictness, disagree=disagree)
    if strictness in ("loose", "balanced"):
        return None
    if disagree:
        return "conflicting_sources"
    undecided = stated.count("unknown")
    enough = 1.0 if strictness == "paranoid" or undecided else MIN_SUPPORTED_SHARE
    return None if supported >= enough * len(stated) else "unsupported_answer"


def _find_unsupported_refusal(
    stated: Sequence[Status], strictness: Strictness, *, disagree: bool
) -> Refusal | None:
    """Return the reason if no statement is supported; ``loose`` shows what is merely undecided."""
    if disagree:
        return "conflicting_sources"
    if not stated:
        return "generator_refused"
    if strictness == "loose" and "unknown" in stated:
        return None
    return "no_verifier" if all(status == "unknown" for status in stated) else "unsupported_answer"


def _find_removed(sentences: Sequence[CitedSentence], strictness: Strictness) -> list[int]:
    statuses = [_get_status(sentence) for sentence in sentences]
    if strictness == "loose":
        return []
    if strictness == "balanced":
        return [index for index, status in enumerate(statuses) if status in NOT_SUPPORTED]
    kept = ("supported", "not_checkable")
    return [index for index, status in enumerate(statuses) if status not in kept]


def _get_status(sentence: CitedSentence) -> Status:
    """Return the status; ``unknown`` without a verdict, since what was not checked is not supported."""
    return sentence.verdict.status if sentence.verdict is not None else "unknown"


def _get_reason(sentence: CitedSentence) -> str:
    return sentence.verdict.reason if sentence.verdict is not None else ""


# --- Drafts without an answer ---

_REPORTED = "specified|mentioned|stated|given|provided|disclosed|named|indicated|included|discussed|described"
_NO_ANSWER = re.compile(
    rf"\b(?:is|are|was|were|has|have)(?: not| never|n't|n’t)(?: been)?(?: \w+ly)? "
    rf"(?:{_REPORTED}|available|reported|clear|known|found)\b"
    rf"|\b(?:is|are|was|were|remains?) (?:unknown|unclear|unspecified)\b"
    rf"|^\W*no\b[^.]*\b(?:is|are|was|were|has been|have been) (?:{_REPORTED}|available|found)\b"
    r"|\bthere (?:is|are|was|were) no (?:information|mention|indication|data|details?)\b"
    r"|\bnicht (?:genannt|erwähnt|angegeben|bekannt)\b|\bunbekannt\b"
    r"|\bn['’](?:est|était|a) pas (?:été )?(?:mentionn|précis|indiqu|conn|fourni)\w*"
    r"|\bno (?:se|está) (?:menciona|indica|especifica|conoce|disponible)\w*",
    re.IGNORECASE,
)
"""How a model reports that it found no answer. A source may say so about its subject: "the cause is
unknown"."""


def is_only_refusal(claims: Sequence[Claim]) -> bool:
    """Return True if every statement, in whatever language, says only that there is no answer."""
    return any(claim.kind != "heading" for claim in claims) and not has_statement(claims)


def has_statement(claims: Sequence[Claim]) -> bool:
    """Return True if a sentence is neither a heading nor says that there is no answer."""
    return any(claim.kind != "heading" and not _is_no_answer(claim) for claim in claims)


def mark_refusals(answer: Answer, claims: Sequence[Claim]) -> Answer:
    """Return the answer with no support for sentences that only say that there is no answer.

    Such a sentence is ``not_checkable``, unless its evidence itself says that the answer is not known.
    """
    sentences = [_mark_refusal(s, claim) for s, claim in zip(answer.sentences, claims, strict=True)]
    results = build_verification_results(sentences)
    return replace(
        answer,
        sentences=sentences,
        verification_results=results,
        unsupported_claims=[result.claim_text for result in results if not result.is_supported],
        faithfulness_score=compute_faithfulness(results),
    )


def _mark_refusal(sentence: CitedSentence, claim: Claim) -> CitedSentence:
    verdict = sentence.verdict
    if verdict is None or not _is_no_answer(claim):
        return sentence
    quotes = [r.quote for r in verdict.references if r.label == "supports"]
    if verdict.status == "supported" and any(_is_confirmed_absence(quote, claim.content) for quote in quotes):
        return sentence
    settled = Verdict("not_checkable", "refusal", verdict.tier)
    return replace(sentence, verdict=settled, references=(), supporting_sentence_ids=(), confidence=0.0)


def _is_confirmed_absence(quote: str, claim: str) -> bool:
    """Return True if the quote itself says that it is not known, and has half of the claim's words."""
    said = {word.stem for word in split_words(claim) if is_content_word(word)}
    return _is_absence_phrase(quote) and 2 * len(said & find_stems(quote)) >= len(said)


def _is_absence_phrase(text: str) -> bool:
    return _NO_ANSWER.search(text) is not None


@lru_cache(maxsize=256)  # a draft that streams is read again after each sentence
def _is_no_answer(claim: Claim) -> bool:
    """Return True if the claim only says that there is no answer."""
    return _is_refusal_phrase(claim) or _is_absence_phrase(claim.content)


def _is_refusal_phrase(claim: Claim) -> bool:
    """Return True for a refusal in any supported language: the draft may be in another one than the reply."""
    return any(find_uncheckable_reason(claim, language) == "refusal" for language in list_phrase_languages())
