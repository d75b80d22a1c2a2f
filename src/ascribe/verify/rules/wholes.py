"""Wholes: what the evidence says of a part, a claim must not say of the whole.

"Of the 12 rooms, 5 have a balcony" does not say that 12 rooms have one, and "the team of 6 has 4 engineers"
not that it has 6. This rule never returns a clash: it only prevents such a sentence from being supported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_scopes, may_have_cues
from ascribe.verify.grammar.relations import find_stretch_at
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.operations import find_cue_in_clause, find_sentence_at

_Pair = tuple[Number, Number]
"""A part and its whole."""

_PART_OF = re.compile(r"\s+(?:out )?of\s+(?:the|its|his|her|their|all)?\s*")
_OF = re.compile(r"(?:^|[.;:,]\s+)(?:out )?of\s+(?:the|its|his|her|their|all|these|those)?\s*$")
_OF_WHOLE = re.compile(r"\bof\s+(?:the|its|his|her|their|all|these|those)?\s*$")
_TO_PART = re.compile(r"[^,.;:]*,\s+(?:only|just|about|some)?\s*")
_GROUP_OF = re.compile(r"\b[^\W\d_]+ of (?:about |some |nearly |over )?$")

_PART_AND_WHOLE = 2
"""Figures that the evidence must have."""

_REACH = 30
"""Characters before a figure in which such words begin."""

_MOST_BEHIND = 6
"""Words behind a whole, or a part, in which the evidence says what holds for the part."""

_LEAST_SHARED = 2
"""Words that the claim has behind the whole, and the evidence behind it or the part."""


def compare_wholes(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each whole of the claim of which the evidence says it of a part only."""
    if not find_figures(evidence) or not find_figures(claim):
        return []
    found = [*_find_shares(claim, evidence)]
    if len(find_figures(evidence)) < _PART_AND_WHOLE:
        return found
    return [*found, *_find_wholes(claim, evidence), *_find_sizes(claim, evidence)]


def _find_shares(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for each total of the claim that the evidence gives to every one of several."""
    if not may_have_cues(_APIECE, evidence) or find_scopes(claim, "apiece"):
        return
    for figure in find_figures(claim):
        if find_cue_in_clause(claim, "total", figure.start) is None:
            continue
        homes = [one for one in find_figures(evidence) if figure.agrees_with(one)]
        shares = [share for one in homes if (share := _find_share(one, evidence)) is not None]
        if shares and len(shares) == len(homes):
            yield Comparison("wholes", "missing", "misplaced", (figure.start, figure.end), shares[0])


_APIECE = frozenset(("apiece",))


def _find_share(figure: Number, evidence: Text) -> Span | None:
    """Return the "each" of the sentence of a figure; None if there is none, or a total, or a plain count.

    Of "each of the four tables seats six", four is a count.
    """
    first, last = find_stretch_at(evidence, figure.start)
    if any(first <= cue.start < last for cue in find_scopes(evidence, "total")):
        return None
    cues = [cue for cue in find_scopes(evidence, "apiece") if first <= cue.start < last]
    counts = (one for one in find_figures(evidence) if first <= one.start < last and one is not figure)
    is_count = any(one.start > figure.end for one in counts)
    return (cues[0].start, cues[0].end) if cues and not is_count else None


def _find_wholes(claim: Text, evidence: Text) -> Iterator[Comparison]:
    asked = find_figures(claim)
    for part, whole in _find_parts(evidence):
        for figure in asked:
            if not figure.agrees_with(whole) or any(one.agrees_with(part) for one in asked):
                continue
            if _OF_WHOLE.search(claim.lowered, max(0, figure.start - _REACH), figure.start):
                continue
            beside = {word.stem for word in claim.within(figure.end, len(claim.text))}
            behind = {
                word.stem
                for number in (part, whole)
                for word in evidence.words_after(number.end, _MOST_BEHIND)
            }
            if len(beside & behind) >= _LEAST_SHARED:
                there = min(part.start, whole.start), max(part.end, whole.end)
                yield Comparison("wholes", "missing", "misplaced", (figure.start, figure.end), there)


@find_once
def _find_parts(text: Text) -> tuple[_Pair, ...]:
    return tuple(_read_parts(text))


def _read_parts(text: Text) -> Iterator[_Pair]:
    """Yield "5 of the 12 rooms" and "of the 12 rooms, 5", each as the part and the whole."""
    for one, two in pairwise(find_figures(text)):
        if _PART_OF.fullmatch(text.text, one.end, two.start) and one.value < two.value:
            yield one, two
        elif two.value < one.value and _TO_PART.fullmatch(text.lowered, one.end, two.start):
            start = find_sentence_at(text, one.start)[0]
            if _OF.search(text.lowered, max(start, one.start - _REACH), one.start):
                yield two, one


def _find_sizes(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for the size of a group that the claim takes for a count of things in it."""
    for figure in find_figures(claim):
        thing = claim.find_counted_stem(figure.end)
        homes = [one for one in find_figures(evidence) if figure.agrees_with(one)] if thing else []
        if not homes or not all(_is_size(one, evidence) for one in homes):
            continue
        counted = (
            one
            for one in find_figures(evidence)
            if evidence.find_counted_stem(one.end) == thing and not one.agrees_with(figure)
        )
        other = next(counted, None)
        if other is not None:
            there = min(homes[0].start, other.start), max(homes[0].end, other.end)
            yield Comparison("wholes", "missing", "misplaced", (figure.start, figure.end), there)


def _is_size(number: Number, text: Text) -> bool:
    """Return True for the figure of "a team of 6 has", which counts no word behind it."""
    before = _GROUP_OF.search(text.lowered, max(0, number.start - _REACH), number.start)
    behind = text.words_after(number.end, 1)
    return before is not None and (not behind or behind[0] not in text.content)


WHOLES = Rule("wholes", compare_wholes, kind="number", vetoes=("misplaced",))
