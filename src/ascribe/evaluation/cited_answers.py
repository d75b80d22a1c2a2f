"""Cited answers: do an answer's citations support it, and do the verdicts agree with those of people?

The first table measures, for sentences with citations, the agreement with people on whether the cited
passages support the sentence completely.

The second table gives the answers' citation recall and precision as defined by Gao et al. 2023 (ALCE,
section 4), one row per judge. Recall: share of the sentences that their citations together support.
Precision: share of the citations that are needed. A citation is needed if the sentence is supported and
either this citation alone supports it, or the others without it do not. ALCE takes the mean per answer
first; here every sentence and every citation counts the same. People labelled a sentence's citations
together, so their row has recall only. Sentences without a label are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ascribe.evaluation import metrics
from ascribe.evaluation.items import CitedAnswerItem, Statement
from ascribe.evaluation.metrics import Figure, Resampling
from ascribe.evaluation.predictors import Prediction, Predictor, SkippedRow
from ascribe.evaluation.results import Row, Table
from ascribe.evaluation.scoring import NO_THRESHOLD, Resample, compute_figures

PEOPLE = "people"


@dataclass
class _Judgements:
    """One predictor's predictions for sentences with citations, and their numbers of needed citations."""

    predictions: list[Prediction] = field(default_factory=list)
    needed: list[int] = field(default_factory=list)


class CitedAnswersEvaluator:
    """Collects the predictions of each system for each sentence of each answer.

    Args:
        predictors: the system first, then the baselines.
    """

    def __init__(self, predictors: Sequence[Predictor | SkippedRow]) -> None:
        self._predictors = list(predictors)
        self._said = {predictor.name: _Judgements() for predictor in predictors}
        self._complete: list[bool] = []
        self._cites: list[int] = []
        self._clusters: list[str] = []
        self._left_out = 0

    def add(self, item: CitedAnswerItem) -> None:
        """Predict one answer with every system."""
        cited = [sentence.statement for sentence in item.sentences if sentence.statement.texts]
        for predictor in self._predictors:
            if not isinstance(predictor, SkippedRow):
                said = self._said[predictor.name]
                predictions = predictor.predict(cited)
                said.predictions += predictions
                said.needed += count_needed_citations(predictor, cited, predictions)
        self._complete += [sentence.complete for sentence in item.sentences]
        self._cites += [len(sentence.statement.texts) for sentence in item.sentences]
        self._clusters += [item.cluster] * len(item.sentences)
        self._left_out += item.left_out

    def tables(self, file: str, resample: Resample) -> list[Table]:
        """Return the table of agreement with people, and the table of the answers' citations."""
        with_cites = [index for index, count in enumerate(self._cites) if count]
        clusters = [self._clusters[index] for index in with_cites]
        complete = [self._complete[index] for index in with_cites]
        resampling, whole = resample(clusters), resample(self._clusters)
        agreeing, citing = [], []
        for predictor in self._predictors:
            if isinstance(predictor, SkippedRow):
                agreeing.append(Row(predictor.name, not_run=predictor.reason))
                citing.append(Row(predictor.name, not_run=predictor.reason))
                continue
            said = self._said[predictor.name]
            agreeing.append(
                Row(predictor.name, compute_figures(predictor, complete, said.predictions, resampling))
            )
            citing.append(Row(predictor.name, self._citations(said, whole)))
        citing.insert(1, Row(PEOPLE, self._by_people(whole)))
        agreed = {"positive": sum(complete), "left_out": self._left_out}
        facts = {"citations": sum(self._cites), "left_out": self._left_out}
        return [
            _build_table(
                "verification", "agreement with people on cited sentences", file, clusters, agreed, agreeing
            ),
            _build_table(
                "citations", "citations of the answers, by judge", file, self._clusters, facts, citing
            ),
        ]

    def _citations(self, said: _Judgements, resampling: Resampling) -> dict[str, Figure]:
        """Compute the answers' citation recall and precision according to one predictor."""
        if any(prediction.supported is None for prediction in said.predictions):
            return dict.fromkeys(("citation_recall", "citation_precision"), Figure(None, reason=NO_THRESHOLD))
        cites = np.array(self._cites)
        supported, counts = np.zeros(len(cites)), np.zeros(len(cites))
        supported[cites > 0] = [bool(prediction.supported) for prediction in said.predictions]
        counts[cites > 0] = said.needed
        return {
            "citation_recall": _compute_recall(supported, resampling),
            "citation_precision": resampling.figure(metrics.ratio(counts, cites), "nothing is cited"),
        }

    def _by_people(self, resampling: Resampling) -> dict[str, Figure]:
        reason = "people labelled the citations of a sentence together"
        complete = np.array(self._complete, dtype=float)
        return {
            "citation_recall": _compute_recall(complete, resampling),
            "citation_precision": Figure(None, reason=reason),
        }


def count_needed_citations(
    predictor: Predictor, statements: Sequence[Statement], predictions: Sequence[Prediction]
) -> list[int]:
    """Count the needed citations of each statement; 0 if all together do not support it."""
    return [
        _count_needed(predictor, statement) if prediction.supported else 0
        for statement, prediction in zip(statements, predictions, strict=True)
    ]


def _count_needed(predictor: Predictor, statement: Statement) -> int:
    texts = statement.texts
    if len(texts) == 1:
        return 1
    alone = [Statement(statement.claim, (text,), statement.language) for text in texts]
    others = [
        Statement(statement.claim, texts[:index] + texts[index + 1 :], statement.language)
        for index in range(len(texts))
    ]
    judged = predictor.predict([*alone, *others])
    pairs = zip(judged[: len(texts)], judged[len(texts) :], strict=True)
    return sum(bool(single.supported or not rest.supported) for single, rest in pairs)


def _compute_recall(supported: metrics.Vector, resampling: Resampling) -> Figure:
    return resampling.figure(metrics.ratio(supported, np.ones(len(supported))), "no sentence was judged")


def _build_table(
    kind: str, title: str, file: str, clusters: Sequence[str], facts: dict[str, int], rows: Sequence[Row]
) -> Table:
    return Table(kind, title, file, len(clusters), len(set(clusters)), facts, tuple(rows))
