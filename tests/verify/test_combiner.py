"""Features → probability."""

import math
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from ascribe.errors import InputError
from ascribe.records import Strictness
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.combiner import FEATURES, Combiner, load_combiner

ZEROS = (0.0,) * len(FEATURES)
ONES = (1.0,) * len(FEATURES)


def combiner(**changes: Any) -> Combiner:
    weights = (2.0, *ZEROS[1:])
    thresholds: dict[Strictness, float] = {"loose": 0.3, "balanced": 0.5, "strict": 0.7, "paranoid": 0.9}
    made = Combiner("builtin", FEATURES, ZEROS, ONES, weights, -1.0, thresholds, 2.0, -3.0, {})
    return replace(made, **changes)


def test_the_probability_is_the_logistic_of_the_weighted_features():
    assert combiner().probability((1.5, *ZEROS[1:])) == pytest.approx(1 / (1 + math.exp(-2.0)))


def test_features_are_standardised():
    shifted = combiner(means=(10.0, *ZEROS[1:]), scales=(2.0, *ONES[1:]))
    assert shifted.probability((12.0, *ZEROS[1:])) == combiner().probability((1.0, *ZEROS[1:]))


def test_an_objection_lowers_it():
    assert combiner().probability(ONES, objects=True) < combiner().probability(ONES)


def test_confirmation_raises_it():
    assert combiner().probability(ONES, confirms=True) > combiner().probability(ONES)


def test_a_huge_feature_stays_a_probability():
    assert combiner().probability((1e9, *ZEROS[1:])) <= 1.0


def test_a_file_of_it_is_read_back(tmp_path):
    file = tmp_path / "calibration.json"
    file.write_bytes(msgspec.json.encode(combiner()))
    assert load_combiner(file) == combiner()


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"absent\.json: cannot be read .*; make one with ascribe calibrate"):
        load_combiner(tmp_path / "absent.json")


def test_another_json_file_is_refused(tmp_path):
    file = tmp_path / "other.json"
    file.write_text('{"a": 1}')
    with pytest.raises(InputError, match=r"other\.json: not a calibration file"):
        load_combiner(file)


def test_a_file_for_other_features_is_refused(tmp_path):
    file = tmp_path / "old.json"
    file.write_bytes(msgspec.json.encode(combiner(features=("words",))))
    with pytest.raises(InputError, match=r"old\.json: it was made for other features"):
        load_combiner(file)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"weights": (1.0,)}, "it needs one mean, scale and weight for each feature"),
        ({"scales": ZEROS}, "a scale is not above 0"),
        ({"confirmation": -0.1}, "confirmation must not be below 0"),
        ({"objection": 0.1}, "confirmation must not be below 0, nor objection above 0"),
        ({"supported": {"loose": 0.5}}, "the thresholds of loose, balanced, strict, paranoid must rise"),
        (
            {"supported": {"loose": 0.5, "balanced": 0.4, "strict": 0.7, "paranoid": 0.9}},
            "the thresholds of loose, balanced, strict, paranoid must rise",
        ),
    ],
)
def test_numbers_that_cannot_be_used_are_refused(changes, fault, tmp_path):
    file = tmp_path / "bad.json"
    file.write_bytes(msgspec.json.encode(combiner(**changes)))
    with pytest.raises(InputError, match=fault):
        load_combiner(file)


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        load_combiner(tmp_path)


def test_an_objection_needs_the_bar_of_the_level_above():
    made = combiner()
    assert [made.get_threshold(level) for level in STRICTNESS] == [0.3, 0.5, 0.7, 0.9]
    assert [made.get_threshold(level, objected=True) for level in STRICTNESS] == [0.5, 0.7, 0.9, 1.0]


def test_a_file_for_another_tier_is_refused(tmp_path):
    file = tmp_path / "calibration.json"
    file.write_bytes(msgspec.json.encode(combiner(tier="large")))
    assert load_combiner(file, "large").tier == "large"
    with pytest.raises(InputError, match=r"for tier 'large', not for 'builtin'; .* --tier builtin"):
        load_combiner(file)
