"""Verification: is the claim supported by its source?"""

from __future__ import annotations

from collections.abc import Sequence

from ascribe.evaluation.floors import NotRun
from ascribe.evaluation.items import VerificationItem
from ascribe.evaluation.judged import Resample, figures
from ascribe.evaluation.predictors import Prediction, Predictor
from ascribe.evaluation.results import Row, Table


class VerificationTally:
    """Collects what each predictor says of each item.

    Args:
        predictors: the system first, then the floors.
    """

    def __init__(self, predictors: Sequence[Predictor | NotRun]) -> None:
        self._predictors = list(predictors)
        self._said: dict[str, list[Prediction]] = {predictor.name: [] for predictor in predictors}
        self._labels: list[bool] = []
        self._clusters: list[str] = []

    def add(self, item: VerificationItem) -> None:
        """Judge one item."""
        for predictor in self._predictors:
            if not isinstance(predictor, NotRun):
                self._said[predictor.name] += predictor.predict([item.statement])
        self._labels.append(item.label)
        self._clusters.append(item.cluster)

    def tables(self, file: str, resample: Resample) -> list[Table]:
        """The table of what was judged."""
        resampling = resample(self._clusters)
        rows = [
            Row(predictor.name, not_run=predictor.reason)
            if isinstance(predictor, NotRun)
            else Row(predictor.name, figures(predictor, self._labels, self._said[predictor.name], resampling))
            for predictor in self._predictors
        ]
        facts = {"positive": sum(self._labels)}
        count, documents = len(self._labels), len(set(self._clusters))
        return [Table("verification", "verification", file, count, documents, facts, tuple(rows))]
