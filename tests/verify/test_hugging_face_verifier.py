"""Tier ``hf`` where its libraries are not: what can be said without loading a model."""

import re
import sys
from typing import Any

import pytest
from typer.testing import CliRunner

from ascribe import InputError, MissingExtraError, check
from ascribe.apps.options import resolve_verifier
from ascribe.install_command import build_install_command
from ascribe.records.verdict import STRICTNESS
from ascribe.verify.hugging_face_verifier import DEFAULT_THRESHOLDS, HuggingFaceTier

CLAIM = "The mill has 12 sails."


def ask(**options: Any) -> None:
    check(CLAIM, [CLAIM], tier=HuggingFaceTier(**options))


@pytest.fixture(autouse=True)
def without_libraries(monkeypatch) -> None:
    for name in ("huggingface_hub", "transformers"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.parametrize("model", ["folder", "somebody/some-model"])
def test_a_missing_extra_is_said_with_the_command_that_installs_it(tmp_path, model: str) -> None:
    given = tmp_path if model == "folder" else model
    with pytest.raises(
        MissingExtraError, match=re.escape(f'{build_install_command("hf")}, or use "builtin".') + "$"
    ):
        ask(model=given)


def test_by_name_it_needs_a_model_in_the_environment(monkeypatch) -> None:
    monkeypatch.delenv("ASCRIBE_HF_MODEL", raising=False)
    for tier in ("hf", HuggingFaceTier()):
        with pytest.raises(
            InputError, match=r"The tier hf has no model: .* with --model .* or in ASCRIBE_HF_MODEL"
        ):
            check(CLAIM, [CLAIM], tier=tier)
    monkeypatch.setenv("ASCRIBE_HF_MODEL", "somebody/some-model")
    with pytest.raises(MissingExtraError, match=r"^model 'somebody/some-model' needs huggingface_hub"):
        check(CLAIM, [CLAIM], tier="hf")


@pytest.mark.parametrize("text", ["LABEL_0", "LABEL_0=", "=neutral", "LABEL_0=neutral,LABEL_1"])
def test_names_of_labels_in_the_environment_are_pairs(monkeypatch, text: str) -> None:
    monkeypatch.setenv("ASCRIBE_HF_LABELS", text)
    with pytest.raises(InputError, match=f"^ASCRIBE_HF_LABELS is '{text}'; give pairs such as LABEL_0="):
        ask(model="somebody/some-model")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"max_seq_len": 15}, "^max_seq_len: expected a whole number of at least 16"),
        ({"batch_size": 0}, "^batch_size: expected a whole number of at least 1"),
        ({"batch_size": True}, "^batch_size: "),
        (
            {"thresholds": {"balanced": 0.5}},
            "^thresholds: those of loose, balanced, strict, paranoid must rise",
        ),
        ({"thresholds": dict(zip(STRICTNESS, (0.5, 0.9, 0.8, 1.0), strict=True))}, "^thresholds: "),
        ({"thresholds": dict.fromkeys(STRICTNESS, 0.0)}, "^thresholds: "),
        ({"thresholds": dict.fromkeys(STRICTNESS, 1.5)}, "^thresholds: "),
        ({"model": " "}, "^model: "),
        ({"labels": {"LABEL_0": 1}}, "^labels: "),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_by_name(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        HuggingFaceTier(**{"model": "somebody/some-model", **wrong})


def test_no_calibration_of_the_built_in_models_goes_with_it(tmp_path) -> None:
    with pytest.raises(InputError, match=r"^The tier hf takes no calibration"):
        check(
            CLAIM,
            [CLAIM],
            tier=HuggingFaceTier("somebody/some-model"),
            calibration=tmp_path / "calibration.json",
        )


def test_the_bars_rise_from_more_likely_than_not() -> None:
    thresholds = [DEFAULT_THRESHOLDS[level] for level in STRICTNESS]
    assert thresholds == sorted(set(thresholds))
    assert thresholds[0] == 0.5


def test_the_token_is_never_shown() -> None:
    assert "s3cret" not in repr(HuggingFaceTier("somebody/some-model", token="s3cret"))


def test_a_model_on_the_command_line_is_for_this_tier_only(tmp_path) -> None:
    from ascribe.apps.cli import app

    reply, source = tmp_path / "reply.txt", tmp_path / "source.txt"
    for file in (reply, source):
        file.write_text(CLAIM, encoding="utf-8")
    for tier in ([], ["--tier", "rules"]):
        asked = ["check", str(reply), "-s", str(source), *tier, "--model", "some-model"]
        done = CliRunner().invoke(app, asked)
        assert isinstance(done.exception, InputError)
        assert str(done.exception) == "--model is for the tier hf; add --tier hf, or leave it out."
    assert resolve_verifier("hf", "some-model") == HuggingFaceTier("some-model")
    assert resolve_verifier("rules", None) == "rules"
    assert resolve_verifier(None, None) is None
