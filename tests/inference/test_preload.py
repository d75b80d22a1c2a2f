"""Models that open while files are read: in a thread, once, and without a fault of their own."""

import threading

import pytest

from ascribe.errors import ModelFileError
from ascribe.inference import onnx, preload
from ascribe.inference.encoder import Encoder


def wait_for_thread() -> None:
    for thread in threading.enumerate():
        if thread.name == "ascribe-preload":
            thread.join(60)


def test_the_models_of_the_tier_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onnx, "_sessions", {})
    preload.preload_models("builtin")
    wait_for_thread()
    assert {path.name for _, path in onnx._sessions} == {"encoder.onnx", "verifier.onnx"}
    Encoder().embed(["The mill has 12 sails."])
    assert len(onnx._sessions) == 2, "the open session is used"


@pytest.mark.parametrize("tier", ["rules", "llm", "of another package"])
def test_another_tier_opens_nothing(tier: str) -> None:
    before = threading.active_count()
    preload.preload_models(tier)
    assert threading.active_count() == before


@pytest.mark.parametrize("fault", [ModelFileError("The model file is damaged."), ImportError("tokenizers")])
def test_a_fault_ends_the_thread_without_a_trace(
    fault: Exception, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise fault

    monkeypatch.setattr(preload, "load_tokenizer", fail)
    preload.preload_models("builtin")
    wait_for_thread()
    assert capfd.readouterr() == ("", "")
