"""Ranges: one end of a range ("10 to 14 days") is not the whole range, but "at least 10 days" follows."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from ascribe.verify.comparison import Comparison, Text, find_once
from ascribe.verify.cues import find_clause_at, find_scopes
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import find_measure_at
from ascribe.verify.quantities.number import Number, get_amount_words
from ascribe.verify.quantities.operations import find_cue_in_clause, has_word_before
from ascribe.verify.rules.figure_words import build_figure_pattern, list_figure_words

_DASH = re.compile(r"\s?[–—-]\s?")


@find_once
def find_ranges(text: Text) -> tuple[tuple[Number, Number], ...]:
    """Return the lower and the upper figure of each range, in order."""
    return tuple((low, high) for low, high in pairwise(find_figures(text)) if _is_range(text, low, high))


def _is_range(text: Text, low: Number, high: Number) -> bool:
    if low.value >= high.value or {low.kind, high.kind} & {"clock", "ordinal", "part"}:
        return False
    gaps = [text.text[end : high.start] for end in (find_measure_at(text, low).end, low.end)]
    if any(_DASH.fullmatch(gap) for gap in gaps):
        return True
    if any(find_cue_in_clause(text, group, low.start) for group in ("rise", "fall")):
        return False
    joined = any(
        any(pattern.fullmatch(gap.strip()) for gap in gaps) and before.search(text.text[: low.start])
        for before, pattern in _build_range_patterns(text.code)
    )
    return joined and (_is_ranging(text, low) or not has_word_before(text, low.start, "from"))


def _is_ranging(text: Text, low: Number) -> bool:
    """Return True if a verb says that "from 20 to 50" is a range and no change: "varies", "ranges"."""
    pattern = build_figure_pattern(text.code, "ranging")
    first = find_clause_at(text, low.start)[0]
    return pattern is not None and pattern.search(text.lowered, first, low.start) is not None


@cache
def _build_range_patterns(language: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Return the patterns before the first figure, which may be empty, and between the two figures."""
    forms = [*get_amount_words(language).get("range", {}).items()]
    forms += [
        (one, two) for one, _, two in (row.partition("|") for row in list_figure_words(language, "range"))
    ]
    return tuple(
        (re.compile(rf"\b{one}\s*$" if one else "", re.IGNORECASE), re.compile(two, re.IGNORECASE))
        for one, two in forms
    )


def compare_range_end(number: Number, other: Number, claim: Text, evidence: Text) -> Comparison | None:
    """Compare a figure that is one end of a range in the evidence; None if there is no such range.

    "At least" and "up to" agree. The finding is missing if the claim gives one end for the whole range; of a
    claim that gives a range itself, each end is compared on its own.
    """
    found = next((pair for pair in find_ranges(evidence) if other in pair), None)
    if found is None or any(number in pair for pair in find_ranges(claim)):
        return None
    if any(_has_both(found, pair) for pair in _pair_neighbours(claim)):
        return None
    group = "least" if other is found[0] else "most_at"
    cue = next((c for c in find_scopes(claim, group) if _is_cue_adjacent(claim, c.end, number)), None)
    there = found[0].start, found[1].end
    if cue is None:
        return Comparison("numbers", "missing", "range_narrowed", (number.start, number.end), there)
    place = cue.start, find_measure_at(claim, number).end
    formula = f"{evidence.text[slice(*there)]} is {claim.text[cue.start : number.end]}"
    return Comparison("numbers", "agree", "", place, there, formula)


def _pair_neighbours(claim: Text) -> list[tuple[Number, Number]]:
    """Return the pairs of neighbouring figures in the claim, whatever is between them."""
    return list(pairwise(find_figures(claim)))


def _has_both(found: tuple[Number, Number], pair: tuple[Number, Number]) -> bool:
    return all(any(one.agrees_with(end) for one in pair) for end in found)


def _is_cue_adjacent(claim: Text, end: int, number: Number) -> bool:
    return end <= number.start and not claim.text[end : number.start].strip()
