from typing import Any

import numpy as np
import pytest

from ascribe import InputError
from ascribe.compat.reference_predictor.models import Labelling
from ascribe.compat.reference_predictor.parameters import parse_label_minimums
from ascribe.inference.probabilities import compute_sigmoid, compute_softmax

NLI = ("contradiction", "entailment", "neutral")
SCORES = {"contradiction": -1.0, "entailment": 1.0, "neutral": 0.0}


def test_the_activations_are_those_of_their_names() -> None:
    values = np.array([[0.0, 2.0, -1000.0]])
    assert compute_sigmoid(values) == pytest.approx(np.array([[0.5, 0.880797, 0.0]]), abs=1e-6)
    assert compute_softmax(values) == pytest.approx(np.array([[0.119203, 0.880797, 0.0]]), abs=1e-6)
    made = Labelling(("x",), "none")
    assert made.convert(np.array([[-7.25]])) == [(-7.25, "unlabelled")]


@pytest.mark.parametrize(
    ("share", "label"), [(0.2, "none"), (0.3, "weak"), (0.69, "weak"), (0.7, "strong"), (1.0, "strong")]
)
def test_of_one_value_the_highest_minimum_that_is_reached_names_the_label(share: float, label: str) -> None:
    made = Labelling(("x",), "none", {"strong": 0.7, "weak": 0.3}, default_class="none")
    assert made.convert(np.array([[share]])) == [(share, label)]


def test_without_any_minimum_nothing_is_called_not_grounded_unless_you_say_so() -> None:
    row = np.array([[0.9]])
    assert Labelling(("x",), "none").convert(row) == [(0.9, "unlabelled")]
    assert Labelling(("x",), "none", default_class="near").convert(row) == [(0.9, "near")]
    assert Labelling(("x",), "none", {"grounded": 0.95}).convert(row) == [(0.9, "not_grounded")]


def test_the_predicted_label_gives_the_score_by_the_map() -> None:
    made = Labelling(NLI, "softmax", label_2_score_map=SCORES)
    rows = np.array([[9.0, 1.0, 1.0], [1.0, 9.0, 1.0], [1.0, 1.0, 9.0], [2.0, 2.0, 0.0]])
    labels = ["contradiction", "entailment", "neutral", "contradiction"]  # of equal ones the first
    assert made.convert(rows) == [(SCORES[label], label) for label in labels]


def test_without_a_map_the_label_for_entailment_is_the_score() -> None:
    ((score, label),) = Labelling(NLI, "softmax").convert(np.array([[3.0, 1.0, 0.0]]))
    assert (round(score, 4), label) == (0.1142, "contradiction")


def test_a_label_needs_its_minimum_and_else_the_default_class_scores_0_or_what_the_map_says() -> None:
    row = np.log(np.array([[0.6, 0.3, 0.1]]))
    minimums = {"contradiction": 0.7, "entailment": 0.2}
    made = Labelling(NLI, "softmax", minimums, SCORES)
    assert made.convert(row) == [(1.0, "entailment")]
    strict = {"contradiction": 0.7, "entailment": 0.5}
    assert Labelling(NLI, "softmax", strict, SCORES).convert(row) == [(0.0, "not_grounded")]
    mapped = {**SCORES, "not_grounded": -0.5}
    assert Labelling(NLI, "softmax", strict, mapped).convert(row) == [(-0.5, "not_grounded")]
    assert Labelling(NLI, "softmax", {"neutral": 0.1}, SCORES).convert(row) == [(0.0, "neutral")]


@pytest.mark.parametrize(
    ("made", "message"),
    [
        ({"labels": ("x",), "function_to_apply": "softmax"}, "function_to_apply.*always 1"),
        ({"labels": ("x",), "label_2_score_map": {"x": 1.0}}, "label_2_score_map.*leave the map out"),
        ({"labels": ("x",), "minimums": {"a": 0.5, "b": 0.5}}, "min_score_2_label.*the same minimum"),
        ({"labels": ("bad", "good")}, "label_2_score_map.*none of them shows"),
        ({"labels": NLI, "label_2_score_map": {"entailment": 1.0}}, "no score for contradiction, neutral"),
        ({"labels": NLI, "label_2_score_map": {**SCORES, "other": 1.0}}, "label_2_score_map.*not other"),
        ({"labels": NLI, "minimums": {"other": 0.5}}, "min_score_2_label_thresholds.*not other"),
    ],
)
def test_what_cannot_work_is_refused(made: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Labelling(**made)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_number_is_refused(value: float) -> None:
    with pytest.raises(InputError, match="not a finite number"):
        Labelling(("x",), "none").convert(np.array([[0.0], [value]]))


@pytest.mark.parametrize(
    ("given", "minimums"),
    [
        (None, {}),
        ({"grounded": 0.6, "partly": 0}, {"grounded": 0.6, "partly": 0}),
        ({0.6: "grounded", 0: "partly"}, {"grounded": 0.6, "partly": 0}),
        ({"0.6": "grounded", "0.3": "partly"}, {"grounded": 0.6, "partly": 0.3}),
        ({0.6: "grounded", 0.4: "grounded"}, {"grounded": 0.4}),
    ],
)
def test_minimums_come_in_both_forms(given: dict[Any, Any] | None, minimums: dict[str, float]) -> None:
    assert parse_label_minimums("x", given) == minimums


@pytest.mark.parametrize(
    "given", [["a"], {"a": 0.5, 0.3: "b"}, {"half": "a"}, {"a": True}, {"a": float("nan")}, {"": 1.0}, "a"]
)
def test_other_forms_are_refused(given) -> None:
    with pytest.raises(InputError, match="thresholds: "):
        parse_label_minimums("thresholds", given)
