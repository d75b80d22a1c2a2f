"""Roles of figures: a difference, a rate, a limit and a part contradict no plain amount of the same thing."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache

from ascribe.text.words import is_content_word
from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_clause_at, find_scopes
from ascribe.verify.quantities.measures import find_measure_at, find_measures, is_identifier_number
from ascribe.verify.quantities.number import BOUNDING_MARKS, Number, find_limit, find_mark
from ascribe.verify.quantities.operations import (
    find_cue_in_clause,
    find_word_end_after,
    has_word_after,
    has_word_before,
)
from ascribe.verify.rules.ranges import find_ranges


def is_difference(number: Number, text: Text) -> bool:
    """Return True for a figure that says by how much two things differ: "100 euros more", "rose by 12".

    It contradicts no figure that says how much there is of one of them.
    """
    ends = _list_ends_of_amount(number, text)
    return any(has_word_after(text, end, "difference") for end in ends) or has_word_before(
        text, find_mark(text, number)[1], "by"
    )


def is_rate(number: Number, text: Text) -> bool:
    """Return True for a figure for each of something: "£6 a kilo", "38 euros for a car each way".

    It contradicts no figure for several of them together.
    """
    end = find_measure_at(text, number).end
    if text.is_english and _EACH.match(text.lowered, end):
        return True
    return any(
        _find_rate_end(text, end, number) is not None for end in _list_ends_of_amount(number, text)[:2]
    )


_EACH = re.compile(r"(?:(?!\d)[^.,;:()]){0,60}\b(?:each\s+way|apiece|per\s+\w+|each)\s*(?=[.,;:)]|$)")
"""What ends a clause about a figure for each of something."""

_PLUS_RATE = re.compile(r",?\s*(?:plus|and then|and)\s+[^.;]{1,40}?\b(?:for each|for every|per|each)\b")


def is_base(number: Number, text: Text) -> bool:
    """Return True for a figure that a rate is added to: "£15, plus £2 for each further day".

    It contradicts no larger figure, which may be the sum.
    """
    return _PLUS_RATE.match(text.lowered, find_measure_at(text, number).end) is not None


def _list_ends_of_amount(number: Number, text: Text) -> list[int]:
    """Return where the amount may end: with its unit, with what it counts, with what it is for each of.

    "3 crowns a year dearer" has three such places.
    """
    ends = [find_measure_at(text, number).end]
    counted = text.words_after(ends[0], 1)
    if (
        counted
        and is_content_word(counted[0], text.language)
        and not text.text[ends[0] : counted[0].start].strip()
    ):
        ends.append(counted[0].end)
    rates = (_find_rate_end(text, end, number) for end in ends)
    return [*ends, *(end for end in rates if end is not None)]


def _find_rate_end(text: Text, position: int, number: Number) -> int | None:
    """Return the end of "a kilo" or "for each document" right after the position; None if there is none.

    After a count without a unit, "a" must stand before a unit: "250 people a seat" is no rate.
    """
    start = find_word_end_after(text, position, "per")
    if start is None:
        return None
    behind = text.words_after(start, 1)
    has_unit = number.kind or find_measure_at(text, number).units
    if text.lowered[position:start].strip() in ("a", "an") and not has_unit:
        return behind[0].end if behind and _is_unit_name(behind[0].form, text.language) else None
    return behind[0].end if behind else start


@cache
def _is_unit_name(name: str, language: str | None) -> bool:
    return any(measure.units for measure in find_measures(Text(f"1 {name}", language)))


_NEEDS = re.compile(r"\b(?:need(?:s|ed)?|requir(?:e|es|ed|ing)|must|ha(?:s|ve)\s+to|at\s+least|minimum)\b")


def is_required(number: Number, text: Text) -> bool:
    """Return True for a figure that something needs: "60 of 100 points are needed to pass"."""
    return text.is_english and _NEEDS.search(text.lowered, *find_clause_at(text, number.start)) is not None


_WIDE = Decimal(2)
"""Factor up to which "over 20 kg" is a limit for 22 kg: beyond it, "over" and "under" round a figure."""


def is_within_limit(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """Return True if the evidence's figure is a limit that the claim's figure keeps: 27 kg, "at least 25 kg".

    A limit and what it is applied to are not the same figure. Where the claim itself gives a limit, it is.
    """
    side, marked = find_limit(evidence, other)[0], find_mark(evidence, other)[0]
    within = next((pair for pair in find_ranges(evidence) if other in pair), None) if not side else None
    if not side and within is None:
        return False
    if find_limit(claim, number)[0] or any(number in pair for pair in find_ranges(claim)):
        return False
    if within is not None:
        return within[0].value <= number.value <= within[1].value
    low, high = sorted((abs(number.value), abs(other.value)))
    if marked == "nearly" or (marked in BOUNDING_MARKS and high > _WIDE * low):
        return False
    if is_identifier_number(number, claim) and is_identifier_number(other, evidence):
        mine, theirs = _read_version(number, claim), _read_version(other, evidence)
        return mine >= theirs if side > 0 else mine <= theirs
    return (number.value - other.value) * side >= 0


def _read_version(number: Number, text: Text) -> list[int]:
    """Return the parts of a version as written: 3.11 is newer than 3.9."""
    return [int(part) for part in re.findall(r"\d+", text.text[number.start : number.end])]


def keeps_limit(exact: Decimal, number: Number, claim: Text) -> bool:
    """Return True if the claim's figure is a limit that holds for that amount: "over 10,000", 12,400."""
    side, marked = find_limit(claim, number)[0], find_mark(claim, number)[0]
    beyond = (exact - number.value) * side
    return beyond > 0 if marked in BOUNDING_MARKS else bool(side) and beyond >= 0


def is_near_limit(exact: Decimal, number: Number) -> bool:
    """Return True if a limit is near enough to an amount to stand for it."""
    low, high = sorted((abs(exact), abs(number.value)))
    return high <= _WIDE * low


def is_part(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """Return True if the evidence's figure may be a part of what the claim adds up: "together 55", "24"."""
    is_joint = number.value > other.value and find_cue_in_clause(claim, "joint", number.start) is not None
    return is_joint and not find_scopes(evidence, "joint")
