"""Cells of words in a table: what the row says of the column that the claim names.

Of "Breakfast | Basic: Not included | Plus: Included", a claim about "Basic" must negate what its cell
negates. Of "Bed | Basic: twin | Plus: queen", it must not say what only "Plus" has. This rule never returns a
clash.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Span, find_scopes, find_whole_clause_at
from ascribe.verify.lexicon import Entry, get_entries
from ascribe.verify.tables_and_lists.rows import Cell, Row, find_rows

_NO = re.compile(r"(?:no|none|never|n/a|[✗✘❌×–—-]+)", re.IGNORECASE)
_YES = re.compile(r"(?:yes|✓|✔|✅)", re.IGNORECASE)
"""Whole cells that only deny or affirm what names their row."""


def compare_cells(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each cell of words that differs from what the claim says of its column."""
    if CELL_SEPARATOR not in evidence.text:
        return []
    rows = [row for row in find_rows(evidence) if row.names]
    if "|" in claim.text:
        asked = find_rows(claim)
        return [found for row in rows for one in asked for found in _compare_rows(one, row, claim, evidence)]
    named = (row for row in rows if row.is_named(claim))
    return [found for row in named for found in _compare_row(row, claim, evidence)]


_Keys = frozenset[str | Entry]
"""What words have in common with their synonyms: their stems, and the entries of the lexicon."""


def _find_keys(words: Iterable[Word]) -> _Keys:
    listed = list(words)
    return frozenset((*(word.stem for word in listed), *chain(*(get_entries(word.form) for word in listed))))


_MOST_CELLS = 32
"""Cells of a row that are compared with all those of another one."""


def _compare_rows(asked: Row, row: Row, claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for each cell of a row of the claim that differs from the same one of the evidence.

    It is the same if names and head of either are among those of the other: the table may be turned.
    """
    for mine, theirs in product(asked.cells[:_MOST_CELLS], row.cells[:_MOST_CELLS]):
        if mine.figures or theirs.figures or not _is_same_cell(asked, mine, row, theirs):
            continue
        place, there = (mine.start, mine.end), (theirs.start, theirs.end)
        if _denies(mine, claim) != _denies(theirs, evidence):
            yield Comparison("cells", "missing", "negation_unclear", place, there)
        elif not _share_word(claim.within(*place), evidence.within(*there)):
            yield Comparison("cells", "missing", "column_unclear", place, there)


def _is_same_cell(asked: Row, mine: Cell, row: Row, theirs: Cell) -> bool:
    named = frozenset(word.stem for word in asked.names) | mine.head
    held = frozenset(word.stem for word in row.names) | theirs.head
    return named <= held and theirs.head <= named


def _share_word(mine: Sequence[Word], theirs: Sequence[Word]) -> bool:
    """Return True if one cell has nothing that the other lacks."""
    one, other = _find_keys(mine), _find_keys(theirs)
    return all(_find_keys([word]) & other for word in mine) or all(_find_keys([w]) & one for w in theirs)


def _compare_row(row: Row, claim: Text, evidence: Text) -> Iterator[Comparison]:
    pairs = zip(row.cells, row.list_own_words(), strict=True)
    worded = [(cell, own, evidence.within(cell.start, cell.end)) for cell, own in pairs if not cell.figures]
    heads = frozenset(stem for cell, _, _ in worded for stem in cell.head)
    telling = _find_keys(word for *_, words in worded for word in words) - heads
    named = [(cell, words, _find_name(own, claim)) for cell, own, words in worded]
    several = sum(name is not None for *_, name in named) > 1
    for cell, words, name in named:
        if name is None:
            continue
        there = (cell.start, cell.end)
        if _denies_alone(cell, name, claim, evidence):
            yield Comparison("cells", "missing", "negation_unclear", (name.start, name.end), there)
            continue
        said = claim.within(*find_whole_clause_at(claim, name.start)) if several else claim.content
        others = [_find_keys(other) for other_cell, _, other in worded if other_cell is not cell]
        foreign = (
            _find_foreign_word(_find_keys(words), telling, said)
            or _find_word_of_larger(_find_keys(words), others, said)
            or _find_foreign_only((cell.start, cell.end), claim, evidence)
        )
        if foreign is not None:
            yield Comparison("cells", "missing", "column_unclear", (foreign.start, foreign.end), there)


def _find_name(own: frozenset[str], claim: Text) -> Word | None:
    """Return the first word of the claim that names a column; None if it does not have all of its words."""
    return next((word for word in claim.words if word.stem in own), None) if own <= claim.stems else None


def _denies_alone(cell: Cell, named: Word, claim: Text, evidence: Text) -> bool:
    """Return True if only one of the two denies: the cell, or the claim's clause that names its column."""
    said = {word.stem for word in evidence.within(cell.start, cell.end)}
    if not _find_pattern(cell, evidence) and not said <= claim.stems:
        return False
    return _denies(cell, evidence) != _has_negation(claim, find_whole_clause_at(claim, named.start))


def _denies(cell: Cell, text: Text) -> bool:
    return _find_pattern(cell, text) is _NO or _has_negation(text, (cell.start, cell.end))


def _find_pattern(cell: Cell, text: Text) -> re.Pattern[str] | None:
    """Return the pattern of a cell that only denies or affirms; None for any other cell."""
    written = text.text[cell.start : cell.end].strip(" .*_")
    return next((pattern for pattern in (_NO, _YES) if pattern.fullmatch(written)), None)


def _has_negation(text: Text, span: Span) -> bool:
    """Return True if a word such as "not" or "without" begins in that stretch."""
    for group in ("negation", "without"):
        cues = find_scopes(text, group)
        first = bisect_left(cues, span[0], key=lambda cue: cue.start)
        if first < len(cues) and cues[first].start < span[1]:
            return True
    return False


def _find_foreign_word(mine: _Keys, telling: _Keys, said: Iterable[Word]) -> Word | None:
    """Return a word of the claim that only another column has, if the claim has nothing of the cell.

    Args:
        mine: the keys of the cell.
        telling: those of all cells of the row, without the heads.
        said: the words of the claim about that column.
    """
    words = list(said)
    if not mine or mine & _find_keys(words):
        return None
    return next((word for word in words if telling & _find_keys([word])), None)


def _find_word_of_larger(mine: _Keys, others: Sequence[_Keys], said: Iterable[Word]) -> Word | None:
    """Return a word of another cell that has all of this one and more, if the claim has all of that cell.

    "Basic has phone and e-mail support" says of "Basic: e-mail" what is in "Pro: phone and e-mail".
    """
    words = list(said)
    known = _find_keys(words)
    more = frozenset().union(*(other - mine for other in others if mine & other and other <= known))
    return next((word for word in words if more & _find_keys([word])), None)


def _find_foreign_only(cell: Span, claim: Text, evidence: Text) -> Word | None:
    """Return the "only" of the claim if another cell has one and this has none."""
    cues = find_scopes(evidence, "only")
    if not cues or any(cell[0] <= cue.start < cell[1] for cue in cues):
        return None
    return next(
        (word for cue in find_scopes(claim, "only") for word in claim.words_after(cue.start, 1)), None
    )


CELLS = Rule("cells", compare_cells, kind="negation", exact="negation_unclear", vetoes=("column_unclear",))
