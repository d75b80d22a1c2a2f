"""Merged cells: a cell is written in each row and column that it covers, heads of several rows are joined."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.protocols import BlockKind, Limits
from ascribe.read.html import HtmlReader
from ascribe.read.merged_cells import TableCell, expand_rows

HEAD: BlockKind = "table_header"
ROW: BlockKind = "table_row"


def build_cell(written: str) -> TableCell:
    """Build a cell from "text", "text>columns" or "text>columns^rows"."""
    text, _, spans = written.partition(">")
    columns, _, rows = spans.partition("^")
    return TableCell(text, int(columns or 1), int(rows or 1))


def expand(kinds: Sequence[BlockKind], rows: Sequence[str]) -> list[str]:
    cells = [[build_cell(one) for one in row.split()] for row in rows]
    return [" | ".join(row.cells) for row in expand_rows(kinds, cells)]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["a b c", "1 2 3"], ["a | b | c", "1 | 2 | 3"]),
        (["a b c", "1>2 3"], ["a | b | c", "1 | 1 | 3"]),
        (["a b c", "1 2>2"], ["a | b | c", "1 | 2 | 2"]),
        (["a b c", "1>1^2 2 3", "4 5"], ["a | b | c", "1 | 2 | 3", "1 | 4 | 5"]),
        (["a b c", "1 2>1^3 3", "4 5", "6 7"], ["a | b | c", "1 | 2 | 3", "4 | 2 | 5", "6 | 2 | 7"]),
        (["a b c", "1 2 3>1^2", "4 5"], ["a | b | c", "1 | 2 | 3", "4 | 5 | 3"]),
        (["a b c", "1>2^2 2", "3"], ["a | b | c", "1 | 1 | 2", "1 | 1 | 3"]),
        (["a b c", "North>3", "1 2 3"], ["a | b | c", "North", "1 | 2 | 3"]),  # the name of a group
        (["a>2 b>2", "1>2 2>2"], ["a | b", "1 | 2"]),  # columns that no row tells apart
        (["a b", "1>9^9 2"], ["a | b", "1 | 2"]),
    ],
)
def test_a_cell_is_in_each_place_that_it_covers(rows: list[str], expected: list[str]) -> None:
    assert expand([HEAD, *[ROW] * (len(rows) - 1)], rows) == expected


def test_a_long_text_is_written_in_its_first_place() -> None:
    remark = "closed-" * 20
    assert expand([HEAD, ROW], ["a b c", f"1 {remark}>2"])[1] == f"1 | {remark} | "


def test_a_row_without_words_of_its_own_has_no_cells() -> None:
    cells = [[TableCell("a"), TableCell("b")], [TableCell("1", 1, 2), TableCell("2")], [TableCell("")]]
    assert expand_rows([HEAD, ROW, ROW], cells)[2].cells == []


@pytest.mark.parametrize(
    ("kinds", "rows", "expected"),
    [
        (
            [HEAD, HEAD, ROW],
            ["Route>1^2 Summer>2 Winter>2", "Adult Child Adult Child", "A 1 2 3 4"],
            "Route | Summer Adult | Summer Child | Winter Adult | Winter Child",
        ),
        ([HEAD, ROW, ROW], ["Stop>1^2 Seats>2", "2019 2020", "A 1 2"], "Stop | Seats 2019 | Seats 2020"),
        ([HEAD, HEAD, ROW], ["A B", "km kg", "1 2"], "A | B"),  # without merged cells, nothing is joined
        ([HEAD, HEAD], ["A>2", "B C"], "A"),  # a table of heads
    ],
)
def test_heads_of_several_rows_are_joined(kinds: list[BlockKind], rows: list[str], expected: str) -> None:
    assert next(filter(None, expand(kinds, rows))) == expected


NAMES = st.text("abc", max_size=3)
CELLS = st.builds(TableCell, NAMES, st.integers(1, 4), st.integers(1, 4))


@given(st.lists(st.lists(CELLS, max_size=5), max_size=6), st.integers(0, 6))
def test_no_cell_is_lost_and_none_is_made_up(rows: list[list[TableCell]], heads: int) -> None:
    kinds: list[BlockKind] = [HEAD if number < heads else ROW for number in range(len(rows))]
    found = expand_rows(kinds, rows)
    assert len(found) == len(rows)
    words = [word for row in found for cell in row.cells for word in cell.split()]
    assert {*words} == {cell.text for row in rows for cell in row if cell.text}


def read_rows(markup: str) -> list[str]:
    extract = HtmlReader().read(markup.encode(), "a.html", Limits())
    return [extract.text[block.start : block.end] for block in extract.blocks]


def test_cells_of_a_page_reach_no_further_than_their_part_of_the_table() -> None:
    rows = read_rows(
        "<table><thead><tr><th rowspan=9>Team<th>Name</thead><tbody><tr><td rowspan=0>Kites<td>Moe"
        "<tr><td>Ida</tbody><tbody><tr><td rowspan='x'>Gulls<td colspan>Una</table>"
    )
    assert rows == ["Team | Name", "Kites | Moe", "Kites | Ida", "Gulls | Una"]


def test_a_page_does_not_grow_out_of_bounds() -> None:
    row = "".join(f"<td rowspan=60000>{'x' * 20}</td>" for _ in range(20))
    markup = f"<table><tr>{row}</tr>{'<tr><td>y</td></tr>' * 3000}</table>"
    assert sum(map(len, read_rows(markup))) < len(markup)
