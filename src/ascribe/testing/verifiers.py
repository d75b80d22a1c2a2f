"""Contract check for verifiers."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from ascribe.protocols import Claim, Scores, Verifier
from ascribe.records import Verdict
from ascribe.records.source_sentence import SourceSentence
from ascribe.testing.samples import claims, evidence


def check_verifier(verifier: Verifier, cited: Sequence[tuple[int, ...]], scores: Scores) -> None:
    """Check that a verifier gives each claim a verdict from the given evidence, in order.

    Verdicts must be the same each time and for a claim alone, and the inputs must stay unchanged. A verdict
    names the verifier's tier, or ``rules`` with a note in its details under the name of the verifier's tier.

    Raises:
        AssertionError: the verifier breaks this contract.
    """
    asked, given = claims(), evidence()
    before = copy.deepcopy((asked, given))
    verdicts = verifier.verify(asked, given, cited, scores)
    assert len(verdicts) == len(asked), "not one verdict for each claim"
    for claim, verdict in zip(asked, verdicts, strict=True):
        _check_tier(verdict, verifier.tier)
        assert verdict.reason, "a verdict has no reason"
        _check_references(claim, verdict, given)
    assert verdicts == verifier.verify(asked, given, cited, scores), "verifying twice gives two results"
    for i, claim in enumerate(asked):
        alone = verifier.verify([claim], given, [cited[i]], _SingleClaimScores(scores, i))
        assert alone == [verdicts[i]], f"claim {i} gets another verdict alone"
    assert (asked, given) == before, "the inputs were changed"
    empty = verifier.verify(asked, [], [()] * len(asked), _EmptyScores(len(asked)))
    assert all(v.status not in ("supported", "contradicted") for v in empty), (
        "supported or contradicted without evidence"
    )
    for verdict in empty:
        _check_tier(verdict, verifier.tier)


def _check_tier(verdict: Verdict, own: str) -> None:
    """Check for the verifier's own tier, or ``rules`` with a note in the details that says why."""
    assert verdict.tier in (own, "rules"), "a verdict names a tier other than the verifier's own or rules"
    note = verdict.details.get(own)
    assert verdict.tier == own or (isinstance(note, str) and note), (
        f"a verdict falls to the rules without a note in details[{own!r}]"
    )


def _check_references(claim: Claim, verdict: Verdict, given: Sequence[SourceSentence]) -> None:
    texts = {e.document.doc_id: e.document.full_text or "" for e in given}
    labels = {reference.label for reference in verdict.references}
    assert labels <= {"supports", "contradicts", "related"}, f"unknown label in {labels}"
    assert (verdict.status == "supported") <= ("supports" in labels), "supported without evidence"
    for r in verdict.references:
        assert texts[r.document_id][r.document_start_idx : r.document_end_idx] == r.quote, (
            "quote is not the slice of its document"
        )
        assert (r.answer_start_idx, r.answer_end_idx) == (claim.start, claim.end), (
            "reference to another claim"
        )


class _SingleClaimScores:
    """The scores of one claim."""

    def __init__(self, scores: Scores, claim: int) -> None:
        self.matrix = scores.matrix[claim : claim + 1]
        self._scores, self._claim = scores, claim

    def joint(self, claim: int, sentences: Sequence[int]) -> float:
        return self._scores.joint(self._claim + claim, sentences)


class _EmptyScores:
    """Scores against no evidence at all."""

    def __init__(self, n: int) -> None:
        import numpy as np

        self.matrix = np.zeros((n, 0))

    def joint(self, claim: int, sentences: Sequence[int]) -> float:  # noqa: ARG002 - the protocol's signature
        return 0.0
