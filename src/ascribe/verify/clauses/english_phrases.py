"""Tokens and phrases of an English sentence, found with closed word lists.

Verbs are recognized by ``words.json`` and by the ending -ed. A form that may be a participle or a past tense
("built", "opened") has the kind ``either``; its neighbours decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from ascribe.text.package_data import load_package_json

CONJUNCTIONS = ("and", "but", "yet", "or")

_MAX_SUBJECT_TOKENS = 8
"""Most tokens of a subject after a conjunction."""

_ARGUMENT_KINDS = ("preposition", "determiner", "number", "name", "pronoun", "adverb")
"""Kinds of tokens that follow a verb but not an adjective: "restored in 1990", but "restored mills"."""

_NOMINAL_KINDS = ("determiner", "number", "name", "word")

Span = tuple[int, int]


class PhraseFinder:
    """Finder of phrases in one sentence. Positions are indices of tokens; ends are exclusive."""

    def __init__(self, found: Sequence[Token]) -> None:
        self.words = found

    def get_form(self, at: int) -> str:
        """Return the token there in lower case; empty beyond the end."""
        return self.words[at].form if 0 <= at < len(self.words) else ""

    def get_kind(self, at: int) -> str:
        """Return the kind of the token there; ``sign`` beyond the end."""
        return self.words[at].kind if 0 <= at < len(self.words) else "sign"

    def skip(self, at: int, forms: Sequence[str]) -> int:
        """Return the first position from there on with none of these forms."""
        while self.get_form(at) in forms:
            at += 1
        return at

    def skip_adverbs(self, at: int) -> int:
        """Return the first position from there on that is no adverb."""
        while self.get_kind(at) == "adverb":
            at += 1
        return at

    def find_commas(self, start: int) -> list[int]:
        """Return the commas from there on that are outside brackets and quotation marks."""
        found = range(start, len(self.words))
        return [i for i in found if self.words[i].form == "," and not self.words[i].depth]

    def find_verb(self, start: int, end: int) -> int | None:
        """Return the position of the first verb in that range, or None."""
        for at in range(max(0, start), min(end, len(self.words))):
            if self._is_verb(at, start):
                return at
        return None

    def _is_verb(self, at: int, start: int) -> bool:
        """Return True for a verb.

        The kind ``either`` counts unless it opens the range or modifies a noun, as in "the restored mill".
        """
        token = self.words[at]
        if token.depth or not (token.is_verb or self._is_third_person(at)):
            return False
        if token.kind in ("auxiliary", "past"):
            return True
        if at == start:
            return token.kind == "present"
        return self.get_kind(at - 1) not in ("determiner", "preposition", "number", "sign")

    def _is_third_person(self, at: int) -> bool:
        """Return True for a word in -s before a possible object: "delivers 4.2 litres", "tries to"."""
        if not 0 <= at < len(self.words):
            return False
        taking = self.get_kind(at + 1) in ("determiner", "number") or self.get_form(at + 1) == "to"
        return taking and _ends_like_verb(self.words[at])

    def is_predicate(self, at: int, is_free: bool = False) -> bool:
        """Return True if there is a verb there, followed by its object or complement.

        Args:
            at: the position.
            is_free: whether no adjective precedes it, as one does in "old and restored mills".
        """
        token = self.words[at] if at < len(self.words) else None
        if (
            token is None
            or not (token.is_verb or self._is_third_person(at))
            or self.get_kind(at + 1) == "sign"
        ):
            return False
        sure = token.kind in ("auxiliary", "past") or (is_free and token.is_verb)
        return sure or self.get_kind(at + 1) in _ARGUMENT_KINDS

    def is_parallel(self, one: int, other: int) -> bool:
        """Return True for two words in -s before the same preposition: "opens at 8 and closes at 6"."""
        verb, second = self.words[one], self.words[other] if other < len(self.words) else None
        same = self.get_kind(one + 1) == "preposition" and self.get_form(one + 1) == self.get_form(other + 1)
        return same and second is not None and verb.form.endswith("s") and _ends_like_verb(second)

    def is_clause(self, at: int, has_comma: bool = True) -> bool:
        """Return True if a subject and its verb begin there.

        A participle after a noun ("the barn built in 1871") is not a clause. So a form that may be a
        participle counts only after a pronoun or a bare name, before an object, or after a comma.
        """
        at = self.skip_adverbs(at)
        if self.get_kind(at) == "pronoun":
            return self.words[self._skip_to_verb(at + 1)].is_verb if self._skip_to_verb(at + 1) else False
        end = self._find_noun_end(at)
        verb = self.skip_adverbs(end)
        if end == at or not self.is_predicate(verb, is_free=True):
            return False
        if self.words[verb].is_finite:
            return True
        after = self.get_kind(verb + 1)
        named = all(self.get_kind(i) == "name" for i in range(at, end))
        return has_comma or named or after in ("determiner", "pronoun")

    def is_relative_clause(self, at: int) -> bool:
        """Return True if "which" or "who" is there with its verb."""
        after = self.skip_adverbs(at + 1)
        is_word = self.get_kind(after) == "word" and self.get_form(after).endswith("s")
        return self.get_form(after) != "" and (self.words[after].is_verb or is_word)

    def _skip_to_verb(self, at: int) -> int:
        """Return the first position that is no adverb; 0 beyond the end."""
        at = self.skip_adverbs(at)
        return at if at < len(self.words) else 0

    def _find_noun_end(self, at: int) -> int:
        """Return the end of the noun phrase that begins there; ``at`` itself if there is none."""
        start = at
        while (
            at - start < _MAX_SUBJECT_TOKENS
            and self.get_kind(at) in _NOMINAL_KINDS
            and self.get_form(at) not in CONJUNCTIONS
        ):
            if self.get_form(at) in load_word_list("barrier") and at > start:
                return start
            if at > start and self._is_third_person(at):
                return at
            at += 2 if self.get_form(at + 1) == "of" else 1
        return at

    def is_participle_clause(self, at: int) -> bool:
        """Return True for participle clauses: "built in 1871", "making it a museum"."""
        form = self.get_form(at)
        if self.get_kind(at) == "either":
            return self.get_kind(at + 1) == "preposition"
        running = self.get_kind(at) == "word" and form.endswith("ing") and len(form) > 4
        return (
            running
            and form not in load_word_list("not_participles")
            and self.get_kind(at + 1) in _ARGUMENT_KINDS
        )

    def find_subject(self, start: int, end: int) -> Span | None:
        """Return the subject: from the start, or after an opening phrase with a comma, to the verb."""
        verb = self.find_verb(start, end) or end
        if self.get_kind(start) in ("preposition", "adverb", "either"):
            commas = [i for i in self.find_commas(start) if i < verb]
            start = commas[0] + 1 if commas else start
            if not commas and self.get_kind(start) != "adverb":
                return None
        while verb > start and (self.get_form(verb - 1) == "," or self.get_kind(verb - 1) == "adverb"):
            verb -= 1
        return (start, verb) if start < verb else None

    def find_noun_before(self, start: int, end: int) -> Span | None:
        """Return the noun phrase that ends there: names, nouns and numbers, with their article."""
        at = end
        while at > start and self.get_kind(at - 1) in ("name", "word", "number"):
            at -= 1
        if at > start and self.get_kind(at - 1) == "determiner":
            at -= 1
        return (at, end) if at < end else None


def _ends_like_verb(token: Token) -> bool:
    """Return True for an unlisted word in -s outside brackets and quotation marks."""
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
    """A word or punctuation mark. ``depth`` is above 0 within brackets or quotation marks."""

    form: str
    kind: TokenKind
    start: int
    end: int
    depth: int

    @property
    def is_finite(self) -> bool:
        """Whether it is a verb form that can only be the verb of a clause."""
        return self.kind in ("auxiliary", "past", "present")

    @property
    def is_verb(self) -> bool:
        """Whether it is a verb form that can be the verb of a clause."""
        return self.is_finite or self.kind == "either"


def tokenize(text: str) -> list[Token]:
    """Split the text into words and punctuation marks, with offsets into it."""
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
    if form == "A" and not is_first:
        return "name"  # the article is written small there: "Plan A"
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
    """Load a list of ``words.json``."""
    return frozenset(load_package_json("verify/clauses/words.json", dict[str, str])[name].split())
