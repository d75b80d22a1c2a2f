"""Rows of tables are split into cells, and read with the heads of their columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.records import Context
from ascribe.records.span import ContextKind
from ascribe.text.table_cells import (
    ClaimWords,
    find_cells,
    is_numeric,
    name_cells,
    render_row,
    select_cells,
    split_cells,
)

HEADS = ["State", "Permit", "Handgun", "Long gun"]
ROW = ["Kentucky", "264,140", "12,155", "9,000"]


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("| a | b |", ["a", "b"]),
        ("a | b", ["a", "b"]),
        ("| a | | c |", ["a", "", "c"]),
        ("a\tb\t\td", ["a", "b", "", "d"]),
        (r"| a \| b | c |", [r"a \| b", "c"]),
        ("only words", ["only words"]),
        ("|", ["", ""]),
        ("", [""]),
    ],
)
def test_cells(row: str, cells: list[str]) -> None:
    assert split_cells(row) == cells


@given(st.text("ab |\t\\\n", max_size=30))
def test_cells_are_slices_in_order_without_blanks_around_them(row: str) -> None:
    end = 0
    for start, stop in find_cells(row):
        assert end <= start <= stop <= len(row)
        assert row[start:stop] == row[start:stop].strip()
        end = stop


@pytest.mark.parametrize(
    ("cell", "expected"),
    [("12", True), ("264,140", True), ("30 days", True), ("ward 12 of two", False), ("-", False)],
)
def test_figures(cell: str, expected: bool) -> None:
    assert is_numeric(cell) is expected


def test_cells_get_the_names_of_their_columns() -> None:
    assert name_cells(HEADS, ROW) == ["Kentucky", "Permit: 264,140", "Handgun: 12,155", "Long gun: 9,000"]
    assert name_cells(["State", ""], ["Kentucky", "5", "6"]) == ["Kentucky", "5", "6"]
    assert name_cells(HEADS, ["Kentucky", ""]) == ["Kentucky", ""]


@pytest.mark.parametrize(
    ("claim", "columns"),
    [
        ("Kentucky had 264,140 permit checks.", [1]),
        ("Kentucky had 12,155 permit checks.", [1, 2]),
        ("Kentucky had more permit than handgun checks.", [1, 2]),
        ("Kentucky had 264,140 checks.", [1, 2, 3]),
        ("Kentucky: 264,140 (handgun 12,155)", [1, 2, 3]),
        ("Kentucky had many.", [1, 2, 3]),
    ],
)
def test_the_cells_that_a_claim_is_about(claim: str, columns: list[int]) -> None:
    assert select_cells(HEADS, ROW, ClaimWords.read(claim, "en")) == columns


def context(kind: ContextKind, text: str) -> Context:
    return Context(kind, text, 0, len(text))


def test_a_row_is_read_with_its_group_and_heads() -> None:
    above = (context("columns", f"| {' | '.join(HEADS)} |"), context("group", "| **South** | | | |"))
    row = f"| {' | '.join(ROW)} |"
    claim = ClaimWords.read("Kentucky had 264,140 permit checks.", "en")
    assert render_row(row, above, claim) == "South | Kentucky | Permit: 264,140"
    assert render_row(row, above) == "South | Kentucky | Permit: 264,140 | Handgun: 12,155 | Long gun: 9,000"
    assert render_row(row, above[1:]) is None


@given(st.text("ab1 |", max_size=20), st.text("ab1 |", max_size=20), st.text("ab1 ", max_size=10))
def test_no_row_and_heads_fail(row: str, heads: str, claim: str) -> None:
    shown = render_row(row, (context("columns", heads),), ClaimWords.read(claim, "en"))
    assert shown is not None
    assert split_cells(row)[0] in shown
