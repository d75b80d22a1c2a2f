"""Merged cells of tables in a text with tags: what holds for a row whose text stays as it is written."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.read.blocks import split_blocks
from ascribe.read.context import find_contexts
from ascribe.read.replies import read_reply

HEADS = "<tr><th>Line<th>Stop<th>Time<th>Note</tr>"


def read(rows: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Text of each row, with its column heads and the cells and groups above it."""
    text = f"<table>{rows}</table>"
    blocks = split_blocks(text)
    contexts = find_contexts(text, blocks, "en")
    return [
        (text[block.start : block.end], [(one.kind, one.text) for one in context])
        for block, context in zip(blocks, contexts, strict=True)
    ]


@pytest.mark.parametrize(
    ("row", "context"),
    [
        ("<tr><td>4<td>Moor<td>9:10<td>x", [("columns", "| Line | Stop | Time | Note |")]),
        ("<tr><td>4<td colspan=2>none<td>x", [("columns", "| Line | Stop, Time | Note |")]),
        ("<tr><td colspan='2'>4<td>9:10<td>x", [("columns", "| Line, Stop | Time | Note |")]),
        ("<tr><td>4<td>Moor<td colspan=9>x", [("columns", "| Line | Stop | Time, Note |")]),
    ],
)
def test_heads_of_the_columns_that_a_cell_covers(row: str, context: list[tuple[str, str]]) -> None:
    rows = read(f"{HEADS}<tr><td rowspan=1 colspan=1>4<td>Ford<td>9:00<td colspan=2>x{row}")
    assert rows[-1][1] == context


@pytest.mark.parametrize(
    ("rows", "context"),
    [
        (
            "<tr><td rowspan=2>4<td>Ford<td>9:00<td>x<tr><td>Moor<td>9:10<td>y",
            [("columns", "| Stop | Time | Note |"), ("cell", "4")],
        ),
        (
            "<tr><td>4<td>Ford<td>9:00<td rowspan=2>on <b>call</b><tr><td>5<td>Moor<td>9:10",
            [("columns", "| Line | Stop | Time |"), ("cell", "Note: on call")],
        ),
        (
            "<tr><td rowspan=3>4<td rowspan=3>Ford<td>9:00<td>x<tr><td>9:10<td>y<tr><td>9:20",
            [("columns", "| Time |"), ("cell", "4"), ("cell", "Stop: Ford")],
        ),
        (
            "<tbody><tr><td rowspan=9>4<td>Ford<td>9:00<td>x</tbody><tbody><tr><td>5<td>Moor<td>9:10<td>y",
            [("columns", "| Line | Stop | Time | Note |")],
        ),
        (
            "<tr><td rowspan=0>4<td>Ford<td>9:00<td>x<tr><td>Moor<td>9:10<td>y",
            [("columns", "| Stop | Time | Note |"), ("cell", "4")],
        ),
        (
            "<tr><td rowspan=2><td>Ford<td>9:00<td>x<tr><td>Moor<td>9:10<td>y",
            [("columns", "| Stop | Time | Note |")],
        ),
        (
            "<tr><td colspan=4>At night</td><tr><td>5<td>Moor<td>9:10<td>y",
            [("columns", "| Line | Stop | Time | Note |"), ("group", "At night")],
        ),
    ],
)
def test_cells_that_span_rows(rows: str, context: list[tuple[str, str]]) -> None:
    assert read(f"{HEADS}{rows}")[-1][1] == context


@pytest.mark.parametrize(
    "heads",
    [
        "<tr><th rowspan=2>Line<th colspan=2>Fare<tr><th>Adult<th>Child",
        "<tr><th rowspan=2>Line<th colspan=2>Fare<tr><td>Adult<td>Child",
        "<thead><tr><th rowspan=2>Line<th colspan=2>Fare<tr><th>Adult<th>Child</thead>",
    ],
)
def test_heads_of_two_rows_are_joined(heads: str) -> None:
    rows = read(f"{heads}<tbody><tr><td>4<td>70<td>35")
    assert rows[-1][1] == [("columns", "| Line | Fare Adult | Fare Child |")]


def test_a_row_of_a_reply_is_read_with_them() -> None:
    reply = f"<table>{HEADS}<tr><td rowspan=2>4<td>Ford<td>9:00<td>x<tr><td>Moor<td>9:10<td>y</table>"
    claims = [one.in_context for one in read_reply(reply).claims]
    assert claims[1:] == ["4 | Stop: Ford | Time: 9:00 | Note: x", "4 | Stop: Moor | Time: 9:10 | Note: y"]


PARTS = (
    "<tr>",
    "<td>a",
    "<th>b",
    "<td rowspan=2>c",
    "<td colspan=3>d",
    "<td rowspan=0 colspan=2>e",
    "<tbody>",
)


@given(st.lists(st.sampled_from(PARTS), max_size=40))
def test_context_of_any_table_is_words_of_it_before_the_row(parts: list[str]) -> None:
    text = "<table>" + "".join(parts)
    blocks = split_blocks(text)
    for block, context in zip(blocks, find_contexts(text, blocks, "en"), strict=True):
        assert all(one.text.strip("| ") and one.char_end <= block.start for one in context)


def test_a_large_table_takes_linear_time() -> None:
    row = "<tr>" + "<td rowspan=99999 colspan=99999>x" * 20
    text = "<table>" + HEADS + row * 2_000
    started = time.process_time()
    find_contexts(text, split_blocks(text), "en")
    assert time.process_time() - started < 10
