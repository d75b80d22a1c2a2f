"""Drafts that say that there is no answer, in words: no statement about the sources' subject at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ascribe.language.words import is_content, stems, words
from ascribe.records import Answer, CitedSentence, Verdict
from ascribe.stages import Claim
from ascribe.verify.checkable import phrase_languages, why_not_checkable
from ascribe.verify.faithfulness import faithfulness, verification_results

_TOLD = "specified|mentioned|stated|given|provided|disclosed|named|indicated|included|discussed|described"
_ABSENT = re.compile(
    rf"\b(?:is|are|was|were|has|have)(?: not| never|n't|n’t)(?: been)?(?: \w+ly)? "
    rf"(?:{_TOLD}|available|reported|clear|known|found)\b"
    rf"|\b(?:is|are|was|were|remains?) (?:unknown|unclear|unspecified)\b"
    rf"|^\W*no\b[^.]*\b(?:is|are|was|were|has been|have been) (?:{_TOLD}|available|found)\b"
    r"|\bthere (?:is|are|was|were) no (?:information|mention|indication|data|details?)\b"
    r"|\bnicht (?:genannt|erwähnt|angegeben|bekannt)\b|\bunbekannt\b"
    r"|\bn['’](?:est|était|a) pas (?:été )?(?:mentionn|précis|indiqu|conn|fourni)\w*"
    r"|\bno (?:se|está) (?:menciona|indica|especifica|conoce|disponible)\w*",
    re.IGNORECASE,
)
"""What a model says of what it has not found. A source may say it of its subject: "the cause is unknown"."""


def only_refuses(claims: Sequence[Claim]) -> bool:
    """True if every sentence that states anything says, in whatever language, that there is no answer."""
    return any(claim.kind != "heading" for claim in claims) and not states_something(claims)


def states_something(claims: Sequence[Claim]) -> bool:
    """True if one of the sentences is neither a heading nor says that there is no answer."""
    return any(claim.kind != "heading" and not _says_nothing(claim) for claim in claims)


def without_refusals(answer: Answer, claims: Sequence[Claim]) -> Answer:
    """The checked answer, in which nothing is supported that only says that there is no answer.

    Such a sentence is ``not_checkable``, unless the words it rests on say themselves that it is not known.
    """
    sentences = [_settled(s, claim) for s, claim in zip(answer.sentences, claims, strict=True)]
    results = verification_results(sentences)
    return replace(
        answer,
        sentences=sentences,
        verification_results=results,
        unsupported_claims=[result.claim_text for result in results if not result.is_supported],
        faithfulness_score=faithfulness(results),
    )


def _settled(sentence: CitedSentence, claim: Claim) -> CitedSentence:
    verdict = sentence.verdict
    if verdict is None or not _says_nothing(claim):
        return sentence
    quotes = [r.quote for r in verdict.references if r.label == "supports"]
    if verdict.status == "supported" and any(_says_so(quote, claim.content) for quote in quotes):
        return sentence
    settled = Verdict("not_checkable", "refusal", verdict.tier)
    return replace(sentence, verdict=settled, references=(), supporting_sentence_ids=(), confidence=0.0)


def _says_so(quote: str, claim: str) -> bool:
    """True if the quote itself says that it is not known, and has half of the words of the claim."""
    said = {word.stem for word in words(claim) if is_content(word)}
    return _is_absent(quote) and 2 * len(said & stems(quote)) >= len(said)


def _is_absent(text: str) -> bool:
    return _ABSENT.search(text) is not None


@lru_cache(maxsize=256)  # a draft that is being written is read again with each sentence
def _says_nothing(claim: Claim) -> bool:
    """True if it only says that there is no answer."""
    return _refuses(claim) or _is_absent(claim.content)


def _refuses(claim: Claim) -> bool:
    """True for a refusal in any language whose phrases are known: the draft's own may be another one."""
    return any(why_not_checkable(claim, language) == "refusal" for language in phrase_languages())
