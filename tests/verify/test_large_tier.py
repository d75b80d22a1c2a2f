"""Tier ``large``: the same way to a verdict, with the verifier of the package ascribe-large."""

import importlib.util
import re
from pathlib import Path

import numpy as np
import pytest

import ascribe
from ascribe.errors import InputError, MissingExtraError
from ascribe.inference import model_files
from ascribe.inference.nli import LARGE_SHARE, EntailmentModel, load_entailment_model
from ascribe.install_command import build_large_command

SOURCE = (
    "The pump station at Oakridge was shut down in March 2019 after inspectors found a hairline fracture in "
    "its main casing. It went back into service eleven weeks later."
)
OTHER = "Lentils are soaked overnight, rinsed twice and simmered with bay leaves until they are soft."


@pytest.fixture
def _without_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_files, "find_spec", lambda _: None)
    model_files.get_verifier_path.cache_clear()


def test_the_package_is_installed_for_the_tests() -> None:
    assert importlib.util.find_spec("ascribe_large") is not None, "run: make setup"


def test_a_paraphrase_is_supported_and_says_by_which_model() -> None:
    answer = ascribe.check("Operation at Oakridge was halted because of a crack.", SOURCE, tier="large")
    verdict = answer.sentences[0].verdict
    assert verdict is not None
    assert (verdict.status, verdict.tier) == ("supported", "large")
    assert answer.settings is not None
    decisive = {"large/verifier.onnx", "large/combiner.json", "encoder.onnx", "verifier.onnx"}
    assert decisive <= answer.settings.versions.keys()
    assert "combiner.json" not in answer.settings.versions, "the small combiner decides nothing here"


def test_both_verifiers_read_each_pair() -> None:
    pairs = [(SOURCE, "Operation at Oakridge was halted."), (OTHER, "Lentils are soaked.")]
    small, both = (load_entailment_model(tier).probabilities(pairs) for tier in ("builtin", "large"))
    large = EntailmentModel(model_files.get_verifier_path("large")).probabilities(pairs)
    assert np.allclose(both, LARGE_SHARE * large + (1 - LARGE_SHARE) * small)
    assert np.allclose(both.sum(axis=1), 1.0)
    assert not np.allclose(both, small)


def test_another_text_supports_nothing() -> None:
    answer = ascribe.check("Operation at Oakridge was halted because of a crack.", OTHER, tier="large")
    assert answer.sentences[0].verdict is not None
    assert answer.sentences[0].verdict.status != "supported"


def test_it_has_thresholds_of_its_own() -> None:
    small, large = (ascribe.check("It rains.", SOURCE, tier=tier).settings for tier in ("builtin", "large"))
    assert small is not None
    assert large is not None
    assert small.thresholds.keys() == large.thresholds.keys()
    assert small.thresholds["supported"] != large.thresholds["supported"]


@pytest.mark.usefixtures("_without_package")
def test_without_the_package_it_says_what_to_install() -> None:
    with pytest.raises(MissingExtraError, match=re.escape(build_large_command())):
        ascribe.check("It rains.", SOURCE, tier="large")


def test_a_tier_without_weights_is_refused() -> None:
    with pytest.raises(InputError, match="must be 'builtin' or 'large', got 'rules'"):
        model_files.get_weights_folder("rules")


def test_the_path_in_the_message_exists() -> None:
    assert (Path(__file__).parents[2] / "packages/ascribe-large/pyproject.toml").is_file()
