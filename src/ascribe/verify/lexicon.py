"""The lexicon of the rules: synonyms and antonyms.

``opposites.json`` lists, by language, groups of words that exclude one another; the words of one entry are
synonyms. A group with one entry has synonyms only; ``synonyms.json`` has more of those. Forms are listed as
written, so that nothing depends on a stemmer, but synonyms match in any form of the same stem, except those
under "en/forms" and the like: too many words share the stems of "partly" and "marido". Words joined by "_"
are a phrase ("set_up"). In scripts without spaces an entry is a pair of characters.

``Prefilter`` says which regular expressions may match a text, judged by its words: a word look-up takes a
tenth of the time of a search. For each alternative of a pattern it keeps one word that all of its matches
contain: "total" for "in total". A pattern without such a word may match any text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

from ascribe.text.package_data import load_package_json
from ascribe.text.words import Word, fold_case, split_words
from ascribe.text.words import stem_word as stem_of
from ascribe.verify.comparison import Text, find_once

_LOOK_BEHIND = r"\(\?<[!=][^()]*\)"
_LEADING_LOOK_BEHIND = re.compile(rf"(?:{_LOOK_BEHIND}|\(\?:(?:\^|\||{_LOOK_BEHIND})+\))*")
_OPTIONAL_WORD = re.compile(r"(?:\(\?:[^()]*\\s\+\)\?)?")
_LETTERS = re.compile(r"[^\W\d_]+(?![?*{])|[^\W\d_]+(?=[^\W\d_][?*{])")
_WORD_ENDS = re.compile(r"\\b|\\s\+|(?:\\\.|[ -])(?![?*{])")
_SIGNS = re.compile(r"~|\[[^]\w\\]+\](?![?*{])|\\w\+n\['’\](?![?*{])")
"""Patterns that require a sign instead of a word: "~", one of "[<≤]", and the apostrophe of "isn't"."""

_REPEATED = ("?", "*", "{")
_DEPTH_CHANGES = {"(": 1, "[": 1, ")": -1, "]": -1}


class Need(NamedTuple):
    """A word that a text must contain, whole or as the beginning of a word. Empty letters allow any text."""

    letters: str
    is_whole: bool


_ANY = Need("", is_whole=False)


class Prefilter:
    """Finds the groups of patterns that may match a text. The patterns are written in lower case.

    Args:
        groups: name → patterns; the group matches if one of them does.
    """

    def __init__(self, groups: Mapping[str, Iterable[str]]) -> None:
        self._by_word: dict[str, set[str]] = defaultdict(set)
        self._by_prefix: dict[str, set[str]] = defaultdict(set)
        for group, patterns in groups.items():
            needs = [need for pattern in patterns for need in find_needs(pattern)]
            for letters, is_whole in {_ANY} if _ANY in needs else needs:
                (self._by_word if is_whole else self._by_prefix)[letters].add(group)
        self._any = self._by_prefix.pop(_ANY.letters, set())
        self._lengths = sorted({len(letters) for letters in self._by_prefix})
        self.match_word = lru_cache(maxsize=1 << 15)(self._match_word)

    def groups(self, tokens: Iterable[str]) -> set[str]:
        """Return the groups that may match a text with these lower-case words and signs."""
        return self._any.union(*map(self.match_word, tokens))

    def _match_word(self, word: str) -> frozenset[str]:
        prefixed = (self._by_prefix.get(word[:length], ()) for length in self._lengths)
        return frozenset(self._by_word.get(word, ())).union(*prefixed)


def find_needs(pattern: str) -> list[Need]:
    """Return, for each alternative of a pattern, a word that all its matches contain."""
    return [
        need for option in _split_outside_brackets(pattern, "|") for need in _find_phrase_needs(option, "")
    ]


def _find_phrase_needs(option: str, behind: str) -> list[Need]:
    """Return the needs of the longest word of a phrase, or of the last of equally long ones.

    "the sum of" → "sum".
    """
    parts = list(_split_outside_brackets(option, r"\s+", " "))
    ends = [r"\s+"] * (len(parts) - 1) + [behind]
    found = [
        _find_part_needs(*each) for each in zip([_strip_look_behind(parts[0]), *parts[1:]], ends, strict=True)
    ]
    return max(reversed(found), key=lambda needs: min(len(need.letters) for need in needs))


def _strip_look_behind(part: str) -> str:
    """Return the first word of a phrase without look-behind assertions.

    If that does not begin at a word boundary, return a pattern without needs: a match may begin inside a
    word.
    """
    part = part[_match_end(_LEADING_LOOK_BEHIND, part) :]
    return part if part.startswith((r"\b", "~", "[")) else r"\w"


def _find_part_needs(part: str, behind: str) -> list[Need]:
    """Return the needs of one word of a phrase, or of the alternatives in its place."""
    part = part.removeprefix(r"\b")
    part = part[_match_end(_OPTIONAL_WORD, part) :]
    if signs := _SIGNS.match(part):
        return [Need(sign, is_whole=True) for sign in re.sub(r"\\w\+n|[][]", "", signs[0])]
    if not part.startswith("(?:"):
        return [_find_letters_need(part, behind)]
    end = _find_closing_bracket(part)
    rest = part[end + 1 :] or behind
    if rest.startswith(_REPEATED):
        return [_ANY]
    return [
        need
        for option in _split_outside_brackets(part[3:end], "|")
        for need in _find_phrase_needs(rf"\b{option}", rest)
    ]


def _find_letters_need(part: str, behind: str) -> Need:
    letters = _LETTERS.match(part)
    if letters is None:
        return _ANY
    return Need(letters[0], is_whole=bool(_WORD_ENDS.match(part[letters.end() :] or behind)))


def _match_end(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.match(text)
    return match.end() if match else 0


def _split_outside_brackets(pattern: str, *signs: str) -> Iterator[str]:
    """Yield the parts of the pattern between those signs; signs in brackets or repeated ones do not count."""
    last = place = depth = 0
    while place < len(pattern):
        sign = "" if depth else next((one for one in signs if pattern.startswith(one, place)), "")
        if sign and not pattern.startswith(_REPEATED, place + len(sign)):
            yield pattern[last:place]
            last = place + len(sign)
        depth += _DEPTH_CHANGES.get(pattern[place], 0)
        place += len(sign) or _get_sign_width(pattern, place)
    yield pattern[last:]


def _find_closing_bracket(pattern: str) -> int:
    """Return the position of the bracket that closes the one that opens the pattern."""
    place, depth = 0, 1
    while depth:
        place += _get_sign_width(pattern, place)
        depth += _DEPTH_CHANGES.get(pattern[place], 0)
    return place


def _get_sign_width(pattern: str, place: int) -> int:
    """Return the number of characters of one sign: two with a backslash."""
    return 2 if pattern[place] == "\\" else 1


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


@lru_cache(maxsize=1 << 14)
def get_place_names(form: str, language: str | None) -> frozenset[str]:
    """Return all names of the country or continent with that name: "Europe", "European"; empty for others."""
    known = _build_lookup(f"{language or 'en'}/places")
    return frozenset(name for name, of in known.items() if not {*of}.isdisjoint(known.get(form, ())))


def is_calendar_name(form: str, language: str | None) -> bool:
    """Return True for the name of a day of the week or of a month."""
    first = len(_load_table("opposites").get(language or "en", []))
    last = first + len(_load_calendar(language or "en"))
    return any(first <= group < last for group, _ in get_entries(form, form, language))


_CYCLES: tuple[Literal["weekday", "month"], ...] = ("weekday", "month")
"""What ``_load_calendar`` lists, in order."""


def find_calendar_place(
    written: str, stem: str, language: str
) -> tuple[Literal["", "weekday", "month"], int]:
    """Return the cycle of the name of a day or month, and its place there from 0 on; empty if it is none.

    In English the name of a month needs its capital, as "may" and "march" are verbs too.
    """
    if written == "May" and language == "en":
        return "month", 4
    needs_capital = language == "en" and written[:1].islower()
    first = len(_load_table("opposites").get(language, []))
    for group, place in get_entries(written.lower(), stem, language):
        cycle = _CYCLES[group - first] if 0 <= group - first < len(_load_calendar(language)) else ""
        if cycle and not (cycle == "month" and needs_capital):
            return cycle, place
    return "", 0


def is_same_group(one: Word, other: Word, language: str | None) -> bool:
    """Return True if both words are in one group: synonyms, or opposites ("shorter" and "long")."""
    mine, theirs = (get_entries(word.form, word.stem, language) for word in (one, other))
    return bool({group for group, _ in mine} & {group for group, _ in theirs})


def is_expressed(word: Word, text: Text, other: Text) -> bool:
    """Return True if the other text has a word or phrase with one of the meanings of the word."""
    there = find_entries(other)
    return any(entry in there for entry in get_entries(word.form, word.stem, text.language))


@cache
def pair_entries(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple[Entry, Entry], ...]:
    """Return the entries of the two words of each pair, where both are of one kind."""
    return tuple(
        (a, b)
        for one, other in pairs
        for a in get_entries(one)
        for b in get_entries(other)
        if a[0] == b[0] and a != b
    )


@find_once
def get_meanings(text: Text) -> frozenset[str]:
    """Return the meanings of the content words of the text."""
    return frozenset(get_meaning(word, text.language) for word in text.content)


@find_once
def find_listed_words(text: Text) -> tuple[tuple[Word, tuple[Entry, ...]], ...]:
    """Return the words of the text that have entries, with these."""
    found = ((word, get_entries(word.form, word.stem, text.code)) for word in text.words)
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
    known = _index_phrases(text.code)
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
    language = language or "en"
    return _build_lookup(language).get(form) or _build_stem_lookup(language).get(stem, ())


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
    found = defaultdict(list, {form: [*of] for form, of in _build_stem_lookup(language).items()})
    first = 1 + max((group for of in found.values() for group, _ in of), default=-1)
    for group, entry in enumerate(_load_table("synonyms").get(f"{language}/forms", []), first):
        for form in entry.split():
            found[fold_case(form)].append((group, 0))
    return {form: tuple(places) for form, places in found.items()}


@cache
def _build_stem_lookup(language: str) -> dict[str, tuple[Entry, ...]]:
    """Return the same without the groups that list each form, which other words may have as their stem."""
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
    return load_package_json(f"verify/rules/{table}.json", dict[str, Any])


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
