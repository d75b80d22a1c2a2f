"""Every parameter: a value that changes what comes out, and one that is refused."""

from __future__ import annotations

import inspect
import logging
import re
import sys
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import pytest

from ascribe import InputError, MissingExtraError
from ascribe.compat import ReferencePredictor
from ascribe.install_command import build_install_command
from tests.compat.reference_predictor.models import (
    Grades,
    Judge,
    Length,
    Overlap,
    answer,
    predictor,
    references,
)

SEED = {
    "model": "cross-encoder/ms-marco-MiniLM-L-6-v2",
    "revision": None,
    "max_seq_len": 512,
    "language": "en",
    "device": None,
    "batch_size": 16,
    "answer_window_size": 1,
    "document_window_size": 3,
    "token": None,
    "function_to_apply": "sigmoid",
    "min_score_2_label_thresholds": None,
    "label_2_score_map": None,
    "reference_threshold": None,
    "default_class": "not_grounded",
    "verifiability_model": "tstadel/answer-classification-setfit-v2-binary",
    "verifiability_revision": None,
    "verifiability_batch_size": 32,
    "needs_verification_classes": None,
    "use_split_rules": False,
    "extend_abbreviations": False,
    "answer_stride": 1,
    "document_stride": 3,
    "model_kwargs": None,
    "verifiability_model_kwargs": None,
}

NEEDS_A_LOADED_MODEL = {
    "revision",
    "device",
    "batch_size",
    "token",
    "verifiability_revision",
    "verifiability_batch_size",
    "model_kwargs",
    "verifiability_model_kwargs",
}
"""What these change is tested in ``tests/inference/hugging_face``."""

GIVEN = answer(
    'He asked "Was it built?" Commr. Harlow agreed. It is 3. Mai. The mill burnt.\n\nThanks!',
    "The mill burnt. It was built. Commr. Harlow saw it. It is not old. It has 12 sails.",
    "He asked it. It is 3. Mai. Thanks to the mill. "
    + "The old mill of the valley stands by the river. " * 12,
)
MAP = {"contradiction": -1.0, "entailment": 1.0, "neutral": 0.25}

CHANGES: dict[str, tuple[dict[str, Any], Any]] = {
    "model": ({}, Judge()),
    "max_seq_len": ({"model": "builtin"}, 24),
    "language": ({}, "de"),
    "answer_window_size": ({}, 2),
    "document_window_size": ({}, 1),
    "function_to_apply": ({}, "none"),
    "min_score_2_label_thresholds": ({}, {"grounded": 0.5}),
    "label_2_score_map": ({"model": Judge()}, MAP),
    "reference_threshold": ({}, 0.4),
    "default_class": ({}, "other"),
    "verifiability_model": ({}, Length()),
    "needs_verification_classes": ({"verifiability_model": Length()}, ["noise"]),
    "use_split_rules": ({}, True),
    "extend_abbreviations": ({}, True),
    "answer_stride": ({}, 2),
    "document_stride": ({}, 1),
}

REFUSED: list[tuple[str, dict[str, Any], Any]] = [
    ("model", {}, SimpleNamespace(labels=("x",))),
    ("revision", {"model": "builtin"}, "v2"),
    ("max_seq_len", {}, 15),
    ("max_seq_len", {}, 512.0),
    ("language", {}, None),
    ("device", {}, 0),
    ("batch_size", {}, 0),
    ("batch_size", {}, True),
    ("answer_window_size", {}, 0),
    ("document_window_size", {}, -1),
    ("token", {}, ""),
    ("function_to_apply", {}, "tanh"),
    ("function_to_apply", {}, "softmax"),
    ("min_score_2_label_thresholds", {}, ["grounded"]),
    ("min_score_2_label_thresholds", {"model": Judge()}, {"grounded": 0.5}),
    ("label_2_score_map", {}, {"LABEL_0": 1.0}),
    ("label_2_score_map", {"model": Judge()}, {"entailment": 1.0}),
    ("label_2_score_map", {"model": Judge()}, {}),
    ("label_2_score_map", {"model": Grades()}, None),
    ("reference_threshold", {}, "0.5"),
    ("reference_threshold", {}, float("nan")),
    ("default_class", {}, ""),
    ("verifiability_model", {}, SimpleNamespace(classes=("x",))),
    ("verifiability_revision", {"verifiability_model": "builtin"}, "v2"),
    ("verifiability_batch_size", {}, 0),
    ("needs_verification_classes", {"verifiability_model": Length()}, ["needs_checks"]),
    ("needs_verification_classes", {}, "needs_verification"),
    ("use_split_rules", {}, 1),
    ("extend_abbreviations", {}, "yes"),
    ("answer_stride", {}, 0),
    ("document_stride", {}, 0),
    ("model_kwargs", {"model": "builtin"}, {"dtype": "float16"}),
    ("model_kwargs", {}, ["dtype"]),
    ("verifiability_model_kwargs", {"verifiability_model": "builtin"}, {"a": 1}),
]


def test_the_parameters_are_those_of_the_seed_with_their_defaults_in_its_order() -> None:
    signature = inspect.signature(ReferencePredictor).parameters
    assert {name: one.default for name, one in signature.items()} == SEED
    assert list(signature) == list(SEED)


@pytest.mark.parametrize("name", CHANGES)
def test_a_parameter_changes_the_result(name: str) -> None:
    others, value = CHANGES[name]
    plain, changed = predictor(**others), predictor(**{**others, name: value})
    assert references(plain, GIVEN) != references(changed, GIVEN)


@pytest.mark.parametrize(("name", "others", "value"), REFUSED, ids=lambda case: str(case)[:40])
def test_a_wrong_value_is_refused_at_construction_by_name(
    name: str, others: dict[str, Any], value: Any
) -> None:
    with pytest.raises(InputError, match=rf"^{name}: ") as refused:
        predictor(**{"model": Overlap(), **others, name: value})
    message = str(refused.value)
    assert message.endswith(".")
    assert message.count(". ") == 0


def test_no_parameter_is_forgotten() -> None:
    names = {field.name for field in fields(ReferencePredictor)}
    assert set(CHANGES) | NEEDS_A_LOADED_MODEL == names
    assert {name for name, _, _ in REFUSED} == names


@pytest.mark.parametrize("name", ["batch_size", "verifiability_batch_size"])
@pytest.mark.parametrize("size", [1, 64])
def test_a_batch_size_changes_no_result(name: str, size: int) -> None:
    builtin = {"model": "builtin", "verifiability_model": "builtin"}
    assert references(predictor(**builtin, **{name: size}), GIVEN) == references(predictor(**builtin), GIVEN)


def test_an_empty_list_of_classes_means_that_nothing_is_verified() -> None:
    assert references(predictor(verifiability_model=Length(), needs_verification_classes=[]), GIVEN) == []


def test_a_stride_with_gaps_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "ascribe"):
        predictor(answer_stride=2)
    assert "answer_stride 2 is larger than answer_window_size 1" in caplog.text


@pytest.mark.parametrize("parameters", [{}, {"model": "builtin"}, {"verifiability_model": "builtin"}])
def test_without_the_extra_a_model_of_the_hub_names_the_command(
    parameters: dict[str, Any], monkeypatch
) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(
        MissingExtraError, match=re.escape(f'{build_install_command("hf")}, or use "builtin".') + "$"
    ):
        ReferencePredictor(**parameters)
