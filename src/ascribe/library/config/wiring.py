"""What a config says of the generator → the generator."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ascribe.errors import InputError
from ascribe.library.answering.extractive import ExtractiveGenerator
from ascribe.library.prompted import PromptedGenerator
from ascribe.library.prompted.generator import ANSWER_TOKENS
from ascribe.llm import ChatEndpoint
from ascribe.stages import Generator

if TYPE_CHECKING:
    from ascribe.library.config.record import GeneratorConfig

OWN = {
    "extractive": ("bar",),
    "llm": ("url", "model", "key_variable", "answer_tokens", "timeout", "retries"),
}
"""Generator → the keys that are for it alone."""


def generator_for(config: GeneratorConfig) -> str | Generator:
    """The generator as described; its name where nothing but that is said.

    Raises:
        InputError: as ``check_generator``, or a key that is nowhere.
    """
    check_generator(config)
    given = _given(config)
    name = given.pop("name")
    if not given:
        return str(name)
    if name == "extractive":
        return ExtractiveGenerator(given["bar"])
    tokens = given.pop("answer_tokens", ANSWER_TOKENS)
    return PromptedGenerator(_endpoint(**given), answer_tokens=tokens)


def check_generator(config: GeneratorConfig) -> None:
    """Refuse what no environment makes right.

    Raises:
        InputError: a key that is another generator's, half an endpoint, or an address that is none.
    """
    given = _given(config)
    name = given.pop("name")
    for key in given:
        if key not in OWN.get(name, ()):
            owner = next(owner for owner, keys in OWN.items() if key in keys)
            raise InputError(f"generator.{key} is for the generator {owner}, not for {name}; leave it out.")
    if config.url is not None and config.model is not None:
        ChatEndpoint(config.url, config.model)
    elif given.keys() & {"url", "model", "key_variable"}:
        missing = "generator.url" if config.url is None else "generator.model"
        raise InputError(
            f"{missing} is missing; give url and model together, or leave both to the environment."
        )


def _given(config: GeneratorConfig) -> dict[str, Any]:
    """What is said, by key."""
    return {key: value for key, value in asdict(config).items() if value is not None}


def _endpoint(
    url: str | None = None, model: str | None = None, key_variable: str | None = None, **patience: Any
) -> ChatEndpoint:
    """That of the config, or that of the environment: never the address of one and the key of the other."""
    if url is not None and model is not None:
        return ChatEndpoint(url, model, _key(key_variable), **patience)
    return ChatEndpoint.from_environment(**patience)


def _key(variable: str | None) -> str | None:
    """The key that the environment variable holds.

    Raises:
        InputError: it is not set.
    """
    if variable is None:
        return None
    key = os.environ.get(variable, "").strip()
    if not key:
        raise InputError(
            f"generator.key_variable: the environment variable {variable} is not set; set it to the key."
        )
    return key
