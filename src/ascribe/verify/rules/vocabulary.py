"""The words that mean the same or the opposite, as the rules know them.

``opposites.json`` lists, by language, groups of words that exclude one another; the words of one entry stand
for the same. A group with one entry lists words of one meaning only; ``synonyms.json`` has more of those.
Forms are listed as they are written, so that nothing depends on a stemmer, but synonyms count in any form of
the same stem. Words joined by "_" are a phrase ("set_up"). In scripts without spaces an entry is a pair of
characters.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from ascribe.language.stems import stem as stem_of
from ascribe.language.words import Word, normalise, words
from ascribe.verify.rules.comparison import Text

Entry = tuple[int, int]
"""The number of a group, and of an entry in it."""

Span = tuple[int, int]


def meaning(word: Word, language: str | None) -> str:
    """What forms of a word and words of the same entry have in common: its stem, or its first entry."""
    return _meaning(word.form, word.stem, language)


@lru_cache(maxsize=1 << 16)
def _meaning(form: str, stem: str, language: str | None) -> str:
    of = entries_of(form, stem, language)
    return "{}:{}".format(*of[0]) if of else stem


def are_opposed(one: str, other: str, language: str | None) -> bool:
    """True for small words such as "to" and "from", which oppose only in the very same place."""
    small = _lookup(f"{language or 'en'}/small")
    return any(a[0] == b[0] and a[1] != b[1] for a in small.get(one, ()) for b in small.get(other, ()))


def is_opposable(form: str, language: str | None) -> bool:
    """True for a small word that another one may be opposed to."""
    return form in _lookup(f"{language or 'en'}/small")


def is_person(stem: str, language: str | None) -> bool:
    """True for the stem of a word for somebody: of passengers one may say that they are people."""
    return bool(_lookup(f"{language or 'en'}/people").get(stem))


def share_group(one: Word, other: Word, language: str | None) -> bool:
    """True if both words are in one group: of one meaning, or opposites ("shorter" and "long")."""
    mine, theirs = (entries_of(word.form, word.stem, language) for word in (one, other))
    return bool({group for group, _ in mine} & {group for group, _ in theirs})


def is_said(word: Word, text: Text, other: Text) -> bool:
    """True if the other text has a word or phrase of one of its meanings."""
    there = entries(other)
    return any(entry in there for entry in entries_of(word.form, word.stem, text.language))


@lru_cache(maxsize=8192)
def meanings(text: Text) -> frozenset[str]:
    """The meanings of its content words."""
    return frozenset(meaning(word, text.language) for word in text.content)


@lru_cache(maxsize=8192)
def listed(text: Text) -> tuple[tuple[Word, tuple[Entry, ...]], ...]:
    """The words that have entries, with these."""
    known = _lookup(text.language or "en")
    found = ((word, known.get(word.form) or known.get(word.stem)) for word in text.words)
    return tuple((word, of) for word, of in found if of)


@lru_cache(maxsize=8192)
def entries(text: Text) -> dict[Entry, Span]:
    """The entries that the words and phrases of the text belong to, each with the first such place."""
    found: dict[Entry, Span] = {}
    said = phrases(text)
    for place, of in said:
        for entry in of:
            found.setdefault(entry, place)
    for word, of in listed(text):
        if not any(start <= word.start < end for (start, end), _ in said):
            for entry in of:
                found.setdefault(entry, (word.start, word.end))
    return found


@lru_cache(maxsize=8192)
def phrases(text: Text) -> tuple[tuple[Span, tuple[Entry, ...]], ...]:
    """Where the phrases of the tables stand in the text, each with its entries."""
    known = _phrases(text.language or "en")
    found: list[tuple[Span, tuple[Entry, ...]]] = []
    if not known:
        return ()
    for place, word in enumerate(text.words):
        for phrase, of in known.get(word.form, ()):
            behind = text.words[place : place + len(phrase)]
            if tuple(w.form for w in behind) == phrase:
                found.append(((word.start, behind[-1].end), of))
    return tuple(found)


def entries_of(form: str, stem: str = "", language: str | None = "en") -> tuple[Entry, ...]:
    """The entries of a word, by its form, else by its stem."""
    known = _lookup(language or "en")
    return known.get(form) or known.get(stem) or ()


@cache
def _phrases(language: str) -> dict[str, list[tuple[tuple[str, ...], tuple[Entry, ...]]]]:
    """First word → phrases that begin with it."""
    found: dict[str, list[tuple[tuple[str, ...], tuple[Entry, ...]]]] = defaultdict(list)
    for form, of in _lookup(language).items():
        if "_" in form:
            phrase = tuple(form.split("_"))
            found[phrase[0]].append((phrase, of))
    return dict(found)


@cache
def _lookup(language: str) -> dict[str, tuple[Entry, ...]]:
    """Form → its entries; of synonyms, the stem too."""
    found: dict[str, list[Entry]] = defaultdict(list)
    groups = [*_data("opposites").get(language, []), *_calendar(language)]
    for group, sides in enumerate(groups):
        for side, entry in enumerate(sides):
            for form in entry.split():
                found[normalise(form)].append((group, side))
    for group, entry in enumerate(_data("synonyms").get(language, []), len(groups)):
        for form in dict.fromkeys(one for word in entry.split() for one in (word, _stem(word, language))):
            found[normalise(form)].append((group, 0))
    return {form: tuple(places) for form, places in found.items()}


def _stem(form: str, language: str) -> str:
    """The stem of a word; a phrase is taken as it is written."""
    return form if "_" in form else stem_of(form, language.partition("/")[0])


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
def _data(table: str) -> dict[str, Any]:
    text = files("ascribe.verify.rules").joinpath(f"{table}.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data
