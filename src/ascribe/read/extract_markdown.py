"""Writes what a reader extracts from a file as Markdown, so that a reply keeps its lists and tables.

A reply is nothing but a text: whatever is done with it later reads its structure from that text again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ascribe.list_marks import LABEL
from ascribe.protocols import Block, Extract
from ascribe.read.blocks import split_blocks
from ascribe.read.context import find_contexts
from ascribe.text.table_cells import CELL_SEPARATOR, split_cells

_INDENT = "    "
"""Indent of an item in another one; with less it would not be in one with a number in Markdown."""

_OTHER_LABEL = re.compile(rf"(?!\d{{1,9}}[.)]){LABEL}(?=\s)")
"""A letter or number before an item that makes no item in Markdown."""

_TICKS = re.compile(r"`{3,}")
_FOREIGN_BULLET = re.compile(r"\A(?:[–—◦○■·](?=[ \t])|[•‣▪●])[ \t]*(?=\S)")
"""A sign in front of an item that is no bullet in Markdown."""

_BULLETS = ("•", "‣", "▪", "●")
"""Signs that open an item also in prose: readers take an item of several sentences for prose."""

_LINE_END = re.compile(r" *\n")
_HARD_BREAK = "  \n"
_ROWS = ("table_header", "table_row")


def write_markdown(extract: Extract) -> str:
    """Return the text of an extract as Markdown that is split into blocks of the same kinds.

    A block that is Markdown already, such as an item with a number of its own, stays as it is. The row with
    the column heads becomes a header also where the file does not mark it as one.
    """
    heads = _find_heads(extract)
    blocks = _count_depths([_set_kind(block, extract.text, heads) for block in extract.blocks])
    parts = [_write_block(extract.text, block) for block in blocks[:1]]
    for above, block in pairwise(blocks):
        parts += [_write_gap(extract.text, above, block), _write_block(extract.text, block)]
    return "".join(parts)


def _find_heads(extract: Extract) -> frozenset[int]:
    """Return the starts of the rows that are the heads of the columns of others."""
    contexts = find_contexts(extract.text, extract.blocks, None)
    return frozenset(one.char_start for context in contexts for one in context if one.kind == "columns")


def _set_kind(block: Block, text: str, heads: frozenset[int]) -> Block:
    """Return the block as a header if it is the heads of columns, as an item if it opens with a bullet."""
    if block.start in heads:
        return replace(block, kind="table_header")
    if block.kind == "prose" and text.startswith(_BULLETS, block.start):
        return replace(block, kind="list_item")
    return block


def _count_depths(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks, the items of each list with the number of items around them as their level."""
    found: list[Block] = []
    around: list[int] = []
    for block in blocks:
        if block.kind != "list_item":
            found.append(block)
            around = []
            continue
        around = [level for level in around if level < block.level]
        found.append(replace(block, level=len(around)))
        around.append(block.level)
    return found


def _write_gap(text: str, above: Block, block: Block) -> str:
    """Return what separates two blocks: a line end within a list or a table, otherwise an empty line."""
    is_row = above.kind in _ROWS and block.kind == "table_row"
    is_next_row = is_row and text.count("\n", above.end, block.start) < 2
    return "\n" if is_next_row or above.kind == block.kind == "list_item" else "\n\n"


def _write_block(text: str, block: Block) -> str:
    """Return the text of a block with the Markdown syntax of its kind."""
    words = text[block.start : block.end]
    if block.kind in _ROWS:
        return _write_row(words, is_head=block.kind == "table_header")
    if block.kind == "list_item":
        words = _FOREIGN_BULLET.sub("", words)
        if not _OTHER_LABEL.match(words) and [one.kind for one in split_blocks(words)] == ["list_item"]:
            return f"{_INDENT * block.level}{words}"
        return f"{_INDENT * block.level}- {_break_lines(words)}"
    if block.kind != "prose" and [one.kind for one in split_blocks(words)] == [block.kind]:
        return words
    if block.kind == "heading":
        return f"{'#' * max(1, block.level)} {' '.join(words.split())}"
    if block.kind == "code":
        fence = "`" * max([3, *(len(ticks) + 1 for ticks in _TICKS.findall(words))])
        return f"{fence}\n{words}\n{fence}"
    return _break_lines(words)


def _break_lines(words: str) -> str:
    return _LINE_END.sub(_HARD_BREAK, words)


def _write_row(words: str, *, is_head: bool) -> str:
    cells = split_cells(words)
    row = _join_cells(cells)
    return f"{row}\n{_join_cells(['---'] * len(cells))}" if is_head else row


def _join_cells(cells: Sequence[str]) -> str:
    return f"| {CELL_SEPARATOR.join(cells)} |"
