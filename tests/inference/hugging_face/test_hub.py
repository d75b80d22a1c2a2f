"""Models by name: from a hub that is up, and what is said when it is not."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace

import pytest

from ascribe import InputError
from ascribe.compat import ReferencePredictor
from ascribe.inference.hub import find_model_folder
from tests.inference.hugging_face import tiny
from tests.inference.hugging_face.conftest import go_to
from tests.inference.hugging_face.hub import commit, hub

pytestmark = [pytest.mark.hf, pytest.mark.filterwarnings("ignore")]  # the libraries warn of much

NAME = "ascribe/tiny"


@pytest.fixture
def served(model, monkeypatch) -> Callable[..., AbstractContextManager[list[str]]]:
    """Runs a hub with two revisions of a model; gives what is asked of it."""
    revisions = {"main": model("LABEL_0"), "v2": model("LABEL_0", seed=1)}

    @contextmanager
    def serve(token: str | None = None) -> Iterator[list[str]]:
        with hub({NAME: revisions}, token) as (address, asked):
            go_to(monkeypatch, address)
            yield asked

    return serve


def test_a_model_is_downloaded_once_and_then_found_without_the_hub(served) -> None:
    source = tiny.source(NAME)
    with served() as asked:
        first = find_model_folder(source)
        count = len(asked)
        assert find_model_folder(source) == first
        assert len(asked) == count
    assert find_model_folder(source) == first
    assert (first / "model.safetensors").is_file()
    assert commit(NAME, "main") in str(first)


def test_a_revision_is_another_model(served) -> None:
    with served():
        folders = [
            find_model_folder(replace(tiny.source(NAME), revision=revision)) for revision in (None, "v2")
        ]
        assert [commit(NAME, r) in str(f) for r, f in zip(("main", "v2"), folders, strict=True)] == [
            True,
            True,
        ]
        with pytest.raises(InputError, match=r"cannot be loaded .*check the name, revision, token"):
            find_model_folder(replace(tiny.source(NAME), revision="v9"))


def test_a_token_opens_a_closed_model(served) -> None:
    with served(token="s3cret"):
        with pytest.raises(InputError, match="cannot be loaded") as refused:
            find_model_folder(replace(tiny.source(NAME), token="wrong"))
        assert "wrong" not in str(refused.value)
        assert find_model_folder(replace(tiny.source(NAME), token="s3cret")).is_dir()


def test_an_unknown_name_is_said_to_be_unknown(served) -> None:
    with served(), pytest.raises(InputError, match="'ascribe/other' cannot be loaded"):
        find_model_folder(tiny.source("ascribe/other"))


@pytest.mark.parametrize("parameters", [{}, {"model": "builtin"}])
def test_out_of_reach_of_the_hub_one_sentence_says_what_to_do_within_seconds(parameters) -> None:
    before = time.monotonic()
    with pytest.raises(InputError) as refused:
        ReferencePredictor(**parameters)
    assert time.monotonic() - before < 20
    message = str(refused.value)
    kind = "verifiability_model" if parameters else "model"
    assert message.startswith(f"{kind} '")
    assert "is not on this machine and the hub does not answer" in message
    assert message.endswith('give the path of its folder, or use "builtin".')


def test_offline_mode_asks_nobody(served, monkeypatch) -> None:
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    with served() as asked:
        with pytest.raises(InputError, match="the hub does not answer"):
            find_model_folder(tiny.source(NAME))
        assert asked == []


def test_a_path_that_is_not_there_is_called_a_folder(tmp_path) -> None:
    with pytest.raises(InputError, match="there is no such folder"):
        find_model_folder(tiny.source(tmp_path / "none"))
