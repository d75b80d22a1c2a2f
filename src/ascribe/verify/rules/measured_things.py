"""Measured things: a figure belongs to what it is a figure of.

- Parts: of "120 rooms, 30 of which have a balcony", 30 is not the number of rooms, and 120 rooms have none.
- Measures without something: "1.5 kg without the battery" is not "1.5 kg".
- Verbs: "it was to cost 4 million and cost 5" does not say that it cost 4.

Only English is covered. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at, find_scopes
from ascribe.verify.grammar.segments import place_segments
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import Measure, find_measures, is_same_amount

_REASON = "misplaced"

_OF_WHICH = re.compile(r"\s+of\s+(?:which|whom|them|these|those|whose)\b")
_WHICH_BEFORE = re.compile(
    r"[^,.;]{0,30},\s+of\s+(?:which|whom|these|those)\s+(?:about\s+|some\s+)?(?=[\d£$€])"
)


def compare_measured_things(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each figure of the claim that the evidence has of something else."""
    if not (claim.is_english and evidence.is_english):
        return []
    return [
        *_find_parts_as_wholes(claim, evidence),
        *_find_dropped_exclusions(claim, evidence),
        *_find_figures_of_other_verbs(claim, evidence),
    ]


def _find_parts_as_wholes(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison if the claim has the part alone, or says of the whole what holds of the part."""
    figures = find_figures(evidence)
    asked = find_figures(claim)
    for whole, part in pairwise(figures):
        joint = _OF_WHICH.match(evidence.lowered, part.end) or _WHICH_BEFORE.match(
            evidence.lowered, whole.end
        )
        if joint is None or any(claim.lowered.startswith(" of ", number.end) for number in asked):
            continue
        start = max(joint.end(), part.end)
        told = {word.stem for word in evidence.within(start, find_clause_at(evidence, start)[1])}
        has_told = bool(told & claim.stems)
        for number in asked:
            is_part, is_whole = number.agrees_with(part), number.agrees_with(whole)
            if is_part in (is_whole, has_told):
                continue
            if is_part or not any(other.agrees_with(part) for other in asked):
                home = part if is_part else whole
                place, there = (number.start, number.end), (home.start, home.end)
                yield Comparison("measured_things", "missing", _REASON, place, there)


_EXCLUDING = re.compile(r"\b(?:without|excluding|exclusive\s+of|not\s+including|net\s+of|before)\b")


def _find_dropped_exclusions(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for a measure that the evidence gives without something that the claim leaves out.

    How long something takes without a stop is how long it takes.
    """
    for cue in find_scopes(evidence, "without"):
        first, _ = find_clause_at(evidence, cue.start)
        left_out = {word.stem for word in cue.words[:1]}
        if not left_out or left_out & claim.stems or _EXCLUDING.search(claim.lowered):
            continue
        for measure in find_measures(evidence):
            is_plain = bool(measure.units) and not any("duration" in unit for unit in measure.units)
            if not first <= measure.start < cue.start or not is_plain:
                continue
            own = next((one for one in find_measures(claim) if is_same_amount(one, measure)), None)
            if own is not None:
                place, there = (own.start, own.end), (measure.start, cue.place[1])
                yield Comparison("measured_things", "missing", _REASON, place, there)


def _find_figures_of_other_verbs(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for a measure that the evidence has with another verb, and its verb with another."""
    for mine in _list_governed(claim):
        said = [one for one in _list_governed(evidence) if one.measure.units & mine.measure.units]
        homes = [one for one in said if is_same_amount(mine.measure, one.measure)]
        has_verb = any(one.verb == mine.verb for one in said)
        if homes and has_verb and all(one.verb != mine.verb for one in homes):
            yield Comparison("measured_things", "missing", _REASON, mine.place, homes[0].place)


@dataclass(frozen=True, slots=True)
class _Governed:
    """A measure, its place in the text, and the meaning of the verb of its segment."""

    verb: str
    measure: Measure
    place: Span


@find_once
def _list_governed(text: Text) -> tuple[_Governed, ...]:
    """Return the measure of each segment that has one, and a verb."""
    measures = [one for one in find_measures(text) if one.units]
    found = []
    for segment, start, end in place_segments(text):
        inside = [one for one in measures if start <= one.start < end]
        if segment.verb and len(inside) == 1:
            found.append(_Governed(segment.verb, inside[0], (inside[0].start, inside[0].end)))
    return tuple(found)


MEASURED_THINGS = Rule("measured_things", compare_measured_things, kind="number", vetoes=(_REASON,))
