"""Restricted trends: what rose or fell somewhere, or in some terms, did not do so everywhere.

"Net revenue rose" and "revenue rose in Asia" do not say that revenue rose. A thing with an article is a known
one, which may lose what it is like: "the old price fell". English only.
"""

from __future__ import annotations

from collections.abc import Iterator

from ascribe.verify.cues import TREND_GROUPS, Span, find_scopes
from ascribe.verify.lexicon import is_calendar_name
from ascribe.verify.rules.restricted_lines import Line, get_span, iterate_openers

_PLACES = frozenset(("in", "at", "outside", "across", "within", "among"))
"""Words behind which a name is that of a place or of those of whom it is told."""


def is_measure(line: Line, place: int) -> bool:
    """Return True for what rises or falls, without an article at the beginning of its sentence: "sales"."""
    if not line.text.is_english or not (line.has_sign(place) or all(map(line.has_content, range(place + 1)))):
        return False
    if _is_trend(line, place + 1):
        return True
    return line.matches(line.listed.restricting, place + 1) and any(
        _is_trend(line, at) for at in range(place + 2, line.find_end(place))
    )  # "sales in Asia rose"


def _is_trend(line: Line, place: int) -> bool:
    starts = {word.start for word in line.words[place : place + 1]}
    return any(cue.start in starts for group in TREND_GROUPS for cue in find_scopes(line.text, group))


def find_dropped_from_trend(claim: Line, line: Line) -> Span | None:
    """Return the span of a place or of terms for which alone the same is told, or None."""
    thing = next((at for at in range(len(claim.words)) if is_measure(claim, at)), None)
    if thing is None or any(iterate_openers(line, claim)):
        return None
    key = claim.get_key(thing)
    for place in range(len(line.words)):
        if line.get_key(place) == key and _is_trend(line, place + 1) and is_measure(line, place):
            return next(_list_limits(claim, line, place + 2), None)
    return None


def _list_limits(claim: Line, line: Line, start: int) -> Iterator[Span]:
    """Yield "in Asia" and "in real terms" behind a verb if the claim has none of their words."""
    for place in range(start, line.find_end(start) if start < len(line.words) else start):
        if line.words[place].form not in _PLACES or not line.is_joined(place):
            continue
        end = next(
            (at for at in range(place + 1, len(line.words)) if not line.has_content(at)), len(line.words)
        )
        inside = range(place + 1, end)
        if any(line.get_key(at) in claim.held for at in inside):
            continue
        if any(_is_name(line, at) for at in inside) or any(line.words[at].form == "terms" for at in inside):
            yield get_span(line, place, end - 1)


def _is_name(line: Line, place: int) -> bool:
    form = line.words[place].form
    return line.is_capital(place) and not is_calendar_name(form, line.text.language) and form.isalpha()
