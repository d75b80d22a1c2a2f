"""The generator that a configuration names: its options, and how it is built from them."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from typing import Annotated, Any, TypeAlias

from msgspec import Meta

from ascribe.errors import InputError
from ascribe.library.answering.extractive import ExtractiveGenerator
from ascribe.library.prompted import ANSWER_TOKENS, PromptedGenerator
from ascribe.llm import ChatEndpoint
from ascribe.protocols import Generator

PositiveInt: TypeAlias = Annotated[int, Meta(ge=1)]
NonBlankText: TypeAlias = Annotated[str, Meta(pattern=r"\S")]

GENERATOR_KEYS = {
    "extractive": ("threshold",),
    "llm": ("url", "model", "key_variable", "answer_tokens", "timeout", "retries"),
}
"""Generator → the keys that only it uses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratorConfig:
    """The generator that drafts the answers. A value that is None takes the generator's default.

    Args:
        name: of a registered generator.
        threshold: for ``extractive``: least probability that the best sentence answers.
        url: for ``llm``: the endpoint's address up to ``/v1``. None takes address, model and key from the
            environment, see ``ChatEndpoint.from_environment``.
        model: for ``llm``: the name of the model at the endpoint.
        key_variable: for ``llm``: the environment variable that holds the key. The key itself must not be in
            the file; beside ``url`` no key is sent unless this names its variable.
        answer_tokens: for ``llm``: most tokens of an answer.
        timeout: for ``llm``: seconds.
        retries: for ``llm``: how often a request is repeated.
    """

    name: NonBlankText = "extractive"
    threshold: Annotated[float, Meta(ge=0, le=1)] | None = None
    url: NonBlankText | None = None
    model: NonBlankText | None = None
    key_variable: Annotated[str, Meta(pattern=r"^[A-Z_][A-Z0-9_]*$")] | None = None
    answer_tokens: PositiveInt | None = None
    timeout: Annotated[float, Meta(gt=0)] | None = None
    retries: Annotated[int, Meta(ge=0)] | None = None


def build_generator(config: GeneratorConfig) -> str | Generator:
    """Build the generator; return its name if nothing but the name is given.

    Raises:
        InputError: as ``check_generator``, or the variable of the key is not set.
    """
    check_generator(config)
    given = _list_given_values(config)
    name = given.pop("name")
    if not given:
        return str(name)
    if name == "extractive":
        return ExtractiveGenerator(given["threshold"])
    tokens = given.pop("answer_tokens", ANSWER_TOKENS)
    return PromptedGenerator(_build_endpoint(**given), answer_tokens=tokens)


def check_generator(config: GeneratorConfig) -> None:
    """Check the generator's options, as far as they do not depend on the environment.

    Raises:
        InputError: a key belongs to another generator, the endpoint is incomplete, or its address is invalid.
    """
    given = _list_given_values(config)
    name = given.pop("name")
    for key in given:
        if key not in GENERATOR_KEYS.get(name, ()):
            owner = next(owner for owner, keys in GENERATOR_KEYS.items() if key in keys)
            raise InputError(f"generator.{key} is for the generator {owner}, not for {name}; leave it out.")
    if config.url is not None and config.model is not None:
        ChatEndpoint(config.url, config.model)
    elif given.keys() & {"url", "model", "key_variable"}:
        missing = "generator.url" if config.url is None else "generator.model"
        raise InputError(
            f"{missing} is missing; give url and model together, or leave both to the environment."
        )


def _list_given_values(config: GeneratorConfig) -> dict[str, Any]:
    """Return the values that are given, by key."""
    return {key: value for key, value in asdict(config).items() if value is not None}


def _build_endpoint(
    url: str | None = None, model: str | None = None, key_variable: str | None = None, **patience: Any
) -> ChatEndpoint:
    """Build the endpoint from the configuration or from the environment, never from a mix of both."""
    if url is not None and model is not None:
        return ChatEndpoint(url, model, _read_key(key_variable), **patience)
    return ChatEndpoint.from_environment(**patience)


def _read_key(variable: str | None) -> str | None:
    """Read the key from the environment variable.

    Raises:
        InputError: the variable is not set.
    """
    if variable is None:
        return None
    key = os.environ.get(variable, "").strip()
    if not key:
        raise InputError(
            f"generator.key_variable: the environment variable {variable} is not set; set it to the key."
        )
    return key
