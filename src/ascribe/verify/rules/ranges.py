"""Ranges: "10 to 14 days", "between 10 and 14", "10–14". One end of a range is not the whole of it.

"From 10 to 14" is none here, since a change is written so too; nor are times of day.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise

from ascribe.verify.rules.amount import Number, amounts
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.measures import measure_at
from ascribe.verify.rules.operations import cue_in_clause, stands_before
from ascribe.verify.rules.scope import find_scopes

_DASH = re.compile(r"\s?[–—-]\s?")


@lru_cache(maxsize=8192)
def ranges(text: Text) -> tuple[tuple[Number, Number], ...]:
    """The lower and the upper figure of each range, in order."""
    return tuple((low, high) for low, high in pairwise(figures(text)) if _is_range(text, low, high))


def _is_range(text: Text, low: Number, high: Number) -> bool:
    if low.value >= high.value or {low.kind, high.kind} & {"clock", "ordinal", "part"}:
        return False
    between = text.text[measure_at(text, low).end : high.start]
    if _DASH.fullmatch(between) or _DASH.fullmatch(text.text[low.end : high.start]):
        return True
    if any(cue_in_clause(text, group, low.start) for group in ("rise", "fall")):
        return False
    return any(
        pattern.fullmatch(between.strip()) and (before.search(text.text[: low.start]) is not None)
        for before, pattern in _forms(text.language or "en")
    ) and not stands_before(text, low.start, "from")


@cache
def _forms(language: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """The word before the first figure, which may be none, and the one between the two."""
    forms = amounts(language).get("range", {})
    return tuple(
        (re.compile(rf"\b{one}\s*$" if one else "", re.IGNORECASE), re.compile(two, re.IGNORECASE))
        for one, two in forms.items()
    )


def end_of_range(number: Number, other: Number, claim: Text, evidence: Text) -> Comparison | None:
    """What is to say where the claim's figure is one end of a range of the evidence, else None.

    Agree with "at least" and "up to", missing where the claim makes the end the whole.
    """
    found = next((pair for pair in ranges(evidence) if other in pair), None)
    if found is None or any(_has_both(found, pair) for pair in _pairs(claim)):
        return None
    group = "least" if other is found[0] else "most_at"
    cue = next((c for c in find_scopes(claim, group) if _touches(claim, c.end, number)), None)
    there = found[0].start, found[1].end
    if cue is None:
        return Comparison("numbers", "missing", "range_narrowed", (number.start, number.end), there)
    place = cue.start, measure_at(claim, number).end
    formula = f"{evidence.text[slice(*there)]} is {claim.text[cue.start : number.end]}"
    return Comparison("numbers", "agree", "", place, there, formula)


def _pairs(claim: Text) -> list[tuple[Number, Number]]:
    """Figures that are neighbours in the claim, whatever joins them."""
    return list(pairwise(figures(claim)))


def _has_both(found: tuple[Number, Number], pair: tuple[Number, Number]) -> bool:
    return all(any(one.agrees_with(end) for one in pair) for end in found)


def _touches(claim: Text, end: int, number: Number) -> bool:
    return end <= number.start and not claim.text[end : number.start].strip()
