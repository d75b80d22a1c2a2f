"""Validation of parameter values. Every check returns the value or raises an error with its name."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ascribe.errors import InputError
from ascribe.text.language_detection import resolve_language


def check_number(name: str, value: Any) -> float:
    """Check that a value is a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(f"{name}: expected a number, got {value!r}.")
    return value


def check_bool(name: str, value: Any) -> bool:
    """Check that a value is True or False."""
    if not isinstance(value, bool):
        raise InputError(f"{name}: expected True or False, got {value!r}.")
    return value


def check_text(name: str, value: Any) -> str:
    """Check that a value is non-blank text."""
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{name}: expected non-empty text, got {value!r}.")
    return value


def parse_language(name: str, value: Any) -> str:
    """Return the language of a code such as ``de`` or ``de-AT``: ``de``."""
    return resolve_language("", check_text(name, value)) or ""


def check_optional_text(name: str, value: Any) -> str | None:
    """Check that a value is None or non-blank text."""
    return None if value is None else check_text(name, value)


def check_choice(name: str, value: Any, known: Sequence[str]) -> str:
    """Check that a value is one of the known ones."""
    if value not in known:
        raise InputError(f"{name}: expected one of {', '.join(known)}, got {value!r}.")
    return str(value)


def check_keywords(name: str, value: Any) -> dict[str, Any]:
    """Check that a value is a dict of keyword arguments and return a copy; empty for None."""
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise InputError(f"{name}: expected a dict of keyword arguments, got {value!r}.")
    return dict(value)


def check_class_names(name: str, value: Any, default: Sequence[str]) -> tuple[str, ...]:
    """Check that a value is a list of class names; None gives the default."""
    if value is None:
        return tuple(default)
    if isinstance(value, str | Mapping) or not isinstance(value, Sequence):
        raise InputError(f"{name}: expected a list of class names, got {value!r}.")
    return tuple(check_text(name, one) for one in value)


def check_label_scores(name: str, value: Any) -> dict[str, float] | None:
    """Check that a value is None or a dict from label to score."""
    if value is None:
        return None
    if not isinstance(value, Mapping) or not value:
        raise InputError(f"{name}: expected a dict from label to score, got {value!r}.")
    return {check_text(name, label): check_number(name, score) for label, score in value.items()}


def parse_label_minimums(name: str, value: Any) -> dict[str, float]:
    """Return label → minimum score, from a dict of that form or of the form minimum score → label.

    If the values are texts, they are the labels. JSON keys are always texts, so the key ``"0.5"`` means 0.5.
    If a label has several minimums, the lowest counts.
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise InputError(f"{name}: expected a dict of labels and minimum scores, got {value!r}.")
    turned = [isinstance(label, str) for label in value.values()]
    if any(turned) and not all(turned):
        raise InputError(f"{name}: give either label → minimum score or minimum score → label, not both.")
    if not any(turned):
        return {check_text(name, label): check_number(name, least) for label, least in value.items()}
    least_of: dict[str, float] = {}
    for key, label in value.items():
        least = check_number(name, _parse_number(key))
        least_of[check_text(name, label)] = min(least, least_of.get(label, math.inf))
    return least_of


def _parse_number(key: Any) -> Any:
    try:
        return float(key) if isinstance(key, str) else key
    except ValueError:
        return key
