"""Which pairs have to be read to know the best ones, where a model knows what a pair can reach at most.

Pairs are read in the order of their bounds, until nothing that is left can reach the best score that was
found. What becomes a reference is what it would be if all were read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ascribe.stages import PairModel
from ascribe.systems.reference_predictor.labelling import DECIMALS
from ascribe.systems.reference_predictor.pairing import Judged, Pair, SpanPair

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROUND = 8
"""Pairs of one span of an answer that are read before its best score is looked at again."""

SLACK = 10.0**-DECIMALS
"""A bound may be off by the rounding of scores."""

Judge = Callable[[Sequence[Pair]], Judged]


@runtime_checkable
class BoundedPairModel(PairModel, Protocol):
    """A model that knows, at little cost, a value that a pair's own does not exceed."""

    def bounds(self, pairs: Sequence[Pair]) -> NDArray[np.float64]:
        """Shape (pairs, 1), beside ``logits``."""
        ...


def judge_best_first(
    asked: Sequence[Sequence[SpanPair]], bounds: Mapping[Pair, float], judge: Judge, threshold: float | None
) -> Judged:
    """Score and label of all pairs that can become references, and of those read on the way.

    Args:
        asked: the pairs of each answer.
        bounds: the score that each pair can reach at most.
        judge: reads pairs.
        threshold: the least score of a reference; None for the best of each span of an answer.
    """
    if threshold is not None:
        return judge([pair for pair, bound in bounds.items() if bound >= threshold - SLACK])
    judged: dict[Pair, tuple[float, str]] = {}
    groups = [_by_bound(group, bounds) for group in _of_spans(asked)]
    while due := dict.fromkeys(pair for group in groups for pair in _next(group, bounds, judged)):
        judged.update(judge(list(due)))
    return judged


def _of_spans(asked: Sequence[Sequence[SpanPair]]) -> Iterator[list[Pair]]:
    for of_answer in asked:
        for _, group in groupby(of_answer, key=lambda one: one.answer):
            yield [one.pair for one in group]


def _by_bound(group: Sequence[Pair], bounds: Mapping[Pair, float]) -> list[Pair]:
    return sorted(dict.fromkeys(group), key=lambda pair: -bounds[pair])


def _next(group: Sequence[Pair], bounds: Mapping[Pair, float], judged: Judged) -> list[Pair]:
    """The pairs of one span to read next; none if its best score stands."""
    best = max((judged[pair][0] for pair in group if pair in judged), default=float("-inf"))
    left = (pair for pair in group if pair not in judged and bounds[pair] >= best - SLACK)
    return [pair for pair, _ in zip(left, range(ROUND), strict=False)]
