"""The words of a claim beside those of a passage: which it has in any form, which it has not."""

from __future__ import annotations

from collections.abc import Sequence

from ascribe.language.words import Word
from ascribe.verify.readings import Reading
from ascribe.verify.rules import Text
from ascribe.verify.rules.calendar_dates import find_dates
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.scope import Span
from ascribe.verify.rules.vocabulary import is_said, meaning, meanings

ALIKE = 0.5
"""Share of a claim's content that a passage has at least, so that one thing in it may be called different.
Below it the two speak of different things, unless a rule finds a clash."""

MOST = 0.75
"""Share of a claim's content that is only arranged otherwise at least, if its order changes too."""

_ROOT = 4
"""Letters that forms of one word share at their start."""


def is_alike(claim: Text, reading: Reading) -> bool:
    """True if the two speak of the same, so that they can differ in one thing."""
    enough = len(_held(claim, reading)) >= ALIKE * len(claim.content)
    return enough or reading.first("clash") is not None


def new_words(claim: Text, reading: Reading) -> list[Word]:
    """The longest run of content words side by side that the passage has in no form; figures are none."""
    held = {word.start for word in _held(claim, reading)}
    runs: list[list[Word]] = [[]]
    for word in claim.content:
        if word.start in held or any(char.isdigit() for char in word.form):
            runs.append([])
        else:
            runs[-1].append(word)
    return max(runs, key=len)


def is_rearranged(claim: Text, reading: Reading) -> bool:
    """True if the passage has each word of the claim, or most of them in another order."""
    held = _held(claim, reading)
    if len(held) == len(claim.content):
        return bool(held)
    return len(held) >= MOST * len(claim.content) and _is_turned(held, reading)


def rivalled(claim: Text, nearest: Reading, joined: Reading) -> Span | None:
    """The claim's first figure or date where another one may be meant; None if there is none.

    Where the nearest sentence has all of the claim's, only another one in that sentence can be.
    """
    values, near = _values(claim), _values(nearest.text)
    others = (near if values.keys() <= near.keys() else _values(joined.text)).keys() - values.keys()
    return next(iter(values.values()), None) if others else None


def _values(text: Text) -> dict[str, Span]:
    """The figures and dates of a text, as they are written, each with its place."""
    spans = [(one.start, one.end) for one in figures(text)]
    spans += [(one.start, one.end) for one in find_dates(text.text, text.language)]
    return {text.lowered[slice(*place)]: place for place in spans}


def span(words: Sequence[Word]) -> Span:
    """From the first to the last."""
    return words[0].start, words[-1].end


def _held(claim: Text, reading: Reading) -> list[Word]:
    """The content words that the passage has, in any form or meaning, and those that a rule explains."""
    return [word for word in claim.content if reading.explains(word) or _is_found(word, claim, reading.text)]


def _is_found(word: Word, claim: Text, evidence: Text) -> bool:
    if word.stem in evidence.stems or meaning(word, claim.language) in meanings(evidence):
        return True
    root = word.stem[:_ROOT]
    is_form = len(root) == _ROOT and any(stem.startswith(root) for stem in evidence.stems)
    return is_form or is_said(word, claim, evidence)


def _is_turned(held: Sequence[Word], reading: Reading) -> bool:
    """True if two of the words stand the other way round in the passage."""
    places = {word.stem: word.start for word in reversed(reading.text.words)}
    starts = [places[word.stem] for word in held if word.stem in places]
    return starts != sorted(starts)
