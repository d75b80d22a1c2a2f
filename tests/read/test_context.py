"""Every sentence of a source is read with its headings, the lead of its list and the heads of its columns."""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.protocols import Block, Extract, Limits
from ascribe.read.blocks import split_blocks
from ascribe.read.context import MAX_HEADINGS, find_contexts
from ascribe.read.document import build_document
from ascribe.read.docx import DocxReader
from ascribe.read.html import HtmlReader
from ascribe.read.pdf import PdfReader
from tests.read.pdf.drawing import Drawing

Shown = dict[str, list[tuple[str, str]]]


def shown(extract: Extract) -> Shown:
    """Sentence → kind and text of each part of its context, after the law was checked on them."""
    document = build_document(extract, doc_id="d", source_path=Path("d"), parser_name="x", digest="sha256:0")
    for sentence in document.sentences:
        for one in sentence.context:
            assert extract.text[one.char_start : one.char_end] == one.text
            assert one.char_end <= sentence.span.char_start or one.kind == "number"
    return {s.text: [(one.kind, one.text) for one in s.context] for s in document.sentences}


def read(text: str) -> Shown:
    return shown(Extract(text, split_blocks(text)))


HEADINGS = "# Care\n\nIt is free.\n\n## Beds\n\n### Linen\n\nDaily.\n\n## Drugs\n\nWeekly.\n\n# Staff\n\nAll."
LISTS = "The ward must:\n1. clean beds\n2. inspect:\n   - the store\n   - the stairs\n3. report\n\nAll wait."
TABLES = (
    "Table 1: Beds by ward\n\n| Ward | Beds | Staff |\n|---|---|---|\n| North | | |\n| W1 | 12 | 30 |\n"
    "| South | | |\n| W2 | | 14 |\n\nThe fees are:\n\nItem | Fee\n--- | ---\nVisit | 5\n"
)
LEAD = ("lead", "The ward must:")
BEDS = [("caption", "Table 1: Beds by ward"), ("columns", "| Ward | Beds | Staff |")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            HEADINGS,
            {
                "It is free.": [("heading", "Care")],
                "### Linen": [("heading", "Care"), ("heading", "Beds")],
                "Daily.": [("heading", "Care"), ("heading", "Beds"), ("heading", "Linen")],
                "Weekly.": [("heading", "Care"), ("heading", "Drugs")],
                "All.": [("heading", "Staff")],
            },
        ),
        ("Title\n=====\n\nOne.", {"One.": [("heading", "Title")]}),
        ("## **Bold _title_**\n\nOne.", {"One.": [("heading", "Bold _title_")]}),
        ("# The *big* one*\n\nOne.", {"One.": [("heading", "The *big* one*")]}),
        (
            "**Opening hours:**\n\n- Monday\n\n**Fees**\n\nNone.",
            {"- Monday": [("heading", "Opening hours:")], "None.": [("heading", "Fees")]},
        ),
        (
            "# Pool\n\n## Not allowed\n\n- glass\n\n## Lockers\n\n- 40 of them\n\nPrices:\n\n- 2 euros",
            {
                "- glass": [("heading", "Pool"), ("lead", "Not allowed")],
                "- 40 of them": [("heading", "Pool"), ("heading", "Lockers")],
                "- 2 euros": [("heading", "Pool"), ("heading", "Lockers"), ("lead", "Prices:")],
            },
        ),
        (
            "# Extras\n\n**Included:**\n- towels\n\nNot included:\n\n- soap\n\nPrices:\n\n- tea\n",
            {
                "- towels": [("heading", "Extras"), ("lead", "Included:")],
                "- soap": [("heading", "Extras"), ("heading", "Included:"), ("lead", "Not included:")],
                "- tea": [("heading", "Extras"), ("heading", "Included:"), ("lead", "Prices:")],
            },
        ),
        (
            "## Not allowed\n\nIn the hall:\n\n- food\n\n## Are dogs allowed?\n\n- on a lead",
            {
                "- food": [("lead", "Not allowed"), ("lead", "In the hall:")],
                "- on a lead": [("heading", "Are dogs allowed?")],
            },
        ),
        ("Harbour report\n\nIt grew.", {"Harbour report": [], "It grew.": [("heading", "Harbour report")]}),
        ("It was a harbour.\n\nIt grew.", {"It grew.": []}),
        (
            LISTS,
            {
                "1. clean beds": [LEAD, ("number", "1.")],
                "2. inspect:": [LEAD, ("number", "2.")],
                "- the stairs": [LEAD, ("lead", "2. inspect:"), ("number", "2.")],
                "3. report": [LEAD, ("number", "3.")],
                "All wait.": [],
            },
        ),
        ("It is old. It has:\n- beds", {"- beds": [("lead", "It has:")]}),
        ("It is old.\n- beds", {"- beds": []}),
        (
            TABLES,
            {
                "| Ward | Beds | Staff |": BEDS[:1],
                "| South | | |": BEDS[:1],
                "| W1 | 12 | 30 |": [*BEDS, ("group", "| North | | |")],
                "| W2 | | 14 |": [*BEDS, ("group", "| South | | |")],
                "Visit | 5": [("lead", "The fees are:"), ("columns", "Item | Fee")],
            },
        ),
        ("Item | Fee\n--- | ---\nVisit | 5 |", {"Visit | 5 |": [("columns", "Item | Fee")]}),
        ("Item | Fee |\n--- | ---\nVisit | 5", {"Visit | 5": [("columns", "Item | Fee |")]}),
        ("| Item | Fee\n|---|---\nVisit | 5 |", {"Visit | 5 |": [("columns", "| Item | Fee")]}),
        ("Item | Fee\n--- | ---\nVisit | 5 | 6", {"Visit | 5 | 6": []}),
        (
            "<div>\n\n**Fees**\n\n</div>\n\n| Item | Fee |\n|---|---|\n| Visit | 5 |",
            {"| Visit | 5 |": [("heading", "Fees"), ("columns", "| Item | Fee |")]},
        ),
        (
            "The fees are:\n\n<!-- from the register -->\n<div>\n\n- visit",
            {"- visit": [("lead", "The fees are:")]},
        ),
    ],
)
def test_markdown(text: str, expected: Shown) -> None:
    found = read(text)
    assert {sentence: found[sentence] for sentence in expected} == expected


def test_only_the_innermost_headings_are_kept() -> None:
    text = "".join(f"{'#' * level} H{level}\n\n" for level in range(1, 7)) + "End."
    assert read(text)["End."] == [("heading", f"H{level}") for level in range(7 - MAX_HEADINGS, 7)]


def test_the_lead_of_an_item_is_found_once_for_all_items_within_it() -> None:
    text = "\n".join(f"{' ' * depth}- a" for depth in range(1_200))
    blocks = split_blocks(text)
    started = time.process_time()
    contexts = find_contexts(text, blocks, "en")
    assert time.process_time() - started < 3
    assert [len(context) for context in contexts] == list(range(1_200))


@given(
    st.lists(
        st.sampled_from(["# ", "- ", "  ", "\n", "\n\n", "a", "b:", "| ", "c |", "|---|", "**", "1. ", "."])
    )
)
def test_context_of_any_text_is_an_exact_slice_before_its_block(parts: list[str]) -> None:
    text = "".join(parts)
    blocks = split_blocks(text)
    contexts = find_contexts(text, blocks, "en")
    assert len(contexts) == len(blocks)
    for block, context in zip(blocks, contexts, strict=True):
        assert all(text[one.char_start : one.char_end] == one.text for one in context)
        assert all(one.text.strip() for one in context)
        assert all(one.char_end <= (block.end if one.kind == "number" else block.start) for one in context)


def test_html() -> None:
    page = (
        "<h1>Care</h1><h2>Beds</h2><p>The ward must:</p><ul><li>clean beds</li><li>inspect:"
        "<ul><li>the store</li></ul></li></ul><table><caption>Table 1: Beds by ward</caption>"
        "<tr><th>Ward</th><th>Beds</th><th>Staff</th></tr><tr><th colspan=3>North</th></tr>"
        "<tr><td>W1</td><td>12</td><td>30</td></tr><tr><td>W2</td><td></td><td>14</td></tr></table>"
    )
    found = shown(HtmlReader().read(page.encode(), "a.html", Limits()))
    above = [("heading", "Care"), ("heading", "Beds")]
    kept = {key.strip("-• "): value for key, value in found.items()}
    assert kept["clean beds"] == [*above, LEAD]
    assert kept["the store"][:3] == [*above, LEAD]
    assert kept["the store"][3][0] == "lead"
    (row,) = (value for key, value in found.items() if key.startswith("W1"))
    assert [kind for kind, _ in row] == ["heading", "heading", "caption", "columns", "group"]
    assert dict(row)["caption"] == "Table 1: Beds by ward"


def test_an_empty_corner_is_a_column_head() -> None:
    page = (
        "<table><tr><th></th><th>Beds</th><th>Staff</th></tr><tr><td>W1</td><td>12</td><td>30</td></tr>"
        "<tr><td></td><td>13</td><td>31</td></tr></table>"
    )
    found = shown(HtmlReader().read(page.encode(), "a.html", Limits()))
    heads = [("columns", "|  | Beds | Staff |")]
    assert found == {"|  | Beds | Staff |": [], "W1 | 12 | 30": heads, "|  | 13 | 31 |": heads}


def test_docx() -> None:
    document: Any = docx.Document()
    document.add_heading("Care", 1)
    document.add_paragraph("The ward must:")
    document.add_paragraph("clean beds", style="List Bullet")
    document.add_paragraph("inspect:", style="List Bullet")
    document.add_paragraph("the store", style="List Bullet 2")
    table = document.add_table(0, 3)
    for cells in (("Ward", "Beds", "Staff"), ("W1", "12", "30"), ("W2", "", "14")):
        for cell, words in zip(table.add_row().cells, cells, strict=True):
            cell.text = words
    data = io.BytesIO()
    document.save(data)
    found = shown(DocxReader().read(data.getvalue(), "a.docx", Limits()))
    above = ("heading", "Care")
    assert found["clean beds"] == [above, LEAD]
    assert found["the store"] == [above, LEAD, ("lead", "inspect:")]
    rows = {key[:2]: value for key, value in found.items() if key[:2] in ("W1", "W2")}
    assert [dict(value)["columns"][:4] for value in rows.values()] == ["Ward", "Ward"]


def draw_table(rows: Sequence[Sequence[str]]) -> Drawing:
    drawing = Drawing()
    drawing.text(72, 640, "Table 1: Checks by state and kind.")
    for line, cells in enumerate(rows):
        for x, cell in zip((72, 180, 280, 380), cells, strict=True):
            drawing.text(x, 612 - 14 * line, cell) if cell else None
    return drawing


def test_rows_of_a_pdf_keep_their_columns_across_empty_cells() -> None:
    rows = [
        ("State", "Permit", "Handgun", "Rifle"),
        ("Kentucky", "264,140", "12,155", "9,000"),
        ("Texas", "31,000", "", "38,500"),
        ("Oregon", "14,807", "18,605", "22,825"),
    ]
    found = shown(PdfReader().read(draw_table(rows).data(), "drawn.pdf", Limits()))
    heads = ("columns", "State\tPermit\tHandgun\tRifle")
    caption = ("caption", "Table 1: Checks by state and kind.")
    assert found["Kentucky\t264,140\t12,155\t9,000"] == [caption, heads]
    assert found["Texas\t31,000\t\t38,500"] == [caption, heads]


def test_a_first_row_with_figures_names_no_columns() -> None:
    rows = [("Kentucky", "264,140", "12", "9"), ("Texas", "31,000", "5", "8"), ("Oregon", "14,807", "1", "2")]
    found = shown(PdfReader().read(draw_table(rows).data(), "drawn.pdf", Limits()))
    assert all(kind != "columns" for context in found.values() for kind, _ in context)


def test_years_name_columns() -> None:
    text = "Fees\t2020\t2021\nAdult\t40\t50\nChild\t20\t25"
    places = [(0, 14), (15, 26), (27, 38)]
    blocks = [Block("table_row", start, end) for start, end in places]
    assert [one.kind for one in find_contexts(text, blocks, "en")[2]] == ["columns"]
