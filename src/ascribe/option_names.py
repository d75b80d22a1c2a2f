"""Explain a misspelt option of a public call by the nearest one, instead of a bare ``TypeError``."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import ParamSpec, TypeVar

from ascribe.errors import UnknownOptionError

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def explain_unknown_options(
    *records: type,
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Return a decorator that raises ``UnknownOptionError`` for a keyword that the call does not have.

    The error comes with the call, also where the function is a generator that would start later.

    Args:
        records: typed dicts whose keys the function takes as further keywords.
    """

    def decorate(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        declared = inspect.signature(function).parameters.values()
        keywords = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        known = {one.name: None for one in declared if one.kind in keywords and one.name != "self"}
        known |= {name: None for record in records for name in record.__annotations__}

        @wraps(function)
        def call(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
            check_option_names(f"{function.__name__}()", kwargs, list(known))
            return function(*args, **kwargs)

        return call

    return decorate


def check_option_names(call: str, given: Iterable[str], known: Sequence[str]) -> None:
    """Raise ``UnknownOptionError`` for the first name that is not known, with the nearest one."""
    for name in given:
        if name not in known:
            nearest = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean {nearest[0]!r}?" if nearest else f"it has {', '.join(known) or 'none'}."
            raise UnknownOptionError(f"{call} has no option {name!r}; {hint}")
