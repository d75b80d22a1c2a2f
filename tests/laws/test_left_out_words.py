"""A claim keeps the group of a share, the circumstance of a rule, who says it, and the role of a figure."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.verdicts import get_verdict

DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_name("left_out_words.toml").read_text("utf-8"))

FALSE = ("contradicted", "unsupported")


def _list_pairs(kind: str) -> Iterator[Any]:
    """Yield the language, the source and one claim of that kind of each pattern."""
    for number, told in enumerate(DATA["told"]):
        language = told.get("language", "en")
        rows = DATA["lists"][told["over"]] if "over" in told else [[]]
        for row in rows:
            source = told["source"].format(*row) if row else told["source"]
            for claim in told.get(kind, []):
                written = claim.format(*row) if row else claim
                written = written[0].upper() + written[1:]
                yield pytest.param(
                    language, source, written, id=f"{told['rule']}-{language}-{number}-{written[:50]}"
                )


def _find_status(language: str, source: str, claim: str) -> str:
    return get_verdict(claim, [source], tier="rules", language=language).status


@pytest.mark.parametrize(("language", "source", "claim"), [*_list_pairs("never")])
def test_what_leaves_it_out_is_not_supported(language: str, source: str, claim: str) -> None:
    assert _find_status(language, source, claim) != "supported"


@pytest.mark.parametrize(("language", "source", "claim"), [*_list_pairs("open")])
def test_what_keeps_it_is_not_called_false(language: str, source: str, claim: str) -> None:
    assert _find_status(language, source, claim) not in FALSE


@pytest.mark.parametrize(("language", "source", "claim"), [*_list_pairs("supported")])
def test_what_the_source_says_is_supported(language: str, source: str, claim: str) -> None:
    assert _find_status(language, source, claim) == "supported"
