"""Text with HTML tags is split into the blocks that a page shows, at offsets of the unchanged text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.read.blocks import split_blocks
from ascribe.read.replies import read_reply
from ascribe.text.table_cells import split_cells


def blocks(text: str) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in split_blocks(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>One.</p><p>Two <b>bold</b>.</p>", [("prose", "One."), ("prose", "Two <b>bold</b>.")]),
        ("<h2 class='a'>Top</h2>\n<div>x<br>y</div>", [("heading", "Top"), ("prose", "x<br>y")]),
        ("<ul><li>a<li>b</ul>c", [("list_item", "a"), ("list_item", "b"), ("prose", "c")]),
        ("<OL>\n <LI><p>a</p><p>more</p></LI>\n</OL>", [("list_item", "a"), ("prose", "more")]),
        ("It has:<ul><li>a</li></ul>", [("prose", "It has:"), ("list_item", "a")]),
        (
            "<table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td></td></tr></table>",
            [("table_header", "x</th><th>y"), ("table_row", "1</td><td>")],
        ),
        (
            "<table>\n<tr>\n<td>a<td>b <p>c</p>\n<tr><th>d<td>e</table>",
            [("table_row", "a<td>b <p>c</p>"), ("table_row", "d<td>e")],
        ),
        ("<p>a</p><!-- <li>b</li> --><style>p {}</style>", [("prose", "a")]),
        ("</div>", [("prose", "</div>")]),
        ("# A\n\n<p>b</p>\n\n- c", [("heading", "# A"), ("prose", "b"), ("list_item", "- c")]),
        ("Write `<ul>` and `<li>` here.", [("prose", "Write `<ul>` and `<li>` here.")]),
        ("If a <p and p> b holds, <b>stop</b>.", [("prose", "If a <p and p> b holds, <b>stop</b>.")]),
    ],
)
def test_blocks_of_tags(text: str, expected: list[tuple[str, str]]) -> None:
    assert blocks(text) == expected


def test_levels_of_headings_and_items() -> None:
    found = split_blocks("<h3>A</h3><ul><li>b<ul><li>c</li></ul></li><li>d</li></ul>")
    assert [block.level for block in found] == [3, 1, 2, 1]


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("1</td><td class='n'>2 | 3</td>\n<td>", ["1", "2 | 3", ""]),
        ("</th><TH>y", ["", "y"]),
        ("a<td>b", ["a", "b"]),
        ("a <b>x</b> | c", ["a <b>x</b>", "c"]),
    ],
)
def test_cells_between_tags(row: str, cells: list[str]) -> None:
    assert split_cells(row) == cells


def test_tables_one_below_the_other_have_their_own_heads() -> None:
    first, second = (
        f"<table>\n<tr>\n<th>Year</th>\n<th>{head}</th>\n</tr>\n<tr>\n<td>2021</td>\n<td>12</td>\n</tr>\n</table>"
        for head in ("Tours", "Guides")
    )
    claims = read_reply(f"{first}\n{second}").claims
    assert [one.in_context for one in claims if one.kind == "table_row"] == [
        "2021 | Tours: 12",
        "2021 | Guides: 12",
    ]


PIECES = (
    "<table>",
    "<tr>",
    "<td>",
    "<th>",
    "</tr>",
    "</table>",
    "<ul>",
    "<li>",
    "</ul>",
    "<p>",
    "<h2>",
    "</h2>",
)


@given(
    st.lists(
        st.sampled_from((*PIECES, "<!--", "-->", "<script>", "\n", "\n\n", "a ", "| b |", "- c")), max_size=30
    )
)
def test_blocks_are_in_order_and_have_no_white_space_around_them(pieces: list[str]) -> None:
    text, end = "".join(pieces), 0
    for block in split_blocks(text):
        assert end <= block.start < block.end <= len(text)
        assert text[block.start : block.end] == text[block.start : block.end].strip()
        end = block.end
