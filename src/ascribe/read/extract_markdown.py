"""Writes what a reader extracts from a file as Markdown, so that a reply keeps its lists and tables.

A reply is nothing but a text: whatever is done with it later reads its structure from that text again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ascribe.protocols import Block, Extract
from ascribe.read.blocks import split_blocks
from ascribe.read.context import find_contexts
from ascribe.text.table_cells import CELL_SEPARATOR, split_cells

_INDENT = "  "
_TICKS = re.compile(r"`{3,}")
_DASH = re.compile(r"[–—][ \t]+")
"""A dash in front of an item, which marks an item in Markdown only where the next one has one too."""

_LINE_END = re.compile(r" *\n")
_HARD_BREAK = "  \n"
_ROWS = ("table_header", "table_row")


def write_markdown(extract: Extract) -> str:
    """Return the text of an extract as Markdown that is split into blocks of the same kinds.

    A block that is Markdown already, such as an item with a bullet of its own, stays as it is. The row with
    the column heads becomes a header also where the file does not mark it as one.
    """
    blocks = _mark_heads(extract)
    parts = [_write_block(extract.text, block) for block in blocks[:1]]
    for above, block in pairwise(blocks):
        parts += [_write_gap(extract.text, above, block), _write_block(extract.text, block)]
    return "".join(parts)


def _mark_heads(extract: Extract) -> list[Block]:
    """Return the blocks, with each row that is the heads of the columns of others as a header."""
    contexts = find_contexts(extract.text, extract.blocks, None)
    heads = {one.char_start for context in contexts for one in context if one.kind == "columns"}
    return [
        Block("table_header", block.start, block.end) if block.start in heads else block
        for block in extract.blocks
    ]


def _write_gap(text: str, above: Block, block: Block) -> str:
    """Return what separates two blocks: a line end within a list or a table, otherwise an empty line."""
    is_row = above.kind in _ROWS and block.kind == "table_row"
    is_item = above.kind == block.kind == "list_item"
    is_near = text.count("\n", above.end, block.start) < 2
    return "\n" if is_near and (is_row or is_item) else "\n\n"


def _write_block(text: str, block: Block) -> str:
    """Return the text of a block with the Markdown syntax of its kind."""
    words = text[block.start : block.end]
    if block.kind in _ROWS:
        return _write_row(words, is_head=block.kind == "table_header")
    if block.kind != "prose" and [one.kind for one in split_blocks(words)] == [block.kind]:
        return words
    if block.kind == "heading":
        return f"{'#' * max(1, block.level)} {' '.join(words.split())}"
    if block.kind == "code":
        fence = "`" * max([3, *(len(ticks) + 1 for ticks in _TICKS.findall(words))])
        return f"{fence}\n{words}\n{fence}"
    words = _LINE_END.sub(_HARD_BREAK, words)
    return _write_item(words, block.level) if block.kind == "list_item" else words


def _write_item(words: str, level: int) -> str:
    return f"{_INDENT * max(0, level - 1)}- {_DASH.sub('', words) if _DASH.match(words) else words}"


def _write_row(words: str, *, is_head: bool) -> str:
    cells = split_cells(words)
    row = _join_cells(cells)
    return f"{row}\n{_join_cells(['---'] * len(cells))}" if is_head else row


def _join_cells(cells: Sequence[str]) -> str:
    return f"| {CELL_SEPARATOR.join(cells)} |"
