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
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

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
def abbreviations(language: str) -> Abbreviations:
    """The lists of the language with that ISO 639-1 code."""
    row = _lists().get(language, {})
    words = {name: frozenset(row.get(name, "").split()) for name in LISTS}
    return Abbreviations(language, **words, ordinals=row.get("ordinals") == "yes")


@cache
def _lists() -> dict[str, dict[str, str]]:
    text = files("ascribe.language").joinpath("abbreviations.json").read_text(encoding="utf-8")
    lists: dict[str, dict[str, str]] = json.loads(text)
    return lists
