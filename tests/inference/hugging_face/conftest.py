"""Tiny models, each made once, and a hub that is out of reach unless a test starts one."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.inference.hugging_face import tiny


def go_to(monkeypatch, address: str) -> None:
    """From here on the hub is at that address."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "ENDPOINT", address)
    files = f"{address}/{{repo_id}}/resolve/{{revision}}/{{filename}}"
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", files)


NLI = ["CONTRADICTION", "ENTAILMENT", "NEUTRAL"]


@pytest.fixture(scope="session")
def model(tmp_path_factory) -> Callable[..., Path]:
    """The folder of a classifier with these labels."""
    made: dict[tuple[tuple[str, ...], int], Path] = {}

    def make(*labels: str, seed: int = 0) -> Path:
        if (labels, seed) not in made:
            made[labels, seed] = tiny.classifier(tmp_path_factory.mktemp("model"), list(labels), seed)
        return made[labels, seed]

    return make


SENTENCES = {
    "the mill was built in 1871 .": 0,
    "the town has 12 sails .": 0,
    "a railway crosses the valley .": 0,
    "hello !": 1,
    "thank you !": 1,
    "cannot find the answer": 1,
}


@pytest.fixture(scope="session")
def setfit(tmp_path_factory) -> Path:
    """The folder of a SetFit model that knows ``needs_verification`` from ``noise`` in these sentences."""
    pytest.importorskip("setfit")
    return tiny.setfit(tmp_path_factory.mktemp("setfit"), ["needs_verification", "noise"], SENTENCES)


@pytest.fixture(autouse=True)
def unreachable_hub(request, monkeypatch, tmp_path) -> None:
    """No test may ask the real hub, or find what another user of this machine has downloaded."""
    if request.node.get_closest_marker("hf") is None:
        return
    from huggingface_hub import constants

    go_to(monkeypatch, "http://127.0.0.1:9")
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.delenv("HF_API_TOKEN", raising=False)
