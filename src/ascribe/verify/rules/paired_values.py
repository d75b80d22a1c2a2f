"""Paired values: in "9 euros for adults and 5 for children" each figure has words of its own.

Three claims are not confirmed. This rule never returns a clash. The words are data: the groups ``own`` and
``stops`` of ``figure_words.json``.

1. Exchanged: a figure with the words of another one, and none of its own: "9 euros for children".
2. Shared: a figure with the words of both: "9 euros for adults and children".
3. Bare: one of the figures without any such words: "the ticket costs 9 euros".
4. On the other side: "two voted for it" beside "five voted for the plan, two against".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import find_measure_at
from ascribe.verify.quantities.number import Number, find_limit
from ascribe.verify.quantities.operations import find_sentence_at, get_counted_stem
from ascribe.verify.rules.figure_words import build_figure_pattern, join_figure_words, list_figure_words

_LONGEST_GAP, _LONGEST_WORDS = 30, 80
"""Characters between a figure and its words, and of these words."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """A figure with the stems of the words that it is for.

    Args:
        number: the figure.
        lead: the preposition of its words.
        is_bare: whether nothing stands between the figure and its words: "5 for children".
        stems: the stems of its words.
        span: from the figure to the last of its words, or from their preposition to the figure.
        sentence: the sentence.
    """

    number: Number
    lead: str
    is_bare: bool
    stems: frozenset[str]
    span: Span
    sentence: Span


def compare_paired_values(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each figure of the claim without the words that it has in the evidence."""
    if claim.code != evidence.code:
        return []
    said = _get_pairs(evidence)
    is_told_apart = len(said) > 1 or _find_parallels(evidence) or _read_sides(evidence)
    asked = find_figures(claim) if is_told_apart else ()
    found = (
        (
            one,
            _find_exchange(one, asked, said, claim)
            or _find_shared(one, asked, claim, evidence)
            or _find_other_side(one, claim, evidence),
        )
        for one in asked
    )
    return [
        Comparison("paired_values", "missing", "misplaced", (one.start, one.end), there)
        for one, there in found
        if there is not None
    ]


def _find_exchange(
    number: Number, asked: tuple[Number, ...], said: tuple[_Pair, ...], claim: Text
) -> Span | None:
    homes = [one for one in said if number.agrees_with(one.number)]
    if len(homes) != 1 or homes[0].stems & claim.stems:
        return None
    rivals = (
        one
        for one in said
        if one.sentence == homes[0].sentence and not any(mine.agrees_with(one.number) for mine in asked)
    )
    for rival in rivals:
        if (rival.stems - homes[0].stems) and rival.stems - homes[0].stems <= claim.stems:
            return _join_spans(homes[0], rival)
    return None


def _join_spans(one: _Pair, other: _Pair) -> Span:
    places = one.number, other.number
    return min(place.start for place in places), max(place.end for place in places)


# --- Parallel pairs ---


def _find_shared(number: Number, asked: Sequence[Number], claim: Text, evidence: Text) -> Span | None:
    """Return the place of two parallel pairs of which the claim has one figure, for both or for nothing."""
    homes = [one for one in find_figures(evidence) if number.agrees_with(one)]
    if len(homes) != 1 or find_limit(claim, number)[0]:
        return None
    if any(one.number == number and not one.stems <= evidence.stems for one in _get_pairs(claim)):
        return None  # it is for something that the evidence does not name
    for home, rival in _find_parallels(evidence):
        if home.number != homes[0] or any(mine.agrees_with(rival.number) for mine in asked):
            continue
        if not home.stems & claim.stems or _are_coordinated(home, rival, claim):
            return _join_spans(home, rival)
    return None


def _are_coordinated(home: _Pair, rival: _Pair, claim: Text) -> bool:
    """Return True if the claim joins a word of one with a word of the other: "adults and children"."""
    pattern = build_figure_pattern(claim.code, "stops")
    mine, theirs = home.stems - rival.stems, rival.stems - home.stems
    return any(
        {one.stem, two.stem} <= mine | theirs
        and {one.stem, two.stem} & mine
        and {one.stem, two.stem} & theirs
        and pattern is not None
        and pattern.search(claim.lowered, one.end, two.start) is not None
        for one, two in pairwise(claim.content)
    )


@find_once
def _find_parallels(text: Text) -> tuple[tuple[_Pair, _Pair], ...]:
    """Return the pairs that "and" or a comma joins, with the same unit and preposition, both ways round."""
    return tuple(
        two
        for pairs in (_get_pairs(text), _get_pairs_before(text))
        for one, other in pairwise(pairs)
        if _are_parallel(one, other, text)
        for two in ((one, other), (other, one))
    )


def _are_parallel(one: _Pair, other: _Pair, text: Text) -> bool:
    if one.sentence != other.sentence or one.number.agrees_with(other.number):
        return False
    first, second = (find_measure_at(text, pair.number) for pair in (one, other))
    counted = [get_counted_stem(text, measure) for measure in (first, second)]
    same = bool(first.units & second.units) if first.units else bool(counted[0]) and counted[0] == counted[1]
    elided = other.is_bare and one.lead == other.lead
    joint = _build_joint(text.code).fullmatch(text.lowered, one.span[1], other.span[0])
    return joint is not None and (same or elided)


# --- Words of figures ---


@find_once
def _get_pairs(text: Text) -> tuple[_Pair, ...]:
    """Return the figures with words behind them, in order: "9 euros for adults"."""
    return tuple(_read_pairs(text))


def _read_pairs(text: Text) -> Iterator[_Pair]:
    pattern = _build_own_pattern(text.code)
    for number in find_figures(text) if pattern else ():
        own = pattern.match(text.lowered, number.end) if pattern else None
        stems = frozenset(word.stem for word in text.within(*own.span("words"))) if own else frozenset()
        if own and stems:
            span = number.start, own.end()
            is_bare = not text.text[number.end : own.start("lead")].strip()
            yield _Pair(number, own["lead"], is_bare, stems, span, find_sentence_at(text, number.start))


@find_once
def _get_pairs_before(text: Text) -> tuple[_Pair, ...]:
    """Return the figures with words before them, in order: "by train 3 hours", "für Kinder 5 Euro"."""
    return tuple(_read_pairs_before(text))


def _read_pairs_before(text: Text) -> Iterator[_Pair]:
    pattern = _build_before_pattern(text.code)
    for number in find_figures(text) if pattern else ():
        start = max(0, number.start - _LONGEST_GAP)
        own = pattern.search(text.lowered, start, number.start) if pattern else None
        stems = frozenset(word.stem for word in text.within(*own.span("words"))) if own else frozenset()
        if own and stems:
            span = own.start(), find_measure_at(text, number).end
            yield _Pair(number, own["lead"], False, stems, span, find_sentence_at(text, number.start))


@cache
def _build_own_pattern(language: str) -> re.Pattern[str] | None:
    """Return the pattern of what a figure is for: "9 euros for adults and", "9% of the teachers were"."""
    own, stops = join_figure_words(language, "own"), join_figure_words(language, "own_stops")
    gap = rf"(?:(?!(?<!\w)(?:{join_figure_words(language, 'joints')})(?!\w))[^,.;:()\d])"
    pattern = (
        rf"{gap}{{0,{_LONGEST_GAP}}}?(?<!\w)(?P<lead>{own})\s*(?<!\w(?=\w))"
        rf"(?P<words>[^,.;:()\d]{{1,{_LONGEST_WORDS}}}?)"
        rf"(?=\s*(?:[,.;:()\n]|(?<!\w)(?:{stops})(?!\w)|$))"
    )
    return re.compile(pattern) if list_figure_words(language, "own") else None


@cache
def _build_before_pattern(language: str) -> re.Pattern[str] | None:
    own, stops = join_figure_words(language, "own"), join_figure_words(language, "own_stops")
    inside = rf"(?:(?!(?<!\w)(?:{stops})(?!\w))[^,.;:()\d])"
    pattern = rf"(?<!\w)(?P<lead>{own})\s*(?<!\w(?=\w))(?P<words>{inside}+?)\s+$"
    return re.compile(pattern) if list_figure_words(language, "own") else None


@cache
def _build_joint(language: str) -> re.Pattern[str]:
    """Return the pattern of what may join two parallel pairs: ", and only"."""
    return re.compile(
        rf"[,;]?\s*(?:(?:{join_figure_words(language, 'joints')})(?!\w))?(?:\s*[^\W\d_]+)?\s*[$€£]?"
    )


_SIDE = re.compile(r"[^.,;:()\d\n]{0,40}?\b(?P<side>for|against)\b")


@find_once
def _read_sides(text: Text) -> tuple[tuple[Number, str, Span], ...]:
    """Return the figures with "for" or "against" behind them, if the text has both sides; English only."""
    if not text.is_english or "against" not in text.tokens:
        return ()
    found = [(one, _SIDE.match(text.lowered, one.end)) for one in find_figures(text)]
    sides = tuple((one, match["side"], (one.start, match.end())) for one, match in found if match)
    return sides if len({side for _, side, _ in sides}) > 1 else ()


def _find_other_side(one: Number, claim: Text, evidence: Text) -> Span | None:
    """Return the place of a figure that the evidence has on the other side only, or None."""
    mine = _SIDE.match(claim.lowered, one.end) if claim.is_english else None
    said = [(side, place) for other, side, place in _read_sides(evidence) if one.agrees_with(other)]
    if mine is None or not said or any(side == mine["side"] for side, _ in said):
        return None
    return said[0][1]


PAIRED_VALUES = Rule("paired_values", compare_paired_values, kind="number", vetoes=("misplaced",))
