"""The rows of tables in a text: their names, and their cells with the heads and the figures.

A row stands as ``passages.render_passage`` writes it: its name, then its cells, each behind the head of its
column, "Kentucky | Permit: 264,140 | Handgun: 12,155". A row whose heads were lost is bare.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.text.words import Word, is_content_word, split_words
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.lexicon import Entry, get_entries
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures, find_numbers
from ascribe.verify.quantities.number import Number

_HEAD = re.compile(r"([^|:]*\w[^|:]*): (?=\S)")

TOTALS = frozenset(("total", "sum", "overal"))
"""Stems of heads and names of totals."""

_WHOLES = frozenset(("all", "across", "altogether", "overall", "combined", "total", "whole", "nationwide"))
"""Words with which a claim means the totals."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a row: stems and lexicon entries of its column head, the span of its value, its figures."""

    head: frozenset[str]
    entries: frozenset[Entry]
    start: int
    end: int
    figures: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row: the words of its names, those of its group among them, and the cells with a head."""

    names: tuple[Word, ...]
    cells: tuple[Cell, ...]

    def is_named(self, claim: Text) -> bool:
        """Return True if the claim has a word of its names, if it has none, or if "all" means the totals."""
        names = {word.stem for word in self.names}
        is_whole = not (TOTALS.isdisjoint(names) or _WHOLES.isdisjoint(claim.tokens))
        return not names or not names.isdisjoint(claim.stems) or is_whole

    def find_homes(self, figure: Number) -> list[Cell]:
        """Return the cells that have the figure."""
        return [cell for cell in self.cells if any(map(figure.agrees_with, cell.figures))]

    def list_own_words(self) -> list[frozenset[str]]:
        """Return for each cell the stems of its head that not every other head has."""
        heads = {cell.head for cell in self.cells}
        shared = frozenset.intersection(*heads) if len(heads) > 1 else frozenset[str]()
        return [cell.head - shared or cell.head for cell in self.cells]


_CELL_EDGE = re.compile(rf"{re.escape(CELL_SEPARATOR)}|\n")


def find_cell_at(text: Text, position: int) -> Span | None:
    """Return the span of the cell at that position; None in a line that is no row of a table."""
    edges = _find_cell_edges(text)
    place = bisect_left(edges, (position, position))
    before, after = edges[max(0, place - 1) : place], edges[place : place + 1]
    if not any(end - start == len(CELL_SEPARATOR) for start, end in (*before, *after)):
        return None
    return before[0][1] if before else 0, after[0][0] if after else len(text.text)


@find_once
def _find_cell_edges(text: Text) -> tuple[Span, ...]:
    """Return the spans of the separators of cells and of the ends of lines, in order."""
    return tuple(match.span() for match in _CELL_EDGE.finditer(text.text))


@find_once
def find_rows(evidence: Text) -> tuple[Row, ...]:
    """Return the rows in the text."""
    return tuple(_read_rows(evidence))


def _read_rows(evidence: Text) -> Iterator[Row]:
    offset = 0
    for line in evidence.text.split("\n"):
        if CELL_SEPARATOR in line:
            row = _read_row(evidence, line, offset)
            if row.cells:
                yield row
        offset += len(line) + 1


def _read_row(evidence: Text, line: str, offset: int) -> Row:
    names: list[Word] = []
    cells: list[Cell] = []
    values = [*find_figures(evidence), *find_years(evidence)]
    for piece in line.split(CELL_SEPARATOR):
        end = offset + len(piece)
        head = _HEAD.match(piece)
        if head is None:
            bare = (word for word in evidence.words if offset <= word.start < end)
            names += evidence.within(offset, end) or bare  # "Pro" names a row, and is a stop word of German
        else:
            start = offset + head.end()
            words = split_words(head[1], evidence.language)
            telling = [word for word in words if is_content_word(word, evidence.language)] or words
            stems = frozenset(word.stem for word in telling)
            figures = tuple(one for one in values if start <= one.start < end)
            entries = frozenset(
                one for word in telling for one in get_entries(word.form, word.stem, evidence.language)
            )
            cells.append(Cell(stems, entries, start, end, figures))
        offset = end + len(CELL_SEPARATOR)
    return Row(tuple(names), tuple(cells))


def find_years(text: Text) -> list[Number]:
    """Return the figures that are read as years and are not part of a longer date."""
    dates = {(date.start, date.end) for date in find_dates(text.text, text.language)}
    return [one for one in find_numbers(text.text, text.language) if (one.start, one.end) in dates]


# --- Rows without heads ---

_Placed = TypeVar("_Placed", Word, Number)

_LEAST_BARE_FIGURES = 4
"""Figures from which on a passage with few words is a row of a table whose heads were lost."""


@find_once
def find_bare_rows(text: Text) -> tuple[Span, ...]:
    """Return the rows of tables whose heads were lost: lines of many figures and few words, or with tabs."""
    found = []
    start = 0
    for line in text.text.split("\n"):
        end = start + len(line)
        words = [word for word in _slice(text.words, start, end) if not word.form[0].isdigit()]
        figures = len(_slice(find_figures(text), start, end))
        small = sum(not is_content_word(word, text.language) for word in words)
        is_numeric = figures >= max(_LEAST_BARE_FIGURES, len(words))
        if (is_numeric and _LEAST_BARE_FIGURES * small <= figures) or _has_bare_cells(line, start, text):
            found.append((start, end))
        start = end + 1
    return tuple(found)


_TAB = "\t"
_LEAST_TABS = 2
"""Tabs from which on a line is a row of a table; with heads it would be written with them."""


def _has_bare_cells(line: str, start: int, text: Text) -> bool:
    """Return True for a row between tabs with figures in several cells, so that its column is not clear."""
    if line.count(_TAB) < _LEAST_TABS:
        return False
    ends = [start + match.start() for match in re.finditer(r"\t|$", line)]
    numeric = sum(bool(_slice(find_figures(text), a, b)) for a, b in pairwise([start, *ends]))
    return numeric > 1


def _slice(found: Sequence[_Placed], start: int, end: int) -> Sequence[_Placed]:
    """Return those of the words or figures, in order, that begin in that stretch."""
    return found[slice(*(bisect_left(found, edge, key=lambda one: one.start) for edge in (start, end)))]
