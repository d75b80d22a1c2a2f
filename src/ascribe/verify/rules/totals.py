"""Totals: "40 trams and buses in total", "on average 15 metres", "three mills: in Arle, Brandt and Lorne"."""

from __future__ import annotations

import re
from itertools import pairwise

from ascribe.verify.rules.amount import Number
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.measures import Measure, measures
from ascribe.verify.rules.operations import (
    Asked,
    Derived,
    counted,
    cue_in_clause,
    same_kind,
    sentence_at,
    show,
    written,
)
from ascribe.verify.rules.scope import clause_at, find_scopes

_MOST = 6
"""Figures that are added at most; more make a table."""

_ENUMERATION = re.compile(r"\s*(?:,|,?\s*(?:and|und|et|y|e|en|&))\s*")
"""What stands between the figures of one enumeration."""

_NAME = r"[A-ZÀ-ÞŁŠŽĐ][\w'’-]*(?: [A-ZÀ-ÞŁŠŽĐ][\w'’-]*)*"
_LISTED = re.compile(
    rf"[:,]?(?:\s+(?:in|at|on|of|from|named|called|are|were|is|namely|à|en|de|bei|von|aus|auf))?\s+"
    rf"(?P<items>{_NAME}(?:, {_NAME})*,? (?:and|und|et|y|e|en|&) {_NAME})"
)
"""Names listed right behind the thing counted."""


def total(asked: Asked, claim: Text, evidence: Text) -> Derived | None:
    """The sum of the figures that count what the claim names."""
    cue = cue_in_clause(claim, "total", asked.start)
    if cue is None or asked.number.kind in ("percent", "part") or asked.measure.larger:
        return None
    added = _addends(asked, claim, evidence)
    if not 2 <= len(added) <= _MOST or len({sentence_at(evidence, m.start) for m in added}) > 1:
        return None
    value = sum((m.numbers[-1].value for m in added), start=asked.number.value * 0)
    place = min(asked.start, cue[0]), max(asked.measure.end, cue[1])
    formula = f"{written(evidence, added, '+')} = {show(value)}"
    return Derived(value, formula, place, (added[0].start, added[-1].end))


def _addends(asked: Asked, claim: Text, evidence: Text) -> list[Measure]:
    """Figures of the same unit, or that count a thing the claim names; of those the ones it tells apart."""
    found = [
        measure
        for measure in measures(evidence)
        if same_kind(measure, asked.measure)
        and (measure.units or (counted(evidence, measure) or " ") in claim.stems)
    ]
    around = [_told_by(evidence, measure, measure is found[0]) for measure in found]
    shared = frozenset.intersection(*around) if around else frozenset()
    named = (claim.stems & frozenset().union(*around)) - shared
    return [m for m, words in zip(found, around, strict=True) if not named or named & words]


def _told_by(text: Text, measure: Measure, is_first: bool) -> frozenset[str]:
    """Stems of its clause; what stands before the first figure, but for years, is said of all of them."""
    words = text.within(*clause_at(text, measure.start))
    return frozenset(
        word.stem for word in words if not is_first or word.start >= measure.start or word.form[0].isdigit()
    )


def mean(asked: Asked, claim: Text, evidence: Text) -> Derived | None:
    """The mean of the one enumeration of figures."""
    cue = cue_in_clause(claim, "average", asked.start) or next(
        ((c.start, c.end) for c in find_scopes(claim, "average")), None
    )
    if cue is None or find_scopes(evidence, "average") or asked.number.kind == "part":
        return None
    runs = _runs(evidence)
    if len(runs) != 1 or not same_kind(runs[0][-1], asked.measure):
        return None
    (run,) = runs
    value = sum((m.numbers[-1].value for m in run), start=asked.number.value * 0) / len(run)
    formula = f"({written(evidence, run, '+')}) / {len(run)} = {show(value)}"
    place = asked.start, asked.measure.end
    return Derived(value, formula, place, (run[0].start, run[-1].end), cue)


def _runs(evidence: Text) -> list[list[Measure]]:
    """Enumerations of at least two figures."""
    runs: list[list[Measure]] = []
    for one, two in pairwise(measures(evidence)):
        if not _ENUMERATION.fullmatch(evidence.text, one.end, two.start) or one.units - two.units:
            continue
        if runs and runs[-1][-1] == one:
            runs[-1].append(two)
        else:
            runs.append([one, two])
    return runs


def count(asked: Asked, claim: Text, evidence: Text) -> Derived | None:
    """How many names the evidence lists behind the thing counted."""
    number: Number = asked.number
    thing = counted(claim, asked.measure)
    if not thing or number.kind or number.value % 1 or find_scopes(evidence, "listing"):
        return None
    for word in evidence.words:
        match = _LISTED.match(evidence.text, word.end) if word.stem == thing else None
        if match is None:
            continue
        items = re.split(r",? (?:and|und|et|y|e|en|&) |, ", match["items"])
        formula = f"{', '.join(items)} is {len(items)}"
        place = asked.start, asked.measure.end
        return Derived(number.value * 0 + len(items), formula, place, match.span("items"))
    return None
