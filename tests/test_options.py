"""One list of options each for ``check`` and ``ask``: signatures, config file and command line follow it."""

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any, get_type_hints

import pytest
import typer

import ascribe
from ascribe.apps import cli
from ascribe.library import Library, stream_answer
from ascribe.library.arguments import (
    AskDocumentsArguments,
    StreamAnswerArguments,
    StreamArguments,
)
from ascribe.library.config import Config
from ascribe.library.options import AskArguments, AskOptions
from ascribe.pipeline import CheckArguments, CheckOptions

ONLY_IN_PYTHON = {"scorer", "policy", "limits", "readers", "progress", "on_judged"}
"""Options of ``check`` that take objects; the command line has none of them."""

CHANGED_ON_THE_COMMAND_LINE = {"verify", "where"}
"""Options of ``ask`` that the config file has, and the command line under a name of its own or not at all."""


def defaults(record: type) -> dict[str, Any]:
    return {field.name: field.default for field in dataclasses.fields(record)}


def keywords(call: Callable[..., Any]) -> dict[str, Any]:
    found = inspect.signature(call).parameters.values()
    return {one.name: one.default for one in found if one.kind is inspect.Parameter.KEYWORD_ONLY}


def command_options(name: str) -> set[str]:
    command = typer.main.get_command(cli.app)
    return {str(parameter.name) for parameter in command.commands[name].params}  # type: ignore[attr-defined]


def test_check_takes_the_options_of_its_record_with_the_same_defaults() -> None:
    assert keywords(ascribe.check) == defaults(CheckOptions)


PASSED_ON = [
    (CheckArguments, CheckOptions),
    (AskArguments, AskOptions),
]


@pytest.mark.parametrize(("arguments", "record"), PASSED_ON)
def test_typed_keywords_are_the_fields_of_the_record(arguments: type, record: type) -> None:
    told, fields = get_type_hints(arguments), get_type_hints(record)
    assert list(told) == list(fields)
    for name, kind in told.items():
        assert kind in (fields[name], fields[name] | None), name


def test_typed_keywords_of_the_twins_are_those_of_the_calls_they_make() -> None:
    assert (
        AskDocumentsArguments.__annotations__.keys() == (keywords(ascribe.ask) | defaults(AskOptions)).keys()
    )
    assert (
        StreamAnswerArguments.__annotations__.keys()
        == (keywords(stream_answer) | defaults(AskOptions)).keys()
    )
    assert StreamArguments.__annotations__.keys() == (keywords(Library.stream) | defaults(AskOptions)).keys()


def test_ask_takes_the_options_of_its_record() -> None:
    assert keywords(Library.ask).keys() == defaults(AskOptions).keys() | {"history"}
    assert set(keywords(Library.ask).values()) == {None}, "None takes the library's own options"


@pytest.mark.parametrize("name", sorted(defaults(AskOptions).keys() - {"generator"}))
def test_a_config_file_has_every_option_of_ask_with_the_same_default(name: str) -> None:
    assert getattr(Config(), name) == getattr(AskOptions(), name)


def test_the_command_line_has_the_options_of_check() -> None:
    assert set(defaults(CheckOptions)) - ONLY_IN_PYTHON <= command_options("check")


def test_the_command_line_has_the_options_of_ask() -> None:
    assert set(defaults(AskOptions)) - CHANGED_ON_THE_COMMAND_LINE <= command_options("ask")
