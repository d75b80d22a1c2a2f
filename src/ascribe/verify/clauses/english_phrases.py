"""Tokens and phrases of an English sentence, found with closed word lists.

Verbs are recognised by ``words.json`` and by the ending -ed. A form that may be a participle as well
as a past ("built", "opened") is ``either``: its neighbours decide.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

CONJUNCTIONS = ("and", "but", "yet", "or")

_MAX_SUBJECT_TOKENS = 8
"""Tokens of a subject that is looked for after a conjunction."""

_ARGUMENT_KINDS = ("preposition", "determiner", "number", "name", "pronoun", "adverb")
"""What follows a verb and no noun: "restored in 1990", but "restored mills"."""

_NOMINAL_KINDS = ("determiner", "number", "name", "word")

Span = tuple[int, int]


class PhraseFinder:
    """Questions about the tokens of one sentence. Places are indices of tokens; ends are exclusive."""

    def __init__(self, found: Sequence[Token]) -> None:
        self.words = found

    def form(self, at: int) -> str:
        """The word there in small letters; empty beyond the end."""
        return self.words[at].form if 0 <= at < len(self.words) else ""

    def kind(self, at: int) -> str:
        """Its kind; ``sign`` beyond the end."""
        return self.words[at].kind if 0 <= at < len(self.words) else "sign"

    def skip(self, at: int, forms: Sequence[str]) -> int:
        """The first token from there on that is none of these."""
        while self.form(at) in forms:
            at += 1
        return at

    def skip_adverbs(self, at: int) -> int:
        """The first token from there on that is no adverb."""
        while self.kind(at) == "adverb":
            at += 1
        return at

    def find_commas(self, start: int) -> list[int]:
        """The commas from there on, outside brackets and quotation marks."""
        found = range(start, len(self.words))
        return [i for i in found if self.words[i].form == "," and not self.words[i].depth]

    def find_verb(self, start: int, end: int) -> int | None:
        """The first verb of that stretch; None without one."""
        for at in range(max(0, start), min(end, len(self.words))):
            if self._is_verb(at, start):
                return at
        return None

    def _is_verb(self, at: int, start: int) -> bool:
        """An ``either`` counts unless it opens the stretch or belongs to a noun: "the restored mill"."""
        token = self.words[at]
        if token.depth or not (token.is_verb or self._is_third_person(at)):
            return False
        if token.kind in ("auxiliary", "past"):
            return True
        if at == start:
            return token.kind == "present"
        return self.kind(at - 1) not in ("determiner", "preposition", "number", "sign")

    def _is_third_person(self, at: int) -> bool:
        """True for a word in -s before what can be its object: "delivers 4.2 litres", "tries to"."""
        if not 0 <= at < len(self.words):
            return False
        taking = self.kind(at + 1) in ("determiner", "number") or self.form(at + 1) == "to"
        return taking and _ends_like_verb(self.words[at])

    def is_predicate(self, at: int, is_free: bool = False) -> bool:
        """True if a verb stands there with what it says after it.

        Args:
            at: the place.
            is_free: whether no adjective stands before it, as in "old and restored mills".
        """
        token = self.words[at] if at < len(self.words) else None
        if token is None or not (token.is_verb or self._is_third_person(at)) or self.kind(at + 1) == "sign":
            return False
        sure = token.kind in ("auxiliary", "past") or (is_free and token.is_verb)
        return sure or self.kind(at + 1) in _ARGUMENT_KINDS

    def is_clause(self, at: int, has_comma: bool = True) -> bool:
        """True if a subject and its verb stand there.

        A participle after a noun ("the barn built in 1871") is no clause. So a form that may be one counts
        after a pronoun, after a bare name, before an object, or where a comma sets the clause off.
        """
        at = self.skip_adverbs(at)
        if self.kind(at) == "pronoun":
            return self.words[self._skip_to_verb(at + 1)].is_verb if self._skip_to_verb(at + 1) else False
        end = self._find_noun_end(at)
        verb = self.skip_adverbs(end)
        if end == at or not self.is_predicate(verb, is_free=True):
            return False
        if self.words[verb].is_finite:
            return True
        after = self.kind(verb + 1)
        named = all(self.kind(i) == "name" for i in range(at, end))
        return has_comma or named or after in ("determiner", "pronoun")

    def is_relative_clause(self, at: int) -> bool:
        """True if "which" or "who" stands there with its verb."""
        after = self.skip_adverbs(at + 1)
        is_word = self.kind(after) == "word" and self.form(after).endswith("s")
        return self.form(after) != "" and (self.words[after].is_verb or is_word)

    def _skip_to_verb(self, at: int) -> int:
        """The token after adverbs there; 0 beyond the end."""
        at = self.skip_adverbs(at)
        return at if at < len(self.words) else 0

    def _find_noun_end(self, at: int) -> int:
        """One past the noun phrase that begins there; ``at`` itself if none does."""
        start = at
        while (
            at - start < _MAX_SUBJECT_TOKENS
            and self.kind(at) in _NOMINAL_KINDS
            and self.form(at) not in CONJUNCTIONS
        ):
            if self.form(at) in load_word_list("barrier") and at > start:
                return start
            at += 2 if self.form(at + 1) == "of" else 1
        return at

    def is_participle_clause(self, at: int) -> bool:
        """True for "built in 1871" and "making it a museum" there."""
        form = self.form(at)
        if self.kind(at) == "either":
            return self.kind(at + 1) == "preposition"
        running = self.kind(at) == "word" and form.endswith("ing") and len(form) > 4
        return (
            running and form not in load_word_list("not_participles") and self.kind(at + 1) in _ARGUMENT_KINDS
        )

    def subject(self, start: int, end: int) -> Span | None:
        """From the start, or from behind an opening phrase with its comma, to the verb or the end."""
        verb = self.find_verb(start, end) or end
        if self.kind(start) in ("preposition", "adverb", "either"):
            commas = [i for i in self.find_commas(start) if i < verb]
            start = commas[0] + 1 if commas else start
            if not commas and self.kind(start) != "adverb":
                return None
        while verb > start and (self.form(verb - 1) == "," or self.kind(verb - 1) == "adverb"):
            verb -= 1
        return (start, verb) if start < verb else None

    def find_noun_before(self, start: int, end: int) -> Span | None:
        """The noun phrase that ends there: back to its article, or to the verb or preposition before it."""
        at = end
        while at > start and self.kind(at - 1) in ("name", "word", "number"):
            at -= 1
        if at > start and self.kind(at - 1) == "determiner":
            at -= 1
        return (at, end) if at < end else None


def _ends_like_verb(token: Token) -> bool:
    """True for an unlisted word in -s outside brackets and quotation marks."""
    is_listed = token.kind != "word" or token.depth > 0
    return (
        not is_listed and token.form.endswith("s") and not token.form.endswith(("ss", "us", "is", "'s", "’s"))
    )


TokenKind = Literal[
    "sign", "auxiliary", "past", "either", "present", "determiner", "pronoun", "preposition", "adverb",
    "number", "name", "word",
]  # fmt: skip

_TOKEN = re.compile(r"\w+(?:['’.,\-–/]\w+)*|[^\w\s]")
_CLOSED_CLASSES: tuple[TokenKind, ...] = (
    "auxiliary",
    "past",
    "either",
    "present",
    "pronoun",
    "determiner",
    "preposition",
)
_OPENING_SIGNS, _CLOSING_SIGNS = "([{“«„‘", ")]}”»’"


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign. ``depth`` is above 0 within brackets or quotation marks."""

    form: str
    kind: TokenKind
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


def tokenize(text: str) -> list[Token]:
    """Words and signs in order, with offsets into the text."""
    found: list[Token] = []
    depth, quoted = 0, False
    for match in _TOKEN.finditer(text):
        form = match[0]
        if form == '"':
            quoted = not quoted
        depth = max(0, depth - (form in _CLOSING_SIGNS))
        found.append(Token(form.lower(), _classify_token(form, not found), *match.span(), depth + quoted))
        depth += form in _OPENING_SIGNS
    return found


def _classify_token(form: str, is_first: bool) -> TokenKind:
    lowered = form.lower().replace("’", "'")
    if not form[0].isalnum():
        return "sign"
    if form[0].isdigit():
        return "number"
    for kind in _CLOSED_CLASSES:
        if lowered in load_word_list(kind):
            return kind
    if lowered in load_word_list("adverb") or (lowered.endswith("ly") and form[0].islower()):
        return "adverb"
    if form[0].isupper() and not is_first:
        return "name"
    ends = lowered.endswith("ed") and len(lowered) > 3 and lowered not in load_word_list("not_verbs")
    return "either" if ends else "word"


@cache
def load_word_list(name: str) -> frozenset[str]:
    """The words of that list of ``words.json``."""
    text = files("ascribe.verify.clauses").joinpath("words.json").read_text(encoding="utf-8")
    lists: dict[str, str] = json.loads(text)
    return frozenset(lists[name].split())
