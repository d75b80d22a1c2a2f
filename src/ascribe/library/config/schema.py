"""The values of a config file → the record, or one sentence about the first that does not fit."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from ascribe import registry
from ascribe.errors import InputError
from ascribe.library.answering.asking import check_verified
from ascribe.library.config.parsing import parsed
from ascribe.library.config.record import EXPECTED, Config
from ascribe.library.config.wiring import check_generator
from ascribe.library.reranking import BUILTIN

_UNSHOWN = "generator.key_variable"
"""Its value may be the key by mistake, so no message repeats it."""

_PLACE = re.compile(r" - at `\$\.(.+?)(?:\[.*)?`$")


def read_config(path: Path | str) -> Config:
    """The config of a file that ends in ``.toml``, ``.yaml`` or ``.yml``.

    Raises:
        InputError: it cannot be read, has a key that there is not, a value that is not expected, or keys
            that do not go together; the message names file and key.
        MissingExtraError: it is YAML, and the package that reads it is not installed.
    """
    path = Path(path)
    found = parsed(path)
    _check_keys(found, Config, path)

    def resolved(kind: type, value: Any) -> Any:
        """Relative to the folder of the file, so that it does not matter from where it is used."""
        if kind is not Path or not isinstance(value, str) or not value.strip():
            raise TypeError(value)
        return path.parent / Path(value).expanduser()

    try:
        config = msgspec.convert(found, Config, dec_hook=resolved)
    except msgspec.ValidationError as error:
        raise InputError(f"{path}: {_unexpected(found, str(error))}") from error
    _check_limits(config, path)
    _check_parts(config, path)
    return _placed(config, path.parent)


def config_of(config: Config | Path | str | None) -> Config:
    """The config itself, that of the file, or one that says nothing."""
    if config is None:
        return Config()
    return config if isinstance(config, Config) else read_config(config)


def _placed(config: Config, folder: Path) -> Config:
    """With the folder of its reranker; what is no folder there is a name."""
    if config.rerank in (None, BUILTIN) or not (folder / config.rerank).is_dir():
        return config
    return replace(config, rerank=str(folder / config.rerank))


def _check_keys(found: Mapping[Any, Any], record: type, path: Path, table: str = "") -> None:
    """Refuse a key that the record does not have, in this table and those in it."""
    kinds = get_type_hints(record)
    for key, value in found.items():
        if key not in kinds:
            near = difflib.get_close_matches(str(key), list(kinds), n=1, cutoff=0.0)[0]
            raise InputError(f"{path}: there is no key '{table}{key}'; the nearest is '{table}{near}'.")
        if is_dataclass(kinds[key]) and isinstance(value, Mapping):
            _check_keys(value, kinds[key], path, f"{table}{key}.")


def _unexpected(found: Mapping[str, Any], fault: str) -> str:
    """What is wrong with the value at the place that the fault names."""
    place = _PLACE.search(fault)
    if place is None:
        return fault
    key = place[1]
    value: Any = found
    for name in key.split("."):
        value = value[name]
    got = "something else" if key == _UNSHOWN else repr(value)
    named = isinstance(value, str) and key == "generator"
    way_out = f"; write a table [generator] with name = {json.dumps(value)}" if named else ""
    return f"{key}: expected {EXPECTED.get(key, 'a number above 0')}, got {got}{way_out}."


def _check_parts(config: Config, path: Path) -> None:
    """Refuse a generator or a tier that there is not, and what does not go together."""
    asked = (("generate", "generator.name", config.generator.name), ("verify", "tier", config.tier))
    for stage, key, name in asked:
        known = [row.name for row in registry.components(stage)]
        if name is not None and name not in known:
            raise InputError(f"{path}: {key}: expected one of {', '.join(known)}, got {name!r}.")
    try:
        check_generator(config.generator)
        check_verified(config.strictness, verify=config.verify)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def _check_limits(config: Config, path: Path) -> None:
    """Refuse a limit that nothing passes."""
    for entry in fields(config.limits):
        value = getattr(config.limits, entry.name)
        if value <= 0:
            raise InputError(f"{path}: limits.{entry.name}: expected a number above 0, got {value}.")
