"""Identifiers: "FAA-2020-0686" is neither "FAA-0686-2020" nor "FAA-0686".

An identifier is a word of several parts, joined by hyphens, slashes or full stops, with a letter and a
figure. One that has only parts of another one, and is not that one, is another identifier. This rule reads
any language and never returns a clash, since a source may write one in two ways.
"""

from __future__ import annotations

import re

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span

_IDENTIFIER = re.compile(r"(?<![\w/.–-])[A-Za-z0-9]+(?:[–/.-][A-Za-z0-9]+)+(?![\w/–-])")
"""Its figures may look like a range, and then have a dash."""

_PART = re.compile(r"[A-Za-z]+|\d+")
_JOINT = re.compile(r"[–/.\s-]")
_LEAST_FIGURES = 2
"""Figures of an identifier: "COVID-19" and "12-month" have one."""


def compare_identifiers(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for each identifier of the claim that has its parts from another one."""
    asked = _find_identifiers(claim)
    said = _find_identifiers(evidence) if asked else {}
    found = []
    for written, place in asked.items():
        if _JOINT.sub("", written) in _JOINT.sub("", evidence.lowered):
            continue
        parts = set(_PART.findall(written))
        long_ones = (one for one in said if sum(map(str.isdigit, _PART.findall(one))) >= _LEAST_FIGURES)
        other = next((one for one in long_ones if parts <= set(_PART.findall(one))), None)
        if other is not None:
            found.append(Comparison("identifiers", "missing", "number_misplaced", place, said[other]))
    return found


@find_once
def _find_identifiers(text: Text) -> dict[str, Span]:
    """Return the identifiers in lower case, each with its first place."""
    found: dict[str, Span] = {}
    for match in _IDENTIFIER.finditer(text.text):
        if any(char.isalpha() for char in match[0]) and any(char.isdigit() for char in match[0]):
            found.setdefault(match[0].lower(), match.span())
    return found


IDENTIFIERS = Rule("identifiers", compare_identifiers, kind="number", vetoes=("number_misplaced",))
