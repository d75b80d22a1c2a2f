"""A cache of what functions find in texts, which keeps short texts only, as a text may have any length."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

_P = ParamSpec("_P")
_Found = TypeVar("_Found")

MAX_KEPT_CHARS = 2_000
"""Characters of a text up to which many results are kept; a sentence rarely has as many."""

_LONG_TEXTS = 2
"""How many results for longer texts are kept: one check reads the same text several times."""


def cache_by_text(
    size: int,
) -> Callable[[Callable[Concatenate[str, _P], _Found]], Callable[Concatenate[str, _P], _Found]]:
    """Return a decorator that keeps the results for the ``size`` latest short texts and two long ones."""

    def decorate(find: Callable[Concatenate[str, _P], _Found]) -> Callable[Concatenate[str, _P], _Found]:
        short, long = lru_cache(maxsize=size)(find), lru_cache(maxsize=_LONG_TEXTS)(find)

        @wraps(find)
        def look_up(text: str, /, *args: _P.args, **kwargs: _P.kwargs) -> _Found:
            kept = short if len(text) <= MAX_KEPT_CHARS else long
            found: _Found = kept(text, *args, **kwargs)  # type: ignore[arg-type]  # texts and codes have hashes
            return found

        return look_up

    return decorate
