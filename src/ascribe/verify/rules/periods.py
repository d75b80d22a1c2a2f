"""Periods: what holds since a time does not hold until it.

"Smith was director until 2004" is not "Smith was director from 2004". If both texts say nearly the same of
the same time, on the two sides of it, the claim is not confirmed; it is no clash, since both may be true.

The cues are data: groups "starting" and "ending", "within_year" and "beyond_year" of ``cues.json``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Scope, find_scopes, may_have_cues
from ascribe.verify.lexicon import is_calendar_name
from ascribe.verify.quantities.operations import find_sentence_at

_STARTING, _ENDING, _AFTER = "starting", "ending", "after"
_CUES = frozenset((_STARTING, _ENDING, _AFTER))

_PART_END = re.compile(r"[,;:()\n–—]")

_LEAST_SHARE = 0.5
"""Share of the claim's words beside the time that the evidence must have beside it."""

_LEAST_WORDS = 2
"""Words beside the time that a part must have to be a statement: "since 2010, …" is none."""

_REACH = 6
"""Words behind a cue among which the time is."""

_BEFORE_TIME = frozenset((
    "the", "a", "an", "about", "around", "early", "late", "mid", "end", "start", "beginning", "of", "at",
    "on", "in", "next", "last",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Period:
    """A time, whether the period starts or ends there, and the stems of what holds in the period.

    The time is the first word behind the cue; ``near`` are all of the next, as in "until it closed in 1984".
    """

    cue: Scope
    time: str
    near: frozenset[str]
    held: frozenset[str]


def compare_periods(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each period of the claim whose time limits a period of the evidence."""
    if not may_have_cues(_CUES, claim, evidence):
        return []
    said, asked = _get_periods(evidence), _get_periods(claim)
    found = (_compare_period(one, said, claim, evidence) for one in asked)
    return [one for one in found if one is not None] or _find_within(asked, said, claim, evidence)


_YEAR = re.compile(r"\d{3,4}s?(?!\w)(?![.,]\d)")


def _find_within(
    asked: tuple[_Period, ...], said: tuple[_Period, ...], claim: Text, evidence: Text
) -> list[Comparison]:
    """Return a comparison for "in 2022" where the evidence has that year behind "after" or "until" only."""
    if (
        asked
        or not (claim.is_english and evidence.is_english)
        or any(one.cue.group == _STARTING for one in said)
    ):
        return []
    beyond = _list_years("beyond_year", evidence)
    years = [match[0] for match in _YEAR.finditer(evidence.lowered)]
    return [
        Comparison("periods", "missing", "order_unclear", place, beyond[year])
        for year, place in _list_years("within_year", claim).items()
        if year in beyond and years.count(year) == 1
    ]


def _list_years(group: str, text: Text) -> dict[str, tuple[int, int]]:
    """Return the years behind such words → the place of both."""
    found = ((cue.start, _YEAR.match(text.lowered, cue.end)) for cue in find_scopes(text, group))
    return {year[0]: (start, year.end()) for start, year in found if year is not None}


def _compare_period(
    asked: _Period, said: tuple[_Period, ...], claim: Text, evidence: Text
) -> Comparison | None:
    alike = [one for one in said if asked.time in one.near and _holds_same(asked, one)]
    if asked.cue.group == _AFTER:
        alike = [one for one in alike if one.cue.group == _ENDING]  # "after" is no more than another side
    elif asked.cue.group == _STARTING:
        alike = [one for one in alike if one.cue.group != _AFTER]
    same = next((one for one in alike if (one.cue.group, one.time) == (asked.cue.group, asked.time)), None)
    if same is not None:
        mine, theirs = _quote(asked, claim), _quote(same, evidence)
        formula = f"{theirs} = {mine}" if mine.casefold() != theirs.casefold() else ""
        return Comparison("periods", "agree", "", asked.cue.place, same.cue.place, formula)
    other = next((one for one in alike if one.cue.group != asked.cue.group), None)
    if other is not None:
        return Comparison("periods", "missing", "order_unclear", asked.cue.place, other.cue.place)
    return None


def _holds_same(asked: _Period, said: _Period) -> bool:
    return len(asked.held & said.held) > _LEAST_SHARE * len(asked.held)


def _quote(period: _Period, text: Text) -> str:
    return text.text[slice(*period.cue.place)]


@find_once
def _get_periods(text: Text) -> tuple[_Period, ...]:
    return tuple(_read_periods(text))


def _read_periods(text: Text) -> Iterator[_Period]:
    """Yield the periods of statements that nothing negates: "not until May" and "until May" differ."""
    for group in (_STARTING, _ENDING, _AFTER):
        for cue in find_scopes(text, group):
            start, end = _find_part(cue, text)
            is_denied = any(start <= one.start < end for one in find_scopes(text, "negation"))
            behind = text.words_after(cue.end, _REACH)
            times = [word for word in behind if word.form not in _BEFORE_TIME]
            if times and not is_denied and (group != _AFTER or _is_time(times[0], text)):
                words = [word.stem for word in times]
                held = frozenset(word.stem for word in text.within(start, end)) - {words[0]}
                yield _Period(cue, words[0], frozenset(words), held)


def _is_time(word: Word, text: Text) -> bool:
    """Return True for a figure, a day or a month; "after her" gives no time."""
    is_named = is_calendar_name(word.form, text.language) or text.is_month_of_may(word.start, word.end)
    return is_named or word.form[0].isdigit()


def _find_part(cue: Scope, text: Text) -> tuple[int, int]:
    """Return the span between commas around the cue, with the next one if it has hardly a word."""
    first, last = find_sentence_at(text, cue.start)
    edges = [first, *(sign.end() for sign in _PART_END.finditer(text.text, first, last)), last]
    place = next((n for n, edge in enumerate(edges[1:]) if edge > cue.start), len(edges) - 2)
    start, end = edges[place], edges[place + 1]
    if len(text.within(start, end)) <= _LEAST_WORDS and place + 2 < len(edges):
        end = edges[place + 2]
    return start, end


PERIODS = Rule(
    "periods",
    compare_periods,
    kind="order",
    opposes="place",
    paraphrases=True,
    supersedes=("opposites", "replaced", "order"),
)
