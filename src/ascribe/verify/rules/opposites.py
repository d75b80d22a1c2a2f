"""Opposites: a claim may not say "rose" or "first" where its evidence says "fell" or "last".

``opposites.json`` lists, by language, groups of words that exclude one another; the words of one entry stand
for the same. A group with one entry lists words of one meaning only. Forms are listed as they are written, so
that nothing depends on a stemmer; in scripts without spaces an entry is a pair of characters.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from ascribe.language.words import Word, normalise, words
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.scope import Span, find_scopes

Entry = tuple[int, int]
"""The number of a group, and of an entry in it."""

_TURNING = {"en": ("un", "in", "im", "ir", "il", "dis", "non")}
"""Prefixes that turn a word into its opposite."""

_LEAST_ROOT = 4
"""Letters a word must have without such a prefix: "un" turns "paid" but not "til"."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each word of the claim that the evidence has a relative or an opposite of."""
    negated = bool(find_scopes(claim, "negation") or find_scopes(evidence, "negation"))
    return [one for word in claim.words if (one := _compare(word, claim, evidence, negated)) is not None]


def _compare(word: Word, claim: Text, evidence: Text, negated: bool) -> Comparison | None:
    """Silent where the evidence has the word itself; agree with one of the same entry."""
    place = (word.start, word.end)
    if word.stem in evidence.stems or word.form in _forms(evidence):
        return None
    prefixed = _turned(word, evidence)
    if prefixed is not None:
        return _opposed(place, (prefixed.start, prefixed.end), claim, evidence, negated)
    there = _entries(evidence)
    mine = _of(word.form, word.stem, claim.language)
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
    return entry in _entries(claim) or bool(stems & claim.stems)


def _opposed(place: Span, other: Span, claim: Text, evidence: Text, negated: bool) -> Comparison:
    """A clash if the same words stand around both, unless a negation or comparison may be turned."""
    near = claim.around(*place) & evidence.around(*other)
    compared = find_scopes(claim, "than") and find_scopes(evidence, "than")
    if near and not negated and not compared:
        return Comparison("opposites", "clash", "polarity_mismatch", place, other)
    return Comparison("opposites", "missing", "polarity_unclear", place, other)


def meaning(word: Word, language: str | None) -> str:
    """What forms of a word and words of the same entry have in common: its stem, or its first entry."""
    return _meaning(word.form, word.stem, language)


@lru_cache(maxsize=1 << 16)
def _meaning(form: str, stem: str, language: str | None) -> str:
    entries = _of(form, stem, language)
    return "{}:{}".format(*entries[0]) if entries else stem


def are_opposed(one: str, other: str, language: str | None) -> bool:
    """True for small words such as "to" and "from", which oppose only in the very same place."""
    small = _lookup(f"{language or 'en'}/small")
    return any(a[0] == b[0] and a[1] != b[1] for a in small.get(one, ()) for b in small.get(other, ()))


def share_group(one: Word, other: Word, language: str | None) -> bool:
    """True if both words are in one group: of one meaning, or opposites ("shorter" and "long")."""
    mine, theirs = (_of(word.form, word.stem, language) for word in (one, other))
    return bool({group for group, _ in mine} & {group for group, _ in theirs})


def entries_of(word: Word, language: str | None) -> tuple[Entry, ...]:
    """The entries of a word; two with the same group and another number exclude one another."""
    return _of(word.form, word.stem, language)


@lru_cache(maxsize=8192)
def meanings(text: Text) -> frozenset[str]:
    """The meanings of its content words."""
    return frozenset(meaning(word, text.language) for word in text.content)


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


@lru_cache(maxsize=8192)
def _entries(text: Text) -> dict[Entry, Span]:
    """The entries that the words of the text belong to, each with the first such word."""
    found: dict[Entry, Span] = {}
    for word in text.words:
        for entry in _of(word.form, word.stem, text.language):
            found.setdefault(entry, (word.start, word.end))
    return found


def _of(form: str, stem: str, language: str | None) -> tuple[Entry, ...]:
    """The entries of a word, by its form, else by its stem."""
    known = _lookup(language or "en")
    return known.get(form) or known.get(stem) or ()


@cache
def _lookup(language: str) -> dict[str, tuple[Entry, ...]]:
    """Form → its entries."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for group, entries in enumerate([*_data().get(language, []), *_calendar(language)]):
        for side, entry in enumerate(entries):
            for form in entry.split():
                found[normalise(form)].append((group, side))
    return {form: tuple(places) for form, places in found.items()}


@cache
def _calendar(language: str) -> list[list[str]]:
    """The days of the week and the months, each with the words that no other one has."""
    from babel import Locale
    from babel.core import UnknownLocaleError

    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return []
    cycles = locale.days, locale.months
    return [_apart([_names(cycle, place, language) for place in cycle["format"]["wide"]]) for cycle in cycles]


def _names(cycle: Any, place: int, language: str) -> set[str]:
    """Words and stems of one day or month, in the forms that the language has; no figures."""
    names = {cycle[context]["wide"][place] for context in ("format", "stand-alone")}
    found = {text for name in names for word in words(name, language) for text in (word.form, word.stem)}
    return {text for text in found if not text[0].isdigit() and text != "may"}


def _apart(names: list[set[str]]) -> list[str]:
    times = Counter(word for group in names for word in group)
    return [" ".join(sorted(word for word in group if times[word] == 1)) for group in names]


@cache
def _data() -> dict[str, list[list[str]]]:
    text = files("ascribe.verify.rules").joinpath("opposites.json").read_text(encoding="utf-8")
    data: dict[str, list[list[str]]] = json.loads(text)
    return data
