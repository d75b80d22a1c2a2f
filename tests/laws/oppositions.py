"""Pairs of sentences that deny one another, and pairs that say the same, from patterns and lists.

``oppositions.toml`` has patterns, most of them English; ``languages/`` has a file of pairs for each other
language with a table of cues.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATTERNS = Path(__file__).with_name("oppositions.toml")
LANGUAGES = sorted(Path(__file__).with_name("languages").glob("*.toml"))


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and a source, with the kind of difference and the language."""

    kind: str
    language: str
    claim: str
    source: str


def list_oppositions() -> list[Pair]:
    """Return pairs of which the source must never support the claim."""
    listed = [
        pair for table in ("opposed", "one_way") for pair in _list_pairs(table, both=table == "opposed")
    ]
    return [*_build_pairs("opposed"), *listed]


def list_equivalences() -> list[Pair]:
    """Return pairs of which the source must never contradict the claim."""
    return [*_build_pairs("equal"), *_list_pairs("equal", both=True)]


def _list_pairs(table: str, *, both: bool) -> Iterator[Pair]:
    """Yield the pairs of that table of each language; of two sentences each is the claim once if asked."""
    for path in LANGUAGES:
        kinds: dict[str, list[tuple[str, str]]] = tomllib.loads(path.read_text(encoding="utf-8"))[table]
        for kind, pairs in kinds.items():
            for claim, source in pairs:
                yield Pair(kind, path.stem, claim, source)
                if both:
                    yield Pair(kind, path.stem, source, claim)


def _build_pairs(table: str) -> Iterator[Pair]:
    data: dict[str, Any] = tomllib.loads(PATTERNS.read_text(encoding="utf-8"))
    for pattern in data[table]:
        for row in data["lists"].get(pattern.get("over"), [[]]):
            claim, source = (pattern[name].format(*row) for name in ("claim", "source"))
            language = pattern.get("language", "en")
            yield Pair(pattern["kind"], language, claim, source)
            if table == "opposed" and not pattern.get("one_way"):
                yield Pair(pattern["kind"], language, source, claim)
