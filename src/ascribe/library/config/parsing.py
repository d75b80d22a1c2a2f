"""A TOML or YAML file → the values it holds."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ascribe.errors import InputError, MissingExtraError


def parsed(path: Path) -> dict[str, Any]:
    """The values by key.

    Raises:
        InputError: the file cannot be read, is neither TOML nor YAML by its ending, or is not well formed.
        MissingExtraError: it is YAML, and the package that reads it is not installed.
    """
    parse = _PARSERS.get(path.suffix.lower())
    if parse is None:
        raise InputError(f"{path}: a config ends in {', '.join(_PARSERS)}; rename it.")
    try:
        found = parse(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); give the file of a config.") from error
    except ValueError as error:
        raise InputError(f"{path}: is not well formed ({' '.join(str(error).split())}).") from error
    if not isinstance(found, dict):
        raise InputError(f"{path}: must hold keys and values, got {type(found).__name__}.")
    return found


def _yaml(text: str) -> Any:
    """What YAML says; an empty file says nothing."""
    try:
        import yaml
    except ModuleNotFoundError as error:
        raise MissingExtraError('A config in YAML needs PyYAML; run: pip install "ascribe[yaml]"') from error
    try:
        _check_once(yaml.compose(text, Loader=yaml.SafeLoader))
        found = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error
    return {} if found is None else found


def _check_once(node: Any) -> None:
    """Refuse a key that is given twice, of which YAML would take the last; TOML refuses it by itself."""
    if getattr(node, "id", "") != "mapping":
        return
    seen = set()
    for key, value in node.value:
        if key.value in seen and isinstance(key.value, str):
            raise ValueError(f"the key {key.value!r} is there twice, again in line {key.start_mark.line + 1}")
        seen.add(str(key.value))
        _check_once(value)


_PARSERS: dict[str, Callable[[str], Any]] = {".toml": tomllib.loads, ".yaml": _yaml, ".yml": _yaml}
"""Ending → what reads it."""
