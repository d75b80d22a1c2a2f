"""Numbers: a claim's figure must occur in the evidence with the same kind (percent, currency or plain).

A figure agrees with one that rounds to it at the decimals it shows, and with one that it restates fairly.
"""

from __future__ import annotations

import re
from decimal import Decimal

from ascribe.verify.rules.amount import Number
from ascribe.verify.rules.calendar_dates import find_dates
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.currencies import same_currency
from ascribe.verify.rules.derived import derive
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.measures import measure_of
from ascribe.verify.rules.named import is_other_name
from ascribe.verify.rules.ranges import end_of_range
from ascribe.verify.rules.restated import differs_converted, find_restated
from ascribe.verify.rules.rounding import is_fair
from ascribe.verify.rules.units import are_people

_ONE_OF = re.compile(r"\s(?:of|in|out)\s")
"""What makes the word one a figure in English: "one of the three"."""

_LARGEST = Decimal(10) ** 18
"""Figures above this are not rounded; decimals hold 28 digits."""

_FEW = 12
"""Figures of a passage that are added up at most: a table has hundreds of pairs."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each figure of the claim that is not part of a date."""
    said = figures(evidence)
    asked = [number for number in figures(claim) if not _may_be_article(number, claim.text)]
    dates = find_dates(evidence.text, evidence.language)
    years = [Number(d.start, d.end, Decimal(d.year)) for d in dates if d.year is not None]
    free = [n for n in said if not any(number.agrees_with(n) for number in asked)]
    return [_compare(number, claim, evidence, [*said, *years], free) for number in asked]


def _compare(
    number: Number, claim: Text, evidence: Text, said: list[Number], free: list[Number]
) -> Comparison:
    """Agree with any figure that says or restates it; clash with one in the same place and free for it."""
    place = (number.start, number.end)
    by_operation = derive(number, claim, evidence)
    if by_operation is not None and _decides(by_operation, number, said, claim, evidence):
        return by_operation
    for other in said:
        if number.agrees_with(other) and not is_other_name(number, claim, other, evidence):
            narrowed = end_of_range(number, other, claim, evidence)
            return narrowed or _agreed(number, other, claim, evidence)
    found = find_restated(number, claim, evidence) or by_operation
    found = found or differs_converted(number, claim, evidence)
    if found is not None:
        return found
    converted = any(_is_converted(number, other, claim, evidence) for other in said)
    fair = any(_may_round(number, other) for other in said)
    if fair or converted or _is_derived(number.value, [other.value for other in said]):
        return Comparison("numbers", "missing", "number_not_found", place)
    alike = [other for other in free if number.kind == other.kind]
    for other in alike:
        if _same_place(number, other, claim, evidence) or (number.kind and len(alike) == 1):
            return Comparison("numbers", "clash", "number_mismatch", place, (other.start, other.end))
    return Comparison("numbers", "missing", "number_not_found", place)


def _decides(found: Comparison, number: Number, said: list[Number], claim: Text, evidence: Text) -> bool:
    """True for a result, and for a wrong one unless the figure is said of the same thing: "the 3 rooms"."""
    if found.finding != "clash":
        return found.finding == "agree"
    thing, (start, end) = claim.counted(number.end), found.evidence or (0, 0)
    return not thing or not any(
        number.agrees_with(other) and evidence.counted(other.end) == thing
        for other in said
        if not start <= other.start < end
    )


def _agreed(number: Number, other: Number, claim: Text, evidence: Text) -> Comparison:
    """The figures agree; with their units, where both have the same one and write it otherwise."""
    mine, theirs = measure_of(claim, number), measure_of(evidence, other)
    same = any(same_currency(one, there) for one in mine.units for there in theirs.units)
    if same and claim.text[mine.start : mine.end] != evidence.text[theirs.start : theirs.end]:
        formula = f"{evidence.text[theirs.start : theirs.end]} = {claim.text[mine.start : mine.end]}"
        return Comparison("numbers", "agree", "", (mine.start, mine.end), (theirs.start, theirs.end), formula)
    if are_people(number, other, claim, evidence):
        ends = claim.words_after(number.end, 1)[0].end, evidence.words_after(other.end, 1)[0].end
        formula = f"{evidence.text[other.start : ends[1]]} = {claim.text[number.start : ends[0]]}"
        return Comparison("numbers", "agree", "", (number.start, ends[0]), (other.start, ends[1]), formula)
    return Comparison("numbers", "agree", "", (number.start, number.end), (other.start, other.end))


def _may_round(number: Number, other: Number) -> bool:
    """True if the claim's figure, unmarked, is what the other rounds to at its closing zeros: no clash."""
    return number.kind == other.kind and is_fair(other.value, number, "about")


def _is_converted(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """True if one is the other times a power of ten and counts something else: 12,000 metres and 12 km."""
    small, large = sorted((abs(number.value), abs(other.value)))
    if not 0 < small < large < _LARGEST or claim.counted(number.end) == evidence.counted(other.end):
        return False
    return (large / small).normalize().as_tuple().digits == (1,)


def _is_derived(value: Decimal, said: list[Decimal]) -> bool:
    """True if the value is a sum or difference of two figures said: then nothing clashes."""
    few = said[:_FEW]
    return any(value in (a + b, abs(a - b)) for i, a in enumerate(few) for b in few[i + 1 :])


def _may_be_article(number: Number, text: str) -> bool:
    """True for one in a word, which in most languages is an article or a pronoun as well."""
    written = text[number.start : number.end]
    return number.value == 1 and written.isalpha() and not _ONE_OF.match(text, number.end)


def _same_place(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """True if both figures count the same thing, or neither counts any and the words around are shared."""
    counted, there = claim.counted(number.end), evidence.counted(other.end)
    if not number.kind and counted != there:
        return False
    near = claim.around(number.start, number.end) & evidence.around(other.start, other.end)
    return bool(near) or (bool(counted) and counted == there)
