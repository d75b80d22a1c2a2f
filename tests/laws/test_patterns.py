"""Lies that keep the words of their source are never confirmed, and what follows from it is not denied."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.verdicts import get_verdict

_CASES: list[dict[str, Any]] = [
    case
    for file in sorted((Path(__file__).parent / "patterns").glob("*.toml"))
    for case in tomllib.loads(file.read_text("utf-8"))["case"]
]

_WRONG = ("contradicted", "unsupported")


def _build_cases() -> Iterator[Any]:
    """Yield each pattern with each of its rows."""
    for place, case in enumerate(_CASES):
        for number, row in enumerate(case["rows"]):
            language = case["language"].format(*row)
            yield pytest.param(case, row, language, id=f"{case['kind']}-{language}-{place}-{number}")


def _write(pattern: str, row: list[str]) -> str:
    """Return the claim of a pattern, which may begin with a member of the row."""
    claim = pattern.format(*row)
    return claim[0].upper() + claim[1:]


@pytest.mark.parametrize(("case", "row", "language"), [*_build_cases()])
def test_patterns(case: dict[str, Any], row: list[str], language: str) -> None:
    source = case["source"].format(*row)
    statuses = {
        kind: [
            (claim, get_verdict(claim, source, tier="rules", language=language).status)
            for claim in (_write(pattern, row) for pattern in case[kind])
        ]
        for kind in ("false", "true", "supported")
    }
    assert [one for one in statuses["false"] if one[1] == "supported"] == []
    assert [one for one in statuses["true"] if one[1] in _WRONG] == []
    assert [one for one in statuses["supported"] if one[1] != "supported"] == []
