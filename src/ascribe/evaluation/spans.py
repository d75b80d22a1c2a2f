"""Spans: compare the words that ``check`` marks as unsupported with those that people marked.

Characters are counted over all items together. A character is marked if it is in any span, so overlapping
spans count once.

* precision: share of the marked characters that people marked too.
* recall: share of the characters marked by people that are marked.
* F1: harmonic mean of the two (van Rijsbergen 1979).
* marked: share of all characters of the answers that are marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ascribe.evaluation import metrics
from ascribe.evaluation.items import SpansItem
from ascribe.evaluation.metrics import Figure, Resampling
from ascribe.evaluation.predictors import CheckPredictor
from ascribe.evaluation.results import Row, Table
from ascribe.evaluation.scoring import Resample
from ascribe.records import Answer
from ascribe.records.outcomes import FAILING

NOTHING, WHOLE, EVERYTHING = "mark nothing", "mark not supported sentences whole", "mark everything"

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Count:
    """Numbers of characters of one answer: marked correctly, marked, marked by people, all."""

    right: int
    marked: int
    gold: int
    all: int


class SpansEvaluator:
    """Counts the marked characters of each answer.

    Args:
        system: the system whose spans are compared with those of people.
    """

    def __init__(self, system: CheckPredictor) -> None:
        self._system = system
        self._counts: dict[str, list[_Count]] = {
            name: [] for name in (system.name, NOTHING, WHOLE, EVERYTHING)
        }
        self._clusters: list[str] = []

    def add(self, item: SpansItem) -> None:
        """Evaluate one answer."""
        statement = item.statement
        answer = self._system.answer(statement.claim, statement.documents, statement.language)
        everything = [(0, len(statement.claim))]
        marks: tuple[list[Span], ...] = (
            list_marked_spans(answer),
            [],
            list_failing_sentences(answer),
            everything,
        )
        for counts, spans in zip(self._counts.values(), marks, strict=True):
            counts.append(_count_characters(item, spans))
        self._clusters.append(item.cluster)

    def tables(self, file: str, resample: Resample) -> list[Table]:
        """Return the table of the evaluated answers."""
        resampling = resample(self._clusters)
        rows = tuple(Row(name, _compute_figures(counts, resampling)) for name, counts in self._counts.items())
        facts = {"by_people": sum(count.gold for count in self._counts[NOTHING])}
        count, documents = len(self._clusters), len(set(self._clusters))
        return [Table("spans", "unsupported words", file, count, documents, facts, rows)]


def list_marked_spans(answer: Answer) -> list[Span]:
    """Return the spans of the unsupported words of all sentences."""
    return [span for s in answer.sentences if s.verdict is not None for span in s.verdict.unsupported]


def list_failing_sentences(answer: Answer) -> list[Span]:
    """Return the whole span of every sentence with a failing status."""
    return [
        (s.char_start or 0, s.char_end or 0)
        for s in answer.sentences
        if s.verdict is not None and s.verdict.status in FAILING
    ]


def _count_characters(item: SpansItem, spans: Iterable[Span]) -> _Count:
    said, gold = _expand_spans(spans), _expand_spans(item.gold)
    return _Count(len(said & gold), len(said), len(gold), len(item.statement.claim))


def _expand_spans(spans: Iterable[Span]) -> set[int]:
    return {place for start, end in spans for place in range(start, end)}


def _compute_figures(counts: Sequence[_Count], resampling: Resampling) -> dict[str, Figure]:
    right, said, gold, whole = (
        np.array([getattr(count, name) for count in counts], dtype=np.float64)
        for name in ("right", "marked", "gold", "all")
    )
    return {
        "precision": resampling.figure(metrics.ratio(right, said), "nothing was marked"),
        "recall": resampling.figure(metrics.ratio(right, gold), "people marked nothing"),
        "f1": resampling.figure(metrics.ratio(2.0 * right, said + gold), "nothing was marked by either"),
        "marked": resampling.figure(metrics.ratio(said, whole)),
    }
