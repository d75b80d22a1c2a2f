"""``fit``: known weights come back, and any data gives usable numbers."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.calibration import fitting
from ascribe.calibration.fitting import Rows, even_weights, fit
from ascribe.calibration.statements import LEAST, Judged, rows_of
from ascribe.errors import InputError
from ascribe.evaluation import metrics
from ascribe.records import Verdict
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.examination import FEATURES

WIDTH = len(FEATURES)


def simulated(count: int, seed: int = 5) -> tuple[Rows, np.ndarray, float]:
    """Statements whose labels follow a logistic model, with its weights and constant."""
    chance = np.random.default_rng(seed)
    weights, bias = chance.normal(0, 1, WIDTH), -0.4
    features = chance.normal(1.0, 1.5, (count, WIDTH))
    odds = features @ weights + bias
    supported = chance.random(count) < 1 / (1 + np.exp(-odds))
    return Rows(features, supported, np.zeros(count, dtype=bool), np.ones(count)), weights, bias


def test_known_weights_come_back() -> None:
    rows, weights, bias = simulated(8000)
    found = fit(rows)
    raw = np.array(found.weights) / np.array(found.scales)
    assert raw == pytest.approx(weights, abs=0.12)
    assert found.bias - float(raw @ np.array(found.means)) == pytest.approx(bias, abs=0.25)


def test_probabilities_are_those_of_the_sample() -> None:
    rows, _, _ = simulated(4000)
    found = fit(rows)
    said = np.array([found.probability(row) for row in rows.features.tolist()])
    assert said.mean() == pytest.approx(rows.supported.mean(), abs=1e-4)  # a property of the maximum
    ones = np.ones((1, len(said)))
    assert metrics.calibration_error(rows.supported, said, np.ones(len(said), dtype=bool))(ones)[0] < 0.03


def test_weighing_a_statement_twice_is_having_it_twice() -> None:
    rows, _, _ = simulated(300)
    twice = np.r_[np.arange(300), np.arange(100)]
    repeated = Rows(rows.features[twice], rows.supported[twice], rows.objects[twice], np.ones(400))
    weighted = Rows(rows.features, rows.supported, rows.objects, np.r_[np.full(100, 2.0), np.ones(200)])
    assert fit(weighted).weights == pytest.approx(fit(repeated).weights, abs=1e-5)
    assert fit(weighted).supported == fit(repeated).supported


def test_a_constant_feature_does_no_harm() -> None:
    rows, _, _ = simulated(2000)
    features = rows.features.copy()
    features[:, 3] = 7.0
    found = fit(Rows(features, rows.supported, rows.objects, rows.weights))
    assert found.weights[3] == pytest.approx(0.0, abs=1e-6)
    assert found.scales[3] == 1.0
    moved = [found.probability([*row[:3], 7.0, *row[4:]]) for row in features.tolist()]
    assert np.isfinite(moved).all()
    assert metrics.auroc(rows.supported, np.array(moved))(np.ones((1, 2000)))[0] > 0.8


def test_objections_lower_the_odds_where_they_are_right() -> None:
    rows, _, _ = simulated(2000)
    objects = ~rows.supported & (np.arange(2000) % 2 == 0)
    found = fit(Rows(rows.features, rows.supported, objects, rows.weights))
    assert found.objection < -5
    row = rows.features[0].tolist()
    assert found.probability(row, objects=True) < found.probability(row)


def test_objections_that_are_wrong_raise_nothing() -> None:
    rows, _, _ = simulated(2000)
    assert fit(Rows(rows.features, rows.supported, rows.supported, rows.weights)).objection == 0.0


@st.composite
def any_rows(draw: st.DrawFn) -> Rows:
    count = draw(st.integers(4, 40))
    chance = np.random.default_rng(draw(st.integers(0, 10_000)))
    features = chance.choice([0.0, 1.0, -6.0, 6.0, 0.37], size=(count, WIDTH))
    labels = draw(
        st.lists(st.booleans(), min_size=count, max_size=count).filter(lambda x: 0 < sum(x) < len(x))
    )
    objects = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    weights = draw(st.lists(st.floats(0.01, 20), min_size=count, max_size=count))
    return Rows(features, np.array(labels), np.array(objects), np.array(weights) * count / sum(weights))


@given(any_rows())
def test_any_data_gives_rising_bars_and_no_positive_shift(rows: Rows) -> None:
    found = fit(rows)
    bars = [found.supported[level] for level in STRICTNESS]
    assert all(looser <= stricter for looser, stricter in pairwise(bars))
    assert all(0.0 < bar < 1.0 for bar in bars)
    assert found.objection <= 0.0
    assert np.isfinite([*found.weights, *found.means, *found.scales, found.bias, found.objection]).all()


def test_strict_levels_let_through_no_more_than_they_say() -> None:
    rows, _, _ = simulated(3000)
    found = fit(rows)
    said = np.array([found.probability(row) for row in rows.features.tolist()])
    bars = {str(level): bar for level, bar in found.supported.items()}
    for level, most in fitting.LET_THROUGH.items():
        assert (said >= bars[level])[~rows.supported].mean() <= most + 0.002
    assert (said >= found.supported["loose"])[rows.supported].mean() >= fitting.KEPT - 0.002


def test_every_data_set_and_label_counts_the_same() -> None:
    kinds = [("a", True)] * 30 + [("a", False)] * 10 + [("b", True)] * 5 + [("b", False)] * 15
    weights = even_weights(kinds)
    assert weights.sum() == pytest.approx(60)
    for kind in set(kinds):
        assert weights[[k == kind for k in kinds]].sum() == pytest.approx(15)


def judged(label: bool) -> Judged:
    details = {"features": dict.fromkeys(FEATURES, 0.5), "objects": False}
    return Judged("mine", "one", label, Verdict("unknown", "uncertain", "builtin", 0.5, 0.5, (), details))


@pytest.mark.parametrize(
    ("supported", "others", "message"),
    [
        (LEAST, LEAST - 1, "at least 50 statements that are not supported, got 49"),
        (0, LEAST, "at least 50 statements that are supported, got 0"),
        (0, 0, "at least 50 statements that are supported, got 0"),
    ],
)
def test_too_few_statements_of_a_label_are_refused(supported, others, message) -> None:
    found = [judged(True)] * supported + [judged(False)] * others
    with pytest.raises(InputError, match=message):
        rows_of(found)
    assert len(rows_of([judged(True)] * LEAST + [judged(False)] * LEAST).features) == 2 * LEAST
