"""Abbreviations and opening words of each language, from ``abbreviations.json``.

The file maps an ISO 639-1 code to lists of lower-case words, without their last full stop:

- ``inside``: never the last word of a sentence, such as a title before a name;
- ``before_number``: joined to a number that follows (``p. 8``), an ordinary word otherwise;
- ``closing``: may end a sentence, and does before a capital letter (``etc.``);
- ``either``: ends a sentence only before a word that opens sentences (``Inc.``, ``U.S.``, ``Jan.``);
- ``openers``: words that often open a sentence;
- ``labels``: words before a single letter that is no initial (``vitamin C``);
- ``continues``: capitalised words that do not open a sentence after ``closing``;
- ``reporting``: verbs of a clause that reports speech;
- ``ordinals``: ``yes`` where ``2.`` before a capital letter means *second*.

``curated_abbreviations.json`` has further ones, of trades, places and degrees, in lists of the same names.
They are rare and some are words as well, so they hold only where they are asked for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_CURATED = "curated_abbreviations.json"

LISTS = ("inside", "before_number", "closing", "either", "openers", "labels", "continues", "reporting")


@dataclass(frozen=True, slots=True)
class Abbreviations:
    """The word lists of one language; empty for a language that the file does not know."""

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
def known_languages() -> tuple[str, ...]:
    """The codes of all languages in the file, sorted."""
    return tuple(sorted(_lists()))


@cache
def curated_languages() -> tuple[str, ...]:
    """The codes of the languages that have curated abbreviations, sorted."""
    return tuple(sorted(_lists(_CURATED)))


@cache
def abbreviations(language: str, curated: bool = False) -> Abbreviations:
    """The lists of the language with that ISO 639-1 code; ``curated`` adds the further ones."""
    row = _lists().get(language, {})
    more = _lists(_CURATED).get(language, {}) if curated else {}
    words = {name: frozenset(f"{row.get(name, '')} {more.get(name, '')}".split()) for name in LISTS}
    return Abbreviations(language, **words, ordinals=row.get("ordinals") == "yes")


@cache
def _lists(file: str = "abbreviations.json") -> dict[str, dict[str, str]]:
    text = files("ascribe.language").joinpath(file).read_text(encoding="utf-8")
    lists: dict[str, dict[str, str]] = json.loads(text)
    return lists
