"""Intervals: whole documents are drawn, the seed decides, what is undefined is said."""

import time

import numpy as np
import pytest

from ascribe.evaluation import metrics
from ascribe.evaluation.metrics import Figure, Resampling, average_figures

RIGHT = np.repeat(np.array([True, False, True, False, True, False]), 30)
"""Six documents of 30 items that are all right or all wrong."""

SHARE = metrics.ratio(RIGHT, np.ones(len(RIGHT)))
DOCUMENTS = [str(index // 30) for index in range(len(RIGHT))]
ITEMS = [str(index) for index in range(len(RIGHT))]


def width(figure: Figure) -> float:
    assert figure.low is not None
    assert figure.high is not None
    return figure.high - figure.low


def test_documents_make_wider_intervals_than_items() -> None:
    clustered, plain = Resampling(DOCUMENTS).figure(SHARE), Resampling(ITEMS).figure(SHARE)
    assert clustered.value == plain.value == 0.5
    assert width(clustered) > 4 * width(plain)


def test_every_resample_draws_whole_documents() -> None:
    samples = Resampling(DOCUMENTS, resamples=200).figure(SHARE).samples
    assert set(np.round(samples * 6, 9)) <= set(range(7))


def test_the_interval_is_that_of_the_binomial() -> None:
    """Items of their own, half of them right: 0.5 ± 1.96 · sqrt(0.25 / 180)."""
    figure = Resampling(ITEMS, resamples=4000).figure(SHARE)
    assert figure.low == pytest.approx(0.427, abs=0.01)
    assert figure.high == pytest.approx(0.573, abs=0.01)


def test_the_seed_decides() -> None:
    def of(seed: int, file: int = 0) -> Figure:
        return Resampling(DOCUMENTS, seed=seed, file=file).figure(SHARE)

    assert np.array_equal(of(1).samples, of(1).samples)
    assert not np.array_equal(of(1).samples, of(2).samples)
    assert not np.array_equal(of(1).samples, of(1, file=1).samples)


def test_blocks_change_nothing(monkeypatch) -> None:
    whole = Resampling(DOCUMENTS, resamples=50).figure(SHARE)
    monkeypatch.setattr("ascribe.evaluation.metrics.CELLS", 1000)
    assert np.array_equal(Resampling(DOCUMENTS, resamples=50).figure(SHARE).samples, whole.samples)


def test_what_is_undefined_has_a_reason() -> None:
    ones = np.ones(4, dtype=bool)
    figure = Resampling(list("abcd")).figure(metrics.auroc(ones, np.arange(4.0)), "one label")
    assert figure.as_dict() == {"value": None, "low": None, "high": None, "reason": "one label"}
    assert Resampling([]).figure(SHARE, "nothing").value is None


def test_one_document_and_no_resamples_give_no_interval() -> None:
    shared = Resampling(["a"] * len(RIGHT)).figure(SHARE)
    assert (shared.value, shared.low) == (0.5, None)
    assert "two source documents" in shared.reason
    assert "no resamples" in Resampling(DOCUMENTS, resamples=0).figure(SHARE).reason


def test_too_few_defined_resamples_give_no_interval() -> None:
    """Only one of 40 documents has an item that was said to be positive: 37 % of the draws lack it."""
    said = np.arange(40) == 0
    ones = [str(index) for index in range(40)]
    assert Resampling(ones).figure(metrics.precision(said, said)).low == 1.0
    rarer = metrics.ratio(said, said)
    figure = Resampling(ones).figure(lambda weights: np.where(weights[:, 1] == 1, rarer(weights), np.nan))
    assert (figure.value, figure.low) == (1.0, None)
    assert "most resamples" in figure.reason


def test_means_over_files() -> None:
    first = Figure(0.4, 0.3, 0.5, samples=np.full(100, 0.4))
    second = Figure(0.8, 0.7, 0.9, samples=np.full(100, 0.8))
    mean = average_figures([first, second])
    assert (mean.value, mean.low, mean.high) == pytest.approx((0.6, 0.6, 0.6))
    part = average_figures([first, Figure(None, reason="one label")])
    assert part.value == 0.4
    assert part.reason == "undefined in 1 of 2 files, which are left out"
    assert average_figures([Figure(None)]).value is None


def test_a_thousand_resamples_of_a_thousand_items_take_seconds() -> None:
    rng = np.random.default_rng(0)
    labels, scores = rng.random(1000) < 0.5, rng.random(1000)
    begun = time.process_time()
    figure = Resampling([str(n) for n in rng.integers(0, 400, 1000)]).figure(metrics.auroc(labels, scores))
    assert time.process_time() - begun < 5
    assert width(figure) > 0
