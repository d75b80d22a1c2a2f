"""Spans of time: "open from 9 am to 5 pm" is open at noon, opens at 9 am and closes at 5 pm.

What lasts from one time to another holds at any time between them, if the verb says that it lasts: "was
president", "is open", "lived". Of an event ("was built between 2010 and 2015") nothing follows.

A verb of beginning ("opens", "starts") goes with the first end of a span, and a verb of ending with the last.
The verbs and the states are data: see the groups named here in ``cues.json``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Scope, Span, find_clauses_around, find_scopes, may_have_cues
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.operations import find_sentence_at
from ascribe.verify.quantities.time_spans import (
    TimePoint,
    TimeSpan,
    find_time_points,
    find_time_spans,
    list_single_points,
)

_STATE, _SOMETIME = "state", "sometime"

_EDGE_GROUPS = {
    "opens": ("is_open", "first"),
    "closes": ("is_open", "last"),
    "begins": ("goes_on", "first"),
    "finishes": ("goes_on", "last"),
    "starting": ("", "first"),
    "ending": ("", "last"),
}
"""Cues of a beginning or an end → the state of which they are that, if known, and the end that they name."""

_CUES = frozenset((_STATE, *_EDGE_GROUPS))


@dataclass(frozen=True, slots=True)
class _Edge:
    """A verb of beginning or ending in the claim, and the time that it names."""

    cue: Scope
    point: TimePoint

    @property
    def place(self) -> Span:
        """Return the span of both."""
        return min(self.cue.start, self.point.start), max(self.cue.end, self.point.end)


def compare_spans(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each time of the claim that is an end of a span, or lies in one."""
    if not may_have_cues(_CUES, claim) or not find_time_spans(evidence):
        return []
    points = list_single_points(claim)
    edges = {edge.point: edge for edge in _find_edges(claim, points)}
    found = (
        _compare_edge(edges[point], claim, evidence)
        if point in edges
        else _compare_covered(point, claim, evidence)
        for point in points
    )
    return [one for one in found if one is not None]


# --- What lasts ---


def _compare_covered(point: TimePoint, claim: Text, evidence: Text) -> Comparison | None:
    """Return an agreement if the claim's state lasts over the point in the evidence."""
    span = _find_only_span(point, evidence)
    if span is None or not span.covers(point):
        return None
    if not _is_state(claim, (point.start, point.end)) or not _is_state(evidence, span.place):
        return None
    place, there = (point.start, point.end), span.place
    ends = (_quote(evidence, (end.start, end.end)) for end in (span.first, span.last))
    formula = f"{' – '.join(ends)} includes {_quote(claim, place)}"
    return Comparison("spans", "agree", "", place, there, formula)


def _find_only_span(point: TimePoint, evidence: Text) -> TimeSpan | None:
    """Return the only span of the evidence on that scale; None if the scale occurs elsewhere in it too."""
    spans = [span for span in find_time_spans(evidence) if span.scale == point.scale]
    points = [one for one in find_time_points(evidence) if one.scale == point.scale]
    if len(spans) != 1:
        return None
    start, end = spans[0].place
    return spans[0] if all(start <= one.start < end for one in points) else None


def _is_state(text: Text, place: Span) -> bool:
    """Return True if the clause there says what lasts, and not that it is so at some time only.

    A figure may say how much of the time: "was absent for two days between Monday and Friday".
    """
    first, last = find_clauses_around(text, place)
    within = [span.place for span in find_time_spans(text)]
    cues = {group: _list_cues(text, group, (first, last)) for group in (_STATE, _SOMETIME)}
    figures = (
        number
        for number in find_figures(text)
        if first <= number.start < last and number.kind not in ("clock", "ordinal")
    )
    counts = any(not any(a <= number.start < b for a, b in within) for number in figures)
    return bool(cues[_STATE]) and not cues[_SOMETIME] and not counts


def _list_cues(text: Text, group: str, place: Span) -> list[Scope]:
    return [cue for cue in find_scopes(text, group) if place[0] <= cue.start < place[1]]


# --- Beginnings and ends ---


def _find_edges(claim: Text, points: list[TimePoint]) -> Iterator[_Edge]:
    """Yield each verb of beginning or ending with the next time behind it, or the only one before it."""
    cues = sorted(
        chain.from_iterable(find_scopes(claim, group) for group in _EDGE_GROUPS), key=lambda cue: cue.start
    )
    for cue, behind in zip(cues, [*cues[1:], None], strict=False):
        first, last = find_sentence_at(claim, cue.start)
        near = [point for point in points if first <= point.start < last]
        last = behind.start if behind is not None else last
        following = next((point for point in near if cue.end <= point.start < last), None)
        point = following or (near[0] if len(near) == len(cues) == 1 else None)
        if point is not None:
            yield _Edge(cue, point)


def _compare_edge(edge: _Edge, claim: Text, evidence: Text) -> Comparison | None:
    """Compare the time at which something begins or ends with the ends of the only span of the evidence.

    It clashes if the evidence says that the same thing lasts. A span of days may be that of every week, in
    which a shop opens on each of them.
    """
    span = _find_only_span(edge.point, evidence)
    if span is None:
        return None
    state, end = _EDGE_GROUPS[edge.cue.group]
    right, wrong = (span.first, span.last) if end == "first" else (span.last, span.first)
    lasting = _find_lasting(state, span, evidence) if state else None
    is_sure = lasting is not None and (state != "is_open" or span.scale != "weekday")
    if edge.point.is_same_as(right):
        return _build_agreement(edge, lasting, span, claim, evidence) if lasting and is_sure else None
    if is_sure:
        return Comparison("spans", "clash", "date_mismatch", edge.place, span.place)
    if edge.point.is_same_as(wrong):
        return Comparison("spans", "missing", "date_misplaced", edge.place, span.place)
    return None


def _find_lasting(state: str, span: TimeSpan, evidence: Text) -> Scope | None:
    return next(iter(_list_cues(evidence, state, find_clauses_around(evidence, span.place))), None)


def _build_agreement(edge: _Edge, lasting: Scope, span: TimeSpan, claim: Text, evidence: Text) -> Comparison:
    there = min(lasting.start, span.place[0]), max(lasting.end, span.place[1])
    formula = f"{_quote(evidence, there)} = {_quote(claim, edge.place)}"
    return Comparison("spans", "agree", "", edge.place, there, formula)


def _quote(text: Text, place: Span) -> str:
    """Return the words there, without the full stop that "5 p.m." may have in common with its sentence."""
    return text.text[slice(*place)].rstrip(".")


SPANS = Rule(
    "spans",
    compare_spans,
    kind="date",
    unclear={"date_mismatch": "date_not_found"},
    opposes="place",
    paraphrases=True,
)
