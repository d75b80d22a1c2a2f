"""The options of a question: their defaults, and their names as keywords."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self, TypedDict, Unpack

from ascribe.errors import InputError
from ascribe.library.reranking import Rerank
from ascribe.library.retrieval import Context
from ascribe.protocols import Generator, TierChoice
from ascribe.records import Strictness

UNVERIFIED_LEVELS: tuple[Strictness, ...] = ("loose", "balanced")
"""Levels that may show an unverified draft; the others require a verifier."""


class AskArguments(TypedDict, total=False):
    """The fields of ``AskOptions`` as keywords of ``ask`` and its variants; None takes the default."""

    generator: str | Generator | Callable[..., str] | None
    strictness: Strictness | None
    tier: TierChoice | None
    top: int | None
    where: Mapping[str, Any] | None
    rerank: Rerank | None
    context: Context | None
    verify: bool | None
    language: str | None
    calibration: str | Path | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskOptions:
    """Options of ``Library.ask``; its docstring explains each of them."""

    generator: str | Generator | Callable[..., str] = "extractive"
    strictness: Strictness = "balanced"
    tier: TierChoice | None = None
    top: int = 5
    where: Mapping[str, Any] | None = None
    rerank: Rerank | None = None
    context: Context = "passage"
    verify: bool = True
    language: str | None = None
    calibration: str | Path | None = None

    def override(self, **given: Unpack[AskArguments]) -> Self:
        """Return a copy in which each given value that is not None replaces the present one."""
        chosen: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        return replace(self, **chosen)


def check_verification(strictness: Strictness, *, verify: bool) -> None:
    """Check that a level that requires verification has it.

    Raises:
        InputError: verification is off at ``strict`` or ``paranoid``.
    """
    if not verify and strictness not in UNVERIFIED_LEVELS:
        raise InputError(
            f"strictness {strictness!r} requires every sentence to be verified; leave verification on, or "
            "use balanced or loose."
        )
