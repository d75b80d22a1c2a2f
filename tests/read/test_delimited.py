"""Delimited text as a source: tables of CSV and TSV are found by their shape, and prose is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import read_sources
from ascribe.delimited_rows import find_delimited_cells, find_delimiter
from ascribe.read.blocks import split_blocks
from ascribe.read.delimited import split_source_blocks

TOWNS = "town,land,founded,mayor\nEdda,Vestmark,1204,Ole Brun\nSankt Ilg,Ostmark,1390,Mia Falk\n"
HEADS = "town,land,founded,mayor"


def read_kinds(text: str) -> list[str]:
    return [block.kind for block in split_source_blocks(text)]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_rows_of_a_table_have_the_heads_of_its_columns(separator: str) -> None:
    text = TOWNS.replace(",", separator)
    (document,) = read_sources([text])
    assert document.full_text == text
    first, *rows = document.sentences
    assert first.context == ()
    for row in rows:
        assert text[row.span.char_start : row.span.char_end] == row.text
        assert [(one.kind, one.text) for one in row.context] == [("columns", HEADS.replace(",", separator))]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (TOWNS, ["table_header", "table_row", "table_row"]),
        (f"# Towns\n\nAll towns.\n\n{TOWNS}", ["heading", "prose", "table_header", "table_row", "table_row"]),
        (TOWNS.replace("\n", "\r\n"), ["table_header", "table_row", "table_row"]),
        ("Town,Founded\nEdda,1204\n", ["table_header", "table_row"]),  # capitals, but values below one head
        ('town,note\n"Edda, old",small\n"Ilg, new",Large\n', ["table_header", "table_row", "table_row"]),
        ("Edda,1204\nIlg,1390\n", ["table_row", "table_row"]),  # no heads: a figure names no column
        ("Edda,Vestmark\nIlg,Ostmark\n", ["table_row", "table_row"]),  # they may be heads or not
        ("town,town\nEdda,Ilg\n", ["table_row", "table_row"]),
        ("The mill is old, the barn is new\nThe inn is large, the shop is small", ["prose"]),
        ("Edda 1,204\nIlg 1,390", ["prose"]),  # thousands
        ("town,land\nEdda\nIlg,Ostmark,old", ["prose"]),
        ("town,land,founded", ["prose"]),
        ('town,note\n"Edda,small\n', ["prose"]),  # a quotation mark that is not closed
        ("```\ntown,land\nEdda,Vestmark\n```", ["code"]),
    ],
)
def test_only_lines_of_one_shape_are_rows(text: str, kinds: list[str]) -> None:
    assert read_kinds(text) == kinds


@given(st.text('ab1,;\t\n "|', max_size=40))
def test_rows_are_slices_of_the_paragraph_that_they_replace(text: str) -> None:
    covered = {at for block in split_source_blocks(text) for at in range(block.start, block.end)}
    before = {at for block in split_blocks(text) for at in range(block.start, block.end)}
    assert covered <= before
    assert all(text[at].isspace() for at in before - covered)
    for block in split_source_blocks(text):
        words = text[block.start : block.end]
        assert words == words.strip()
        assert words


@pytest.mark.parametrize(
    ("row", "delimiter", "cells"),
    [
        ("a,b ,c", ",", ["a", "b", "c"]),
        ("a,,", ",", ["a", "", ""]),
        ('"a, b",c', ",", ["a, b", "c"]),
        ("1,5;2,5", ";", ["1,5", "2,5"]),
    ],
)
def test_cells_of_a_row(row: str, delimiter: str, cells: list[str]) -> None:
    assert [row[start:end] for start, end in find_delimited_cells(row, delimiter)] == cells


@pytest.mark.parametrize(
    ("heads", "delimiter"), [("a,b", ","), ("a;b,c", ";"), ("a | b, c", ""), ("a\tb, c", ""), ("a", "")]
)
def test_the_heads_show_the_delimiter(heads: str, delimiter: str) -> None:
    assert find_delimiter(heads) == delimiter
