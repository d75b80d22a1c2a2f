"""Rows of a reply that copy rows of a source, cell by cell, and rows that only look like them."""

from __future__ import annotations

import pytest

from ascribe import Verdict, check

TARIFFS = """| Plan | Price | Users | Storage |
|---|---|---|---|
| Solo | 4 € | 2 | 20 GB |
| Pro | 12 € | 8 | 200 GB |
| Corporate | on demand | no limit | 2 TB |
"""
RIVERS = """| River | Mouth | Length |
|---|---|---|
| Wehre | Ohrwald | 84 km |
| Alz | Bad Elm | 27 km |
"""
SIGNS = """**Rule** | Class A | Class B
---|---|---
**Lock out** | 30 minutes<br />or a call | 5 minutes; MUST use *both* keys
**Log** | [no](#none) | `yes`
"""
CLINICS = """| Role | Staff | Cost |
|---|---|---|
| **North** | | |
| Nurses | 5 | 70 |
| **South** | | |
| Nurses | 7 | 90 |
"""


def judge(reply: str, source: str, language: str | None, tier: str = "rules") -> list[Verdict]:
    sentences = check(reply, [source], language=language, tier=tier).sentences
    found = [one.verdict for one in sentences if one.verdict and one.verdict.status != "not_checkable"]
    return [one for one in found if one.reason != "too_short"]  # a row that names a group


@pytest.mark.parametrize("language", [None, "en", "de", "fr", "cs", "pl", "ja", "ru", "ar"])
@pytest.mark.parametrize(
    "table", [TARIFFS, RIVERS, SIGNS, CLINICS], ids=["tariffs", "rivers", "signs", "clinics"]
)
def test_a_copied_row_is_supported_in_every_language(table: str, language: str | None) -> None:
    assert {(one.status, one.reason) for one in judge(table, table, language)} == {("supported", "confirmed")}


@pytest.mark.parametrize("table", [TARIFFS, RIVERS, SIGNS], ids=["tariffs", "rivers", "signs"])
def test_one_copied_row_below_the_heads_is_supported_by_the_models_too(table: str) -> None:
    head, rule, *rows = table.splitlines()
    source = f"The rules below hold for all of them.\n\n{table}"
    for row in rows:
        assert [one.status for one in judge(f"{head}\n{rule}\n{row}\n", source, None, "builtin")] == [
            "supported"
        ]


@pytest.mark.parametrize("language", [None, "en", "de", "cs"])
@pytest.mark.parametrize(
    "row",
    [
        "| Pro | 13 € | 8 | 200 GB |",
        "| Pro | 8 | 12 € | 200 GB |",
        "| Pro | 12 € | 8 | 2 TB |",
        "| Solo | 12 € | 8 | 200 GB |",
        "| Corporate | no limit | on demand | 2 TB |",
        "| Corporate | not on demand | no limit | 2 TB |",
    ],
)
def test_a_changed_row_is_not_supported_and_only_its_own_row_contradicts_it(
    row: str, language: str | None
) -> None:
    head = "\n".join(TARIFFS.splitlines()[:2])
    (verdict,) = judge(f"{head}\n{row}\n", TARIFFS, language)
    assert verdict.status in ("contradicted", "unknown")
    if verdict.status == "contradicted":
        assert [one.quote.split()[1] for one in verdict.references] == [row.split()[1]]


@pytest.mark.parametrize("language", [None, "en", "cs"])
def test_the_same_cells_below_other_heads_are_another_row(language: str | None) -> None:
    moved = "| Plan | Users | Price | Storage |\n|---|---|---|---|\n| Pro | 12 € | 8 | 200 GB |\n"
    assert [one.status for one in judge(moved, TARIFFS, language)] == ["contradicted"]


@pytest.mark.parametrize("language", [None, "en", "cs"])
def test_the_same_cells_below_another_group_are_another_row(language: str | None) -> None:
    lines = CLINICS.splitlines()
    swapped = "\n".join([*lines[:3], lines[5], lines[4], lines[3], ""])
    assert "supported" not in [one.status for one in judge(swapped, CLINICS, language)]
