"""What ``Library.ask`` can be told, and what holds where nothing is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from ascribe.records import Strictness
from ascribe.stages import Generator, VerifierFactory


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of ``Library.ask``, which says what each means."""

    generator: str | Generator | Callable[..., str] = "extractive"
    strictness: Strictness = "balanced"
    tier: str | VerifierFactory | None = None
    top: int = 5
    where: Mapping[str, Any] | None = None
    verify: bool = True
    language: str | None = None
    calibration: str | Path | None = None

    def told(self, **given: Any) -> Self:
        """These, but for the given ones that are not None."""
        return replace(self, **{name: value for name, value in given.items() if value is not None})
