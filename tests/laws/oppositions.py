"""Pairs of sentences that deny one another, and pairs that say the same, from the patterns of a file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATTERNS = Path(__file__).with_name("oppositions.toml")


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and a source, with the kind of difference and the language."""

    kind: str
    language: str
    claim: str
    source: str


def list_oppositions() -> list[Pair]:
    """Return pairs of which the source must never support the claim."""
    return list(_build_pairs("opposed"))


def list_equivalences() -> list[Pair]:
    """Return pairs of which the source must never contradict the claim."""
    return list(_build_pairs("equal"))


def _build_pairs(table: str) -> Iterator[Pair]:
    data: dict[str, Any] = tomllib.loads(PATTERNS.read_text(encoding="utf-8"))
    for pattern in data[table]:
        for row in data["lists"].get(pattern.get("over"), [[]]):
            claim, source = (pattern[name].format(*row) for name in ("claim", "source"))
            language = pattern.get("language", "en")
            yield Pair(pattern["kind"], language, claim, source)
            if table == "opposed" and not pattern.get("one_way"):
                yield Pair(pattern["kind"], language, source, claim)
