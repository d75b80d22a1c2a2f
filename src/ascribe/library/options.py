"""Options of ``Library.ask``: their defaults, and checks of the arguments of a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from ascribe.errors import InputError
from ascribe.library.context import CONTEXTS, Context
from ascribe.library.reranking import Rerank
from ascribe.protocols import Generator, VerifierFactory
from ascribe.records import Strictness


@dataclass(frozen=True, slots=True, kw_only=True)
class AskOptions:
    """Options of ``Library.ask``; its docstring explains each of them."""

    generator: str | Generator | Callable[..., str] = "extractive"
    strictness: Strictness = "balanced"
    tier: str | VerifierFactory | None = None
    top: int = 5
    where: Mapping[str, Any] | None = None
    rerank: Rerank | None = None
    context: Context = "passage"
    verify: bool = True
    language: str | None = None
    calibration: str | Path | None = None

    def override(self, **given: Any) -> Self:
        """Return a copy in which each given value that is not None replaces the present one."""
        return replace(self, **{name: value for name, value in given.items() if value is not None})


def check_query(question: object, top: object, where: object, context: object = "passage") -> None:
    """Check the arguments of a search.

    Raises:
        InputError: the question is not text or empty, ``top`` is not a whole number from 1 on, ``where`` is
            not a dict, or ``context`` is not one of ``CONTEXTS``.
    """
    if not isinstance(question, str):
        raise InputError(f"question must be text, got {type(question).__name__}.")
    if not question.strip():
        raise InputError("the question is empty; enter one.")
    if not isinstance(top, int) or isinstance(top, bool):
        raise InputError(f"top must be a whole number, got {top!r}.")
    if top < 1:
        raise InputError(f"top must be at least 1, got {top}.")
    if where is not None and not isinstance(where, Mapping):
        raise InputError(f"where must be a dict of metadata keys and values, got {where!r}.")
    if context not in CONTEXTS:
        raise InputError(f"context must be 'passage', 'neighbours' or 'section', got {context!r}.")
