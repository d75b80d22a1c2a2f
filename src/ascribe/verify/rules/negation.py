"""Negation: what one side negates, the other must not assert.

A cue negates the content words that follow it in its clause, at most three. Cues and clause ends come from
``negation.json``, for the languages it lists; elsewhere the rule is silent.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from ascribe.language.words import Word
from ascribe.verify.rules.comparison import Comparison, Text

_REACH = 3
"""Content words a cue reaches: "did not improve the results" negates the verb and its object."""


@dataclass(frozen=True, slots=True)
class Negated:
    """A cue and the words it negates, the nearest first."""

    start: int
    end: int
    words: tuple[Word, ...]


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each cue of the claim, and one for each cue of the evidence that the claim drops."""
    asked, said = find_negated(claim), find_negated(evidence)
    kept = [_compare(cue, said, evidence) for cue in asked]
    dropped = [c for cue in said if (c := _dropped(cue, asked, claim)) is not None]
    return [*kept, *dropped]


def _compare(cue: Negated, said: list[Negated], evidence: Text) -> Comparison:
    """The claim says "not X": agree if the evidence does, clash if it says X, missing if it has no X."""
    place = (cue.start, cue.words[-1].end if cue.words else cue.end)
    heads = {word.stem for word in cue.words}
    for other in said:
        if heads & {word.stem for word in other.words}:
            return Comparison("negation", "agree", "", place, (other.start, other.words[-1].end))
    for word in evidence.content:
        if cue.words and word.stem == cue.words[0].stem:
            return Comparison("negation", "clash", "negation_mismatch", place, (word.start, word.end))
    return Comparison("negation", "missing", "partly_covered", place)


def _dropped(cue: Negated, asked: list[Negated], claim: Text) -> Comparison | None:
    """The evidence says "not X" and the claim says X without a cue."""
    if not cue.words:
        return None
    head = cue.words[0].stem
    if any(head in {word.stem for word in other.words} for other in asked):
        return None
    for word in claim.content:
        if word.stem == head:
            place = (cue.start, cue.words[0].end)
            return Comparison("negation", "clash", "negation_mismatch", (word.start, word.end), place)
    return None


def find_negated(text: Text) -> list[Negated]:
    """The negations of a text, in order; empty in a language without data."""
    language = text.language or "en"
    if language not in _data():
        return []
    return [_scope(text, start, end) for start, end in _cues(text.text, language)]


def _scope(text: Text, start: int, end: int) -> Negated:
    stop = _clause_end(text.text, end, text.language or "en")
    reached = [word for word in text.content if end <= word.start < stop]
    return Negated(start, end, tuple(reached[:_REACH]))


@lru_cache(maxsize=4096)
def _cues(text: str, language: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in _patterns(language)[0].finditer(text))


def _clause_end(text: str, start: int, language: str) -> int:
    match = _patterns(language)[1].search(text, start)
    return match.start() if match else len(text)


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What negates, and what ends a clause."""
    row = _data()[language]
    cues = "|".join(sorted(row["cues"], key=len, reverse=True))
    ends = "|".join([r"[.;:!?()。；：！？،؛।]", r"[,，、](?=\s)", *row["ends"]])
    return re.compile(cues, re.IGNORECASE), re.compile(ends, re.IGNORECASE)


@cache
def _data() -> dict[str, dict[str, list[str]]]:
    text = files("ascribe.verify.rules").joinpath("negation.json").read_text(encoding="utf-8")
    data: dict[str, dict[str, list[str]]] = json.loads(text)
    return data
