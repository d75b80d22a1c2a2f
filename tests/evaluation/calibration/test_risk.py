"""The threshold that bounds wrong answers: its arithmetic, and its promise over many drawn files."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.evaluation.calibration.answer_threshold import (
    CANDIDATE_THRESHOLDS,
    AskedQuestion,
    compute_min_answers,
    compute_upper_bound,
    evaluate_threshold,
    try_thresholds,
)

RISK, CONFIDENCE = 0.1, 0.9
FILES, QUESTIONS = 300, 120


def chance(wrong: int, answers: int, share: float) -> float:
    """Of so many wrong ones or fewer, in whole numbers."""
    return sum(math.comb(answers, k) * share**k * (1 - share) ** (answers - k) for k in range(wrong + 1))


@given(
    counts=st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n - 1), st.just(n))),
    confidence=st.sampled_from((0.5, 0.9, 0.95, 0.99)),
)
def test_the_bound_is_where_the_binomial_tail_has_the_rest_of_the_confidence(counts, confidence) -> None:
    wrong, answers = counts
    bound = compute_upper_bound(wrong, answers, confidence)
    assert wrong / answers < bound < 1.0
    assert chance(wrong, answers, bound) == pytest.approx(1.0 - confidence, rel=1e-6)


@pytest.mark.parametrize("answers", [0, 1, 50])
def test_where_all_are_wrong_or_none_was_given_nothing_is_promised(answers) -> None:
    assert compute_upper_bound(answers, answers, 0.95) == 1.0


@pytest.mark.parametrize(("risk", "confidence"), [(0.1, 0.95), (0.05, 0.95), (0.01, 0.99), (0.5, 0.5)])
def test_the_fewest_answers_are_just_enough(risk, confidence) -> None:
    least = compute_min_answers(risk, confidence)
    assert compute_upper_bound(0, least, confidence) <= risk + 1e-9
    assert compute_upper_bound(0, least - 1, confidence) > risk


def test_the_bars_fall_to_one_that_refuses_nothing() -> None:
    assert list(CANDIDATE_THRESHOLDS) == sorted(set(CANDIDATE_THRESHOLDS), reverse=True)
    assert CANDIDATE_THRESHOLDS[-1] == 0.0


def kept(rows: list[AskedQuestion]) -> list[float]:
    return [found.threshold for found in try_thresholds(rows, RISK, CONFIDENCE) if found.bound <= RISK]


mostly_right = st.sampled_from([True] * 30 + [False])
rows_of_any_kind = st.lists(
    st.builds(AskedQuestion, st.none() | st.floats(0.0, 1.0), mostly_right), max_size=80
)


@given(rows=rows_of_any_kind)
def test_every_bar_is_tried_until_one_fails(rows) -> None:
    tried = try_thresholds(rows, RISK, CONFIDENCE)
    assert all(found.bound <= RISK for found in tried[:-1])
    least = compute_min_answers(RISK, CONFIDENCE)
    enough = [
        threshold
        for threshold in CANDIDATE_THRESHOLDS
        if evaluate_threshold(rows, threshold, CONFIDENCE).answered >= least
    ]
    assert [found.threshold for found in tried] == enough[: len(tried)]
    assert len(tried) == len(enough) or tried[-1].bound > RISK


@given(rows=rows_of_any_kind, extra=st.floats(0.0, 1.0))
def test_one_more_wrong_answer_never_lowers_the_bar(rows, extra) -> None:
    before, after = kept(rows), kept([*rows, AskedQuestion(extra, is_right=False)])
    if after:
        assert after[-1] >= before[-1]


@given(rows=rows_of_any_kind)
def test_what_is_refused_at_any_bar_counts_as_asked_alone(rows) -> None:
    found = evaluate_threshold(rows, 0.0, CONFIDENCE)
    given_answers = [row for row in rows if row.confidence is not None]
    assert (found.asked, found.answered) == (len(rows), len(given_answers))
    assert found.wrong == sum(not row.is_right for row in given_answers)
    assert found.coverage == (len(given_answers) / len(rows) if rows else 0.0)


Share = Callable[[np.ndarray], np.ndarray]
"""Confidence → chance of a wrong answer."""

KINDS: dict[str, Share] = {
    "as sure as it is right": lambda c: 1.0 - c,
    "just too often wrong": lambda c: np.full_like(c, 1.001 * RISK),
    "wrong below a step": lambda c: np.where(c > 0.8, 0.02, 0.5),
    "wrong where it is surest": lambda c: np.where(c > 0.95, 0.4, 0.07),
    "wrong in the middle": lambda c: np.where((c > 0.8) & (c < 0.9), 0.5, 0.03),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_promise_is_broken_no_oftener_than_it_says(kind) -> None:
    """Files of questions are drawn; the true risk of a threshold comes from the whole population."""
    wrong, chances = KINDS[kind], np.random.default_rng(5)
    population = np.sort(chances.beta(3, 1, 100_000))
    broken = found = 0
    for _ in range(FILES):
        sure = chances.beta(3, 1, QUESTIONS)
        right = chances.random(QUESTIONS) >= wrong(sure)
        thresholds = kept([AskedQuestion(float(c), bool(r)) for c, r in zip(sure, right, strict=True)])
        if thresholds:
            found += 1
            above = population[np.searchsorted(population, thresholds[-1]) :]
            broken += float(wrong(above).mean()) > RISK
    sampling = 2.0 * math.sqrt(CONFIDENCE * (1.0 - CONFIDENCE) / FILES)
    assert broken / FILES <= 1.0 - CONFIDENCE + sampling
    if kind == "wrong below a step":
        assert found > 0.5 * FILES  # the promise is no empty one
