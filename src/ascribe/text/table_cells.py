"""Rows of tables as text: their cells, and the cells of a row named by the heads of their columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ascribe.delimited_rows import CELL_TAGS, SEPARATOR, find_delimited_cells, find_delimiter
from ascribe.records.span import Context
from ascribe.text.head_scales import apply_head_scale, apply_table_scale
from ascribe.text.text_cache import cache_by_text
from ascribe.text.words import find_stems, is_content_word, split_words

CELL_SEPARATOR = " | "
"""What separates the cells of a row that is rendered."""

_SEPARATOR = re.compile(SEPARATOR)
_CELL_TAGS = re.compile(CELL_TAGS)
_DIGITS = re.compile(r"\d")
_LETTERS = re.compile(r"[^\W\d_]{2,}")


def find_cells(row: str, delimiter: str = "") -> list[tuple[int, int]]:
    """Return the spans of the cells of a row, without the blanks around them.

    Cells are separated by ``|`` or tabs, and a pipe may precede the first one and follow the last; or by the
    tags of HTML, and then by nothing else. A row without any of them is one cell. With a delimiter, "," or
    ";", the row is one of delimited text, and quotation marks around a cell are no part of it.
    """
    if delimiter:
        return find_delimited_cells(row, delimiter)
    start, end = len(row) - len(row.lstrip()), len(row.rstrip())
    separators = _CELL_TAGS if _CELL_TAGS.search(row) else _SEPARATOR
    if end - start > 1 and row[start] == "|" and separators is _SEPARATOR:
        start += 1
        end -= row[end - 1] == "|"
    spans: list[tuple[int, int]] = []
    for separator in separators.finditer(row, start, end):
        spans.append(_strip_span(row, start, separator.start()))
        start = separator.end()
    return [*spans, _strip_span(row, start, end)]


def _strip_span(row: str, start: int, end: int) -> tuple[int, int]:
    cell = row[start:end]
    start += len(cell) - len(cell.lstrip())
    return start, start + len(cell.strip())


def split_cells(row: str, delimiter: str = "") -> list[str]:
    """Return the cells of a row: see ``find_cells``."""
    return [row[start:end] for start, end in find_cells(row, delimiter)]


def split_row(heads: str, row: str) -> tuple[list[str], list[str]]:
    """Return the heads of the columns and the cells of a row, which are separated as the heads are.

    In delimited text and without pipes, the parts of a head are joined by "_": "population_2024".
    """
    delimiter = find_delimiter(heads)
    names = split_cells(heads, delimiter)
    if "|" not in heads:
        names = [name.replace("_", " ") for name in names]
    return names, split_cells(row, delimiter)


def is_numeric(cell: str) -> bool:
    """Return True for a cell that holds a figure and at most one word: "12", "264,140", "30 days"."""
    return _DIGITS.search(cell) is not None and len(_LETTERS.findall(cell)) <= 1


def name_cells(
    heads: Sequence[str], row: Sequence[str], *, has_name: bool = False, captions: Sequence[str] = ()
) -> list[str]:
    """Return each cell of the row behind the head of its column, "Permit: 264,140"; the first cell as it is.

    An empty cell gives an empty text; a column without a head, the bare cell. With ``has_name``, a cell above
    names the row, so the first one stands behind its head, too. The scale of a head stands behind the figure:
    "Exports: 12.4 million tonnes"; so does that of the table, which the head of the rows' names or a
    caption may give.
    """
    heads = [*heads, *[""] * (len(row) - len(heads))][: len(row)]
    scaled = [apply_head_scale(head, cell) for head, cell in zip(heads, row, strict=True)]
    givers = (*captions, *heads[: not has_name])
    scaled = [(head, apply_table_scale(givers, row[0], head, cell)) for head, cell in scaled]
    named = [f"{head}: {cell}" if head and cell else cell for head, cell in scaled]
    return named if has_name else [*row[:1], *named[1:]]


def list_row_names(context: Sequence[Context]) -> list[str]:
    """Return the name of the group of a row, and the cells above that span it."""
    return [one.text.strip("|* ") for kind in ("group", "cell") for one in context if one.kind == kind]


def list_captions(context: Sequence[Context]) -> list[str]:
    """Return the captions of the table that a row is in."""
    return [one.text for one in context if one.kind == "caption"]


def is_spanned(context: Sequence[Context]) -> bool:
    """Return True if a cell above spans the row."""
    return any(one.kind == "cell" for one in context)


@dataclass(frozen=True, slots=True)
class ClaimWords:
    """The words of a claim that say which cells of a row it is about.

    Args:
        stems: stems of all its words.
        content: stems of its content words.
        language: ISO 639-1 code of the claim; None for English.
    """

    stems: Collection[str]
    content: Collection[str]
    language: str | None = None

    @classmethod
    def read(cls, claim: str, language: str | None = None) -> ClaimWords:
        """Return the words of a claim."""
        words = split_words(claim, language)
        content = frozenset(word.stem for word in words if is_content_word(word, language))
        return cls(frozenset(word.stem for word in words), content, language)


def render_row(row: str, context: Sequence[Context], claim: ClaimWords | None = None) -> str | None:
    """Return a row with the name of its group and its cells behind their column heads; None without heads.

    ``Kentucky | Permit: 264,140 | Handgun: 12,155``. With the words of a claim it has only the cells that the
    claim is about: those whose column head it names, and beside them those whose value it has. If it names no
    column, or only that of one of two figures, all of them count. The first cell names the row.
    """
    columns = next((one.text for one in context if one.kind == "columns"), None)
    if columns is None:
        return None
    heads, cells = split_row(columns, row)
    named = name_cells(heads, cells, has_name=is_spanned(context), captions=list_captions(context))
    kept = select_cells(heads, cells, claim) if claim is not None else range(1, len(cells))
    return CELL_SEPARATOR.join([*list_row_names(context), named[0], *(named[i] for i in kept if cells[i])])


def select_cells(heads: Sequence[str], row: Sequence[str], claim: ClaimWords) -> list[int]:
    """Return the indices of the filled cells that the claim is about, from 1: see ``render_row``."""
    filled = [i for i in range(1, len(row)) if row[i]]
    by_head = {i for i in filled if i < len(heads) and _is_head_named(claim, heads[i])}
    by_value = {i for i in filled if _has_value(claim, row[i])}
    is_named = {i in by_head for i in by_value if is_numeric(row[i])}
    if not by_head or len(is_named) > 1:
        return filled
    return [i for i in filled if i in by_head or i in by_value]


def _is_head_named(claim: ClaimWords, head: str) -> bool:
    return not _find_stems(head, claim.language).isdisjoint(claim.content)


def _has_value(claim: ClaimWords, cell: str) -> bool:
    """Return True if the claim has a figure of the cell; of a cell without one, a content word."""
    found = _find_value_stems(cell, claim.language)
    return not found.isdisjoint(claim.stems) or any(stem.lstrip("0") in claim.stems for stem in found)


_find_stems = cache_by_text(4096)(find_stems)


@cache_by_text(4096)
def _find_value_stems(cell: str, language: str | None) -> frozenset[str]:
    content = [word for word in split_words(cell, language) if is_content_word(word, language)]
    figures = frozenset(word.stem for word in content if word.form[0].isdigit())
    return figures or frozenset(word.stem for word in content)
