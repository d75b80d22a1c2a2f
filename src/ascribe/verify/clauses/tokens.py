"""The words of an English sentence with the little that is known of each without a dictionary of English.

Verbs are told by closed lists (``words.json``) and the ending -ed. A form that may be a participle as well
as a past ("built", "opened") is ``either``: its neighbours decide.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

Kind = Literal[
    "sign", "auxiliary", "past", "either", "present", "determiner", "pronoun", "preposition", "adverb",
    "number", "name", "word",
]  # fmt: skip

_TOKEN = re.compile(r"\w+(?:['’.,\-–/]\w+)*|[^\w\s]")
_FIRST: tuple[Kind, ...] = ("auxiliary", "past", "either", "present", "pronoun", "determiner", "preposition")
_OPENING, _CLOSING = "([{“«„‘", ")]}”»’"


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign. ``depth`` is above 0 within brackets or quotation marks."""

    form: str
    kind: Kind
    start: int
    end: int
    depth: int

    @property
    def is_finite(self) -> bool:
        """True for a verb form that can be nothing but the verb of a clause."""
        return self.kind in ("auxiliary", "past", "present")

    @property
    def is_verb(self) -> bool:
        """True for any verb form that can be the verb of a clause."""
        return self.is_finite or self.kind == "either"


def tokens(text: str) -> list[Token]:
    """Words and signs in order, with offsets into the text."""
    found: list[Token] = []
    depth, quoted = 0, False
    for match in _TOKEN.finditer(text):
        form = match[0]
        if form == '"':
            quoted = not quoted
        depth = max(0, depth - (form in _CLOSING))
        found.append(Token(form.lower(), _kind(form, not found), *match.span(), depth + quoted))
        depth += form in _OPENING
    return found


def _kind(form: str, is_first: bool) -> Kind:
    lowered = form.lower().replace("’", "'")
    if not form[0].isalnum():
        return "sign"
    if form[0].isdigit():
        return "number"
    for kind in _FIRST:
        if lowered in word_list(kind):
            return kind
    if lowered in word_list("adverb") or (lowered.endswith("ly") and form[0].islower()):
        return "adverb"
    if form[0].isupper() and not is_first:
        return "name"
    ends = lowered.endswith("ed") and len(lowered) > 3 and lowered not in word_list("not_verbs")
    return "either" if ends else "word"


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of that list of ``words.json``."""
    text = files("ascribe.verify.clauses").joinpath("words.json").read_text(encoding="utf-8")
    lists: dict[str, str] = json.loads(text)
    return frozenset(lists[name].split())
