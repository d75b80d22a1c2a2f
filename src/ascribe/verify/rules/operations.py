"""What every operation on figures takes and gives, and the places and words it asks about.

An operation is a function ``(asked: Asked, claim: Text, evidence: Text) -> Derived | None`` in a file of its
own. It says nothing unless the claim's words name it and the evidence has exactly one set of operands for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from ascribe.verify.rules.amount import Number, amounts
from ascribe.verify.rules.calendar_dates import find_dates
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.measures import Measure, measures
from ascribe.verify.rules.rounding import Mark
from ascribe.verify.rules.scope import Span, clause_at, find_scopes
from ascribe.verify.rules.vocabulary import meaning


@dataclass(frozen=True, slots=True)
class Asked:
    """A figure of the claim, how it is marked, and where figure and mark begin."""

    measure: Measure
    marked: Mark
    start: int

    @property
    def number(self) -> Number:
        """The figure, or the last of several that make one."""
        return self.measure.numbers[-1]


@dataclass(frozen=True, slots=True)
class Derived:
    """What a named operation gives over operands of the evidence.

    Args:
        value: in the kind and unit of the claim's figure.
        formula: how it comes about, for people.
        place: what it explains in the claim.
        operands: where they stand in the evidence.
        also: another place of the claim that it explains: "the mean score was 6".
    """

    value: Decimal
    formula: str
    place: Span
    operands: Span
    also: Span | None = None


Operation = Callable[[Asked, Text, Text], Derived | None]


def cue_in_clause(text: Text, group: str, position: int) -> Span | None:
    """The cue of that group in the clause that holds the character; None if there is none.

    Where the claim has one figure only, the cue may stand in any clause: "250 girls and boys in total".
    """
    first, last = clause_at(text, position) if len(measures(text)) > 1 else (0, len(text.text))
    cues = (cue for cue in find_scopes(text, group) if first <= cue.start < last)
    return next(((cue.start, cue.end) for cue in cues), None)


def stands_before(text: Text, position: int, group: str) -> bool:
    """True if a word of that group of ``amounts.json`` stands right before that place."""
    pattern = _before(text.language or "en", group)
    return pattern is not None and pattern.search(text.text, max(0, position - 24), position) is not None


def stands_behind(text: Text, position: int, group: str) -> bool:
    """True if a word of that group stands right behind that place."""
    return end_behind(text, position, group) is not None


def end_behind(text: Text, position: int, group: str) -> int | None:
    """Where the word of that group ends that stands right behind that place."""
    pattern = _behind(text.language or "en", group)
    match = pattern.match(text.text, position) if pattern else None
    return match.end() if match else None


@cache
def _before(language: str, group: str) -> re.Pattern[str] | None:
    words = amounts(language).get(group)
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})\s*$", re.IGNORECASE) if words else None


@cache
def _behind(language: str, group: str) -> re.Pattern[str] | None:
    words = amounts(language).get(group)
    return re.compile(rf"\s+(?:{'|'.join(words)})", re.IGNORECASE) if words else None


def sentence_at(text: Text, position: int) -> Span:
    """The sentence of the evidence that holds the character; its sentences are joined by line ends."""
    start = text.text.rfind("\n", 0, position) + 1
    end = text.text.find("\n", position)
    return start, len(text.text) if end < 0 else end


def meanings_in(text: Text, span: Span) -> frozenset[str]:
    """What the content words of that stretch mean; no figures."""
    return frozenset(
        meaning(word, text.language) for word in text.within(*span) if not word.form[0].isdigit()
    )


def counted(text: Text, measure: Measure) -> str:
    """The stem of the word that a figure counts, if that is no unit."""
    return text.counted(measure.end) if not measure.units else ""


def years(text: Text, span: Span) -> frozenset[int]:
    """The years said in that stretch."""
    found = find_dates(text.text, text.language)
    return frozenset(date.year for date in found if date.year and span[0] <= date.start < span[1])


def same_kind(one: Measure, other: Measure) -> bool:
    """True if two figures may be added: the same unit, or none."""
    kinds = one.numbers[-1].kind, other.numbers[-1].kind
    if {"ordinal", "clock", "part"} & set(kinds) or one.larger or other.larger:
        return False
    return bool(one.units & other.units) or (not one.units and not other.units)


def show(value: Decimal) -> str:
    """A figure for a formula: at most four digits after the point, no closing zeros, groups of thousands."""
    rounded = round(value, 4)
    whole = rounded == rounded.to_integral_value()
    return f"{int(rounded):,}" if whole else f"{rounded.normalize():,f}"


def written(text: Text, measures: Iterable[Measure], sign: str) -> str:
    """The figures as they stand, with their units, joined by a sign."""
    return f" {sign} ".join(text.text[measure.start : measure.end] for measure in measures)
