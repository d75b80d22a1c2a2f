"""Differences of two figures or two points in time of the evidence, and sums across its sentences.

"14 metres wider", "won by 123 votes", "three years later", "the shift lasted 90 minutes". The operands may be
in different sentences, and the claim need not say which they are. So another figure is no mistake: the
results here only confirm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from functools import cache
from itertools import chain, combinations

from ascribe.text.words import is_content_word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Span, find_clause_at
from ascribe.verify.quantities.calendar_dates import Date, find_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import Measure, find_measure_at, find_measures
from ascribe.verify.quantities.number import Number, find_mark, is_fair_rounding
from ascribe.verify.quantities.operations import (
    ClaimFigure,
    DerivedValue,
    find_cue_in_clause,
    find_sentence_at,
    find_word_end_after,
    format_value,
    get_counted_stem,
    get_meanings_in,
    has_word_after,
    has_word_before,
    is_same_kind,
    join_measures,
)

_MOST_OPERANDS = 24
"""Figures or dates beyond which the evidence is a table, where two of them differ by nearly any amount."""

_MOST_ADDENDS = 6
"""Largest number of figures that are added up."""


def is_difference(number: Number, text: Text) -> bool:
    """Return True for a figure that says by how much two things differ: "100 euros more", "rose by 12".

    It contradicts no figure that says how much there is of one of them.
    """
    start = find_mark(text, number)[1]
    if has_word_before(text, start, "by") or has_word_before(text, start, "margin"):
        return True
    return any(has_word_after(text, end, "difference") for end in _list_ends_of_amount(number, text))


def is_rate(number: Number, text: Text) -> bool:
    """Return True for a figure for each of something: "£6 a kilo", "one unit for each document".

    It contradicts no figure for several of them together.
    """
    return any(
        _find_rate_end(text, end, number) is not None for end in _list_ends_of_amount(number, text)[:2]
    )


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
    if text.lowered[position:start].strip() in ("a", "an") and not number.kind:
        return behind[0].end if behind and _is_unit_name(behind[0].form, text.language) else None
    return behind[0].end if behind else start


@cache
def _is_unit_name(name: str, language: str | None) -> bool:
    return any(measure.units for measure in find_measures(Text(f"1 {name}", language)))


def is_total(number: Number, text: Text) -> bool:
    """Return True for a figure that the text calls a sum: it contradicts no figure of a part."""
    return find_cue_in_clause(text, "total", number.start) is not None


def compute_gap(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return the difference of two figures of the evidence that the claim's figure states, or None.

    Both must be in clauses that share a word with the claim, and the greater one must belong to what the
    claim calls greater, or to the later time if the claim tells of a rise.
    """
    if asked.number.kind in ("part", "ordinal", "clock") or not is_difference(asked.number, claim):
        return None
    fits = _find_direction(asked, claim) or _find_trend(asked, claim)
    is_points = find_word_end_after(claim, asked.measure.end, "any_points") is not None
    said = [one for one in _list_operands(claim, evidence) if _may_differ_by(asked.measure, one, is_points)]
    if fits is None or len(said) > _MOST_OPERANDS:
        return None
    for one, two in combinations(said, 2):
        more, less = sorted((one, two), key=lambda measure: -measure.numbers[-1].value)
        value = more.numbers[-1].value - less.numbers[-1].value
        is_stated = value > 0 and is_fair_rounding(value, asked.number, asked.marked)
        if is_stated and fits(more.start, less.start, evidence):
            formula = f"{join_measures(evidence, (more, less), '−')} = {format_value(value)}"
            return DerivedValue(value, formula, (asked.start, asked.measure.end), (one.start, two.end))
    return None


Direction = Callable[[int, int, Text], bool]
"""Whether the figures at two places of the evidence, the greater first, differ in the way the claim says."""


def _find_direction(asked: ClaimFigure, claim: Text) -> Direction | None:
    """Return the test that the greater figure belongs to the side of the claim that is called greater.

    It belongs to the side with which its clause, or its sentence, shares more of the words that only that
    side has. None if the claim does not say which side is greater in words that are known.
    """
    sign, end, start = _find_sign(asked, claim)
    if sign is None:
        return None
    own, other = _list_words(claim, (0, end)), _list_words(claim, (start, len(claim.text)))

    def compute_nearness(words: frozenset[str]) -> int:
        return len(words & (own - other)) - len(words & (other - own))

    def fits(more: int, less: int, evidence: Text) -> bool:
        is_one = find_sentence_at(evidence, more) == find_sentence_at(evidence, less)
        find_span = find_clause_at if is_one else find_sentence_at
        greater, smaller = (
            compute_nearness(_list_words(evidence, find_span(evidence, at))) for at in (more, less)
        )
        return not sign or (greater - smaller) * sign > 0

    return fits


def _list_words(text: Text, span: Span) -> frozenset[str]:
    """Return the meanings of the content words in a span, and its figures, which may tell names apart."""
    figures = (word.stem for word in text.within(*span) if word.form[0].isdigit())
    return get_meanings_in(text, span) | frozenset(figures)


def _find_sign(asked: ClaimFigure, claim: Text) -> tuple[int | None, int, int]:
    """Return which side is greater, where the words of the one side end and those of the other begin.

    The sign is 1 for what the claim says it of, -1 for what that is compared with, 0 for neither; None if
    unknown.
    """
    for end in _list_ends_of_amount(asked.number, claim):
        for group, sign in (("greater", 1), ("smaller", -1), ("apart", 0)):
            behind = find_word_end_after(claim, end, group)
            if behind is not None:
                return sign, asked.start, behind
    for group, sign in (("margin", 1), ("gap", 0)):
        if has_word_before(claim, asked.start, group):
            return sign, asked.start, asked.measure.end
    if has_word_before(claim, asked.start, "by"):
        for group, sign in (("ahead", 1), ("trailing", -1)):
            cue = find_cue_in_clause(claim, group, asked.start)
            if cue:
                return sign, *cue
    return None, 0, 0


def _find_trend(asked: ClaimFigure, claim: Text) -> Direction | None:
    """Return the test that the greater figure is later, after a rise, or earlier, after a fall; or None."""
    if not has_word_before(claim, asked.start, "by"):
        return None
    signs = ((1, "rise"), (-1, "fall"))
    sign = next((sign for sign, group in signs if find_cue_in_clause(claim, group, asked.start)), 0)

    def fits(more: int, less: int, evidence: Text) -> bool:
        greater, smaller = _find_own_date(more, evidence), _find_own_date(less, evidence)
        if greater is None or smaller is None:
            return False
        later = _get_sort_key(greater) > _get_sort_key(smaller)
        earlier = _get_sort_key(greater) < _get_sort_key(smaller)
        return later if sign > 0 else earlier

    return fits if sign else None


def _find_own_date(position: int, evidence: Text) -> Date | None:
    """Return the only date of the clause at this position, or else of its sentence; None if there is none."""
    dates = find_dates(evidence.text, evidence.language)
    for start, end in (find_clause_at(evidence, position), find_sentence_at(evidence, position)):
        inside = [one for one in dates if start <= one.start < end]
        if len(inside) == 1:
            return inside[0]
    return None


def compute_joint_total(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return the sum of figures in several sentences that the claim's figure states, or None.

    These are all figures of its kind, or two of them.
    """
    cue = find_cue_in_clause(claim, "total", asked.start)
    if cue is None or asked.number.kind in ("percent", "part", "ordinal", "clock"):
        return None
    thing = get_counted_stem(claim, asked.measure)
    alike = [one for one in _list_operands(claim, evidence) if is_same_kind(asked.measure, one)]
    counting = [one for one in alike if thing and get_counted_stem(evidence, one) == thing]
    for said in (counting, alike):
        sets = [said] if len(said) <= _MOST_ADDENDS else []
        pairs = combinations(said, 2) if len(said) <= _MOST_OPERANDS else ()
        for added in (*sets, *pairs):
            value = sum((one.numbers[-1].value for one in added), start=Decimal(0))
            if len(added) > 1 and is_fair_rounding(value, asked.number, asked.marked):
                formula = f"{join_measures(evidence, added, '+')} = {format_value(value)}"
                place = min(asked.start, cue[0]), max(asked.measure.end, cue[1])
                also = _find_count(len(added), claim)
                return DerivedValue(value, formula, place, (added[0].start, added[-1].end), also)
    return None


def _find_count(addends: int, claim: Text) -> tuple[int, int] | None:
    """Return the place of the figure that counts what is added up: "the two consignments"."""
    counts = (one for one in find_figures(claim) if not one.kind and one.value == addends)
    return next(((one.start, one.end) for one in counts), None)


def _list_operands(claim: Text, evidence: Text) -> Iterator[Measure]:
    """Yield the figures of the evidence in sentences that share a word with the claim."""
    return (one for one in find_measures(evidence) if _is_relevant(one.start, claim, evidence))


def _is_relevant(position: int, claim: Text, evidence: Text) -> bool:
    """Return True if the clause of the evidence at this position shares a word with the claim."""
    return not _list_meanings(claim).isdisjoint(_list_clause_meanings(evidence, position))


@find_once
def _list_meanings(text: Text) -> frozenset[str]:
    return get_meanings_in(text, (0, len(text.text)))


@find_once
def _list_clause_meanings(text: Text, position: int) -> frozenset[str]:
    return get_meanings_in(text, find_clause_at(text, position))


def _may_differ_by(asked: Measure, other: Measure, is_points: bool) -> bool:
    """Return True if the difference of two such figures is of the claim's kind; that of shares is points."""
    if is_points:
        return other.numbers[-1].kind == "percent"
    return is_same_kind(asked, other)


# --- Points in time ---

_UNIT_PREFIX = "duration-"

_DAYS = {"day": 1, "week": 7}
_MINUTES = {"minute": 1, "hour": 60}
_MINUTES_OF_A_DAY = 24 * 60

Point = Date | Number
"""A date, or a time of day in minutes."""


def compute_interval(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return the time between two dates or times of day of the evidence that the claim states, or None.

    Both must be in clauses that share a word with the claim, and the later one must belong to what the claim
    calls later. Years count from date to date, whole or by their numbers alone: from May 1990 to March 2000
    are nine years and ten.
    """
    unit = next((u.removeprefix(_UNIT_PREFIX) for u in asked.measure.units if u.startswith(_UNIT_PREFIX)), "")
    if not unit or asked.measure.larger or asked.number.kind:
        return None
    is_compared = _find_sign(asked, claim)[2] > asked.measure.end
    fits = _find_direction(asked, claim) if is_compared else None
    points = [one for one in _list_points(unit, evidence) if _is_relevant(one.start, claim, evidence)]
    pairs = combinations(points, 2) if len(points) <= _MOST_OPERANDS else ()
    for early, late, value in chain.from_iterable(_list_intervals(one, two, unit) for one, two in pairs):
        if value <= 0 or not is_fair_rounding(value, asked.number, asked.marked):
            continue
        if fits is None or fits(late.start, early.start, evidence):
            written = " → ".join(evidence.text[one.start : one.end] for one in (early, late))
            formula = f"{written} is {format_value(value)} {unit}{'' if value == 1 else 's'}"
            operands = min(early.start, late.start), max(early.end, late.end)
            return DerivedValue(value, formula, (asked.start, asked.measure.end), operands)
    return None


def _list_points(unit: str, evidence: Text) -> Iterator[Point]:
    """Yield the times of day if the unit is shorter than a day, else the dates."""
    if unit in _MINUTES:
        yield from (number for number in find_figures(evidence) if number.kind == "clock")
    else:
        yield from (one for one in find_dates(evidence.text, evidence.language) if one.span == 1)


def _list_intervals(one: Point, two: Point, unit: str) -> Iterator[tuple[Point, Point, Decimal]]:
    """Yield the earlier point, the later one, and how many such units lie between them."""
    if isinstance(one, Number) and isinstance(two, Number):
        early, late = sorted((one, two), key=lambda each: each.value)
        yield early, late, (late.value - early.value) / _MINUTES[unit]
        yield late, early, (_MINUTES_OF_A_DAY - late.value + early.value) / _MINUTES[unit]  # past midnight
    elif isinstance(one, Date) and isinstance(two, Date):
        first, last = sorted((one, two), key=_get_sort_key)
        yield from ((first, last, value) for value in _count_between(first, last, unit))


def _count_between(first: Date, last: Date, unit: str) -> Iterator[Decimal]:
    """Yield the days, weeks, months or years between two dates; nothing if they are not precise enough."""
    if unit in _DAYS:
        days = _count_days(first, last)
        if days is not None:
            yield Decimal(days) / _DAYS[unit]
    elif first.year is not None and last.year is not None:
        years = last.year - first.year
        is_short = (last.month or 12, last.day or 31) < (first.month or 1, first.day or 1)
        if unit == "year":
            yield from dict.fromkeys((Decimal(years), Decimal(years - is_short)))
        elif unit == "month" and first.month and last.month:
            yield Decimal(12 * years + last.month - first.month)


def _count_days(first: Date, last: Date) -> int | None:
    """Return the days between two dates with day and month; a year may be missing in one or both."""
    years = first.year or last.year or 2001, last.year or first.year or 2001
    try:
        start, end = (
            date(year, each.month, each.day) if each.month and each.day else None
            for each, year in zip((first, last), years, strict=True)
        )
    except ValueError:  # 31 June
        return None
    return abs((end - start).days) if start and end else None


def _get_sort_key(one: Date) -> tuple[int, int, int]:
    return one.year or 0, one.month or 0, one.day or 0
