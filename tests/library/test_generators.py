"""Generators of the user's own: what cannot be one is refused, what fails is a failure and no answer."""

from typing import Any

import pytest

from ascribe import Answer, InputError, ask
from ascribe.protocols import Draft

SOURCE = "The mill has 12 sails."
QUESTION = "How many sails has the mill?"


class Generating:
    """Gives, or raises, what it was made with."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def generate(self, *_: Any) -> Any:
        if isinstance(self.given, Exception):
            raise self.given
        return self.given


class AsyncGenerating:
    async def generate(self, *_: Any) -> Any:
        return Draft(SOURCE)


class AsyncCalled:
    async def __call__(self, *_: Any) -> str:
        return SOURCE


async def async_function(*_: Any) -> str:
    return SOURCE


def answer(generator: Any) -> Answer:
    return ask(QUESTION, SOURCE, generator=generator, tier="rules")


@pytest.mark.parametrize("generator", [async_function, AsyncCalled(), AsyncGenerating()])
def test_what_has_to_be_awaited_is_refused(generator) -> None:
    with pytest.raises(InputError, match=r"generator must not be async: .* pass a plain function"):
        answer(generator)


@pytest.mark.parametrize("kind", [Generating, AsyncCalled, str])
def test_a_class_is_refused(kind) -> None:
    with pytest.raises(InputError, match=f"generator must be an object, got the class {kind.__name__};"):
        answer(kind)


def test_a_stream_without_its_draft_in_one_piece_is_refused() -> None:
    class Streaming:
        stream = Generating(Draft(SOURCE)).generate

    with pytest.raises(InputError, match=r"generator: a Streaming has stream\(\), but no generate"):
        answer(Streaming())


def test_an_object_drafts() -> None:
    assert answer(Generating(Draft(SOURCE))).reply == SOURCE


@pytest.mark.parametrize(
    ("given", "details"),
    [
        (KeyError("model"), "KeyError: 'model'"),
        (None, "it returned NoneType, not a Draft"),
        (SOURCE, "it returned str"),
    ],
)
def test_a_failure_of_an_object_is_a_refusal_with_its_reason(given, details) -> None:
    refused = answer(Generating(given))
    assert refused.refusal_reason == "generator_error"
    assert details in refused.refusal_details


@pytest.mark.parametrize("strictness", ["balanced", "strict", "paranoid"])
def test_a_word_in_common_is_no_answer_in_a_language_that_no_model_reads(strictness) -> None:
    source = "# Die Arle\n\nDie Arle ist langsam."
    refused = ask("Wie viele Flügel hat die Mühle von Arle?", source, tier="rules", strictness=strictness)
    assert refused.refusal_reason == "no_evidence"
    assert refused.confidence is not None
    assert refused.confidence < 0.2
