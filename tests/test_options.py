"""One list of options each for ``check`` and ``ask``: signatures, config file and command line follow it."""

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any

import pytest
import typer

import ascribe
from ascribe.apps import cli
from ascribe.library import Library
from ascribe.library.config import AskOptions, Config
from ascribe.pipeline import CheckOptions

ONLY_IN_PYTHON = {"scorer", "policy", "limits", "readers", "progress"}
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


def test_ask_takes_the_options_of_its_record() -> None:
    assert keywords(Library.ask).keys() == defaults(AskOptions).keys()
    assert set(keywords(Library.ask).values()) == {None}, "None takes the library's own options"


@pytest.mark.parametrize("name", sorted(defaults(AskOptions).keys() - {"generator"}))
def test_a_config_file_has_every_option_of_ask_with_the_same_default(name: str) -> None:
    assert getattr(Config(), name) == getattr(AskOptions(), name)


def test_the_command_line_has_the_options_of_check() -> None:
    assert set(defaults(CheckOptions)) - ONLY_IN_PYTHON <= command_options("check")


def test_the_command_line_has_the_options_of_ask() -> None:
    assert set(defaults(AskOptions)) - CHANGED_ON_THE_COMMAND_LINE <= command_options("ask")
