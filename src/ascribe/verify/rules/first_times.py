"""First times: what happened "for the first time since 1998" happened before in 1998, and not again in it.

A claim that dates the event itself with what stands behind "since" is not confirmed. ``first_times.json``
lists the words by language. This rule never returns a clash.
"""

from __future__ import annotations

import re
from functools import cache

from ascribe.text.package_data import load_package_json
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span

_DATE = r"(?:[^\s,;.()]+\s+){0,3}?(?P<year>\d{4})(?!\d)"
_REACH = 80
"""Characters between "the first time" or "the highest" and "since"."""


def compare_first_times(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for each year of the claim that the evidence has only as that of the last time."""
    if claim.code != evidence.code:
        return []
    own = {year for year, _ in _find_last_times(claim)}
    return [
        Comparison("first_times", "missing", "date_misplaced", (at, at + len(year)), place)
        for year, place in _find_last_times(evidence)
        if year not in own
        and evidence.text.count(year) == 1
        and (at := claim.text.find(year)) >= 0
        and not _follows_since(claim, at)
    ][:1]


@find_once
def _find_last_times(text: Text) -> tuple[tuple[str, Span], ...]:
    """Return the year and the place of each "first time since" and "highest since"."""
    patterns = _load_patterns(text.code)
    found = patterns[0].finditer(text.lowered) if patterns is not None else ()
    return tuple((match["year"], match.span()) for match in found)


def _follows_since(text: Text, place: int) -> bool:
    """Return True if a word for "since" or "after" stands right before a year."""
    patterns = _load_patterns(text.code)
    return patterns is not None and patterns[1].search(text.lowered, max(0, place - 24), place) is not None


@cache
def _load_patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]] | None:
    words = load_package_json("verify/rules/first_times.json", dict[str, dict[str, str]]).get(language)
    if words is None:
        return None
    first, since = words["first"], words["since"]
    return (
        re.compile(rf"(?<!\w)(?:{first})(?!\w)[^.;\n]{{0,{_REACH}}}?(?<!\w)(?:{since})\s+{_DATE}"),
        re.compile(rf"(?<!\w)(?:{words['after']})(?:\s+[^\s,;.()]+){{0,2}}\s+$"),
    )


FIRST_TIMES = Rule("first_times", compare_first_times, kind="date", vetoes=("date_misplaced",))
