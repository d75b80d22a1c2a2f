"""Validation of parameter values; an error names the parameter."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ascribe.errors import InputError
from ascribe.text.language_detection import resolve_language


def whole_number(name: str, value: Any, least: int = 1) -> int:
    """The value, if it is a whole number from ``least``."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(f"{name}: expected a whole number from {least}, got {value!r}.")
    return value


def number(name: str, value: Any) -> float:
    """The value, if it is a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(f"{name}: expected a number, got {value!r}.")
    return value


def switch(name: str, value: Any) -> bool:
    """The value, if it is True or False."""
    if not isinstance(value, bool):
        raise InputError(f"{name}: expected True or False, got {value!r}.")
    return value


def words(name: str, value: Any) -> str:
    """The value, if it is a text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{name}: expected a text that is not empty, got {value!r}.")
    return value


def language(name: str, value: Any) -> str:
    """The language of a code such as ``de`` or ``de-AT``: ``de``."""
    return resolve_language("", words(name, value)) or ""


def optional_words(name: str, value: Any) -> str | None:
    """The value, if it is None or a text that is not empty."""
    return None if value is None else words(name, value)


def one_of(name: str, value: Any, known: Sequence[str]) -> str:
    """The value, if it is one of those."""
    if value not in known:
        raise InputError(f"{name}: expected one of {', '.join(known)}, got {value!r}.")
    return str(value)


def keywords(name: str, value: Any) -> dict[str, Any]:
    """A copy of the dict; empty for None."""
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise InputError(f"{name}: expected a dict of keyword arguments, got {value!r}.")
    return dict(value)


def class_names(name: str, value: Any, default: Sequence[str]) -> tuple[str, ...]:
    """The names, or the default ones for None."""
    if value is None:
        return tuple(default)
    if isinstance(value, str | Mapping) or not isinstance(value, Sequence):
        raise InputError(f"{name}: expected a list of class names, got {value!r}.")
    return tuple(words(name, one) for one in value)


def label_scores(name: str, value: Any) -> dict[str, float] | None:
    """Label → score, or None."""
    if value is None:
        return None
    if not isinstance(value, Mapping) or not value:
        raise InputError(f"{name}: expected a dict from label to score, got {value!r}.")
    return {words(name, label): number(name, score) for label, score in value.items()}


def label_minimums(name: str, value: Any) -> dict[str, float]:
    """Label → least score, from a dict of that form or from one of the form least score → label.

    The values tell the forms apart: texts are labels. JSON has only texts as keys, so ``"0.5"`` is 0.5 there.
    A label with several minimums has the lowest.
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise InputError(f"{name}: expected a dict of labels and least scores, got {value!r}.")
    turned = [isinstance(label, str) for label in value.values()]
    if any(turned) and not all(turned):
        raise InputError(f"{name}: give either label → least score or least score → label, not both.")
    if not any(turned):
        return {words(name, label): number(name, least) for label, least in value.items()}
    least_of: dict[str, float] = {}
    for key, label in value.items():
        least = number(name, _figure(key))
        least_of[words(name, label)] = min(least, least_of.get(label, math.inf))
    return least_of


def _figure(key: Any) -> Any:
    try:
        return float(key) if isinstance(key, str) else key
    except ValueError:
        return key
