"""``fit_combiner``: known weights come back, and any data gives usable numbers."""

import json
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.errors import InputError
from ascribe.evaluation import metrics
from ascribe.evaluation.calibration.fitting import (
    CANDIDATE_THRESHOLDS,
    MAX_FALSE_POSITIVE_RATE,
    MIN_RECALL,
    TrainingSet,
    compute_even_weights,
    fit_combiner,
    fit_thresholds,
    predict_supported,
)
from ascribe.evaluation.calibration.report import (
    MIN_STATEMENTS,
    LabelledVerdict,
    build_training_set,
    calibrate_combiner,
)
from ascribe.records import Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.combiner import FEATURE_SIGNS, FEATURES, Combiner
from ascribe.verify.decision import OBJECTIONS, decide_reason, is_veto

WIDTH = len(FEATURES)


def simulated(count: int, seed: int = 5) -> tuple[TrainingSet, np.ndarray, float]:
    """Statements whose labels follow a logistic model, with its weights and constant."""
    chance = np.random.default_rng(seed)
    drawn = chance.normal(0, 1, WIDTH)
    weights = np.where(np.array(FEATURE_SIGNS) == 0, drawn, np.abs(drawn) * FEATURE_SIGNS)
    bias = -0.4 - float(weights.sum() - drawn.sum())  # about as many supported as not
    features = chance.normal(1.0, 1.5, (count, WIDTH))
    odds = features @ weights + bias
    supported = chance.random(count) < 1 / (1 + np.exp(-odds))
    never = np.zeros(count, dtype=bool)
    return TrainingSet(features, supported, never, never, never, np.ones(count)), weights, bias


def probabilities(combiner: Combiner, rows: TrainingSet) -> np.ndarray:
    found = zip(rows.features.tolist(), rows.objects.tolist(), rows.confirmed.tolist(), strict=True)
    return np.array([combiner.probability(*one) for one in found])


def called(combiner: Combiner, rows: TrainingSet, level: Strictness) -> np.ndarray:
    """What ``check`` says is supported."""
    needed = combiner.get_threshold(level), combiner.get_threshold(level, objected=True)
    return predict_supported(probabilities(combiner, rows), rows, *needed)


def test_known_weights_come_back() -> None:
    rows, weights, bias = simulated(8000)
    found = fit_combiner(rows)
    raw = np.array(found.weights) / np.array(found.scales)
    assert raw == pytest.approx(weights, abs=0.12)
    assert found.bias - float(raw @ np.array(found.means)) == pytest.approx(bias, abs=0.25)


def test_no_weight_goes_against_the_sense_of_its_feature() -> None:
    rows, weights, _ = simulated(4000)
    turned = replace(rows, features=-rows.features)
    found = np.array(fit_combiner(turned).weights)
    assert (found * FEATURE_SIGNS >= 0.0).all()
    free = np.array(FEATURE_SIGNS) == 0
    assert (found[free] * weights[free] < 0.0).all()


def test_probabilities_are_those_of_the_sample() -> None:
    rows, _, _ = simulated(4000)
    found = fit_combiner(rows)
    said = np.array([found.probability(row) for row in rows.features.tolist()])
    assert said.mean() == pytest.approx(rows.supported.mean(), abs=1e-4)  # a property of the maximum
    ones = np.ones((1, len(said)))
    assert metrics.calibration_error(rows.supported, said, np.ones(len(said), dtype=bool))(ones)[0] < 0.03


def test_weighing_a_statement_twice_is_having_it_twice() -> None:
    rows, _, _ = simulated(300)
    twice = np.r_[np.arange(300), np.arange(100)]
    repeated = replace(rows.select(twice), weights=np.ones(400))
    weighted = replace(rows, weights=np.r_[np.full(100, 2.0), np.ones(200)])
    assert fit_combiner(weighted).weights == pytest.approx(fit_combiner(repeated).weights, abs=1e-5)
    assert fit_combiner(weighted).supported == fit_combiner(repeated).supported


def test_a_constant_feature_does_no_harm() -> None:
    rows, _, _ = simulated(2000)
    features = rows.features.copy()
    features[:, 3] = 7.0
    found = fit_combiner(replace(rows, features=features))
    assert found.weights[3] == pytest.approx(0.0, abs=1e-6)
    assert found.scales[3] == 1.0
    moved = [found.probability([*row[:3], 7.0, *row[4:]]) for row in features.tolist()]
    assert np.isfinite(moved).all()
    assert metrics.auroc(rows.supported, np.array(moved))(np.ones((1, 2000)))[0] > 0.8


def test_objections_lower_the_odds_where_they_are_right() -> None:
    rows, _, _ = simulated(2000)
    objects = ~rows.supported & (np.arange(2000) % 2 == 0)
    found = fit_combiner(replace(rows, objects=objects))
    assert found.objection < -5
    row = rows.features[0].tolist()
    assert found.probability(row, objects=True) < found.probability(row)


def test_objections_that_are_wrong_raise_nothing() -> None:
    rows, _, _ = simulated(2000)
    assert fit_combiner(replace(rows, objects=rows.supported)).objection == 0.0


@st.composite
def any_rows(draw: st.DrawFn) -> TrainingSet:
    count = draw(st.integers(4, 40))
    chance = np.random.default_rng(draw(st.integers(0, 10_000)))
    features = chance.choice([0.0, 1.0, -6.0, 6.0, 0.37], size=(count, WIDTH))
    labels = draw(
        st.lists(st.booleans(), min_size=count, max_size=count).filter(lambda x: 0 < sum(x) < len(x))
    )
    findings = draw(
        st.lists(st.sampled_from(["other", "objects", "vetoed", "confirmed"]), min_size=count, max_size=count)
    )
    objects, vetoed, confirmed = (
        np.array([f == kind for f in findings]) for kind in ("objects", "vetoed", "confirmed")
    )
    weights = draw(st.lists(st.floats(0.01, 20), min_size=count, max_size=count))
    counts = np.array(weights) * count / sum(weights)
    return TrainingSet(features, np.array(labels), objects | vetoed, vetoed, confirmed, counts)


@given(any_rows())
def test_any_data_gives_rising_bars_and_shifts_in_their_sense(rows: TrainingSet) -> None:
    found = fit_combiner(rows)
    rising = [found.supported[level] for level in STRICTNESS]
    assert all(looser <= stricter for looser, stricter in pairwise(rising))
    assert all(0.0 < threshold < 1.0 for threshold in rising)
    assert found.objection <= 0.0 <= found.confirmation
    assert np.isfinite(
        [*found.weights, *found.means, *found.scales, found.bias, found.objection, found.confirmation]
    ).all()


@given(any_rows())
def test_a_stricter_level_never_calls_more_supported(rows: TrainingSet) -> None:
    found = fit_combiner(rows)
    levels = [called(found, rows, level) for level in STRICTNESS]
    assert all((stricter <= looser).all() for looser, stricter in pairwise(levels))


FINDINGS = [row.reason for row in OUTCOMES.values() if "rules" in row.tiers and row.status != "not_checkable"]


@given(
    st.lists(st.tuples(st.floats(0, 1), st.sampled_from(FINDINGS), st.booleans()), min_size=1),
    st.lists(st.sampled_from(CANDIDATE_THRESHOLDS.tolist()), min_size=4, max_size=4).map(sorted),
)
def test_what_is_called_supported_is_what_check_supports(found, rising) -> None:
    probability = np.array([chance for chance, *_ in found])
    ruled = [Verdict(OUTCOMES[reason].status, reason, "rules") for _, reason, _ in found]
    absent = [is_absent for *_, is_absent in found]
    confirmed = np.array([verdict.status == "supported" for verdict in ruled])
    vetoed = np.array([is_veto(verdict.reason) for verdict in ruled])
    objects = vetoed | np.array([verdict.reason in OBJECTIONS for verdict in ruled])
    rows = TrainingSet(np.empty((len(found), 0)), confirmed, objects, vetoed, confirmed, np.ones(len(found)))
    for place in range(4):
        threshold, above = rising[place], [*rising, 1.0][place + 1]
        needed = np.where(objects, above, threshold).tolist()
        reasons = [
            decide_reason(verdict, chance, 0.0, rising[0], own, absent=is_absent)
            for verdict, chance, own, is_absent in zip(
                ruled, probability.tolist(), needed, absent, strict=True
            )
        ]
        checked = [OUTCOMES[reason].status == "supported" for reason in reasons]
        assert predict_supported(probability, rows, threshold, above).tolist() == checked


@st.composite
def many_rows(draw: st.DrawFn) -> tuple[np.ndarray, TrainingSet]:
    """Probabilities that tell something, and rules that confirm more or less at random."""
    chance = np.random.default_rng(draw(st.integers(0, 10_000)))
    count, confirming, erring = 400, draw(st.floats(0, 1)), draw(st.floats(0, 0.3))
    supported = np.arange(count) % 2 == 0
    confirmed = chance.random(count) < np.where(supported, confirming, confirming * erring)
    objects = ~confirmed & (chance.random(count) < 0.1)
    odds = chance.normal(np.where(supported, 1.5, -1.5), draw(st.floats(0.3, 1.2)))
    nothing = np.empty((count, 0))
    vetoed = objects & (chance.random(count) < 0.5)
    return 1 / (1 + np.exp(-odds)), TrainingSet(
        nothing, supported, objects, vetoed, confirmed, np.ones(count)
    )


@given(many_rows())
def test_strict_levels_let_through_no_more_than_they_say(found) -> None:
    probability, rows = found
    by_level = fit_thresholds(probability, rows)
    for place, (level, threshold) in enumerate(by_level.items()):
        above = [*by_level.values(), 1.0][place + 1]
        if level in MAX_FALSE_POSITIVE_RATE and threshold < CANDIDATE_THRESHOLDS[-1]:
            let = predict_supported(probability, rows, threshold, above)[~rows.supported].mean()
            assert let <= MAX_FALSE_POSITIVE_RATE[level]
    loose = predict_supported(probability, rows, by_level["loose"])
    assert loose[rows.supported & ~rows.objects].mean() >= MIN_RECALL


def test_confirmation_raises_the_odds_where_the_rules_are_right() -> None:
    rows, _, _ = simulated(2000)
    found = fit_combiner(replace(rows, confirmed=rows.supported & (np.arange(2000) % 2 == 0)))
    assert found.confirmation > 5
    row = rows.features[0].tolist()
    assert found.probability(row, confirms=True) > found.probability(row)


def test_confirmation_that_is_wrong_lowers_nothing() -> None:
    rows, _, _ = simulated(2000)
    assert fit_combiner(replace(rows, confirmed=~rows.supported)).confirmation == 0.0


def test_every_data_set_and_label_counts_the_same() -> None:
    kinds = [("a", True)] * 300 + [("a", False)] * 100 + [("b", True)] * 50 + [("b", False)] * 150
    weights = compute_even_weights(kinds)
    assert weights.sum() == pytest.approx(600)
    for kind in set(kinds):
        assert weights[[k == kind for k in kinds]].sum() == pytest.approx(150)


def test_a_small_file_counts_less() -> None:
    kinds = (
        [("large", True)] * 200 + [("large", False)] * 200 + [("small", True)] * 10 + [("small", False)] * 10
    )
    weights = compute_even_weights(kinds)
    shares = [weights[[k[0] == name for k in kinds]].sum() for name in ("large", "small")]
    assert shares[0] / shares[1] == pytest.approx(50 / 10)


def test_a_file_counts_as_much_as_it_is_said_to() -> None:
    kinds = [("a", True)] * 60 + [("b", True)] * 80
    weights = compute_even_weights(kinds, [1.0] * 60 + [0.25] * 80)
    assert weights.sum() == pytest.approx(140)
    assert weights[:60].sum() == pytest.approx(4 * weights[60:].sum())


def test_a_file_is_found_by_its_name_without_endings() -> None:
    found = [
        replace(judged(label), file=f"folder/{name}.jsonl.gz")
        for label in (True, False)
        for name in ("a", "b")
        for _ in range(MIN_STATEMENTS)
    ]
    weights = build_training_set(found, {"b": 0.5}).weights
    assert weights[0] == pytest.approx(2 * weights[MIN_STATEMENTS])


def judged(label: bool) -> LabelledVerdict:
    details = {"features": dict.fromkeys(FEATURES, 0.5), "objects": False, "rules": "partly_covered"}
    return LabelledVerdict(
        "mine", "one", label, Verdict("unknown", "uncertain", "builtin", 0.5, 0.5, (), details)
    )


@pytest.mark.parametrize(
    ("supported", "others", "message"),
    [
        (MIN_STATEMENTS, MIN_STATEMENTS - 1, "at least 50 statements that are not supported, got 49"),
        (0, MIN_STATEMENTS, "at least 50 statements that are supported, got 0"),
        (0, 0, "at least 50 statements that are supported, got 0"),
    ],
)
def test_too_few_statements_of_a_label_are_refused(supported, others, message) -> None:
    found = [judged(True)] * supported + [judged(False)] * others
    with pytest.raises(InputError, match=message):
        build_training_set(found)
    assert (
        len(build_training_set([judged(True)] * MIN_STATEMENTS + [judged(False)] * MIN_STATEMENTS).features)
        == 2 * MIN_STATEMENTS
    )


def test_too_few_statements_are_refused_before_one_is_judged(tmp_path) -> None:
    row = {"claim": "The mill turns.", "source": "The mill turns.", "label": "supported"}
    (tmp_path / "few.jsonl").write_text(json.dumps(row), encoding="utf-8")
    judged_so_far: list[int] = []
    with pytest.raises(InputError, match="that are supported, got 1"):
        calibrate_combiner([tmp_path / "few.jsonl"], progress=lambda _, done, __: judged_so_far.append(done))
    assert not judged_so_far


def test_only_what_the_rules_confirm_whole_counts_as_confirmed() -> None:
    ruled = ["confirmed", "partly_covered", "number_mismatch", "not_found"] * MIN_STATEMENTS
    found = [judged(place % 8 < 4) for place in range(len(ruled))]
    found = [
        replace(one, verdict=replace(one.verdict, details={**one.verdict.details, "rules": reason}))
        for one, reason in zip(found, ruled, strict=True)
    ]
    assert build_training_set(found).confirmed.tolist() == [True, False, False, False] * MIN_STATEMENTS
