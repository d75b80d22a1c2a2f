"""The page of the docs has the table of the code."""

from __future__ import annotations

from pathlib import Path

from ascribe.records.repair import REPAIR_REASONS

PAGE = Path(__file__).parents[2] / "docs" / "repair.md"


def test_the_page_lists_every_reason_in_order() -> None:
    rows = [
        f"| `{row.reason}` | {row.kind} | {'yes' if row.needs_review else 'no'} | {row.wording} |"
        for row in REPAIR_REASONS.values()
    ]
    assert "\n".join(rows) in PAGE.read_text(encoding="utf-8")
