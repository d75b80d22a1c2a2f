"""Operations on several figures: totals, means, and counts of what is listed."""

from __future__ import annotations

import re
from itertools import pairwise

from ascribe.verify.comparison import Text
from ascribe.verify.cues import Span, find_clause_at, find_scopes
from ascribe.verify.quantities.measures import Measure, find_measures, is_identifier_number
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.operations import (
    ClaimFigure,
    DerivedValue,
    find_cue_in_clause,
    find_sentence_at,
    format_value,
    get_counted_stem,
    has_word_after,
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
    if not evidence.tokens.isdisjoint(EACH):
        return _compute_total_of_each(asked, cue, evidence)
    added = _find_addends(asked, claim, evidence)
    if _is_only_count(asked, added, claim, evidence):
        return None
    if not 2 <= len(added) <= _MOST_ADDENDS or len({find_sentence_at(evidence, m.start) for m in added}) > 1:
        return None
    value = sum((m.numbers[-1].value for m in added), start=asked.number.value * 0)
    place = min(asked.start, cue[0]), max(asked.measure.end, cue[1])
    formula = f"{join_measures(evidence, added, '+')} = {format_value(value)}"
    return DerivedValue(value, formula, place, (added[0].start, added[-1].end))


def _is_only_count(asked: ClaimFigure, added: list[Measure], claim: Text, evidence: Text) -> bool:
    """Return True for the figure of "the two plants together", which the evidence has too, and only once."""
    thing = get_counted_stem(claim, asked.measure)
    alike = [measure for measure in added if thing and get_counted_stem(evidence, measure) == thing]
    return len(alike) == 1 and asked.number.agrees_with(alike[0].numbers[-1])


EACH = frozenset(("each", "apiece"))
"""English words that give an amount to every one of several things."""

_EACH_OF = re.compile(r"\beach of (?:(?:the|its|his|her|their|these|those) )?$")
_EACH_BEHIND = re.compile(r"[^.;:\d]*\b(?:each|apiece)\b")

_REACH = 20
"""Characters before a count in which "each of their" begins."""


def _compute_total_of_each(asked: ClaimFigure, cue: Span, evidence: Text) -> DerivedValue | None:
    """Return count times amount: 24 for "each of the four tables seats six"; None if it is told otherwise."""
    figures = find_measures(evidence)
    count = _find_count_of_each(figures, evidence) if len(figures) == _COUNT_AND_AMOUNT else None
    if count is None or asked.number.agrees_with(count.numbers[-1]):
        return None
    amount = next(m for m in figures if m is not count)
    if amount.units != asked.measure.units:
        return None
    value = count.numbers[-1].value * amount.numbers[-1].value
    place = min(asked.start, cue[0]), max(asked.measure.end, cue[1])
    formula = f"{join_measures(evidence, (count, amount), '×')} = {format_value(value)}"
    return DerivedValue(value, formula, place, (figures[0].start, figures[-1].end))


def _find_count_of_each(figures: tuple[Measure, ...], evidence: Text) -> Measure | None:
    """Return the figure that counts the things: "each of the four tables", "the two buses carry 50 each"."""
    for measure in figures:
        if _EACH_OF.search(evidence.lowered, max(0, measure.start - _REACH), measure.start):
            return measure
    first, last = figures
    is_count = not first.units and bool(get_counted_stem(evidence, first))
    return first if is_count and _EACH_BEHIND.match(evidence.lowered, last.end) else None


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
    return DerivedValue(number.value * 0 + len(items), formula, (asked.start, asked.measure.end), None)
