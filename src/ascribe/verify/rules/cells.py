"""Cells of words in a table: what the row says of the column that the claim names.

Of "Breakfast | Basic: Not included | Plus: Included", a claim about "Basic" must negate what its cell
negates. Of "Bed | Basic: twin | Plus: queen", it must not say what only "Plus" has. This rule never returns a
clash.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Span, find_clause_at, find_scopes
from ascribe.verify.rules.columns import Cell, Row, find_rows

_NO = re.compile(r"(?:no|none|never|n/a|[✗✘❌×–—-]+)", re.IGNORECASE)
_YES = re.compile(r"(?:yes|✓|✔|✅)", re.IGNORECASE)
"""Whole cells that only deny or affirm what names their row."""


def compare_cells(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each cell of words that differs from what the claim says of its column."""
    if CELL_SEPARATOR not in evidence.text or "|" in claim.text:  # a claim that is a row has its own heads
        return []
    rows = (row for row in find_rows(evidence) if row.names and row.is_named(claim))
    return [found for row in rows for found in _compare_row(row, claim, evidence)]


def _compare_row(row: Row, claim: Text, evidence: Text) -> Iterator[Comparison]:
    pairs = zip(row.cells, row.list_own_words(), strict=True)
    worded = [(cell, own, _find_stems(cell, evidence)) for cell, own in pairs if not cell.figures]
    telling = _NONE.union(*(stems for _, _, stems in worded)) - _NONE.union(
        *(cell.head for cell, _, _ in worded)
    )
    for cell, own, stems in worded:
        named = next((word for word in claim.words if word.stem in own), None)
        if named is None or not own <= claim.stems:
            continue
        there = (cell.start, cell.end)
        if _denies_alone(cell, named, claim, evidence):
            yield Comparison("cells", "missing", "negation_unclear", (named.start, named.end), there)
            continue
        foreign = _find_foreign_word(stems, telling, claim)
        if foreign is not None:
            yield Comparison("cells", "missing", "column_unclear", (foreign.start, foreign.end), there)


_NONE: frozenset[str] = frozenset()


def _find_stems(cell: Cell, evidence: Text) -> frozenset[str]:
    return frozenset(word.stem for word in evidence.within(cell.start, cell.end))


def _denies_alone(cell: Cell, named: Word, claim: Text, evidence: Text) -> bool:
    """Return True if only one of the two denies: the cell, or the claim's clause that names its column."""
    written = evidence.text[cell.start : cell.end].strip(" .*_")
    is_no, is_yes = (pattern.fullmatch(written) is not None for pattern in (_NO, _YES))
    if not is_no and not is_yes and not _find_stems(cell, evidence) <= claim.stems:
        return False
    denies = is_no or _has_negation(evidence, (cell.start, cell.end))
    return denies != _has_negation(claim, find_clause_at(claim, named.start))


def _has_negation(text: Text, span: Span) -> bool:
    """Return True if a word such as "not" or "without" begins in that stretch."""
    for group in ("negation", "without"):
        cues = find_scopes(text, group)
        first = bisect_left(cues, span[0], key=lambda cue: cue.start)
        if first < len(cues) and cues[first].start < span[1]:
            return True
    return False


def _find_foreign_word(mine: frozenset[str], telling: frozenset[str], claim: Text) -> Word | None:
    """Return a word of the claim that only another column has, if the claim has nothing of the cell.

    Args:
        mine: the stems of the cell.
        telling: those of all cells of the row, without the heads.
        claim: the claim.
    """
    if not mine or mine & claim.stems:
        return None
    return next((word for word in claim.content if word.stem in telling), None)


CELLS = Rule("cells", compare_cells, kind="negation", exact="negation_unclear", vetoes=("column_unclear",))
