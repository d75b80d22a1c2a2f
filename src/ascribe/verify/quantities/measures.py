"""Measures: a figure with its unit, or several figures that make one ("5 ft 11 in", "1 hour and 30 minutes").

A unit is named by its Unicode CLDR identifier ("length-meter"), a rate by two
("volume-liter/duration-minute"). Figures in names ("version 2.1", "RFC 2616") are identifiers, not amounts:
they match only as written.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from ascribe.text.words import get_stop_word_forms, is_content_word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import find_scopes
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.fractions import find_unit_inside, match_per
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.units import (
    convert_unit,
    find_currency,
    find_unit,
    get_category,
    get_unit_order,
)

_WORD = r"[^\W\d_]+(?:-[^\W\d_]+)?(?:[²³]|(?<=m)[23](?!\w|[.,]\d))?"
_UNIT = re.compile(
    rf"[ \u00a0\u202f-]?(?P<first>[°º]\s?[^\W\d_]+|[Ii]mp\. {_WORD}|{_WORD})(?P<more>(?: {_WORD}){{0,3}})"
)
_SLASH = re.compile(r"\s?/\s?(?=[^\W\d_])")
_JOINING_WORDS = re.compile(r"\s*(?:(?:and|und|et|y|e|en)\s+)?")
"""What may separate two measures that make one."""

_PLAIN_DEGREE = "angle-degree"
_DEGREES = frozenset(("temperature-celsius", "temperature-fahrenheit"))
"""What else "12 degrees" may be."""

_JOINED_CATEGORIES = ("length", "duration", "mass", "angle")
"""Categories for which two units are used together."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure, or several that make one, with its unit.

    Args:
        start: first character, of a currency code if one precedes the figure.
        end: one past the last character of the unit, or of the figure if there is no unit.
        numbers: the figures, the largest unit first.
        units: possible units of the last figure; "5 pounds" has two, ``mass-pound`` and ``pound``. Iterate
            over them sorted: the order of a set differs from one process to the next.
        larger: the units of the figures before it.
    """

    start: int
    end: int
    numbers: tuple[Number, ...]
    units: frozenset[str]
    larger: tuple[str, ...] = ()

    def total(self) -> Number | None:
        """Return all figures as one in the last unit; None if a larger unit is not a multiple of it."""
        last = self.numbers[-1]
        if not self.larger:
            return last
        (unit,) = self.units
        value = last.value
        for number, large in zip(self.numbers, self.larger, strict=False):
            one = convert_unit(Decimal(1), large, unit)
            if one is None or one <= 1 or one % 1:
                return None
            value += number.value * one
        return replace(last, value=value)


def is_same_amount(one: Measure, other: Measure) -> bool:
    """Return True if two amounts have the same unit and value, also after a conversion."""
    mine, theirs = one.total(), other.total()
    if mine is None or theirs is None:
        return False
    for unit in one.units:
        for there in other.units:
            value = theirs.value if unit == there else convert_unit(theirs.value, there, unit)
            if value is not None and value == mine.value:
                return True
    return False


@find_once
def find_measures(text: Text) -> tuple[Measure, ...]:
    """Return all figures outside dates as measures, in order; those that make one are joined."""
    found: list[Measure] = []
    for number in find_figures(text):
        measure = parse_measure(text, number)
        before = found[-1] if found else None
        if before is not None and (joined := _join_measures(text, before, number, measure)) is not None:
            found[-1] = joined
        else:
            found.append(measure)
    return tuple(found)


def find_measure_at(text: Text, number: Number) -> Measure:
    """Return the measure that the figure belongs to."""
    return _index_by_start(text).get(number.start) or parse_measure(text, number)


@find_once
def _index_by_start(text: Text) -> dict[int, Measure]:
    """Return start of a figure → the measure that it belongs to."""
    return {number.start: measure for measure in find_measures(text) for number in measure.numbers}


def _join_measures(text: Text, before: Measure, number: Number, measure: Measure) -> Measure | None:
    """Join two neighbours whose units are of one category, the larger first; None if they do not fit."""
    between = text.text[before.end : number.start]
    if not _JOINING_WORDS.fullmatch(between) or len(before.units) != 1 or before.numbers[-1].decimals:
        return None
    (large,) = before.units
    small = _get_single(measure.units) or (_find_inch(text, number) if large == "length-foot" else "")
    if (
        get_category(small) != get_category(large)
        or get_category(small) not in _JOINED_CATEGORIES
        or not _is_larger(large, small)
    ):
        return None
    end = measure.end if measure.units else measure.end + len(" in")
    numbers = (*before.numbers, number)
    return Measure(before.start, end, numbers, frozenset({small}), (*before.larger, large))


def _is_larger(one: str, other: str) -> bool:
    """Return True if CLDR lists the first unit earlier, as it does for the larger of two used together."""
    order = get_unit_order()
    return order.get(one, 0) < order.get(other, 0)


def _get_single(units: frozenset[str]) -> str:
    return next(iter(units)) if len(units) == 1 else ""


def _find_inch(text: Text, number: Number) -> str:
    """Return the inch of "5 ft 11 in"; by itself "in" is a stop word."""
    return "length-inch" if text.text[number.end : number.end + 3] == " in" else ""


@find_once
def parse_measure(text: Text, number: Number) -> Measure:
    """Return the figure with its unit; no units if there is none.

    A stop word is not a unit: "12 in the morning".
    """
    money, start, end = find_currency(text.text, number)
    units = {money} if money else set()
    match = _UNIT.match(text.text, number.end)
    if not number.kind and match is not None and not _is_small_word(match["first"], text.language):
        unit, unit_end = _find_unit_name(text, match)
        if unit:
            units.add(unit)
            end = max(end, unit_end)
    if number.kind == "percent":
        units.add("percent")
    if inside := find_unit_inside(text.text, number, text.language):
        units.add(inside)
    if _PLAIN_DEGREE in units:
        units |= _DEGREES
    return Measure(start, end, (number,), frozenset(units))


def _is_small_word(word: str, language: str | None) -> bool:
    return len(word) > 1 and word in get_stop_word_forms(language or "en")


def _find_unit_name(text: Text, match: re.Match[str]) -> tuple[str, int]:
    """Return the longest unit name there, with the unit after "per", and its end; empty if there is none."""
    language = text.code
    for end in _find_name_ends(match):
        name = re.sub(r"[\s\u00a0\u202f]+", " ", text.text[match.start("first") : end])
        unit = find_unit(name, language)
        if "/" in unit:
            return unit, end
        if unit:
            below, below_end = _find_denominator(text, end)
            return (f"{unit}/{below}", below_end) if below else (unit, end)
    return "", match.end()


def _find_name_ends(match: re.Match[str]) -> Iterator[int]:
    """Yield the positions where a name may end, the furthest first."""
    yield from (match.start("more") + m.end() for m in reversed([*re.finditer(r"\S+", match["more"])]))
    yield match.end("first")


def _find_denominator(text: Text, start: int) -> tuple[str, int]:
    """Return the unit after "per" or a slash, and its end; empty if there is none."""
    between = _SLASH.match(text.text, start) or match_per(text.text, start, text.language)
    match = _UNIT.match(text.text, between.end()) if between else None
    if match is None:
        return "", start
    for end in _find_name_ends(match):
        unit = find_unit(text.text[match.start("first") : end], text.code)
        if unit and "/" not in unit:
            return unit, end
    return "", start


def is_identifier_number(number: Number, text: Text) -> bool:
    """Return True if a name, or a word such as "version", is right before a figure without a unit.

    Any other content word counts too if no content word follows the figure: "on track 5.3".
    """
    place = bisect_left(text.content, number.start, key=lambda word: word.start)
    before = text.content[place - 1] if place else None
    if before is None or text.text[before.end : number.start] not in (" ", "\u00a0"):
        return False
    if number.kind or number.step > 1 or parse_measure(text, number).units:
        return False
    if text.text[before.start].isupper() or any(
        cue.start == before.start for cue in find_scopes(text, "numbered")
    ):
        return True
    behind = text.words_after(number.end, 1)
    return not (behind and is_content_word(behind[0], text.language))


_JOINED_LABEL = re.compile(r"\b[A-Z][\w-]* \d[\w.]*(?:, \d[\w.]*)* (?:and|or|to|&) $")
_REACH_OF_LABEL = 40


def is_label_number(number: Number, text: Text) -> bool:
    """Return True for a figure in a name, or joined to one: "Highway 61", the 8 of "Years 7 and 8"."""
    before = text.text[max(0, number.start - _REACH_OF_LABEL) : number.start]
    if _JOINED_LABEL.search(before):
        return True
    place = bisect_left(text.content, number.start, key=lambda word: word.start)
    named = place and text.text[text.content[place - 1].start].isupper()
    return bool(named) and is_identifier_number(number, text)


def is_other_identifier(number: Number, claim: Text, other: Number, evidence: Text) -> bool:
    """Return True for two figures in names that are equal as amounts but written differently."""
    mine, theirs = claim.text[number.start : number.end], evidence.text[other.start : other.end]
    if not (mine[:1].isdigit() and theirs[:1].isdigit()) or number.decimals == other.decimals:
        return False
    return is_identifier_number(number, claim) and is_identifier_number(other, evidence)
