"""Numbers: a claim's figure must occur in the evidence with the same kind (percent, currency or plain).

A figure agrees with one that rounds to it at the decimals it shows.
"""

from __future__ import annotations

import re
from decimal import Decimal

from ascribe.language.words import is_content
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.dates import find_dates
from ascribe.verify.rules.amount import Number, rounded
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.scope import find_scopes

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
    """Agree with any figure; clash with one that stands in the same place and is free for it."""
    place = (number.start, number.end)
    for other in said:
        if number.agrees_with(other) and not _other_version(number, other, claim, evidence):
            return Comparison("numbers", "agree", "", place, (other.start, other.end))
    fair = [other for other in said if _rounds(other.value, number.value)]
    if fair:
        place_there = (fair[0].start, fair[0].end)
        if find_scopes(claim, "about"):
            return Comparison("numbers", "agree", "", place, place_there)
        return Comparison("numbers", "missing", "number_not_found", place, place_there)
    converted = any(_is_converted(number, other, claim, evidence) for other in said)
    if converted or _is_derived(number.value, [other.value for other in said]):
        return Comparison("numbers", "missing", "number_not_found", place)
    alike = [other for other in free if number.kind == other.kind]
    for other in alike:
        if _same_place(number, other, claim, evidence) or (number.kind and len(alike) == 1):
            return Comparison("numbers", "clash", "number_mismatch", place, (other.start, other.end))
    return Comparison("numbers", "missing", "number_not_found", place)


def _other_version(number: Number, other: Number, claim: Text, evidence: Text) -> bool:
    """True for "version 2.1" beside "version 2.10": such a figure is a name, not an amount."""
    mine, theirs = claim.text[number.start : number.end], evidence.text[other.start : other.end]
    if number.decimals == other.decimals or number.value != other.value or not _names_one(number, claim):
        return False
    return mine.rstrip("0") == theirs.rstrip("0") and _names_one(other, evidence)


def _names_one(number: Number, text: Text) -> bool:
    """True if a content word stands right before the figure and none right behind it."""
    before = next((w for w in reversed(text.content) if w.end <= number.start), None)
    touches = before is not None and text.text[before.end : number.start] in (" ", "\u00a0")
    behind = text.words_after(number.end, 1)
    return touches and not (behind and is_content(behind[0], text.language))


def _rounds(exact: Decimal, shown: Decimal) -> bool:
    """True if a figure rounds to the other at the digits that one shows: 14,600 to 15,000."""
    if shown == shown.to_integral_value() and shown % 10 == 0 and shown and exact != shown:
        step = Decimal(1).scaleb(_exponent(shown.normalize()))
        return abs(exact) < _LARGEST and rounded(exact / step, Decimal(1)) * step == shown
    return False


def _exponent(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


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
