"""Paired values: in "9 euros for adults and 5 for children" each figure has words of its own.

A claim that has one of the figures with the words of another one, and none of its own, is not confirmed: "9
euros for children". Only English is covered. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.operations import find_sentence_at

_OWN = re.compile(
    r"[^,.;:()\d]{0,30}?\b(?:for|in|at|among|of|on|during|from|per|with)\s+(?P<words>[^,.;:()\d]{1,80}?)"
    r"(?=\s*(?:[,.;:()\n]|\band\b|\bbut\b|\bor\b|\bwhile\b|\bwhereas\b|\bcompared\b|\bversus\b|\bagainst\b"
    r"|\b(?:is|are|was|were|has|have|had|do|does|did|will|would|can|could|may|must)\b|$))"
)
"""What a figure is for or of: "9 euros for adults and", "9% of the teachers were"."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """A figure with the stems of the words that it is for."""

    number: Number
    stems: frozenset[str]
    sentence: Span


def compare_paired_values(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each figure of the claim that stands with the words of another figure."""
    if not (claim.is_english and evidence.is_english):
        return []
    said = _get_pairs(evidence)
    asked = find_figures(claim) if len(said) > 1 else ()
    return [
        Comparison("paired_values", "missing", "misplaced", (one.start, one.end), there)
        for one in asked
        if (there := _find_exchange(one, asked, said, claim)) is not None
    ]


def _find_exchange(
    number: Number, asked: tuple[Number, ...], said: tuple[_Pair, ...], claim: Text
) -> Span | None:
    homes = [one for one in said if number.agrees_with(one.number)]
    if len(homes) != 1 or homes[0].stems & claim.stems:
        return None
    rivals = (
        one
        for one in said
        if one.sentence == homes[0].sentence and not any(mine.agrees_with(one.number) for mine in asked)
    )
    for rival in rivals:
        if (rival.stems - homes[0].stems) and rival.stems - homes[0].stems <= claim.stems:
            places = homes[0].number, rival.number
            return min(one.start for one in places), max(one.end for one in places)
    return None


@find_once
def _get_pairs(text: Text) -> tuple[_Pair, ...]:
    return tuple(_read_pairs(text))


def _read_pairs(text: Text) -> Iterator[_Pair]:
    for number in find_figures(text):
        own = _OWN.match(text.lowered, number.end)
        stems = frozenset(word.stem for word in text.within(*own.span("words"))) if own else frozenset()
        if stems:
            yield _Pair(number, stems, find_sentence_at(text, number.start))


PAIRED_VALUES = Rule("paired_values", compare_paired_values, kind="number", vetoes=("misplaced",))
