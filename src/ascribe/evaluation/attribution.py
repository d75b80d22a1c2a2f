"""Attribution: which source sentences support the claim?

* citation precision: share of the references that are in a gold set.
* citation recall: share of a gold set that is cited, for the set with the highest share; mean over claims.
* first is gold: share of claims whose first reference is in a gold set; a claim without references is wrong.
* recall@5: as citation recall, over the five best sentences of the ranking.
* MRR: 1 / rank of the first sentence that is in a gold set (Voorhees 1999); mean over claims.

The system's references are those of ``check``, whatever its verdict; its ranking is that of its scorer. A
baseline cites only its best sentence. Claims without gold are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ascribe.evaluation import metrics
from ascribe.evaluation.items import AttributionItem
from ascribe.evaluation.metrics import Figure, Resampling
from ascribe.evaluation.predictors import CheckPredictor, Ranking, SkippedRow
from ascribe.evaluation.results import Row, Table
from ascribe.evaluation.scoring import Resample

RECALL_CUTOFF = 5
"""Number of best-ranked sentences that count for recall."""


@dataclass(frozen=True, slots=True)
class _Hit:
    """Counts and shares of one claim."""

    right: int
    cited: int
    recall: float
    first: bool
    recall_at_5: float
    reciprocal: float


class AttributionEvaluator:
    """Collects the references of ``check`` and the order of the sentences in each ranking.

    Args:
        system: the system whose references are compared with gold.
        ranking: ranking by the system's scorer.
        floors: baseline rankings.
    """

    def __init__(
        self, system: CheckPredictor, ranking: Ranking, floors: Sequence[Ranking | SkippedRow]
    ) -> None:
        self._system = system
        self._ranking = ranking
        self._floors = list(floors)
        self._name = f"{system.name}; {ranking.name}"
        self._hits: dict[str, list[_Hit]] = {name: [] for name in (self._name, *(f.name for f in floors))}
        self._clusters: list[str] = []
        self._left_out = 0

    def add(self, item: AttributionItem) -> None:
        """Evaluate one item."""
        if not item.gold:
            self._left_out += 1
            return
        self._clusters.append(item.cluster)
        self._hits[self._name].append(_evaluate_item(item, self._system.cite(item), self._ranking.rank(item)))
        for floor in self._floors:
            if not isinstance(floor, SkippedRow):
                ranked = floor.rank(item)
                self._hits[floor.name].append(_evaluate_item(item, ranked[:1], ranked))

    def tables(self, file: str, resample: Resample) -> list[Table]:
        """Return the table of the evaluated items."""
        resampling = resample(self._clusters)
        rows = [Row(self._name, _compute_figures(self._hits[self._name], resampling))]
        for floor in self._floors:
            if isinstance(floor, SkippedRow):
                rows.append(Row(floor.name, not_run=floor.reason))
            else:
                rows.append(Row(floor.name, _compute_figures(self._hits[floor.name], resampling)))
        facts = {"left_out": self._left_out}
        count, documents = len(self._clusters), len(set(self._clusters))
        return [Table("attribution", "attribution", file, count, documents, facts, tuple(rows))]


def _evaluate_item(item: AttributionItem, cited: Sequence[int], ranked: Sequence[int]) -> _Hit:
    right = item.right
    return _Hit(
        right=len(right.intersection(cited)),
        cited=len(cited),
        recall=item.recall(cited),
        first=bool(cited) and cited[0] in right,
        recall_at_5=item.recall(ranked[:RECALL_CUTOFF]),
        reciprocal=next((1.0 / rank for rank, index in enumerate(ranked, 1) if index in right), 0.0),
    )


def _compute_figures(hits: Sequence[_Hit], resampling: Resampling) -> dict[str, Figure]:
    cited = np.array([hit.cited for hit in hits])
    ones = np.ones(len(hits))

    def mean(values: Sequence[float]) -> Figure:
        return resampling.figure(metrics.ratio(np.array(values), ones), "no claim has gold")

    return {
        "citation_precision": resampling.figure(
            metrics.ratio(np.array([hit.right for hit in hits]), cited), "nothing was cited"
        ),
        "citation_recall": mean([hit.recall for hit in hits]),
        "first_is_gold": mean([hit.first for hit in hits]),
        "recall_at_5": mean([hit.recall_at_5 for hit in hits]),
        "mrr": mean([hit.reciprocal for hit in hits]),
        "references": mean([hit.cited for hit in hits]),
    }
