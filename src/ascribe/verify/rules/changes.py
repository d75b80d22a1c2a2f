"""Changes: by how much something rose or fell is not the level that it came to.

In "sales rose for the third year in a row, to 2.1 million" the figure is the level, in "gold rose 2% to
$1,900" the first one is the change and the second one the level. A claim that gives a figure the other role
is not confirmed. ``changes.json`` lists the words by language. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from ascribe.text.package_data import load_package_json
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.grammar.relations import find_stretch_at
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import find_measure_at
from ascribe.verify.quantities.number import Number, find_mark

Role = Literal["change", "level"]

_REACH = 80
"""Characters before a figure in which the verb of the change stands."""

_LONGEST_PREPOSITION = 16

_JOINED = re.compile(r"(?<!\w)(?:and|but|then|und|et|y|e|en)\s*$")
"""What joins a figure without a preposition to the one before: "3 percent in May and 5 percent in June"."""

_LONGEST_SIGN = 4
_CURRENCY = re.compile(r"[$€£¥\s]*$")


@dataclass(frozen=True, slots=True)
class _Patterns:
    """The verbs of a change, and what stands before a change and before a level."""

    verb: re.Pattern[str]
    by: re.Pattern[str]
    to: re.Pattern[str]
    behind: re.Pattern[str]


def compare_changes(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for each figure of the claim that has another role in the evidence."""
    if claim.code != evidence.code:
        return []
    asked = _find_roles(claim)
    said = _find_roles(evidence) if asked else ()
    found = []
    for figure, role in asked:
        same = [(one, other) for one, other in said if figure.agrees_with(one)]
        if same and all(other != role for _, other in same):
            place, there = (figure.start, figure.end), (same[0][0].start, same[0][0].end)
            found.append(Comparison("changes", "missing", "misplaced", place, there))
    return found


@find_once
def _find_roles(text: Text) -> tuple[tuple[Number, Role], ...]:
    patterns = _load_patterns(text.code)
    return tuple(_list_roles(text, patterns)) if patterns is not None else ()


def _list_roles(text: Text, patterns: _Patterns) -> Iterator[tuple[Number, Role]]:
    """Yield the figures behind a verb of change with their roles."""
    before: tuple[Number, Role] | None = None
    for figure in find_figures(text):
        if figure.kind in ("clock", "ordinal"):
            continue
        start = _find_start(text, figure)
        first = max(find_stretch_at(text, figure.start)[0], start - _REACH)
        verbs = list(patterns.verb.finditer(text.lowered, first, start))
        if not verbs:
            continue
        role = _read_role(text, figure, start, verbs[-1].end(), patterns)
        if role is None and before is not None and _JOINED.search(text.lowered, max(0, start - 8), start):
            role = before[1] if before[0].kind == figure.kind else None
        if role is not None:
            before = figure, role
            yield before


def _find_start(text: Text, figure: Number) -> int:
    """Return where a figure begins with its mark and its currency sign: "about $1,900"."""
    start = min(find_mark(text, figure)[1], find_measure_at(text, figure).start)
    sign = _CURRENCY.search(text.text, max(0, start - _LONGEST_SIGN), start)
    return sign.start() if sign else start


def _read_role(text: Text, figure: Number, start: int, verb: int, patterns: _Patterns) -> Role | None:
    """Return the role of a figure; without a preposition, right behind the verb, it is the change."""
    near = max(verb, start - _LONGEST_PREPOSITION)
    if patterns.to.search(text.lowered, near, start):
        return "level"
    end = find_measure_at(text, figure).end
    if patterns.by.search(text.lowered, near, start):
        # French and Italian have one word for "by" and "from": "de 20 à 25"
        is_from = (
            text.code in ("fr", "it")
            and figure.kind != "percent"
            and patterns.behind.match(text.lowered, end)
        )
        return None if is_from else "change"
    is_bare = not text.text[verb:start].strip(" \u00a0")
    return "change" if is_bare and text.code == "en" else None


@cache
def _load_patterns(language: str) -> _Patterns | None:
    words = load_package_json("verify/rules/changes.json", dict[str, dict[str, str]]).get(language)
    if words is None:
        return None
    return _Patterns(
        re.compile(rf"(?<!\w)(?:{words['verbs']})(?!\w)"),
        re.compile(rf"(?<!\w)(?:{words['by']})\s*$"),
        re.compile(rf"(?<!\w)(?:{words['to']})\s*$"),
        re.compile(rf"\s+(?:{words['to']})\s"),
    )


CHANGES = Rule("changes", compare_changes, kind="number", vetoes=("misplaced",))
