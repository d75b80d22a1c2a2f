"""Numbers and their units.

Numbers: a figure of the claim must occur in the evidence with the same kind (percent, currency or plain).

A figure agrees with one that rounds to it at the decimals shown, and with one that it restates in another
unit, rounded, or as a fraction for a percentage. One end of a range ("10 to 14 days") is not the whole range.
A figure in a name ("version 2.1") is neither rounded nor converted.

Units: "5 lb" is not "5 kg", and "16 towns" are not "16 sites".

If the evidence has a figure of the claim, the figure must have the same unit there or count the same thing,
where both texts name one. The rule ``numbers`` compares figures in different units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from itertools import pairwise

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import find_clause_at, find_scopes
from ascribe.verify.lexicon import get_meaning, is_person
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import (
    Measure,
    are_convertible,
    convert_unit,
    find_measure_at,
    find_measures,
    has_offset,
    is_identifier_number,
    is_other_identifier,
    is_same_currency,
    parse_measure,
)
from ascribe.verify.quantities.number import (
    BOUNDING_MARKS,
    Mark,
    Number,
    compute_exactly,
    find_limit,
    find_mark,
    get_amount_words,
    is_fair_fraction,
    is_fair_rounding,
)
from ascribe.verify.quantities.operations import (
    find_cue_in_clause,
    find_sentence_at,
    find_word_end_after,
    has_word_after,
    has_word_before,
)
from ascribe.verify.rules.amounts import derive

_ONE_OF = re.compile(r"\s(?:of|in|out)\s")
"""What makes the English word "one" a figure: "one of the three"."""

_LARGEST = Decimal(10) ** 18
"""Figures above this are not rounded, since decimals hold 28 digits."""

_MOST_OPERANDS = 12
"""Most figures of a passage that are tried in pairs: a table has hundreds of them."""


def compare_numbers(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each figure of the claim that is not part of a date."""
    said = find_figures(evidence)
    asked = [number for number in find_figures(claim) if not _may_be_article(number, claim, evidence)]
    dates = find_dates(evidence.text, evidence.language)
    years = [Number(d.start, d.end, Decimal(d.year)) for d in dates if d.year is not None]
    free = [n for n in said if not any(number.agrees_with(n) for number in asked)]
    found = [_compare_number(number, claim, evidence, [*said, *years], free) for number in asked]
    return [_soften_one(one, number, claim) for one, number in zip(found, asked, strict=True)]


_OWNING = re.compile(r"\b(?:has|have|had|with|contains?|contained|only|just|exactly)\s+$")
_LONGEST_OWNING = 12
"""Characters before a figure in which such a word begins."""


def _soften_one(found: Comparison, number: Number, claim: Text) -> Comparison:
    """Return the clash of the word "one" as missing, unless it counts: "has one sail".

    "One group" may be one of the two groups.
    """
    counts = _OWNING.search(claim.lowered, max(0, number.start - _LONGEST_OWNING), number.start) is not None
    if found.finding != "clash" or counts or not _is_word_one(number, claim.text):
        return found
    return Comparison("numbers", "missing", "number_not_found", found.claim, found.evidence)


def _compare_number(
    number: Number, claim: Text, evidence: Text, said: list[Number], free: list[Number]
) -> Comparison:
    """Compare a figure of the claim with those of the evidence.

    Any figure that it equals or restates agrees. A clash needs a figure in the same context that no figure of
    the claim agrees with.
    """
    by_operation = derive(number, claim, evidence)
    if by_operation is not None and _is_decisive(by_operation, number, said, claim, evidence):
        return by_operation
    for other in said:
        if number.agrees_with(other) and not is_other_identifier(number, claim, other, evidence):
            narrowed = compare_range_end(number, other, claim, evidence)
            return narrowed or _build_agreement(number, other, claim, evidence)
    found = find_restatement(number, claim, evidence) or by_operation
    found = found or find_converted_clash(number, claim, evidence)
    if found is not None:
        return found
    may_be_said = _may_be_restated(number, claim, evidence, said)
    clashing = None if may_be_said else _find_clashing_figure(number, claim, evidence, free)
    place = (number.start, number.end)
    if clashing is None:
        return Comparison("numbers", "missing", "number_not_found", place)
    return Comparison("numbers", "clash", "number_mismatch", place, (clashing.start, clashing.end))


def _may_be_restated(number: Number, claim: Text, evidence: Text, said: list[Number]) -> bool:
    """Return True if the figure may restate those of the evidence, or follow from them; then none clashes.

    It may be a rough rounding, a conversion, the result of an operation, or a share of another figure, which
    the evidence gives as a percentage or a fraction.
    """
    return (
        any(_is_rough_rounding(number, other) for other in said)
        or any(_is_converted(number, other, claim, evidence) for other in said)
        or _may_follow(number, claim, [other.value for other in said])
        or (not number.kind and any(other.kind in ("part", "percent") for other in said))
    )


def _find_clashing_figure(number: Number, claim: Text, evidence: Text, free: list[Number]) -> Number | None:
    """Return the first figure of its kind that stands in the place of the claim's figure, or None.

    A limit that the claim's figure keeps, and a part of what the claim adds up, do not clash with it.
    """
    differs, is_rate = _is_difference(number, claim), _is_rate(number, claim)
    alike = [
        other
        for other in free
        if number.kind == other.kind
        and _is_difference(other, evidence) == differs
        and _is_rate(other, evidence) == is_rate
    ]
    is_only = bool(number.kind) and len(alike) == 1
    in_place = (one for one in alike if is_only or _is_same_place(number, one, claim, evidence))
    return next((one for one in in_place if not _may_both_hold(number, one, claim, evidence)), None)


def _may_both_hold(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    return _is_within_limit(number, other, claim, evidence) or _is_part(number, other, claim, evidence)


def _is_difference(number: Number, text: Text) -> bool:
    """Return True for a figure that says by how much two things differ: "100 euros more", "rose by 12".

    It contradicts no figure that says how much there is of one of them.
    """
    ends = _list_ends_of_amount(number, text)
    return any(has_word_after(text, end, "difference") for end in ends) or has_word_before(
        text, find_mark(text, number)[1], "by"
    )


def _is_rate(number: Number, text: Text) -> bool:
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
    has_unit = number.kind or find_measure_at(text, number).units
    if text.lowered[position:start].strip() in ("a", "an") and not has_unit:
        return behind[0].end if behind and _is_unit_name(behind[0].form, text.language) else None
    return behind[0].end if behind else start


@cache
def _is_unit_name(name: str, language: str | None) -> bool:
    return any(measure.units for measure in find_measures(Text(f"1 {name}", language)))


def _is_decisive(found: Comparison, number: Number, said: list[Number], claim: Text, evidence: Text) -> bool:
    """Return True if a derived comparison settles the figure.

    A correct result does. A wrong result does too, unless the evidence gives the figure for the same thing:
    "the 3 rooms".
    """
    if found.finding != "clash":
        return found.finding == "agree"
    thing, (start, end) = claim.find_counted_stem(number.end), found.evidence or (0, 0)
    return not thing or not any(
        number.agrees_with(other) and evidence.find_counted_stem(other.end) == thing
        for other in said
        if not start <= other.start < end
    )


def _build_agreement(number: Number, other: Number, claim: Text, evidence: Text) -> Comparison:
    """Return an agreement; it includes the units if both have the same one but write it differently."""
    mine, theirs = parse_measure(claim, number), parse_measure(evidence, other)
    same = any(is_same_currency(one, there) for one in mine.units for there in theirs.units)
    if same and claim.text[mine.start : mine.end] != evidence.text[theirs.start : theirs.end]:
        formula = f"{evidence.text[theirs.start : theirs.end]} = {claim.text[mine.start : mine.end]}"
        return Comparison("numbers", "agree", "", (mine.start, mine.end), (theirs.start, theirs.end), formula)
    if are_people(number, other, claim, evidence):
        ends = claim.words_after(number.end, 1)[0].end, evidence.words_after(other.end, 1)[0].end
        formula = f"{evidence.text[other.start : ends[1]]} = {claim.text[number.start : ends[0]]}"
        return Comparison("numbers", "agree", "", (number.start, ends[0]), (other.start, ends[1]), formula)
    return Comparison("numbers", "agree", "", (number.start, number.end), (other.start, other.end))


def _is_rough_rounding(number: Number, other: Number) -> bool:
    """Return True if the claim's figure is the other one rounded at its trailing zeros.

    Without a mark this is not fair, but it is no clash either.
    """
    return number.kind == other.kind and is_fair_rounding(other.value, number, "about")


def _is_converted(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """Return True if the figures differ by a power of ten and count different things.

    An example is "12,000 metres" and "12 km".
    """
    small, large = sorted((abs(number.value), abs(other.value)))
    if not 0 < small < large < _LARGEST or claim.find_counted_stem(number.end) == evidence.find_counted_stem(
        other.end
    ):
        return False
    return (large / small).normalize().as_tuple().digits == (1,)


@compute_exactly
def _may_follow(number: Number, claim: Text, said: list[Decimal]) -> bool:
    """Return True if the value may follow from the figures of the evidence, which rules out a clash.

    It is the sum or difference of two of them, or a multiple or part of one by a figure that only the claim
    has: "a box holds 12 candles" → "three boxes hold 36".
    """
    value, few = number.value, said[:_MOST_OPERANDS]
    own = {other.value for other in find_figures(claim)[:_MOST_OPERANDS]} - {value, *said}
    return any(
        value in (one + other, abs(one - other)) for n, one in enumerate(few) for other in few[n + 1 :]
    ) or any(
        value == one * other or one == value * other
        for one in few
        for other in own
        if min(abs(one), abs(other)) > 1
    )


def is_given_by(number: Number, claim: Text, near: Text) -> bool:
    """Return True if a text has the claim's figure, or figures of the same thing that give it.

    After "the default is 256 MiB" the source may say "It is 512 MiB", and after "12 crates came" "3 crates
    were sent back": neither contradicts the claim that has the other figure, or 9 crates.
    """
    thing = claim.find_counted_stem(number.end)
    said = [
        other
        for other in find_figures(near)
        if other.kind == number.kind and near.find_counted_stem(other.end) == thing
    ]
    return any(number.agrees_with(other) for other in said) or _may_follow(
        number, claim, [other.value for other in said]
    )


_WIDE = Decimal(2)
"""Factor up to which "over 20 kg" is a limit for 22 kg: beyond it, "over" and "under" round a figure."""


def _is_within_limit(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """Return True if the evidence's figure is a limit that the claim's figure keeps: 27 kg, "at least 25 kg".

    A limit and what it is applied to are not the same figure. Where the claim itself gives a limit, it is.
    """
    side, marked = find_limit(evidence, other), find_mark(evidence, other)[0]
    within = next((pair for pair in find_ranges(evidence) if other in pair), None) if not side else None
    if not side and within is None:
        return False
    if find_limit(claim, number) or any(number in pair for pair in find_ranges(claim)):
        return False
    if within is not None:
        return within[0].value <= number.value <= within[1].value
    low, high = sorted((abs(number.value), abs(other.value)))
    if marked == "nearly" or (marked in BOUNDING_MARKS and high > _WIDE * low):
        return False
    return (number.value - other.value) * side >= 0


def _is_part(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """Return True if the evidence's figure may be a part of what the claim adds up: "together 55", "24"."""
    is_joint = number.value > other.value and find_cue_in_clause(claim, "joint", number.start) is not None
    return is_joint and not find_scopes(evidence, "joint")


def _may_be_article(number: Number, claim: Text, evidence: Text) -> bool:
    """Return True for "one" as a word, which in most languages is an article or a pronoun too.

    It is a figure in "one of the three", and where the evidence counts the same thing: "one sail" beside "12
    sails". At the start of a clause, "one group" may be one of several, unless the rest is said of them.
    """
    if not _is_word_one(number, claim.text) or _ONE_OF.match(claim.text, number.end):
        return False
    thing = claim.find_counted_stem(number.end)
    starts = not claim.text[find_clause_at(claim, number.start)[0] : number.start].strip()
    if starts and not _has_same_predicate(number, claim, evidence):
        return True
    counted = any(evidence.find_counted_stem(other.end) == thing for other in find_figures(evidence))
    return not thing or not counted


def _has_same_predicate(number: Number, claim: Text, evidence: Text) -> bool:
    """Return True if the evidence says what follows in a sentence that counts the same thing.

    "One dose is required" beside "two doses are required", but not "one group got the drug" beside "there
    were two groups. The first got the drug".
    """
    thing = claim.find_counted_stem(number.end)
    said = {word.stem for word in claim.within(number.end, len(claim.text))} - {thing}
    sentences = (
        find_sentence_at(evidence, other.start)
        for other in find_figures(evidence)
        if evidence.find_counted_stem(other.end) == thing
    )
    return any(said & {word.stem for word in evidence.within(*sentence)} for sentence in sentences)


def _is_word_one(number: Number, text: str) -> bool:
    return number.value == 1 and text[number.start : number.end].isalpha()


def _is_same_place(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """Return True if both figures count the same thing.

    If neither counts anything, they must share a word around them.
    """
    counted, there = claim.find_counted_stem(number.end), evidence.find_counted_stem(other.end)
    if not number.kind and counted != there:
        return False
    near = claim.around(number.start, number.end) & evidence.around(other.start, other.end)
    return bool(near) or (bool(counted) and counted == there)


# --- Ranges ---

_DASH = re.compile(r"\s?[–—-]\s?")


@find_once
def find_ranges(text: Text) -> tuple[tuple[Number, Number], ...]:
    """Return the lower and the upper figure of each range, in order."""
    return tuple((low, high) for low, high in pairwise(find_figures(text)) if _is_range(text, low, high))


def _is_range(text: Text, low: Number, high: Number) -> bool:
    if low.value >= high.value or {low.kind, high.kind} & {"clock", "ordinal", "part"}:
        return False
    between = text.text[find_measure_at(text, low).end : high.start]
    if _DASH.fullmatch(between) or _DASH.fullmatch(text.text[low.end : high.start]):
        return True
    if any(find_cue_in_clause(text, group, low.start) for group in ("rise", "fall")):
        return False
    return any(
        pattern.fullmatch(between.strip()) and (before.search(text.text[: low.start]) is not None)
        for before, pattern in _build_range_patterns(text.language or "en")
    ) and not has_word_before(text, low.start, "from")


@cache
def _build_range_patterns(language: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Return the patterns before the first figure, which may be empty, and between the two figures."""
    forms = get_amount_words(language).get("range", {})
    return tuple(
        (re.compile(rf"\b{one}\s*$" if one else "", re.IGNORECASE), re.compile(two, re.IGNORECASE))
        for one, two in forms.items()
    )


def compare_range_end(number: Number, other: Number, claim: Text, evidence: Text) -> Comparison | None:
    """Compare a figure that is one end of a range in the evidence; None if there is no such range.

    "At least" and "up to" agree. The finding is missing if the claim gives one end for the whole range; of a
    claim that gives a range itself, each end is compared on its own.
    """
    found = next((pair for pair in find_ranges(evidence) if other in pair), None)
    if found is None or any(number in pair for pair in find_ranges(claim)):
        return None
    if any(_has_both(found, pair) for pair in _pair_neighbours(claim)):
        return None
    group = "least" if other is found[0] else "most_at"
    cue = next((c for c in find_scopes(claim, group) if _is_cue_adjacent(claim, c.end, number)), None)
    there = found[0].start, found[1].end
    if cue is None:
        return Comparison("numbers", "missing", "range_narrowed", (number.start, number.end), there)
    place = cue.start, find_measure_at(claim, number).end
    formula = f"{evidence.text[slice(*there)]} is {claim.text[cue.start : number.end]}"
    return Comparison("numbers", "agree", "", place, there, formula)


def _pair_neighbours(claim: Text) -> list[tuple[Number, Number]]:
    """Return the pairs of neighbouring figures in the claim, whatever is between them."""
    return list(pairwise(find_figures(claim)))


def _has_both(found: tuple[Number, Number], pair: tuple[Number, Number]) -> bool:
    return all(any(one.agrees_with(end) for one in pair) for end in found)


def _is_cue_adjacent(claim: Text, end: int, number: Number) -> bool:
    return end <= number.start and not claim.text[end : number.start].strip()


# --- Restatements ---

_LEAST_DEVIATION = Decimal("0.05")
"""Share by which a converted figure must differ from the claim's to clash, since both may be rounded."""


def find_restatement(number: Number, claim: Text, evidence: Text) -> Comparison | None:
    """Return an agreement with a figure that the claim's figure fairly restates; None if there is none."""
    marked, start = find_mark(claim, number)
    measure = find_measure_at(claim, number)
    for other in find_measures(evidence):
        formula = _describe_conversion(measure, other, marked, claim, evidence) or _describe_rounding(
            measure, other, marked, claim, evidence
        )
        if formula:
            place = (min(start, measure.start), measure.end)
            return Comparison("numbers", "agree", "", place, (other.start, other.end), formula)
    return None


def is_restatement(measure: Measure, marked: Mark, claim: Text, other: Measure, evidence: Text) -> bool:
    """Return True if the first figure, with its mark, fairly restates the second one."""
    if not marked and not (measure.units and other.units):
        return False
    return bool(
        _describe_conversion(measure, other, marked, claim, evidence)
        or _describe_rounding(measure, other, marked, claim, evidence)
    )


def find_converted_clash(number: Number, claim: Text, evidence: Text) -> Comparison | None:
    """Return a clash with a figure in another unit that is far off; None if there is none.

    It must be the only figure of the evidence that measures the same.
    """
    measure = find_measure_at(claim, number)
    near = [other for other in find_measures(evidence) if any(_find_convertible_units(measure, other))]
    alike = (
        [other for other in find_measures(claim) if any(_find_convertible_units(other, near[0]))]
        if near
        else []
    )
    if len(near) != 1 or len(alike) != 1 or _has_same_figure(near[0], claim):
        return None
    if _is_difference(number, claim) != _is_difference(near[0].numbers[-1], evidence):
        return None
    if _is_part(number, near[0].numbers[-1], claim, evidence):
        return None
    for exact, shown, unit, there in _convert_amounts(measure, near[0]):
        if has_offset(there, unit) or abs(exact - shown.value) <= _LEAST_DEVIATION * abs(exact):
            return None
    if not claim.around(measure.start, measure.end) & evidence.around(near[0].start, near[0].end):
        return None
    place, other = (measure.start, measure.end), (near[0].start, near[0].end)
    return Comparison("numbers", "clash", "number_mismatch", place, other)


def _has_same_figure(other: Measure, claim: Text) -> bool:
    """Return True if the claim has that figure of the evidence unchanged."""
    return any(own.agrees_with(other.numbers[-1]) for own in find_figures(claim))


def _find_convertible_units(measure: Measure, other: Measure) -> Iterator[tuple[str, str]]:
    """Yield the pairs of units that measure the same kind of thing.

    A pair of equal units counts if a measure has several figures.
    """
    several = bool(measure.larger or other.larger)
    for unit in measure.units:
        for there in other.units:
            if are_convertible(unit, there) or (several and unit == there):
                yield unit, there


def _convert_amounts(measure: Measure, other: Measure) -> Iterator[tuple[Decimal, Number, str, str]]:
    """Yield the other amount in a unit of the first one, the figure of the first one, and both units."""
    for unit, there in _find_convertible_units(measure, other):
        shown, amount = measure.total(), other.total()
        exact = convert_unit(amount.value, there, unit) if amount else None
        if shown is not None and exact is not None:
            yield exact, shown, unit, there


def _describe_conversion(measure: Measure, other: Measure, marked: Mark, claim: Text, evidence: Text) -> str:
    for exact, shown, unit, there in _convert_amounts(measure, other):
        if has_offset(there, unit) and (
            _is_temperature_change(claim, measure) or _is_temperature_change(evidence, other)
        ):
            return ""
        fair = is_fair_rounding(exact, shown, marked, converted=unit != there)
        degrees = unit != there and has_offset(there, unit) and _is_same_degree(exact, shown)
        if fair or degrees:
            return _format_equation(measure, other, exact == shown.value, claim, evidence)
    return ""


def _is_temperature_change(text: Text, measure: Measure) -> bool:
    """Return True for "by 10 °C" and "10 °C warmer", which are differences, not temperatures."""
    more = [cue.start for group in ("more", "less") for cue in find_scopes(text, group)]
    behind = any(start >= measure.end and not text.text[measure.end : start].strip() for start in more)
    return behind or has_word_before(text, find_mark(text, measure.numbers[0])[1], "by")


def _is_same_degree(exact: Decimal, shown: Number) -> bool:
    """Return True if a temperature rounds to the degrees shown.

    A share such as 5 % would depend on where 0 lies.
    """
    return abs(exact - shown.value) <= shown.step / 2


def _describe_rounding(measure: Measure, other: Measure, marked: Mark, claim: Text, evidence: Text) -> str:
    one, exact = measure.numbers[-1], other.numbers[-1]
    if measure.larger or other.larger or (not marked and is_identifier_number(one, claim)):
        return ""
    if not have_same_unit(one, exact, claim, evidence) or (
        marked in BOUNDING_MARKS and find_limit(evidence, exact)
    ):
        return ""
    if {one.kind, exact.kind} == {"part", "percent"}:
        part, percent = (one, exact) if one.kind == "part" else (exact, one)
        fair = is_fair_fraction(percent.value, part.value, marked)
    elif {one.kind, exact.kind} & {"clock", "ordinal", "part"}:
        return ""
    else:
        fair = is_fair_rounding(exact.value, one, marked)
    return _format_equation(measure, other, one.value == exact.value, claim, evidence) if fair else ""


def _format_equation(measure: Measure, other: Measure, exact: bool, claim: Text, evidence: Text) -> str:
    sign = "=" if exact or measure.larger or other.larger else "≈"
    return f"{evidence.text[other.start : other.end]} {sign} {claim.text[measure.start : measure.end]}"


NUMBERS = Rule(
    "numbers",
    compare_numbers,
    kind="number",
    exact="number_not_found",
    unclear={"number_mismatch": "number_not_found"},
    binds=True,
    denies="value",
    context="figure",
    paraphrases=True,
)


_RATE = re.compile(r"\s?[^\W\d_]+\s(?:per|a|an|each|every)\s([^\W\d_]+)")

_REACH = 3
"""Content words after a figure among which the thing counted may be: "14 bright new rooms"."""


def compare_units(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each figure that the evidence has only with other units."""
    said = find_figures(evidence)
    found = []
    for number in find_figures(claim):
        homes = [other for other in said if number.agrees_with(other)]
        if homes and not any(have_same_unit(number, other, claim, evidence) for other in homes):
            there = (homes[0].start, homes[0].end)
            found.append(Comparison("units", "missing", "unit_unclear", (number.start, number.end), there))
    return found


def have_same_unit(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """Return True if both have the same unit and rate or count the same thing, or one counts nothing."""
    if {number.kind, other.kind} == {"part", "percent"}:
        return True
    rates = _find_rate(claim, number), _find_rate(evidence, other)
    if "" not in rates and rates[0] != rates[1]:
        return False
    mine, theirs = parse_measure(claim, number).units, parse_measure(evidence, other).units
    if mine and theirs:
        return any(is_same_currency(one, there) for one in mine for there in theirs)
    counted, there = (
        mine | _get_counted_meanings(claim, number),
        theirs | _get_counted_meanings(evidence, other),
    )
    return not counted or not there or bool(counted & there) or are_people(number, other, claim, evidence)


def are_people(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """Return True for "people" and a word for some of them: "passengers"."""
    behind = claim.words_after(number.end, 1)
    return (
        bool(behind)
        and behind[0].form == "people"
        and is_person(evidence.find_counted_stem(other.end), claim.language)
    )


def _find_rate(text: Text, number: Number) -> str:
    """Return the stem after "per" or "a" behind the thing counted: "5 km per day".

    It is empty if there is none.
    """
    match = _RATE.match(text.text, number.end)
    return text.words_after(match.start(1), 1)[0].stem if match else ""


def _get_counted_meanings(text: Text, number: Number) -> frozenset[str]:
    """Return the meanings of the content words that the figure may count, if one follows directly."""
    words = text.words_after(number.end, _REACH + 1)
    if not words or text.text[number.end : words[0].start].strip(" \u00a0\u202f-"):
        return frozenset()
    if not is_content_word(words[0], text.language):
        return frozenset()
    return frozenset(get_meaning(word, text.language) for word in words if _is_thing(word, text))


def _is_thing(word: Word, text: Text) -> bool:
    return is_content_word(word, text.language) and not word.form[0].isdigit()


UNITS = Rule(
    "units", compare_units, kind="unit", exact="unit_unclear", unclear={"unit_mismatch": "unit_unclear"}
)
