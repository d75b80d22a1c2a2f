"""Routes: the train from Graz to Linz leaves Graz and arrives in Linz.

A claim that has it leave the place where it arrives, or arrive where it leaves, is not confirmed.
``routes.json`` lists the words by language. This rule never returns a clash.
"""

from __future__ import annotations

import re
from functools import cache

from ascribe.text.package_data import load_package_json
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span

_PLACE = r"(?P<{}>[^\W\d_][\w’'-]*(?:[ -][A-Z][\w’'-]*){{0,2}})"
"""The name of a place; from the second word on it has capitals."""


def compare_routes(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for a place of the claim that is the other end of a route of the evidence."""
    if claim.code != evidence.code:
        return []
    routes = _find_routes(evidence)
    if not routes or _find_routes(claim):
        return []
    ends = [(place, span, 0) for place, span in _find_ends(claim, "leaving")]
    ends += [(place, span, 1) for place, span in _find_ends(claim, "arriving")]
    return [
        Comparison("routes", "missing", "roles_unclear", span, route[2])
        for place, span, end in ends
        for route in routes
        if place == route[1 - end] and all(place != other[end] for other in routes)
    ][:1]


@find_once
def _find_routes(text: Text) -> tuple[tuple[str, str, Span], ...]:
    """Return origin, destination and place of each "from A to B"."""
    patterns = _load_patterns(text.code)
    found = patterns["route"].finditer(text.text) if patterns is not None else ()
    return tuple((match["one"].lower(), match["two"].lower(), match.span()) for match in found)


def _find_ends(text: Text, kind: str) -> list[tuple[str, Span]]:
    """Return the places that something leaves, or where it arrives."""
    patterns = _load_patterns(text.code)
    found = patterns[kind].finditer(text.text) if patterns is not None else ()
    return [(match["one"].lower(), match.span("one")) for match in found]


@cache
def _load_patterns(language: str) -> dict[str, re.Pattern[str]] | None:
    words = load_package_json("verify/rules/routes.json", dict[str, dict[str, str]]).get(language)
    if words is None:
        return None
    one, two = _PLACE.format("one"), _PLACE.format("two")
    return {
        "route": re.compile(rf"\b(?i:{words['from']})\s+(?=[A-Z]){one}\s+(?:{words['to']})\s+(?=[A-Z]){two}"),
        **{kind: re.compile(rf"\b(?:{words[kind]})\s+(?=[A-Z]){one}") for kind in ("leaving", "arriving")},
    }


ROUTES = Rule("routes", compare_routes, kind="roles", opposes="place")
