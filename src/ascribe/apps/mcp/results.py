"""Build what the tools return from answers and references: only what a model needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from ascribe.apps.mcp.records import EvidenceReference, Passage, SentenceVerdict
from ascribe.engine import CheckEngine, ClaimResult
from ascribe.records import Answer, CitedSentence, Reference
from ascribe.records.answer_warnings import is_doubtful_sentence
from ascribe.records.citation_rows import list_citations
from ascribe.write.reply_citations import build_citation_message

MAX_REFERENCES = 5
MAX_QUOTE_CHARS = 1_000


def build_verdicts(answer: Answer) -> list[SentenceVerdict]:
    """Build the verdict of each sentence, with at most ``MAX_REFERENCES`` references."""
    return [_build_verdict(number, sentence, answer) for number, sentence in enumerate(answer.sentences, 1)]


def _build_verdict(number: int, sentence: CitedSentence, answer: Answer) -> SentenceVerdict:
    verdict = sentence.verdict
    return SentenceVerdict(
        number=number,
        text=sentence.text,
        status=verdict.status if verdict else None,
        low_confidence=is_doubtful_sentence(sentence, answer),
        message=verdict.message if verdict else "The sentence was not checked.",
        probability=_round(verdict.score) if verdict else None,
        references=[_build_reference(one) for one in sentence.references[:MAX_REFERENCES]],
        citation_problems=[
            build_citation_message([one], answer.documents)
            for one in list_citations(sentence, answer)
            if one.is_miscited or one.finding == "missing"
        ],
    )


def _build_reference(reference: Reference) -> EvidenceReference:
    return EvidenceReference(
        stance=cast("Any", reference.label),  # one of the three in every answer
        quote=_shorten(reference.quote),
        document=reference.document_id,
        page=_get_page(reference),
    )


def build_passages(
    engine: CheckEngine, judged: Sequence[ClaimResult], sentences: Sequence[CitedSentence], count: int
) -> list[Passage]:
    """Build the passages that fit the claims best: those that decide a verdict, then by their scores.

    Args:
        engine: the engine that verified the claims.
        judged: their results.
        sentences: the sentences of the answer, with the references of their verdicts.
        count: the most passages to return.
    """
    if not judged:
        return []
    stances = {_find_place(r): r.label for sentence in sentences for r in sentence.references}
    ranked = []
    for index, evidence in enumerate(engine.evidence):
        score = max(float(one.row[index]) for one in judged)
        reference = evidence.reference(judged[0].claim, score, "related")
        stance = stances.get(_find_place(reference), "related")
        if score > 0.0 or stance != "related":
            ranked.append((stance == "related", -score, index, _build_passage(reference, stance)))
    ranked.sort(key=lambda row: row[:3])
    return [passage for *_, passage in ranked[:count]]


def _build_passage(reference: Reference, stance: str) -> Passage:
    return Passage(
        quote=_shorten(reference.quote),
        context=[_shorten(one.text) for one in reference.context if one.kind != "number"],
        document=reference.document_id,
        page=_get_page(reference),
        score=_round(reference.score) or 0.0,
        stance=cast("Any", stance),  # one of the three in every answer
    )


def _find_place(reference: Reference) -> tuple[int, int]:
    return reference.document_position, reference.document_start_idx


def _get_page(reference: Reference) -> int | None:
    return reference.pages[0] + 1 if reference.pages else None


def _round(score: float | None) -> float | None:
    return None if score is None else round(score, 3)


def _shorten(quote: str) -> str:
    """Return a quote that is cut where it is too long for the context of a model, with an ellipsis."""
    return quote if len(quote) <= MAX_QUOTE_CHARS else f"{quote[:MAX_QUOTE_CHARS]}…"
