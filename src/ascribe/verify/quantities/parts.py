"""Shares of a whole, in figures: a part of it, the rest of it, and what a part comes to.

The whole ("of the 60 pupils") and exactly one part of it must stand in the same sentence of the evidence.
"""

from __future__ import annotations

import re
from itertools import pairwise

from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import find_clause_at, find_scopes
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.measures import Measure, find_measures
from ascribe.verify.quantities.number import is_fair_rounding
from ascribe.verify.quantities.operations import (
    ClaimFigure,
    DerivedValue,
    build_span,
    find_sentence_at,
    format_percent,
    format_value,
    get_meanings_in,
    has_word_after,
    has_word_before,
    is_same_kind,
    join_measures,
)

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
    formula = f"{join_measures(evidence, (part, whole), 'of')} is {format_percent(100 * ratio)}"
    place = asked.start, asked.measure.end
    return DerivedValue(value, formula, place, build_span(part, whole))


_OF_WHICH = re.compile(r"\s+of\s+(?:which|whom|them|these|those)\b")


def compute_share_of_which(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return the share in "131 goals, a third of which were headers" from "131 goals (48 of them headers)".

    The claim states the whole, and the evidence says the same of the part as the claim says of the share.
    """
    of = _OF_WHICH.match(claim.text, asked.measure.end)
    before = [one for one in find_measures(claim) if one.end <= asked.start]
    if asked.number.kind not in ("percent", "part") or of is None or not before:
        return None
    stated = before[-1].numbers[-1]
    told = get_meanings_in(claim, (of.end(), find_clause_at(claim, of.end())[1]))
    for whole, part in pairwise(find_measures(evidence)):
        of_them = _OF_WHICH.match(evidence.text, part.end)
        if of_them is None or not stated.agrees_with(whole.numbers[-1]) or not whole.numbers[-1].value:
            continue
        if find_sentence_at(evidence, whole.start) != find_sentence_at(evidence, part.start):
            continue
        said = get_meanings_in(evidence, (of_them.end(), find_clause_at(evidence, of_them.end())[1]))
        if told and told == said:
            ratio = part.numbers[-1].value / whole.numbers[-1].value
            value = 100 * ratio if asked.number.kind == "percent" else ratio
            formula = f"{join_measures(evidence, (part, whole), 'of')} is {format_percent(100 * ratio)}"
            return DerivedValue(value, formula, (asked.start, of.end()), (whole.start, part.end))
    return None


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
    own = build_span(asked.measure, denied[0].words[0])
    return DerivedValue(value, formula, (min(asked.start, own[0]), own[1]), build_span(part, whole))


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
