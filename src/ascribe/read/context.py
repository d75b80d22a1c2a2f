"""The context of blocks: what a reader takes in with a sentence that stands below or beside it.

A heading holds for what is below it, the lead of a list for its items, an item for those nested in it, and
the column heads, the caption and the row that names a group for the rows of a table. A heading that says
something of its items, such as "Not allowed", is the lead of a list that has no such lead itself.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from ascribe.delimited_rows import find_delimiter
from ascribe.inline_markup import blank_inline_markup
from ascribe.protocols import Block
from ascribe.read.list_numbers import find_numbers
from ascribe.read.sentences import split_block
from ascribe.read.tag_tables import read_tag_table
from ascribe.records.span import Context, ContextKind
from ascribe.text.head_scales import states_scale
from ascribe.text.qualifying_words import qualifies_items
from ascribe.text.table_cells import is_numeric, split_cells

MAX_HEADINGS = 3
"""Headings of a sentence that are kept: the innermost ones. Each level further out says less about it."""

MAX_CONTEXT_CHARS = 400
"""Longest text that is taken for a heading, a lead or a caption."""

_ROWS = ("table_header", "table_row")
_ROW_TAG = re.compile(r"<tr\b", re.IGNORECASE)
_TABLE_TAG = re.compile(r"<table\b", re.IGNORECASE)

_MAX_TITLE_WORDS = 20
"""Most words of a first line that is taken for the title of a document without headings."""

_END_MARKS = tuple(".!?:;,。！？；：")
_COLONS = (":", "：")
_HEADING_MARK = re.compile(r"#{1,6}[ \t]*|(?:<[a-zA-Z/][^>]{0,200}>\s*)+")
_EMPHASIS = re.compile(r"[ \t]*(\*+|_+)(?=\S)((?:(?!\1).)+)(?<=\S)\1[ \t]*\Z")
"""Emphasis of a whole line."""

_MARKUP = "*_ \t"
_YEARS = re.compile(r"\b(?:1[5-9]|20|21)\d\d(?:\s?[-–/]\s?\d{2,4})?\b")
_CAPTION = re.compile(
    r"[*_]*(?:table|tab\.|tabelle|tableau|tabla|tabella|tabela|表)[ \t]*[\dIVXA-Z]", re.IGNORECASE
)


def find_contexts(text: str, blocks: Sequence[Block], language: str | None) -> list[tuple[Context, ...]]:
    """Return the context of each block, outermost first, in the order of the blocks."""
    found = _ContextFinder(text, blocks, language).find()
    spans = find_numbers(text, blocks, language)
    numbers = [Context("number", text[start:end], start, end) for start, end in spans]
    if not numbers:
        return found
    starts = [one.char_start for one in numbers]

    def list_within(start: int, end: int) -> list[Context]:
        return numbers[bisect_left(starts, start) : bisect_left(starts, end)]

    return [
        (
            *context,
            *(n for one in context for n in list_within(one.char_start, one.char_end)),
            *list_within(block.start, block.end),
        )
        for block, context in zip(blocks, found, strict=True)
    ]


def keep_own_numbers(context: Sequence[Context], start: int, end: int) -> tuple[Context, ...]:
    """Return the context of a sentence of a block, without the numbers of other sentences of that block."""
    places = [(start, end), *((one.char_start, one.char_end) for one in context if one.kind != "number")]
    return tuple(
        one
        for one in context
        if one.kind != "number" or any(first <= one.char_start < last for first, last in places)
    )


class _ContextFinder:
    """One pass over the blocks that keeps what is open: headings, leads, items that contain others."""

    def __init__(self, text: str, blocks: Sequence[Block], language: str | None) -> None:
        self.text = text
        self.blocks = blocks
        self.language = language
        self.headings: list[Block] = []
        self.title = self._find_title()

    def find(self) -> list[tuple[Context, ...]]:
        """Return the context of each block."""
        found: list[tuple[Context, ...]] = []
        before: Block | None = None
        for kind, run in groupby(self.blocks, key=_get_run_kind):
            blocks = list(run)
            if kind == "list_item":
                found += self._read_list(blocks, before)
            elif kind == "table_row":
                for table in self._split_tables(blocks):
                    found += self._read_table(table, before)
                    before = table[-1]
            else:
                found += [self._read_block(block) for block in blocks]
            before = next(filter(self._has_words, reversed(blocks)), before)
        return found

    def _has_words(self, block: Block) -> bool:
        """Return False for a block of nothing but tags, such as ``</div>``."""
        return bool(blank_inline_markup(self.text[block.start : block.end]).strip())

    def _find_title(self) -> Block | None:
        """Return the first line of a text without headings if it looks like a title."""
        first = self.blocks[0] if self.blocks else None
        if first is None or first.kind != "prose" or any(block.kind == "heading" for block in self.blocks):
            return None
        words = self.text[first.start : first.end]
        is_line = "\n" not in words and len(words.split()) <= _MAX_TITLE_WORDS
        is_caption = len(self.blocks) > 1 and self.blocks[1].kind in _ROWS
        return first if is_line and not is_caption and not words.endswith(_END_MARKS) else None

    def _read_block(self, block: Block) -> tuple[Context, ...]:
        if block.kind == "heading":
            self.headings = [one for one in self.headings if one.level < block.level]
            above = self._list_headings()
            self.headings.append(block)
            return above
        return () if block is self.title else self._list_headings()

    def _list_headings(self) -> tuple[Context, ...]:
        open_ones = self.headings or ([self.title] if self.title else [])
        found = [self._build("heading", *self._strip_heading(one)) for one in open_ones[-MAX_HEADINGS:]]
        return tuple(one for one in found if one is not None)

    def _strip_heading(self, block: Block) -> tuple[int, int]:
        """Return the span of a heading without hashes, tags, emphasis and underline."""
        line = self.text[block.start : block.end].partition("\n")[0]
        start = 0
        while (mark := _HEADING_MARK.match(line, start)) is not None:
            start = mark.end()
        end = len(line.rstrip())
        while (mark := _EMPHASIS.match(line, start, end)) is not None:
            start, end = mark.span(2)
        return block.start + start, block.start + end

    def _read_list(self, items: list[Block], before: Block | None) -> list[tuple[Context, ...]]:
        """Return the context of items: their headings, the lead of the list, and the items around them."""
        outer = self._list_headings()
        lead = self._find_lead(before) if before is not None else None
        outer = (*_name_lead(outer, lead, self.language), *((lead,) if lead else ()))
        found = []
        around: list[tuple[int, Context | None]] = []
        for item in items:
            around = [(level, own) for level, own in around if level < item.level]
            found.append((*outer, *(own for _, own in around if own is not None)))
            around.append((item.level, self._build("lead", *self._find_last_unit(item))))
        return found

    def _find_lead(self, block: Block) -> Context | None:
        """Return the last sentence of the block before a list or table if it ends with a colon."""
        if block.kind not in ("prose", "list_item"):
            return None
        if not self.text[block.start : block.end].rstrip(_MARKUP).endswith(_COLONS):
            return None
        return self._build("lead", *self._find_last_unit(block))

    def _find_last_unit(self, block: Block) -> tuple[int, int]:
        return list(split_block(self.text, block, self.language))[-1]

    def _split_tables(self, rows: list[Block]) -> list[list[Block]]:
        """Split rows at empty lines, and where a header follows a row."""
        tables: list[list[Block]] = []
        for row in rows:
            last = tables[-1][-1] if tables else None
            is_head = row.kind == "table_header" and len(split_cells(self.text[row.start : row.end])) > 1
            starts = is_head and last is not None and last.kind == "table_row"
            apart = last is not None and last.kind == row.kind and self._are_apart(last, row)
            if last is None or starts or apart:
                tables.append([])
            tables[-1].append(row)
        return tables

    def _are_apart(self, above: Block, row: Block) -> bool:
        """Return True if an empty line is between two rows, or the end of a table in tags."""
        gap = self.text[above.end : row.start]
        return _TABLE_TAG.search(gap) is not None if _ROW_TAG.search(gap) else gap.count("\n") > 1

    def _read_table(self, rows: list[Block], before: Block | None) -> list[tuple[Context, ...]]:
        table = read_tag_table(self.text, rows)
        cells = table.cells if table else self._split_rows(rows)
        widest = max(map(len, cells.values()))
        outer = self._list_headings()
        caption = self._find_caption(before)
        outer += (caption,) if caption else ()
        heads = _find_head_rows(rows, cells)
        heads = table.extend_heads(heads) if table else heads
        above = [row for row in rows if heads and row.start < heads[0].start]
        outer += tuple(one for row in above if (one := self._build("caption", row.start, row.end)))
        found: list[tuple[Context, ...]] = []
        group: Context | None = None
        for row in rows:
            if row in heads or row in above:
                found.append(outer)
            elif widest > 1 and _is_group(cells[row.start]):
                group = self._build("group", row.start, row.end)
                found.append(outer)
            else:
                own = None if table else self._find_columns(heads, cells, row)
                merged = table.find_contexts(row, heads) if table else ()
                found.append((*outer, *(one for one in (own, *merged, group) if one is not None)))
        return found

    def _split_rows(self, rows: list[Block]) -> dict[int, list[str]]:
        """Return the start of each row → its cells; the first row of delimited text shows how it is split."""
        written = {row.start: self.text[row.start : row.end] for row in rows}
        is_delimited = len(rows) > 1 and all(len(split_cells(row)) == 1 for row in written.values())
        delimiter = find_delimiter(next(iter(written.values()))) if is_delimited else ""
        return {start: split_cells(row, delimiter) for start, row in written.items()}

    def _find_columns(self, heads: list[Block], cells: dict[int, list[str]], row: Block) -> Context | None:
        """Return the last row of heads above the row that has as many cells as the row."""
        own = cells[row.start]
        above = (one for one in heads if one.start < row.start)
        fitting = [one for one in above if len(own) > 1 and _have_same_columns(cells[one.start], own)]
        return self._build("columns", fitting[-1].start, fitting[-1].end) if fitting else None

    def _find_caption(self, before: Block | None) -> Context | None:
        """Return the block before a table if it is a caption, or a lead that ends with a colon."""
        if before is None or before.kind != "prose":
            return None
        words = self.text[before.start : before.end]
        is_line = "\n" not in words and len(words.split()) <= _MAX_TITLE_WORDS
        is_caption = _CAPTION.match(words) is not None or states_scale(words)
        if is_caption or (is_line and not words.endswith(_END_MARKS)):
            return self._build("caption", before.start, before.end)
        return self._find_lead(before)

    def _build(self, kind: ContextKind, start: int, end: int) -> Context | None:
        if not 0 < end - start <= MAX_CONTEXT_CHARS and kind != "columns":
            return None
        return Context(kind, self.text[start:end], start, end)


def _name_lead(
    headings: tuple[Context, ...], lead: Context | None, language: str | None
) -> tuple[Context, ...]:
    """Return the headings of a list, the innermost one that qualifies its items as its lead.

    They are unchanged if the list has a lead that does so itself. A heading with a colon is the lead of the
    list right below it alone.
    """
    if lead is not None and qualifies_items(lead.text, language):
        return headings
    open_ones = (n for n, one in enumerate(headings) if lead is None or not one.text.endswith(_COLONS))
    place = max((n for n in open_ones if qualifies_items(headings[n].text, language)), default=None)
    if place is None:
        return headings
    return (*headings[:place], *headings[place + 1 :], replace(headings[place], kind="lead"))


def _get_run_kind(block: Block) -> str:
    return "table_row" if block.kind in _ROWS else block.kind


def _is_group(cells: list[str]) -> bool:
    """Return True for a row of which only the first cell has words: the name of the rows below."""
    return bool(cells[0]) and not any(cells[1:]) and not is_numeric(cells[0])


def _have_same_columns(heads: list[str], cells: list[str]) -> bool:
    """Return True for rows of the same width.

    In Markdown the pipe after the last cell is optional. If only one of the two rows has it, that row
    seems to have an empty cell more.
    """
    longer = max(heads, cells, key=len)
    return abs(len(heads) - len(cells)) <= (not longer[-1])


def _is_value(cell: str) -> bool:
    """Return True for a cell with a figure that is no year: years are column heads."""
    return is_numeric(_YEARS.sub("", cell))


def _find_head_rows(rows: list[Block], cells: dict[int, list[str]]) -> list[Block]:
    """Return the rows with the column heads.

    Where no row is marked as a header, as in PDF, it is the first row with as many cells as most rows, if
    none of its cells is a figure and most of the rows below have one.
    """
    marked = [row for row in rows if row.kind == "table_header" and len(cells[row.start]) > 1]
    if marked or len(rows) < 3:
        return marked
    widths = [len(cells[row.start]) for row in rows]
    usual = max(set(widths), key=widths.count)
    first = next(row for row in rows if len(cells[row.start]) == usual)
    below = [row for row in rows if row.start > first.start and len(cells[row.start]) == usual]
    has_figures = [any(map(is_numeric, cells[row.start][1:])) for row in below]
    is_head = usual > 1 and not any(map(_is_value, cells[first.start]))
    return [first] if is_head and 2 * sum(has_figures) > len(below) > 1 else []
