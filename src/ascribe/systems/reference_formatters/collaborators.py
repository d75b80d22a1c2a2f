"""What users hand in as an object with a method or as a function: the function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ascribe.errors import InputError


def function_of(name: str, given: Any, method: str, way_out: str) -> Callable[..., Any]:
    """The method of the object, or the object itself if it has none and can be called.

    Args:
        name: the parameter that it was given for.
        given: the object or function.
        method: the method that is asked for.
        way_out: what to give instead, for the message.

    Raises:
        InputError: it is neither.
    """
    found: Callable[..., Any] = getattr(given, method, given)
    if not callable(found):
        raise InputError(f"{name}: a {type(given).__name__} has no '{method}'; give {way_out}")
    return found
