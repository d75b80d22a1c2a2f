"""Comparatives: "noisier than dogs" is not "less noisy than dogs", nor "as noisy as dogs".

A claim that compares the same things in the same order by the same adjective must have the same direction,
and the place or time in which the source compares them: "diesel is cheaper than petrol in Spain" does not say
that it is so elsewhere. Only English is covered. This rule never returns a clash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at

_COMPARED = re.compile(
    r"\b(?:(?P<less>less)\s+(?P<less_word>[a-z]{3,})"
    r"|(?P<more>more)\s+(?P<more_word>[a-z]{3,})"
    r"|(?P<er>[a-z]{3,}er))\s+than\b"
    r"|\b(?P<not>not\s+(?:quite\s+)?)?(?:as|so)\s+(?P<as_word>[a-z]{3,})\s+as\b"
)

_LESS, _EQUAL, _MORE = -1, 0, 1


@dataclass(frozen=True, slots=True)
class _Degree:
    """The root of an adjective, the direction, the stems of both things, and the span of the words."""

    root: str
    direction: int
    is_equative: bool
    first: frozenset[str]
    second: frozenset[str]
    place: Span


def compare_comparatives(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for a comparative of the claim that the evidence turns round or has otherwise."""
    if not (claim.is_english and evidence.is_english):
        return []
    compared = (
        _compare(mine, theirs) or _find_dropped_limit(mine, theirs, claim, evidence)
        for mine in _find_degrees(claim)
        for theirs in _find_degrees(evidence)
        if mine.root == theirs.root
    )
    found = [one for one in compared if one is not None]
    return (found or _find_other_sides(claim, evidence) or _find_positives(claim, evidence))[:1]


_COMPARATIVE = re.compile(
    r"\b(?P<word>[a-z]{3,}er)\b(?=(?:\s+[\w'’-]+){0,5}?\s+than\b)"
    r"|\d[\d.,]*\s+\w+\s+(?P<by>[a-z]{3,}er)\b"
)
"""A word before "than", or behind a figure with its unit: "300 metres longer"."""


_DENIED = re.compile(r"(?:\b(?:not|no|never)|n['’]t)\s+(?:any\s+|be\s+)*$")
_DENIED_REACH = 16


def _find_positives(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for "long" in the claim where the evidence has "longer" only."""
    for match in _COMPARATIVE.finditer(evidence.lowered):
        if _DENIED.search(evidence.lowered, max(0, match.start() - _DENIED_REACH), match.start()):
            continue  # "not higher than 3 metres" is at most 3 metres high
        form = match["word"] or match["by"]
        root = find_degree_root(form)
        mine = next(
            (word for word in claim.words if word.form != form and find_root(word.form) == root), None
        )
        if mine is not None and mine.form not in evidence.tokens:
            place = mine.start, mine.end
            return [Comparison("comparatives", "missing", "comparison_unclear", place, match.span())]
    return []


_QUANTITY = re.compile(r"\b(?:more|fewer|less)\s+(?!than\b)(?:[a-z-]+\s+){1,3}?than\b")


def _find_other_sides(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for amounts that the evidence compares with those of another thing.

    "Spain exports more oranges than lemons" does not compare Spain with Italy.
    """
    said = _find_quantities(evidence)
    found = []
    for thing, subject, other, place in _find_quantities(claim):
        alike = [one for one in said if thing & (one[0] | one[2])]
        is_told = any(
            (other & one[2] and thing & one[0])
            or (other & one[1] and subject & one[2])
            or other & one[2] & subject
            for one in alike
        )
        if alike and not is_told:
            found.append(Comparison("comparatives", "missing", "comparison_unclear", place, alike[0][3]))
    return found


_Quantity = tuple[frozenset[str], frozenset[str], frozenset[str], Span]


@find_once
def _find_quantities(text: Text) -> tuple[_Quantity, ...]:
    """Return the stems of what is counted, of the subject and of what follows "than", with its place."""
    found = []
    for match in _QUANTITY.finditer(text.lowered):
        start, end = find_clause_at(text, match.start())
        sides = (match.span(), (start, match.start()), (match.end(), end))
        thing, subject, other = (frozenset(word.stem for word in text.within(*side)) for side in sides)
        if thing and subject and other:
            found.append((thing, subject, other, match.span()))
    return tuple(found)


def _compare(mine: _Degree, theirs: _Degree) -> Comparison | None:
    """Return what the same things in the same order, or turned, say of a degree; None if it shows nothing.

    "Not as deep as" denies "as deep as": that is for the rule on negations.
    """
    if mine.is_equative and theirs.is_equative:
        return None
    is_same = bool(mine.first & theirs.first and mine.second & theirs.second)
    is_turned = not is_same and bool(mine.first & theirs.second and mine.second & theirs.first)
    if is_turned and mine.direction == -theirs.direction:
        return Comparison("comparatives", "agree", "", mine.place, theirs.place, _FORMULA)
    if is_turned or (is_same and mine.direction != theirs.direction):
        return Comparison("comparatives", "missing", "comparison_unclear", mine.place, theirs.place)
    return None


_LIMIT = re.compile(
    r"\b(?:in|at|on|among|amongst|during|for|under|within|near|before|after|until|since|when|where|if)\s"
)
_OPENING = re.compile(
    r"(?:^|[.;]\s|\n)(?P<limit>(?:in|at|on|among|amongst|during|for|under|within|near|before|after|until|since)"
    r"\s[^,.;\n]{1,60}),?\s*$"
)


def _find_dropped_limit(mine: _Degree, theirs: _Degree, claim: Text, evidence: Text) -> Comparison | None:
    """Return a comparison if the evidence limits the same degree to a place or time, and the claim does not.

    The limit stands behind what follows "than", or opens the sentence.
    """
    if mine.direction != theirs.direction or not (mine.first & theirs.first and mine.second & theirs.second):
        return None
    start, end = find_clause_at(evidence, theirs.place[0])
    behind = _LIMIT.search(evidence.lowered, theirs.place[1] + 1, end)
    limits = [(behind.start(), end)] if behind else []
    opening = _OPENING.search(evidence.lowered, 0, start)
    limits += [opening.span("limit")] if opening else []
    for limit in limits:
        words = evidence.within(*limit)
        if words and not any(word.stem in claim.stems for word in words):
            return Comparison("comparatives", "missing", "comparison_unclear", mine.place, limit)
    return None


_FORMULA = "A less … than B = B more … than A"


@find_once
def _find_degrees(text: Text) -> tuple[_Degree, ...]:
    found = []
    for match in _COMPARED.finditer(text.lowered):
        start, end = find_clause_at(text, match.start())
        sides = text.within(start, match.start()), text.within(match.end(), end)
        first, second = (frozenset(word.stem for word in side) for side in sides)
        if first and second:
            found.append(_Degree(*_read_degree(match), first, second, match.span()))
    return tuple(found)


def _read_degree(match: re.Match[str]) -> tuple[str, int, bool]:
    """Return the root of the adjective, the direction, and whether it is "as … as"."""
    if match["as_word"]:
        return find_root(match["as_word"]), _LESS if match["not"] else _EQUAL, True
    if match["less_word"]:
        return find_root(match["less_word"]), _LESS, False
    if match["more_word"]:
        return find_root(match["more_word"]), _MORE, False
    return find_degree_root(match["er"]), _MORE, False


def find_root(word: str) -> str:
    """Return what "noisy" and "nois-ier", "large" and "larg-er", "big" and "bigg-er" have in common."""
    root = word.rstrip("yie")
    return root[:-1] if root[-1:] == root[-2:-1] else root


_IRREGULAR = {
    **dict.fromkeys(("better", "best"), "good"),
    **dict.fromkeys(("worse", "worst"), "bad"),
    **dict.fromkeys(("farther", "further", "farthest", "furthest"), "far"),
}
_DEGREE = re.compile(r"^(?:most\s+|more\s+)|(?:est|er)$")


def find_degree_root(form: str) -> str:
    """Return what the degrees of an adjective have in common: "longer", "longest"; "most common"."""
    return find_root(_IRREGULAR.get(form, _DEGREE.sub("", form)))


COMPARATIVES = Rule(
    "comparatives",
    compare_comparatives,
    kind="comparison",
    opposes="place",
    paraphrases=True,
    supersedes=("roles", "opposites", "replaced", "arrangement", "qualifiers", "exchanged"),
)
