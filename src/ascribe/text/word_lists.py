"""Word lists of each language: stop words, abbreviations and words that open sentences.

``abbreviations.json`` maps an ISO 639-1 code to lists of lower-case words, without their last full stop:

- ``inside``: never the last word of a sentence, such as a title before a name;
- ``before_number``: an abbreviation before a number (``p. 8``), an ordinary word elsewhere;
- ``closing``: may end a sentence, and does before a capital letter (``etc.``);
- ``either``: ends a sentence only before a word that opens sentences (``Inc.``, ``U.S.``, ``Jan.``);
- ``openers``: words that often open a sentence;
- ``labels``: words before a single letter that is not an initial (``vitamin C``);
- ``continues``: capitalized words that do not open a sentence after ``closing``;
- ``reporting``: verbs of a clause that reports speech;
- ``ordinals``: ``yes`` if ``2.`` before a capital letter means *second*.

``curated_abbreviations.json`` adds rarer abbreviations of trades, places and degrees, used on request only.
``irregular_forms.json`` lists forms of verbs and nouns that no stemmer cuts to their base, but for those that
are words of their own as well ("left", "lay", "ground"). The folder ``stop_words`` contains one file of
closed-class words per language. ``homographs.json`` lists what a language shares with the stop words of
others: its ``words`` ("war", "met"), the ``particles`` of foreign names ("de"), and the ``phrases`` that it
borrowed, between pipes ("et al"). The frequent words of English are those of the vocabulary of the built-in
tokenizer. ``common_words.json`` lists the stems of words that are hardly ever written with a capital inside a
sentence; ``training.common_words`` makes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ascribe.text.package_data import load_package_json

_CURATED = "curated_abbreviations.json"

LIST_NAMES = ("inside", "before_number", "closing", "either", "openers", "labels", "continues", "reporting")


@dataclass(frozen=True, slots=True)
class Abbreviations:
    """The word lists of one language; empty for a language that is not in the file."""

    language: str
    inside: frozenset[str] = frozenset()
    before_number: frozenset[str] = frozenset()
    closing: frozenset[str] = frozenset()
    either: frozenset[str] = frozenset()
    openers: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    continues: frozenset[str] = frozenset()
    reporting: frozenset[str] = frozenset()
    ordinals: bool = False


@cache
def list_known_languages() -> tuple[str, ...]:
    """Return the codes of all languages with lists, sorted."""
    return tuple(sorted(_load_lists()))


@cache
def list_curated_languages() -> tuple[str, ...]:
    """Return the codes of the languages with curated abbreviations, sorted."""
    return tuple(sorted(_load_lists(_CURATED)))


@cache
def load_abbreviations(language: str, curated: bool = False) -> Abbreviations:
    """Load the lists of a language by ISO 639-1 code; ``curated`` adds its curated abbreviations."""
    row = _load_lists().get(language, {})
    more = _load_lists(_CURATED).get(language, {}) if curated else {}
    words = {name: frozenset(f"{row.get(name, '')} {more.get(name, '')}".split()) for name in LIST_NAMES}
    return Abbreviations(language, **words, ordinals=row.get("ordinals") == "yes")


@cache
def _load_lists(file: str = "abbreviations.json") -> dict[str, dict[str, str]]:
    return load_package_json(f"text/{file}", dict[str, dict[str, str]])


@cache
def load_irregular_forms(language: str) -> dict[str, str]:
    """Load the irregular forms of a language, each with its base: "sank" → "sink"."""
    bases = _load_lists("irregular_forms.json").get(language, {})
    return {form: base for base, forms in bases.items() for form in forms.split()}


@dataclass(frozen=True, slots=True)
class Homographs:
    """Words that a language shares with the stop words of others: its own ones and borrowed ones."""

    words: frozenset[str]
    particles: frozenset[str]
    phrases: frozenset[str]


@cache
def load_homographs(language: str) -> Homographs:
    """Load the homographs of a language; empty for a language that is not in the file."""
    row = _load_lists("homographs.json").get(language, {})
    words, particles = (frozenset(row.get(name, "").split()) for name in ("words", "particles"))
    return Homographs(words, particles, frozenset(filter(None, row.get("phrases", "").split("|"))))


@cache
def load_stop_words(language: str) -> frozenset[str]:
    """Load the stop words of a language as written in its file; empty for a language without one."""
    file = files(__package__) / "stop_words" / f"{language}.txt"
    if not language.isalpha() or not file.is_file():
        return frozenset()
    return frozenset(file.read_text(encoding="utf-8").split())


@cache
def load_common_words(language: str) -> frozenset[str]:
    """Load the stems of words that are no names; empty for a language without a list."""
    lines = load_package_json("text/common_words.json", dict[str, list[str]]).get(language, [])
    return frozenset(stem for line in lines for stem in line.split())


_VOCABULARY = "inference/weights/tokenizer.json"
_LAST_FREQUENT = 21_987
"""Number in the vocabulary up to which words count as frequent: the 16,000 first ones, rarer ones follow."""

_MIN_LETTERS = 3


@cache
def load_english_words() -> frozenset[str]:
    """Load the frequent words of English, in all their forms, but for stop words of other languages."""
    numbers: dict[str, int] = load_package_json(_VOCABULARY, dict[str, Any])["model"]["vocab"]
    words = {
        word
        for word, number in numbers.items()
        if number <= _LAST_FREQUENT and word.isascii() and word.isalpha() and len(word) >= _MIN_LETTERS
    }
    own = load_stop_words("en") | load_homographs("en").words
    return frozenset(words - (_load_foreign_stop_words() - own))


def _load_foreign_stop_words() -> frozenset[str]:
    languages = (file.name.removesuffix(".txt") for file in (files(__package__) / "stop_words").iterdir())
    return frozenset[str]().union(*(load_stop_words(one) for one in languages if one != "en"))
