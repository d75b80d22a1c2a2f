"""What is printed decides: each verdict is given again from its references, and falls if they do not suffice.

``supported`` and ``contradicted`` must come out again when the claim is checked against nothing but the
quotes of its references and the context that is printed beside them. If they do not, sentences are added:
what precedes the quotes, then the next best ones. If these do not suffice either, the claim is ``unknown``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ascribe.protocols import Claim
from ascribe.records import Reference, Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.records.source_sentence import SourceSentence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

INSUFFICIENT = "printed_insufficient"

MAX_ADDED = 2
"""Best sentences that are added to references that do not suffice, one after the other."""

JudgePrinted = Callable[[Claim, Sequence[Reference]], tuple[Verdict, tuple[Reference, ...]]]
"""Gives the verdict on a claim from references alone, and which of them it rests on."""

LABEL_OF_STATUS = {"supported": "supports", "contradicted": "contradicts"}
"""Status of a verdict → label of the references that it rests on."""


@dataclass(frozen=True, slots=True)
class Replay:
    """Replays the verdicts of one check.

    Args:
        judge: gives a verdict from references alone.
        evidence: all source sentences, in order.
    """

    judge: JudgePrinted
    evidence: Sequence[SourceSentence]

    def settle(self, claim: Claim, verdict: Verdict, row: Vector) -> Verdict:
        """Return the verdict with references from which it follows, or ``unknown`` if there are none.

        Args:
            claim: the claim.
            verdict: its verdict from all sources.
            row: its score against each source sentence.
        """
        label = LABEL_OF_STATUS.get(verdict.status)
        if label is None:
            return verdict
        shown = [reference for reference in verdict.references if reference.label == label]
        sets = self._grow(claim, shown, row) if verdict.status == "supported" else iter([shown])
        for references in sets:
            settled = self._shrink(claim, references, verdict.status)
            if settled:
                return replace(verdict, references=tuple(settled))
        related = tuple(replace(reference, label="related") for reference in shown)
        printed, _ = self.judge(claim, shown)
        if printed.status == "unknown" and "difference" in printed.details:
            return replace(printed, references=related)  # what the printed words lack says more
        status = OUTCOMES[INSUFFICIENT].status
        return replace(verdict, status=status, reason=INSUFFICIENT, references=related)

    def _shrink(
        self, claim: Claim, references: Sequence[Reference], status: str
    ) -> Sequence[Reference] | None:
        """Return the fewest of the references from which the verdict follows again; None if it does not."""
        settled: Sequence[Reference] | None = None
        while references:
            verdict, used = self.judge(claim, references)
            if verdict.status != status:
                break
            settled = references
            references = used if len(used) < len(references) else ()
        return settled

    def _grow(self, claim: Claim, shown: list[Reference], row: Vector) -> Iterator[list[Reference]]:
        """Yield the references, then with the sentences before them, then with the best others."""
        yield shown
        places = {(e.position, e.sentence.span.char_start): i for i, e in enumerate(self.evidence)}
        members = [places[r.document_position, r.document_start_idx] for r in shown]
        before = [i for member in members if (i := self._find_preceding(member)) is not None]
        order = [int(i) for i in np.argsort(-row, kind="stable") if row[i] > 0.0]
        best = [i for i in order if i not in members][:MAX_ADDED]
        for added in dict.fromkeys([tuple(before), *(tuple(best[: n + 1]) for n in range(len(best)))]):
            new = [i for i in dict.fromkeys(added) if i not in members]
            if new:
                built = (self.evidence[i].reference(claim, float(row[i]), "supports") for i in new)
                yield [*shown, *built]

    def _find_preceding(self, member: int) -> int | None:
        same = member > 0 and self.evidence[member - 1].document is self.evidence[member].document
        return member - 1 if same else None
