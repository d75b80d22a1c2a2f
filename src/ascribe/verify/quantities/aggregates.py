"""Operations on several figures: totals, means, counts of listed names, shares of a whole, and durations.

A share needs the whole ("of the 60 pupils") and exactly one part of it in the same sentence of the evidence.
A duration needs exactly two dates with a year in the evidence, in one sentence and about the same thing.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise

from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Span, find_clause_at, find_scopes
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.calendar_dates import Date, find_dates
from ascribe.verify.quantities.measures import Measure, find_measures, is_identifier_number
from ascribe.verify.quantities.number import Number, is_fair_rounding
from ascribe.verify.quantities.operations import (
    ClaimFigure,
    DerivedValue,
    find_cue_in_clause,
    find_sentence_at,
    format_value,
    get_counted_stem,
    get_meanings_in,
    has_word_after,
    has_word_before,
    is_same_kind,
    join_measures,
)

_MOST_ADDENDS = 6
"""Largest number of figures that are added up; more than these are a table."""

_ENUMERATION = re.compile(r"\s*(?:,|,?\s*(?:and|und|et|y|e|en|&))\s*")
"""Separators between the figures of an enumeration."""

_OWN_LIST = re.compile(r"(?:\s+[\w'’-]+){1,6}\s*[:–—]\s*(?P<items>[^.;:]+)[.;]?\s*$")
"""The items that end a claim: "two people to sign off: the head and the director"."""

_OWN_SEPARATOR = re.compile(r",\s*(?:and\s+|und\s+)?|\s+(?:and|und|et|y|e|en|&)\s+")

_MOST_LISTED = 6

_NAME = r"[A-ZÀ-ÞŁŠŽĐ][\w'’-]*(?: [A-ZÀ-ÞŁŠŽĐ][\w'’-]*)*"
_LISTED_NAMES = re.compile(
    rf"[:,]?(?:\s+(?:in|at|on|of|from|named|called|are|were|is|namely|à|en|de|bei|von|aus|auf))?\s+"
    rf"(?P<items>{_NAME}(?:, {_NAME})*,? (?:and|und|et|y|e|en|&) {_NAME})"
)
"""Names listed right after the word for the thing counted: "three towns: Fenn, Tolk and Brenn"."""


def compute_total(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return the sum of the figures that count what the claim names; None if the claim names no sum."""
    cue = find_cue_in_clause(claim, "total", asked.start)
    if cue is None or asked.number.kind in ("percent", "part") or asked.measure.larger:
        return None
    if has_word_after(claim, asked.measure.end, "difference"):
        return None  # "400 more in all than"
    if not evidence.tokens.isdisjoint(_EACH):
        return _compute_total_of_each(asked, cue, evidence)
    added = _find_addends(asked, claim, evidence)
    if not 2 <= len(added) <= _MOST_ADDENDS or len({find_sentence_at(evidence, m.start) for m in added}) > 1:
        return None
    value = sum((m.numbers[-1].value for m in added), start=asked.number.value * 0)
    place = min(asked.start, cue[0]), max(asked.measure.end, cue[1])
    formula = f"{join_measures(evidence, added, '+')} = {format_value(value)}"
    return DerivedValue(value, formula, place, (added[0].start, added[-1].end))


_EACH = ("each", "apiece")

_EACH_OF = re.compile(r"\beach of (?:(?:the|its|his|her|their|these|those) )?$")

_REACH = 20
"""Characters before a count in which "each of their" begins."""


def _compute_total_of_each(asked: ClaimFigure, cue: Span, evidence: Text) -> DerivedValue | None:
    """Return count times amount: 24 for "each of the four tables seats six"; None if it is told otherwise."""
    figures = find_measures(evidence)
    counts = [m for m in figures if _EACH_OF.search(evidence.lowered, max(0, m.start - _REACH), m.start)]
    if len(counts) != 1 or len(figures) != _COUNT_AND_AMOUNT:
        return None
    if asked.number.agrees_with(counts[0].numbers[-1]):
        return None
    amount = next(m for m in figures if m is not counts[0])
    if amount.units != asked.measure.units:
        return None
    value = counts[0].numbers[-1].value * amount.numbers[-1].value
    place = min(asked.start, cue[0]), max(asked.measure.end, cue[1])
    formula = f"{join_measures(evidence, (counts[0], amount), '×')} = {format_value(value)}"
    return DerivedValue(value, formula, place, (figures[0].start, figures[-1].end))


_COUNT_AND_AMOUNT = 2


def _find_addends(asked: ClaimFigure, claim: Text, evidence: Text) -> list[Measure]:
    """Return the figures to add: those in the claim's unit, or that count a thing the claim names.

    If the words of the claim single out some of them, return only those.
    """
    found = [
        measure
        for measure in find_measures(evidence)
        if is_same_kind(measure, asked.measure)
        and (measure.units or (get_counted_stem(evidence, measure) or " ") in claim.stems)
    ]
    found = _drop_other_counts(found, asked, claim, evidence)
    around = [_get_distinguishing_stems(evidence, measure, measure is found[0]) for measure in found]
    shared = frozenset.intersection(*around) if around else frozenset()
    named = (claim.stems & frozenset().union(*around)) - shared
    return [m for m, words in zip(found, around, strict=True) if not named or named & words]


def _drop_other_counts(
    found: list[Measure], asked: ClaimFigure, claim: Text, evidence: Text
) -> list[Measure]:
    """Return the figures without those of the claim's subject, if some count what the asked figure counts.

    "Two crashes killed 189 people and 157 people" adds up to people, and the crashes are no addend.
    """
    mine = get_counted_stem(claim, asked.measure)
    counted = [get_counted_stem(evidence, measure) for measure in found]
    if not mine or mine not in counted:
        return found
    if counted.count(mine) > 1:
        return [m for m, stem in zip(found, counted, strict=True) if stem == mine]
    before = {word.stem for word in claim.content if word.end <= asked.start}
    return [m for m, stem in zip(found, counted, strict=True) if stem == mine or stem not in before]


def _get_distinguishing_stems(text: Text, measure: Measure, is_first: bool) -> frozenset[str]:
    """Return the stems in the clause of a figure that can tell it from the other figures.

    Words before the first figure apply to all figures and are left out, except numbers such as years.
    """
    words = text.within(*find_clause_at(text, measure.start))
    return frozenset(
        word.stem for word in words if not is_first or word.start >= measure.start or word.form[0].isdigit()
    )


def compute_mean(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return the mean of the only enumeration of figures; None if the claim names no mean."""
    cue = find_cue_in_clause(claim, "average", asked.start) or next(
        ((c.start, c.end) for c in find_scopes(claim, "average")), None
    )
    if cue is None or find_scopes(evidence, "average") or asked.number.kind == "part":
        return None
    runs = _find_enumerations(evidence)
    if len(runs) != 1 or not is_same_kind(runs[0][-1], asked.measure):
        return None
    (run,) = runs
    value = sum((m.numbers[-1].value for m in run), start=asked.number.value * 0) / len(run)
    formula = f"({join_measures(evidence, run, '+')}) / {len(run)} = {format_value(value)}"
    place = asked.start, asked.measure.end
    return DerivedValue(value, formula, place, (run[0].start, run[-1].end), cue)


def _find_enumerations(evidence: Text) -> list[list[Measure]]:
    """Return the enumerations of at least two figures in the evidence."""
    runs: list[list[Measure]] = []
    for one, two in pairwise(find_measures(evidence)):
        if not _ENUMERATION.fullmatch(evidence.text, one.end, two.start) or one.units - two.units:
            continue
        if runs and runs[-1][-1] == one:
            runs[-1].append(two)
        else:
            runs.append([one, two])
    return runs


def count_listed(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return how many names the evidence lists after the thing that the claim's figure counts."""
    number: Number = asked.number
    thing = get_counted_stem(claim, asked.measure)
    if not thing or number.kind or number.value % 1 or find_scopes(evidence, "listing"):
        return None
    if is_identifier_number(number, claim):
        return None  # "Highway 61 between Fenn and Tolk"
    for word in evidence.words:
        match = _LISTED_NAMES.match(evidence.text, word.end) if word.stem == thing else None
        if match is None:
            continue
        items = re.split(r",? (?:and|und|et|y|e|en|&) |, ", match["items"])
        formula = f"{', '.join(items)} is {len(items)}"
        place = asked.start, asked.measure.end
        return DerivedValue(number.value * 0 + len(items), formula, place, match.span("items"))
    return None


# --- Shares of a whole ---

_OF = re.compile(r"\s+(?:of|de[rsmn]?|von|des|du)\s+(?:(?:the|its|all|these|those|their|den|les|der)\s+)?")

_ODDS = re.compile(r"\w (?:in|out of) (?:every )?\w")
"""A share written as odds, right before the noun of the whole: "seven out of ten members"."""

_NAMING_WORDS = 2
"""Words after "of" among which the claim names the whole: "of the surveyed households"."""

_OF_THESE = re.compile(r"\s*Of\s+(?:these|those|them)\b")
"""Start of a sentence about parts of what the sentence before it counts."""


def compute_share(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return the share of a whole for which the evidence gives the part and the whole as figures."""
    if asked.number.kind not in ("percent", "part"):
        return None
    of = _OF.match(claim.text, asked.measure.end)
    are_odds = _ODDS.search(claim.text, asked.number.start, asked.number.end) is not None
    if of is None and not are_odds:
        return None
    whole = _find_whole(claim, of.end() if of else asked.number.end, evidence)
    part = _find_part(whole, claim, evidence) if whole else None
    if whole is None or part is None or not whole.numbers[-1].value:
        return None
    ratio = part.numbers[-1].value / whole.numbers[-1].value
    value = 100 * ratio if asked.number.kind == "percent" else ratio
    formula = f"{join_measures(evidence, (part, whole), 'of')} is {format_value(100 * ratio)} %"
    place = asked.start, asked.measure.end
    return DerivedValue(value, formula, place, (min(part.start, whole.start), max(part.end, whole.end)))


def compute_rest(asked: ClaimFigure, _claim: Text, evidence: Text) -> DerivedValue | None:
    """Return what is left of a whole where the evidence gives the whole and one part, and names the rest.

    "1,215 MWh, of which 830 MWh were used and the remainder was sold"; of a share, the whole is 1 or 100 %.
    The claim need not say that it means the rest, so another figure is no mistake: then the result is None.
    """
    places = _find_rests(evidence)
    if len(places) != 1:
        return None
    start, end = find_sentence_at(evidence, places[0])
    said = [m for m in find_measures(evidence) if start <= m.start < end and _is_alike(asked.measure, m)]
    place = asked.start, asked.measure.end
    if len(said) == 1 and said[0].numbers[-1].kind in ("part", "percent"):
        part = said[0].numbers[-1]
        value = (100 if part.kind == "percent" else 1) - part.value
        formula = f"the rest of {join_measures(evidence, said, '')} is {format_value(value)}"
        if not is_fair_rounding(value, asked.number, asked.marked):
            return None
        return DerivedValue(value, formula, place, (said[0].start, said[0].end))
    if len(said) != 2 or said[0].numbers[-1].kind or said[0].numbers[-1].value <= said[1].numbers[-1].value:
        return None
    value = said[0].numbers[-1].value - said[1].numbers[-1].value
    if not is_fair_rounding(value, asked.number, asked.marked):
        return None
    formula = f"{join_measures(evidence, said, '−')} = {format_value(value)}"
    return DerivedValue(value, formula, place, (said[0].start, said[1].end))


@find_once
def _find_rests(evidence: Text) -> tuple[int, ...]:
    """Return where the evidence names a rest: "the remainder", "the others"."""
    return tuple(word.start for word in evidence.words if has_word_before(evidence, word.end, "rest"))


def compute_fraction(asked: ClaimFigure, _claim: Text, evidence: Text) -> DerivedValue | None:
    """Return a share of the only amount in a sentence of the evidence: "two thirds of the fee of 180 crowns".

    As in ``compute_rest``, the claim need not name the share, so another figure is no mistake.
    """
    if asked.number.kind in ("part", "percent", "ordinal", "clock"):
        return None
    measures = find_measures(evidence)
    for share in (m for m in measures if m.numbers[-1].kind in ("part", "percent")):
        sentence = find_sentence_at(evidence, share.start)
        near = (m for m in measures if find_sentence_at(evidence, m.start) == sentence)
        amounts = [
            m for m in near if not m.numbers[-1].kind and m.numbers[-1].value != 1
        ]  # "one" is an article
        if len(amounts) != 1 or not is_same_kind(amounts[0], asked.measure):
            continue
        factor = share.numbers[-1].value / (100 if share.numbers[-1].kind == "percent" else 1)
        value = amounts[0].numbers[-1].value * factor
        if asked.number.value == round(value, 2) or is_fair_rounding(value, asked.number, asked.marked):
            formula = f"{join_measures(evidence, (share, amounts[0]), 'of')} = {format_value(value)}"
            span = min(share.start, amounts[0].start), max(share.end, amounts[0].end)
            return DerivedValue(value, formula, (asked.start, asked.measure.end), span)
    return None


def _is_alike(one: Measure, other: Measure) -> bool:
    """Return True for two figures of one kind; fractions in words are alike too."""
    kinds = one.numbers[-1].kind, other.numbers[-1].kind
    return kinds == ("part", "part") or is_same_kind(one, other)


def count_items(asked: ClaimFigure, claim: Text, _evidence: Text) -> DerivedValue | None:
    """Return how many items the claim lists after its figure: "two people: the head and the director".

    Where an item itself has a comma or an "and", they cannot be counted, so another count is no mistake.
    """
    number = asked.number
    match = _OWN_LIST.match(claim.text, asked.measure.end)
    if match is None or number.kind or not 2 <= number.value <= _MOST_LISTED:
        return None
    items = [one.strip() for one in _OWN_SEPARATOR.split(match["items"])]
    if len(items) != number.value:
        return None
    formula = f"{', '.join(items)}: {len(items)}"
    return DerivedValue(number.value * 0 + len(items), formula, (asked.start, asked.measure.end), (0, 0))


def compute_remainder(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return whole minus part, if the claim negates what the evidence says about the part."""
    last = find_clause_at(claim, asked.start)[1]
    denied = [cue for cue in find_scopes(claim, "negation") if asked.measure.end <= cue.start < last]
    if asked.number.kind or len(denied) != 1 or find_scopes(evidence, "negation"):
        return None
    others = [m for m in find_measures(claim) if m.start != asked.measure.start]
    stated = [m for m in others if has_word_before(claim, m.start, "whole")]
    if len(stated) != 1 or not denied[0].words:
        return None
    whole = _find_whole(claim, stated[0].start, evidence)
    part = _find_part(whole, claim, evidence) if whole else None
    if whole is None or part is None:
        return None
    heads = get_meanings_in(evidence, find_clause_at(evidence, part.start))
    if (
        get_meaning(denied[0].words[0], claim.language) not in heads
        or whole.numbers[-1].value != stated[0].numbers[-1].value
    ):
        return None
    value = whole.numbers[-1].value - part.numbers[-1].value
    formula = f"{join_measures(evidence, (whole, part), '−')} = {format_value(value)}"
    place = asked.start, denied[0].words[0].end
    return DerivedValue(value, formula, place, (min(part.start, whole.start), max(part.end, whole.end)))


def find_part_and_whole(start: int, claim: Text, evidence: Text) -> tuple[Measure, Measure] | None:
    """Return the part and the whole in the evidence for the noun at this position of the claim.

    An "of" before the noun is skipped.
    """
    of = _OF.match(claim.text, start)
    whole = _find_whole(claim, of.end() if of else start, evidence)
    part = _find_part(whole, claim, evidence) if whole else None
    return (part, whole) if whole is not None and part is not None else None


def _find_whole(claim: Text, start: int, evidence: Text) -> Measure | None:
    """Return the figure of the evidence that counts the claim's whole; None unless there is exactly one.

    If the claim states a figure for the whole too, both must be equal.
    """
    stated = next((m for m in find_measures(claim) if m.start == start), None)
    behind = claim.words_after(stated.end if stated else start, _NAMING_WORDS)
    said = [m for m in find_measures(evidence) if not m.units]
    counting = ([m for m in said if evidence.find_counted_stem(m.end) == word.stem] for word in behind)
    named = next((found for found in counting if found), [])
    if len(named) != 1:
        return None
    if stated and stated.numbers[-1].value != named[0].numbers[-1].value:
        return None
    return named[0]


def _find_part(whole: Measure, claim: Text, evidence: Text) -> Measure | None:
    """Return the only other plain figure in the sentence of the whole, if that sentence makes it a part.

    A next sentence that begins with "Of these" counts as the same sentence.
    """
    start, end = find_sentence_at(evidence, whole.start)
    behind = _OF_THESE.match(evidence.text, end)
    end = find_sentence_at(evidence, behind.end())[1] if behind else end
    others = [m for m in find_measures(evidence) if start <= m.start < end and m is not whole]
    if len(others) != 1 or others[0].units or others[0].numbers[-1].kind:
        return None
    (part,) = others
    is_part = (
        behind is not None
        or has_word_before(evidence, whole.start, "whole")
        or has_word_after(evidence, part.end, "of_them")
    )
    said = get_meanings_in(claim, (0, len(claim.text))) & get_meanings_in(evidence, (start, end))
    near = [get_meanings_in(evidence, find_clause_at(evidence, m.start)) for m in (part, whole)]
    fits = part.numbers[-1].value <= whole.numbers[-1].value and said <= near[0] | near[1]
    return part if is_part and fits else None


# --- Durations ---

_YEAR_UNIT = "duration-year"
_MOST_NEW_WORDS = 1
"""Content words that the clause of a date may have beyond those of the claim."""


def compute_duration(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return the number of years between the only two dates of the evidence that name a year."""
    cue = find_cue_in_clause(claim, "lasting", asked.start)
    if cue is None or cue[1] > asked.start or asked.measure.larger or not _is_years(asked, claim, cue):
        return None
    pair = _find_date_pair(claim, evidence)
    if pair is None:
        return None
    first, last = pair
    years = (last.year or 0) - (first.year or 0)
    if _is_age(claim, cue) and (last.month, last.day) < (first.month, first.day):
        years -= 1
    formula = f"{first.year} → {last.year} is {years} years"
    return DerivedValue(Decimal(years), formula, (cue[0], asked.measure.end), (first.start, last.end))


def _is_years(asked: ClaimFigure, claim: Text, cue: tuple[int, int]) -> bool:
    return _YEAR_UNIT in asked.measure.units or (not asked.measure.units and _is_age(claim, cue))


def _is_age(claim: Text, cue: tuple[int, int]) -> bool:
    """Return True for "aged 75" and "the age of 75", which need no unit."""
    return claim.lowered[cue[0] : cue[1]].startswith(("age", "alter", "âge"))


def _find_date_pair(claim: Text, evidence: Text) -> tuple[Date, Date] | None:
    """Return the only two dates of the evidence with a year, the earlier first, if they belong together.

    They must be in the same sentence, equally precise, and in clauses about what the claim says.
    """
    dates = [date for date in find_dates(evidence.text, evidence.language) if date.year and date.span == 1]
    if len(dates) != 2 or find_sentence_at(evidence, dates[0].start) != find_sentence_at(
        evidence, dates[1].start
    ):
        return None
    first, last = sorted(dates, key=lambda date: (date.year or 0, date.month or 0, date.day or 0))
    if (first.month is None) != (last.month is None) or (first.day is None) != (last.day is None):
        return None
    mine = get_meanings_in(claim, (0, len(claim.text)))
    clauses = [get_meanings_in(evidence, find_clause_at(evidence, date.start)) for date in (first, last)]
    dated = [get_meanings_in(evidence, (date.start, date.end)) for date in (first, last)]
    if any(len(words - mine - own) > _MOST_NEW_WORDS for words, own in zip(clauses, dated, strict=True)):
        return None
    return first, last
