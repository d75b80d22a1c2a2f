"""The lexicon of the rules: synonyms and antonyms.

``opposites.json`` lists, by language, groups of words that exclude one another; the words of one entry are
synonyms. A group with one entry has synonyms only; ``synonyms.json`` has more of those. Forms are listed as
written, so that nothing depends on a stemmer, but synonyms match in any form of the same stem. Words joined
by "_" are a phrase ("set_up"). In scripts without spaces an entry is a pair of characters.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from ascribe.text.words import Word, fold_case, split_words
from ascribe.text.words import stem_word as stem_of
from ascribe.verify.comparison import Text, find_once

Entry = tuple[int, int]
"""The number of a group, and the number of an entry in it."""

Span = tuple[int, int]


def get_meaning(word: Word, language: str | None) -> str:
    """Return a key that forms and synonyms of a word share: its first entry, or else its stem."""
    return _compute_meaning(word.form, word.stem, language)


@lru_cache(maxsize=1 << 16)
def _compute_meaning(form: str, stem: str, language: str | None) -> str:
    of = get_entries(form, stem, language)
    return "{}:{}".format(*of[0]) if of else stem


def are_opposed(one: str, other: str, language: str | None) -> bool:
    """Return True for small words such as "to" and "from", which oppose only in the very same place."""
    small = _build_lookup(f"{language or 'en'}/small")
    return any(a[0] == b[0] and a[1] != b[1] for a in small.get(one, ()) for b in small.get(other, ()))


def is_opposable(form: str, language: str | None) -> bool:
    """Return True for a small word that has an opposite."""
    return form in _build_lookup(f"{language or 'en'}/small")


def is_person(stem: str, language: str | None) -> bool:
    """Return True for the stem of a word for persons: passengers may be called people."""
    return bool(_build_lookup(f"{language or 'en'}/people").get(stem))


def is_calendar_name(form: str, language: str | None) -> bool:
    """Return True for the name of a day of the week or of a month."""
    first = len(_load_table("opposites").get(language or "en", []))
    last = first + len(_load_calendar(language or "en"))
    return any(first <= group < last for group, _ in get_entries(form, form, language))


def is_same_group(one: Word, other: Word, language: str | None) -> bool:
    """Return True if both words are in one group: synonyms, or opposites ("shorter" and "long")."""
    mine, theirs = (get_entries(word.form, word.stem, language) for word in (one, other))
    return bool({group for group, _ in mine} & {group for group, _ in theirs})


def is_expressed(word: Word, text: Text, other: Text) -> bool:
    """Return True if the other text has a word or phrase with one of the meanings of the word."""
    there = find_entries(other)
    return any(entry in there for entry in get_entries(word.form, word.stem, text.language))


@find_once
def get_meanings(text: Text) -> frozenset[str]:
    """Return the meanings of the content words of the text."""
    return frozenset(get_meaning(word, text.language) for word in text.content)


@find_once
def find_listed_words(text: Text) -> tuple[tuple[Word, tuple[Entry, ...]], ...]:
    """Return the words of the text that have entries, with these."""
    known = _build_lookup(text.language or "en")
    found = ((word, known.get(word.form) or known.get(word.stem)) for word in text.words)
    return tuple((word, of) for word, of in found if of)


@find_once
def find_entries(text: Text) -> dict[Entry, Span]:
    """Return the entries that the words and phrases of the text belong to, each with its first span."""
    found: dict[Entry, Span] = {}
    said = find_phrases(text)
    for place, of in said:
        for entry in of:
            found.setdefault(entry, place)
    for word, of in find_listed_words(text):
        if not any(start <= word.start < end for (start, end), _ in said):
            for entry in of:
                found.setdefault(entry, (word.start, word.end))
    return found


@find_once
def find_phrases(text: Text) -> tuple[tuple[Span, tuple[Entry, ...]], ...]:
    """Return the spans of the listed phrases in the text, each with its entries."""
    known = _index_phrases(text.language or "en")
    found: list[tuple[Span, tuple[Entry, ...]]] = []
    if not known:
        return ()
    for place, word in enumerate(text.words):
        for phrase, of in known.get(word.form, ()):
            behind = text.words[place : place + len(phrase)]
            if tuple(w.form for w in behind) == phrase:
                found.append(((word.start, behind[-1].end), of))
    return tuple(found)


def get_entries(form: str, stem: str = "", language: str | None = "en") -> tuple[Entry, ...]:
    """Return the entries of a word, by its form or else by its stem."""
    known = _build_lookup(language or "en")
    return known.get(form) or known.get(stem) or ()


@cache
def _index_phrases(language: str) -> dict[str, list[tuple[tuple[str, ...], tuple[Entry, ...]]]]:
    """Return the first word of each phrase → the phrases that begin with it."""
    found: dict[str, list[tuple[tuple[str, ...], tuple[Entry, ...]]]] = defaultdict(list)
    for form, of in _build_lookup(language).items():
        if "_" in form:
            phrase = tuple(form.split("_"))
            found[phrase[0]].append((phrase, of))
    return dict(found)


@cache
def _build_lookup(language: str) -> dict[str, tuple[Entry, ...]]:
    """Return form → its entries; for synonyms, also stem → entries."""
    found: dict[str, list[Entry]] = defaultdict(list)
    groups = [*_load_table("opposites").get(language, []), *_load_calendar(language)]
    for group, sides in enumerate(groups):
        for side, entry in enumerate(sides):
            for form in entry.split():
                found[fold_case(form)].append((group, side))
    for group, entry in enumerate(_load_table("synonyms").get(language, []), len(groups)):
        for form in dict.fromkeys(
            one for word in entry.split() for one in (word, _stem_form(word, language))
        ):
            found[fold_case(form)].append((group, 0))
    return {form: tuple(places) for form, places in found.items()}


def _stem_form(form: str, language: str) -> str:
    """Return the stem of a word; a phrase is returned as it is."""
    return form if "_" in form else stem_of(form, language.partition("/")[0])


@cache
def _load_calendar(language: str) -> list[list[str]]:
    """Return the days of the week and the months, each with the words that name no other one."""
    from babel import Locale
    from babel.core import UnknownLocaleError

    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return []
    cycles = locale.days, locale.months
    return [
        _keep_unique([_collect_names(cycle, place, language) for place in cycle["format"]["wide"]])
        for cycle in cycles
    ]


def _collect_names(cycle: Any, place: int, language: str) -> set[str]:
    """Return words and stems of one day or month, in all forms of the language, without figures."""
    names = {cycle[context]["wide"][place] for context in ("format", "stand-alone")}
    found = {
        text for name in names for word in split_words(name, language) for text in (word.form, word.stem)
    }
    return {text for text in found if not text[0].isdigit() and text != "may"}


def _keep_unique(names: list[set[str]]) -> list[str]:
    times = Counter(word for group in names for word in group)
    return [" ".join(sorted(word for word in group if times[word] == 1)) for group in names]


@cache
def _load_table(table: str) -> dict[str, Any]:
    text = files("ascribe.verify.rules").joinpath(f"{table}.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


_ROOT_LENGTH = 4
"""Letters that forms of one word share at their start: "bringing" and "brings"."""


def contains_all(words: Iterable[Word], text: Text, there: Iterable[Word]) -> bool:
    """Return True if each word is among ``there``, in any form or as a synonym."""
    others = list(there)
    keys = {get_meaning(word, text.language) for word in others} | {word.stem for word in others}
    roots = {word.stem[:_ROOT_LENGTH] for word in others if len(word.stem) >= _ROOT_LENGTH}
    return all(
        word.stem in keys
        or get_meaning(word, text.language) in keys
        or (word.stem[:_ROOT_LENGTH] in roots and word.stem[0].isalpha())
        for word in words
    )
