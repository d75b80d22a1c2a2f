"""Turns verdicts into verification results and the scores of the whole answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ascribe.records import CitedSentence, Reference, Span, VerificationResult
from ascribe.records.outcomes import CHECKED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


def build_verification_results(sentences: Sequence[CitedSentence]) -> list[VerificationResult]:
    """Build a result for each checked sentence; ``unknown`` and ``not_checkable`` have none."""
    return [
        result
        for index, sentence in enumerate(sentences)
        if (result := _build_result(index, sentence)) is not None
    ]


def _build_result(index: int, sentence: CitedSentence) -> VerificationResult | None:
    verdict = sentence.verdict
    if verdict is None or verdict.status not in CHECKED:
        return None
    supporting = next((r for r in verdict.references if r.label == "supports"), None)
    return VerificationResult(
        cited_sentence_index=index,
        claim_text=sentence.text,
        is_supported=verdict.status == "supported",
        nli_score=verdict.score or 0.0,
        supporting_span=_build_span(supporting) if supporting else None,
        status=verdict.status,
        reason=verdict.reason,
        tier=verdict.tier,
        threshold=verdict.threshold,
    )


def _build_span(reference: Reference) -> Span:
    return Span(
        reference.document_id,
        reference.document_start_idx,
        reference.document_end_idx,
        reference.bboxes,
    )


def compute_faithfulness(results: Sequence[VerificationResult]) -> float:
    """Return the mean ``nli_score`` of the checked sentences, in [0, 1].

    It is 1.0 if no sentence was checked, as ``Answer`` defines.
    """
    return float(np.mean([result.nli_score for result in results])) if results else 1.0


def compute_retrieval_score(matrix: Matrix, sentences: Sequence[CitedSentence]) -> float:
    """Return the mean best evidence score of the checked sentences, in [0, 1]; 0.0 without any.

    Args:
        matrix: shape (sentences, evidence).
        sentences: the sentences of the answer.
    """
    checked = [i for i, s in enumerate(sentences) if s.verdict is not None and s.verdict.status in CHECKED]
    if not checked or matrix.shape[1] == 0:
        return 0.0
    return float(np.clip(matrix[checked].max(axis=1), 0.0, 1.0).mean())
