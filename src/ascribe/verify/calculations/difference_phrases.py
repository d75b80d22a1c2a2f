"""Phrases that make a figure of the claim a difference: "15 crowns more than", "rose by 12", "all but three".

The words are groups of ``amounts.json``. A phrase tells which side of the difference the claim is about, and
mostly where it names the other side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text
from ascribe.verify.cues import Span, find_clause_at, find_scopes
from ascribe.verify.quantities.measures import Measure, find_measures
from ascribe.verify.quantities.operations import (
    ClaimFigure,
    find_cue_in_clause,
    find_word_end_after,
    find_word_start_before,
    has_word_before,
)

PhraseKind = Literal["compares", "changes", "leads", "leaves_out"]


@dataclass(frozen=True, slots=True)
class DifferencePhrase:
    """What makes a figure a difference.

    Args:
        kind: whether the claim ``compares`` two things, says how one ``changes``, which of two ``leads`` or
            by how much they differ, or ``leaves_out`` some of a whole.
        sign: 1 if the claim is about the higher side, -1 if about the lower one, 0 if it does not say.
        place: the span of the figure and those words.
        other: the span of the words for the other side; None if the claim has none.
        counted: the word for what the figure counts, if it stands behind "more"; else None.
    """

    kind: PhraseKind
    sign: int
    place: Span
    other: Span | None = None
    counted: Word | None = None


def find_difference_phrase(asked: ClaimFigure, claim: Text) -> DifferencePhrase | None:
    """Return the phrase that makes the figure a difference; None if there is none."""
    if asked.number.kind in ("percent", "part", "clock", "ordinal") or asked.measure.larger:
        return None
    return (
        _find_exception(asked, claim)
        or _find_comparative(asked, claim)
        or _find_lead(asked, claim)
        or _find_change(asked, claim)
    )


def _find_exception(asked: ClaimFigure, claim: Text) -> DifferencePhrase | None:
    """Return the phrase "all but fifteen", with the figure of the whole near it; None without one."""
    start = find_word_start_before(claim, asked.start, "all_but")
    if start is None:
        return None
    near = [one for one in find_measures(claim) if _is_near(one, start, asked.measure.end)]
    first = min([start, *(one.start for one in near)])
    return DifferencePhrase("leaves_out", 0, (first, max([asked.measure.end, *(one.end for one in near)])))


_REACH = 25
"""Characters between "all but fifteen" and the figure of the whole: "of the 118 pitches, all but fifteen"."""


def _is_near(measure: Measure, start: int, end: int) -> bool:
    return start - _REACH <= measure.end and measure.start <= end + _REACH


# --- Comparisons ---


def _find_comparative(asked: ClaimFigure, claim: Text) -> DifferencePhrase | None:
    """Return the phrase of a comparative behind the figure, or behind what it counts: "18 more cars than"."""
    for end in _list_ends(asked, claim):
        for group, sign in (("higher", 1), ("lower", -1)):
            behind = find_word_end_after(claim, end, group)
            if behind is not None and not _is_about_time(asked, claim, (end, behind)):
                counted = (
                    None if asked.measure.units or end > asked.measure.end else _find_thing(behind, claim)
                )
                place = asked.start, counted.end if counted else behind
                return DifferencePhrase("compares", sign, place, _find_other_side(behind, claim), counted)
    return None


def _list_ends(asked: ClaimFigure, claim: Text) -> list[int]:
    """Return the ends of the figure and of the word right behind it, or of "percentage points"."""
    points = find_word_end_after(claim, asked.measure.end, "points")
    if points is not None:
        return [points]
    behind = claim.words_after(asked.measure.end, 1)
    return [asked.measure.end, *(word.end for word in behind if _is_adjacent(asked.measure.end, word, claim))]


def _is_adjacent(end: int, word: Word, claim: Text) -> bool:
    return not claim.text[end : word.start].strip()


_TIMES = ("later", "earlier")


def _is_about_time(asked: ClaimFigure, claim: Text, place: Span) -> bool:
    """Return True for "two years later", which compares dates and no amounts."""
    is_time = any(unit.startswith("duration-") for unit in asked.measure.units)
    return is_time and claim.lowered[slice(*place)].strip() in _TIMES


def _find_thing(behind: int, claim: Text) -> Word | None:
    """Return the word for a thing right behind "more"."""
    word = next(iter(claim.words_after(behind, 1)), None)
    if word is None or not _is_adjacent(behind, word, claim) or claim.text[word.start].isupper():
        return None
    return word if is_content_word(word, claim.language) and not word.form[0].isdigit() else None


def _find_other_side(behind: int, claim: Text) -> Span | None:
    """Return the words for the other thing: those behind "than", or behind a preposition such as "below"."""
    end = find_clause_at(claim, max(0, behind - 1))[1]
    than = next((cue for cue in find_scopes(claim, "than") if behind <= cue.start), None)
    if than is not None and not any(mark in claim.text[behind : than.start] for mark in ",;:."):
        return than.end, find_clause_at(claim, than.end)[1]
    start = find_word_end_after(claim, behind, "beside") if than is None else None
    if start is None and has_word_before(claim, behind, "beside"):
        start = behind
    return (start, end) if start is not None and start < end else None


# --- Leads, gaps and changes ---

_VERBS_OF_LEAD = (("leads_by", 1), ("trails_by", -1))


def _find_lead(asked: ClaimFigure, claim: Text) -> DifferencePhrase | None:
    """Return the phrase "led the other by 19 votes", "a gap of 19 votes" or "19 votes apart"."""
    by = find_word_start_before(claim, asked.start, "margin")
    first = find_clause_at(claim, asked.start)[0]
    for group, sign in _VERBS_OF_LEAD if by is not None else ():
        for cue in find_scopes(claim, group):
            if by is not None and first <= cue.start and cue.end <= by:
                other = (cue.end, by) if claim.text[cue.end : by].strip() else None
                return DifferencePhrase("leads", sign, (cue.start, asked.measure.end), other)
    gap = find_word_start_before(claim, asked.start, "gap_of")
    if gap is not None:
        return DifferencePhrase("leads", 0, (gap, asked.measure.end))
    ends = (find_word_end_after(claim, end, "apart") for end in _list_ends(asked, claim))
    apart = next((end for end in ends if end is not None), None)
    return None if apart is None else DifferencePhrase("leads", 0, (asked.start, apart))


def _find_change(asked: ClaimFigure, claim: Text) -> DifferencePhrase | None:
    """Return the phrase "rose by 12", "a fall of 12"; None without one, and for "lost one of its works"."""
    if claim.lowered.startswith(" of ", asked.measure.end):
        return None
    for sign, start in _list_changes(asked, claim):
        return DifferencePhrase("changes", sign, (start, asked.measure.end))
    return None


def _list_changes(asked: ClaimFigure, claim: Text) -> Iterator[tuple[int, int]]:
    """Yield 1 for a rise or -1 for a fall, and where its phrase begins."""
    for group, sign in (("raised_by", 1), ("lowered_by", -1)):
        start = find_word_start_before(claim, asked.start, group)
        if start is not None:
            yield sign, start
    by = find_word_start_before(claim, asked.start, "by")
    for group, sign in (("rise", 1), ("fall", -1)):
        cue = find_cue_in_clause(claim, group, asked.start)
        if by is not None and cue is not None and cue[1] <= by:
            near = not claim.within(cue[1], by)
            yield sign, cue[0] if near else by
