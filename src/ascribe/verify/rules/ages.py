"""Ages: "80 years old" says how old somebody was, "80 years ago" and "for 80 years" how long something is.

A figure of the claim with one of these words is not the same figure with the other. Only English is covered.
This rule never returns a clash: both may be so.
"""

from __future__ import annotations

import re
from typing import Literal

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.quantities.extract import find_figures

_OLD = re.compile(r"[\s-]{0,3}(?:years?|months?|weeks?|days?)[\s-]{1,3}old\b")
_AGED = re.compile(r"\bage[ds]?(?:\s+of)?\s+$")
_BESIDE_NAME = re.compile(r"[^\W\d_][^\W_]*,\s$")
"""What precedes the bare age of somebody: "Eva Moor, 52, has commanded the ferry"."""

_APART = re.compile(
    r"\s{0,3}(?:years?|months?|weeks?|days?)\s+(?:ago|later|earlier|after|before|since|long|from\s+now)\b"
)
_LASTING = re.compile(r"\b(?:for|over|in|within|after|during|of)\s+(?:the\s+(?:past|last)\s+)?$")
_UNIT = re.compile(r"\s{0,3}(?:years?|months?|weeks?|days?)\b")
_REACH = 10
"""Characters before a figure in which "aged" or "age of" lies."""

_LONGEST_NAME = 30
"""Characters before a figure in which the last word of a name begins."""

_Use = Literal["age", "distance", ""]


def compare_ages(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each age or distance whose figure the evidence uses otherwise."""
    if not (claim.is_english and evidence.is_english):
        return []
    found = []
    for figure in find_figures(claim):
        use = _find_use(claim, figure.start, figure.end)
        same = [one for one in find_figures(evidence) if figure.agrees_with(one)] if use else []
        uses = [_find_use(evidence, one.start, one.end) for one in same]
        if uses and all(uses) and use not in uses:
            there = (same[0].start, same[0].end)
            found.append(Comparison("ages", "missing", "misplaced", (figure.start, figure.end), there))
    return found


def _find_use(text: Text, start: int, end: int) -> _Use:
    before = text.lowered[max(0, start - _REACH) : start]
    if _OLD.match(text.lowered, end) or _AGED.search(before) or _is_bare_age(text, start, end):
        return "age"
    is_lasting = _LASTING.search(before) is not None and _UNIT.match(text.lowered, end) is not None
    return "distance" if is_lasting or _APART.match(text.lowered, end) else ""


def _is_bare_age(text: Text, start: int, end: int) -> bool:
    """Return True for a figure between commas right behind a name."""
    name = _BESIDE_NAME.search(text.text, max(0, start - _LONGEST_NAME), start)
    return name is not None and name[0][0].isupper() and text.text.startswith((",", ")"), end)


AGES = Rule("ages", compare_ages, kind="number", vetoes=("misplaced",))
