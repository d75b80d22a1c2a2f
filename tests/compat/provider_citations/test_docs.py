"""The page of the docs has the table of the code."""

from __future__ import annotations

from pathlib import Path

from ascribe.compat.provider_citations import CITATION_FINDINGS

PAGE = Path(__file__).parents[3] / "docs" / "provider-citations.md"


def test_the_page_lists_every_finding_in_order() -> None:
    rows = [
        f"| `{row.finding}` | {'yes' if row.needs_review else 'no'} | {row.wording} |"
        for row in CITATION_FINDINGS.values()
        if row.finding != "missing"  # an audit judges the citations that there are
    ]
    assert "\n".join(rows) in PAGE.read_text(encoding="utf-8")
