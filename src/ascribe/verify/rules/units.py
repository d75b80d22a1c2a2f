"""Units: "5 lb" is not "5 kg", and "16 towns" are not "16 sites".

If the evidence has a figure of the claim, the figure must have the same unit there or count the same thing,
where both texts name one. The rule ``numbers`` compares figures in different units.
"""

from __future__ import annotations

import re
from itertools import takewhile

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.lexicon import get_meaning, is_person
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import parse_measure
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.number_words import get_percent_patterns
from ascribe.verify.quantities.units import is_same_currency

_RATE = re.compile(r"\s?[^\W\d_]+\s(?:per|a|an|each|every)\s([^\W\d_]+)")

_PEOPLE = ("head", "capita", "person")
"""What "per" a person may be told by."""

_SHARES = (r"\bpercent", r"\bshares?\b", r"\bpct\b")
"""Further words, in any language, for a figure that is a percentage without its sign."""

_REACH = 3
"""Content words right after a figure among which the thing counted may be: "14 bright new rooms"."""


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
    if {number.kind, other.kind} == {"", "percent"} and not _names_percent(
        claim if not number.kind else evidence
    ):
        return False
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


def _names_percent(text: Text) -> bool:
    """Return True if the text names percent anywhere, as the head of a column does: "rate (%)", "share"."""
    patterns = ("%", "％", *get_percent_patterns(text.code), *_SHARES)
    return any(re.search(pattern, text.lowered) for pattern in patterns)


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
    if match is None:
        return ""
    return "person" if match[1].lower() in _PEOPLE else text.words_after(match.start(1), 1)[0].stem


def _get_counted_meanings(text: Text, number: Number) -> frozenset[str]:
    """Return the meanings of the content words that the figure may count, if one follows directly."""
    words = text.words_after(number.end, _REACH + 1)
    if not words or text.text[number.end : words[0].start].strip(" \u00a0\u202f-"):
        return frozenset()
    counted = takewhile(lambda word: is_content_word(word, text.language), words)
    return frozenset(get_meaning(word, text.language) for word in counted if _is_thing(word, text))


def _is_thing(word: Word, text: Text) -> bool:
    return is_content_word(word, text.language) and not word.form[0].isdigit()


UNITS = Rule(
    "units", compare_units, kind="unit", exact="unit_unclear", unclear={"unit_mismatch": "unit_unclear"}
)
