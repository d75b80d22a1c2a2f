"""The metrics against values made by hand and against their definitions."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.evaluation import metrics

ITEMS = st.lists(
    st.tuples(st.booleans(), st.integers(0, 8), st.booleans(), st.integers(0, 3)), min_size=1, max_size=20
)
"""Label, score in eighths, what was said, weight."""


def once(metric, count: int) -> float:
    return float(metric(np.ones((1, count)))[0])


def same(found: float, wanted: float | None) -> bool:
    return math.isnan(found) if wanted is None else math.isclose(found, wanted, abs_tol=1e-12)


Items = list[tuple[bool, int, bool, int]]


def unfolded(items: Items) -> tuple[list[bool], list[float], list[bool]]:
    """Every item as often as it weighs: labels, scores, said."""
    drawn = [item for item in items for _ in range(item[3])]
    return [d[0] for d in drawn], [d[1] / 8 for d in drawn], [d[2] for d in drawn]


def folded(items: Items) -> tuple[Any, Any, Any, Any]:
    return (
        np.array([item[0] for item in items]),
        np.array([item[1] / 8 for item in items]),
        np.array([item[2] for item in items]),
        np.array([[item[3] for item in items]], dtype=float),
    )


def test_by_hand() -> None:
    labels = np.array([True, True, False, False, True])
    scores = np.array([0.9, 0.4, 0.4, 0.1, 0.35])
    said = np.array([True, False, True, False, True])
    # Of six pairs, 0.9 wins two, 0.4 ties one and wins one, 0.35 loses one and wins one.
    assert once(metrics.auroc(labels, scores), 5) == pytest.approx(4.5 / 6)
    assert once(metrics.precision(labels, said), 5) == pytest.approx(2 / 3)
    assert once(metrics.recall(labels, said), 5) == pytest.approx(2 / 3)
    assert once(metrics.f1(labels, said), 5) == pytest.approx(2 / 3)
    assert once(metrics.balanced_accuracy(labels, said), 5) == pytest.approx((2 / 3 + 1 / 2) / 2)


def test_calibration_by_hand() -> None:
    labels = np.array([True, False, True, True])
    stated = np.array([0.62, 0.68, 1.0, 0.31])
    counted = np.array([True, True, True, False])
    # Bin 6 holds two items, mean 0.65, share 0.5; bin 9 holds one with no gap; the last is not counted.
    assert once(metrics.calibration_error(labels, stated, counted), 4) == pytest.approx(2 * 0.15 / 3)
    wanted = (0.38**2 + 0.68**2 + 0) / 3
    assert once(metrics.brier(labels, stated, counted), 4) == pytest.approx(wanted)


@given(ITEMS)
def test_auroc_is_the_share_of_pairs_won(items) -> None:
    truth, values, _ = unfolded(items)
    positive = [v for v, t in zip(values, truth, strict=True) if t]
    negative = [v for v, t in zip(values, truth, strict=True) if not t]
    pairs = [(a > b) + (a == b) / 2 for a in positive for b in negative]
    labels, scores, _, weights = folded(items)
    assert same(float(metrics.auroc(labels, scores)(weights)[0]), sum(pairs) / len(pairs) if pairs else None)


@given(ITEMS)
def test_counts_agree_with_their_definitions(items) -> None:
    truth, _, answers = unfolded(items)
    cells = {(t, a): 0 for t in (True, False) for a in (True, False)}
    for pair in zip(truth, answers, strict=True):
        cells[pair] += 1
    hits, missed, false, right = (
        cells[k] for k in ((True, True), (True, False), (False, True), (False, False))
    )
    labels, _, said, weights = folded(items)
    precision = hits / (hits + false) if hits + false else None
    recall = hits / (hits + missed) if hits + missed else None
    special = right / (right + false) if right + false else None
    balanced = None if recall is None or special is None else (recall + special) / 2
    f1 = None if recall is None else 2 * hits / (2 * hits + false + missed)
    assert same(float(metrics.precision(labels, said)(weights)[0]), precision)
    assert same(float(metrics.recall(labels, said)(weights)[0]), recall)
    assert same(float(metrics.balanced_accuracy(labels, said)(weights)[0]), balanced)
    assert same(float(metrics.f1(labels, said)(weights)[0]), f1)


@given(ITEMS)
def test_calibration_agrees_with_its_definition(items) -> None:
    truth, values, _ = unfolded(items)
    labels, scores, _, weights = folded(items)
    counted = np.ones(len(items), dtype=bool)
    bins: dict[int, list[tuple[float, bool]]] = {}
    for value, label in zip(values, truth, strict=True):
        bins.setdefault(min(int(value * 10), 9), []).append((value, label))
    gaps = [abs(sum(v for v, _ in b) - sum(t for _, t in b)) for b in bins.values()]
    error = sum(gaps) / len(truth) if truth else None
    square = sum((v - t) ** 2 for v, t in zip(values, truth, strict=True)) / len(truth) if truth else None
    assert same(float(metrics.calibration_error(labels, scores, counted)(weights)[0]), error)
    assert same(float(metrics.brier(labels, scores, counted)(weights)[0]), square)


def test_no_items_give_no_number() -> None:
    nothing = np.zeros(0, dtype=bool)
    assert math.isnan(once(metrics.auroc(nothing, np.zeros(0)), 0))
