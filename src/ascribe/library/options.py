"""What ``Library.ask`` can be told, what holds where nothing is said, and what is refused."""

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
    """The options of ``Library.ask``, which says what each means."""

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

    def told(self, **given: Any) -> Self:
        """These, but for the given ones that are not None."""
        return replace(self, **{name: value for name, value in given.items() if value is not None})


def check_query(question: object, top: object, where: object, context: object = "passage") -> None:
    """Refuse what nothing can be searched with.

    Raises:
        InputError: the question is no text or empty, ``top`` is no number from 1, ``where`` no dict,
            or ``context`` none of those that there are.
    """
    if not isinstance(question, str):
        raise InputError(f"question must be text, got {type(question).__name__}.")
    if not question.strip():
        raise InputError("the question is empty; ask something.")
    if not isinstance(top, int) or isinstance(top, bool):
        raise InputError(f"top must be a whole number, got {top!r}.")
    if top < 1:
        raise InputError(f"top must be at least 1, got {top}.")
    if where is not None and not isinstance(where, Mapping):
        raise InputError(f"where must be a dict of key and value, got {where!r}.")
    if context not in CONTEXTS:
        raise InputError(f"context must be 'passage', 'neighbours' or 'section', got {context!r}.")
