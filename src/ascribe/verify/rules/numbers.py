"""Numbers: a figure of the claim must occur in the evidence with the same kind (percent, currency or plain).

A figure agrees with one that rounds to it at the decimals shown, and with one that it restates in another
unit, rounded, or as a fraction for a percentage.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from ascribe.verify.calculations import find_calculation
from ascribe.verify.calculations.amounts import Calculation
from ascribe.verify.calculations.possible import may_be_calculated, may_be_multiple, may_be_one_apart
from ascribe.verify.clauses import find_coordinate_spans
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at, find_scopes, is_one_denied
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import is_other_identifier, parse_measure
from ascribe.verify.quantities.number import (
    Number,
    find_limit,
    is_fair_rounding,
)
from ascribe.verify.quantities.operations import find_sentence_at, read_claim_figure
from ascribe.verify.quantities.rates import has_other_period
from ascribe.verify.quantities.time_spans import is_time_covered
from ascribe.verify.quantities.units import is_same_currency
from ascribe.verify.rules.complements import find_complement_side
from ascribe.verify.rules.derived import derive
from ascribe.verify.rules.figure_roles import (
    is_base,
    is_difference,
    is_part,
    is_rate,
    is_required,
    is_within_limit,
    keeps_limit,
)
from ascribe.verify.rules.ranges import compare_range_end
from ascribe.verify.rules.restatements import find_converted_clash, find_kept_limit, find_restatement
from ascribe.verify.rules.units import are_people

_ONE_OF = re.compile(r"\s(?:of|in|out)\s")
"""What makes the English word "one" a figure: "one of the three"."""

_PRONOUN_BEFORE = re.compile(
    r"(?:\b(?:the|this|that|which|each|every|any|another|next|last|other|new|same)\s+"
    r"|\b(?:the|an?|this|that|another|every|each|any|its|their)\s+[^\W\d_]+\s+)$"
)
"""What makes it a pronoun: "the one in pier 4", "a smaller one of 18 %"."""

_REACH_OF_PRONOUN = 30

_LARGEST = Decimal(10) ** 18
"""Figures above this are not rounded, since decimals hold 28 digits."""


def compare_numbers(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each figure of the claim that is not part of a date."""
    said = find_figures(evidence)
    asked = [number for number in find_figures(claim) if not _may_be_article(number, claim, evidence)]
    dates = find_dates(evidence.text, evidence.language)
    years = [Number(d.start, d.end, Decimal(d.year)) for d in dates if d.year is not None]
    free = [n for n in said if not any(number.agrees_with(n) for number in asked)]
    found = [_compare_number(number, claim, evidence, [*said, *years], free) for number in asked]
    softened = [_soften_one(one, number, claim) for one, number in zip(found, asked, strict=True)]
    return _explain_operands(softened, asked, claim, evidence)


def _explain_operands(
    found: list[Comparison], asked: list[Number], claim: Text, evidence: Text
) -> list[Comparison]:
    """Return the comparisons; a figure that only serves to calculate another one is calculated too."""
    calculated = [
        _calculate(claim, number, evidence)
        for one, number in zip(found, asked, strict=True)
        if one.reason == "number_calculated"
    ]
    own = {one.own: one for one in calculated if one is not None and one.own is not None}
    return [
        replace(one, reason="number_calculated", evidence=basis.operands, formula=basis.formula)
        if one.finding == "missing" and (basis := _find_use(one, own)) is not None
        else one
        for one in found
    ]


def _find_use(found: Comparison, own: Mapping[Span, Calculation]) -> Calculation | None:
    return next((used for (start, end), used in own.items() if start <= found.claim[0] < end), None)


@find_once
def _calculate(claim: Text, number: Number, evidence: Text) -> Calculation | None:
    """Return a calculation that gives the figure, but not one with the figure of another coordinate.

    "Refunds take 30 days and exchanges 60 days" calculates no difference from 30 and 90 days, since it gives
    the 30 days itself.
    """
    found = find_calculation(read_claim_figure(number, claim), claim, evidence)
    if found is None:
        return None
    start, end = found.operands
    used = (other for other in find_figures(evidence) if start <= other.start and other.end <= end)
    return None if any(_is_taken(other, number, claim) for other in used) else found


def _is_taken(other: Number, number: Number, claim: Text) -> bool:
    """Return True for a figure of the evidence that the claim states for another coordinate."""
    return any(one.agrees_with(other) for one in _find_coordinate_figures(claim, number))


@find_once
def _find_coordinate_figures(claim: Text, number: Number) -> tuple[Number, ...]:
    """Return the figures in the other coordinates of the predicate that the figure belongs to."""
    of = [parts for parts in find_coordinate_spans(claim) if _find_part(number, parts) is not None]
    return tuple(
        one
        for parts in of
        for one in find_figures(claim)
        if _find_part(one, parts) not in (None, _find_part(number, parts))
    )


def _find_part(number: Number, parts: tuple[Span, ...]) -> Span | None:
    return next((part for part in parts if part[0] <= number.start < part[1]), None)


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
    found = found or find_kept_limit(number, claim, evidence)
    found = found or find_converted_clash(number, claim, evidence)
    if found is not None:
        return found
    left = [other for other in said if not _is_taken(other, number, claim)]
    may_be_said = _may_be_restated(number, claim, evidence, left)
    clashing = None if may_be_said else _find_clashing_figure(number, claim, evidence, free)
    place = (number.start, number.end)
    calculated = _calculate(claim, number, evidence)
    if calculated is not None:
        operands, formula = calculated.operands, calculated.formula
        return Comparison("numbers", "missing", "number_calculated", place, operands, formula)
    if clashing is None:
        limit = next((one for one in free if is_within_limit(number, one, claim, evidence)), None)
        there = None if limit is None else (limit.start, limit.end)
        return Comparison("numbers", "missing", "number_not_found", place, there)
    return Comparison("numbers", "clash", "number_mismatch", place, (clashing.start, clashing.end))


def _may_be_restated(number: Number, claim: Text, evidence: Text, said: list[Number]) -> bool:
    """Return True if the figure may restate those of the evidence, or follow from them; then none clashes.

    It may be a rough rounding, a conversion, the result of an operation, or a share of another figure, which
    the evidence gives as a percentage or a fraction.
    """
    return (
        any(_is_rough_rounding(number, other) for other in said)
        or any(_keeps_limit(number, other, claim, evidence) for other in said)
        or any(_is_converted(number, other, claim, evidence) for other in said)
        or may_be_multiple(number, evidence, said)
        or may_be_one_apart(number, claim, evidence, said)
        or may_be_calculated(number, claim, said, _find_coordinate_figures(claim, number))
        or (not number.kind and any(other.kind in ("part", "percent") for other in said))
    )


def _find_clashing_figure(number: Number, claim: Text, evidence: Text, free: list[Number]) -> Number | None:
    """Return the first figure of its kind that stands in the place of the claim's figure, or None.

    A limit that the claim's figure keeps, and a part of what the claim adds up, do not clash with it.
    """
    differs, for_each = is_difference(number, claim), is_rate(number, claim)
    alike = [
        other
        for other in free
        if number.kind == other.kind
        and is_difference(other, evidence) == differs
        and is_rate(other, evidence) == for_each
        and not has_other_period(number, claim, other, evidence)
    ]
    is_only = bool(number.kind) and len(alike) == 1
    in_place = (one for one in alike if is_only or _is_same_place(number, one, claim, evidence))
    return next((one for one in in_place if not _may_both_hold(number, one, claim, evidence)), None)


def _may_both_hold(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    if find_limit(evidence, other)[0] and find_scopes(claim, "negation"):
        return True  # "80,000 rows do not fit" beside "up to 65,000 rows"
    if number.kind == "clock" and is_time_covered(claim, (number.start, number.end), evidence):
        return True
    if number.value > other.value and is_base(other, evidence):
        return True
    if is_required(other, evidence) and _has_other_outcome(claim, evidence):
        return True  # "49 points do not suffice" beside "50 points are needed"
    return is_within_limit(number, other, claim, evidence) or is_part(number, other, claim, evidence)


def _has_other_outcome(claim: Text, evidence: Text) -> bool:
    """Return True if one of two texts denies, or has a complement of a word of the other: "fails", "pass"."""
    mine, theirs = (
        {side for word in text.content if (side := find_complement_side(word))} for text in (claim, evidence)
    )
    turned = {(group, 1 - side) for group, side in mine}
    return is_one_denied(claim, evidence) or not turned.isdisjoint(theirs)


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


def _keeps_limit(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    is_plain = number.kind == other.kind and not find_limit(evidence, other)[0]
    return is_plain and keeps_limit(other.value, number, claim)


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
    if any(number.agrees_with(other) for other in said):
        return True
    free = [other for other in said if not _is_taken(other, number, claim)]
    return may_be_calculated(number, claim, free, _find_coordinate_figures(claim, number))


def _may_be_article(number: Number, claim: Text, evidence: Text) -> bool:
    """Return True for "one" as a word, which in most languages is an article or a pronoun too.

    It is a figure in "one of the three", and where the evidence counts the same thing: "one sail" beside "12
    sails". At the start of a clause, "one group" may be one of several, unless the rest is said of them.
    """
    if not _is_word_one(number, claim.text):
        return False
    if _PRONOUN_BEFORE.search(claim.lowered, max(0, number.start - _REACH_OF_PRONOUN), number.start):
        return True
    if _ONE_OF.match(claim.text, number.end):
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


NUMBERS = Rule(
    "numbers",
    compare_numbers,
    kind="number",
    exact="number_not_found",
    vetoes=("range_narrowed",),
    unclear={"number_mismatch": "number_not_found"},
    binds=True,
    denies="value",
    context="figure",
    paraphrases=True,
)
