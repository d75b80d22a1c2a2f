"""Opposites: a claim may not say "rose" or "first" where its evidence says "fell" or "last".

Which words are opposites, and which mean the same, is data: see ``vocabulary``.
"""

from __future__ import annotations

from functools import lru_cache

from ascribe.language.words import Word
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.scope import Span, find_scopes
from ascribe.verify.rules.vocabulary import Entry, entries, entries_of, phrases

_TURNING = {"en": ("un", "in", "im", "ir", "il", "dis", "non")}
"""Prefixes that turn a word into its opposite."""

_LEAST_ROOT = 4
"""Letters a word must have without such a prefix: "un" turns "paid" but not "til"."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each word of the claim that the evidence has a relative or an opposite of."""
    negated = bool(find_scopes(claim, "negation") or find_scopes(evidence, "negation"))
    said = phrases(claim)
    alone = [word for word in claim.words if not any(a <= word.start < b for (a, b), _ in said)]
    found = [_compare(word, claim, evidence, negated) for word in alone]
    found += [_look_up(place, of, claim, evidence, negated) for place, of in said]
    return [one for one in found if one is not None]


def _compare(word: Word, claim: Text, evidence: Text, negated: bool) -> Comparison | None:
    """Silent where the evidence has the word itself; agree with one of the same entry."""
    place = (word.start, word.end)
    if word.stem in evidence.stems or word.form in _forms(evidence):
        return None
    prefixed = _turned(word, evidence)
    if prefixed is not None:
        return _opposed(place, (prefixed.start, prefixed.end), claim, evidence, negated)
    mine = entries_of(word.form, word.stem, claim.language)
    return _look_up(place, mine, claim, evidence, negated) if mine else None


def _look_up(
    place: Span, mine: tuple[Entry, ...], claim: Text, evidence: Text, negated: bool
) -> Comparison | None:
    """Agree with a word or phrase of the same entry; oppose one of another entry of the same group."""
    there = entries(evidence)
    for entry in mine:
        if entry in there:
            return Comparison("opposites", "agree", "", place, there[entry])
    for group, side in mine:
        for (other_group, other_side), other in there.items():
            if (
                other_group == group
                and other_side != side
                and not _has(claim, (group, other_side), other, evidence)
            ):
                return _opposed(place, other, claim, evidence, negated)
    return None


def _has(claim: Text, entry: Entry, place: Span, evidence: Text) -> bool:
    """True if the claim has that word of the evidence too, or another one of its entry."""
    stems = {word.stem for word in evidence.words if word.start == place[0]}
    return entry in entries(claim) or bool(stems & claim.stems)


def _opposed(place: Span, other: Span, claim: Text, evidence: Text, negated: bool) -> Comparison:
    """A clash if the same words stand around both, unless a negation or comparison may be turned."""
    near = claim.around(*place) & evidence.around(*other)
    compared = find_scopes(claim, "than") and find_scopes(evidence, "than")
    if near and not negated and not compared:
        return Comparison("opposites", "clash", "polarity_mismatch", place, other)
    return Comparison("opposites", "missing", "polarity_unclear", place, other)


def _turned(word: Word, evidence: Text) -> Word | None:
    """The word of the evidence that is this one with or without a turning prefix."""
    there = _forms(evidence)
    for prefix in _TURNING.get(evidence.language or "en", ()):
        root = word.form.removeprefix(prefix)
        if root != word.form and len(root) >= _LEAST_ROOT and root in there:
            return there[root]
        if len(word.form) >= _LEAST_ROOT and prefix + word.form in there:
            return there[prefix + word.form]
    return None


@lru_cache(maxsize=8192)
def _forms(text: Text) -> dict[str, Word]:
    """Form → the last word that has it."""
    return {word.form: word for word in text.words}
