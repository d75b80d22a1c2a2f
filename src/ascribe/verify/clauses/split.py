"""Splits a sentence of a reply into statements, each an exact slice of the reply with its claim.

English is split by verbs and punctuation, other languages at semicolons and at the few conjunctions in
``conjunctions.json`` that always open a clause. Reported speech and conditions are not split, because in "A
if B, and C" C may depend on B. A statement keeps its verb and an object or complement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ascribe.protocols import Claim
from ascribe.text.package_data import load_package_json
from ascribe.verify.clauses.coordinates import split_coordinates
from ascribe.verify.clauses.english_phrases import CONJUNCTIONS, PhraseFinder, Token, load_word_list, tokenize
from ascribe.verify.clauses.pieces import Piece, build_statement
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import find_scopes

MAX_SENTENCE_CHARACTERS = 2000
"""Longest sentence that is split: a longer one is a list without full stops, or a table in prose."""

_SPLIT_KINDS = ("prose", "list_item")

Span = tuple[int, int]


def split_statements(claim: Claim, language: str | None = None) -> tuple[Claim, ...]:
    """Split a sentence into statements, in order and without overlap; empty unless it surely makes several.

    The text of a statement is its own words, after the subject that it shares with an earlier statement; its
    offsets are those of its own words in the reply.

    Args:
        claim: a sentence of a reply.
        language: ISO 639-1 code; None means English.
    """
    code = _read_language(language)
    return _build_statements(claim, _split(claim, code), code) if _is_splittable(claim) else ()


def split_parts(claim: Claim, language: str | None = None) -> tuple[Claim, ...]:
    """Split a sentence into its statements, and these into their coordinates; empty if it has none.

    Coordinates are the objects, values and descriptions that one predicate has: "Fires broke out in 1900 and
    1924" makes "Fires broke out in 1900" and "Fires broke out in 1924". Each is a statement, but all together
    may say more, so they never make a sentence supported.

    Args:
        claim: a sentence of a reply.
        language: ISO 639-1 code; None means English.
    """
    code = _read_language(language)
    if code != "en" or not _is_splittable(claim):
        return ()
    text = claim.content
    pieces = _split(claim, code) or [_find_whole(text)]
    parts = [part for piece in pieces for part in split_coordinates(text, piece)]
    return _build_statements(claim, parts, code) if len(parts) > len(pieces) else ()


@find_once
def find_coordinate_spans(text: Text) -> tuple[tuple[Span, ...], ...]:
    """Return for each predicate that has several coordinates where they stand; English only."""
    if not text.is_english or len(text.text) > MAX_SENTENCE_CHARACTERS:
        return ()
    pieces = _split_english(text.text) or [_find_whole(text.text)]
    split = (split_coordinates(text.text, piece) for piece in pieces)
    return tuple(tuple((one.start, one.end) for one in parts) for parts in split if len(parts) > 1)


def _read_language(language: str | None) -> str:
    return (language or "en").split("-")[0].lower()


def _is_splittable(claim: Claim) -> bool:
    return claim.kind in _SPLIT_KINDS and len(claim.content) <= MAX_SENTENCE_CHARACTERS


def _split(claim: Claim, code: str) -> list[Piece]:
    return _split_english(claim.content) if code == "en" else _split_other_language(claim.content, code)


def _find_whole(text: str) -> Piece:
    start = len(text) - len(text.lstrip())
    return Piece(start, len(text), start)


def _build_statements(claim: Claim, pieces: list[Piece], code: str) -> tuple[Claim, ...]:
    """Build a statement of each piece; none if one has too few words, or there is only one."""
    made = [one for piece in pieces if (one := build_statement(claim, piece, code)) is not None]
    return tuple(made) if len(made) == len(pieces) > 1 else ()


def _split_english(text: str) -> list[Piece]:
    found = tokenize(text)
    if any(token.form in load_word_list("condition") and not token.depth for token in found):
        return []
    cuts = [] if find_scopes(Text(text, "en"), "if") else CutFinder(found).find_cuts()
    cuts = list(_drop_reported_cuts(text, found, cuts))
    return _build_pieces(text, found, cuts) if cuts else []


def _drop_reported_cuts(text: str, found: list[Token], cuts: list[Cut]) -> Iterator[Cut]:
    """Yield the cuts before the first reporting verb; none if it follows the report: "A and B, she said."."""
    reports = [scope.start for scope in find_scopes(Text(text, "en"), "said")]
    if not reports:
        yield from cuts
        return
    after = [i for i, token in enumerate(found) if token.start > reports[0]]
    if after and PhraseFinder(found).find_verb(after[0], len(found)) and "according to" not in text.lower():
        yield from (cut for cut in cuts if found[cut.right].start < reports[0])


def _build_pieces(text: str, found: list[Token], cuts: list[Cut]) -> list[Piece]:
    """Build the piece before the first cut, unless it is a bare subject, and one piece for each cut."""
    ends = [found[cut.left].start for cut in cuts[1:]] + [len(text)]
    first = found[0].start
    skipped = 1 if found[0].form in load_word_list("subordinator") else 0
    opening = Piece(first, found[cuts[0].left].start, found[skipped].start)
    has_verb = PhraseFinder(found).find_verb(0, cuts[0].left) is not None
    rest = [_build_piece(text, found, cut, end) for cut, end in zip(cuts, ends, strict=True)]
    return [opening, *rest] if has_verb else rest


def _build_piece(text: str, found: list[Token], cut: Cut, end: int) -> Piece:
    first, last = cut.carried
    carried = text[found[first].start : found[last - 1].end] if last > first else ""
    if carried and cut.joint:
        carried += cut.joint if cut.joint.startswith("'") else f" {cut.joint}"
    return Piece(found[cut.right].start, end, found[cut.own].start, carried)


def _split_other_language(text: str, language: str) -> list[Piece]:
    """Split at semicolons, unless a colon introduces a list, and at the listed conjunctions."""
    parsed = Text(text, language)
    if ":" in text or "：" in text or find_scopes(parsed, "said") or find_scopes(parsed, "if"):
        return []
    places = [match.span() for match in _compile_boundaries(language).finditer(text)]
    starts = [len(text) - len(text.lstrip()), *(end for _, end in places)]
    ends = [*(start for start, _ in places), len(text)]
    return [Piece(start, end, start) for start, end in zip(starts, ends, strict=True)]


@cache
def _compile_boundaries(language: str) -> re.Pattern[str]:
    table = load_package_json("verify/clauses/conjunctions.json", dict[str, list[str]])
    return re.compile("|".join([r"(?<!&)[;；؛](?=\s|[^\x00-\x7f])\s*", *table.get(language, [])]))


_CLAUSE_CONJUNCTIONS = CONJUNCTIONS[:3]
_PAIRING_WORDS = ("both", "between", "either", "neither")
"""Words that announce a pair, whose "and" joins no clause."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A statement that begins inside a sentence, as indices of tokens.

    Args:
        left: end of the statement before it, exclusive.
        right: its first token.
        own: its first token that is verified, after a word such as "which".
        carried: tokens put before it for verification; empty if it has a subject of its own.
        joint: words between the two: "was" for "built in 1871", "'s" for "whose".
    """

    left: int
    right: int
    own: int
    carried: Span = (0, 0)
    joint: str = ""


class CutFinder:
    """Finder of the cuts in one sentence, in one pass over its tokens."""

    def __init__(self, found: list[Token]) -> None:
        self.words = found
        self.phrases = PhraseFinder(found)
        self.start = 0
        self.subject: Span | None = None
        self.cuts: list[Cut] = []

    def find_cuts(self) -> list[Cut]:
        """Return the cuts in order and without overlap."""
        position = self._cut_opening_clause()
        while position < len(self.words):
            step = 0 if self.words[position].depth else self._cut_at(position)
            position = max(step, position + 1)
        return self.cuts

    def _cut_opening_clause(self) -> int:
        """Cut "Although it is old, the mill …" after its first clause; return the token to continue from."""
        if not self.words or self.words[0].form not in load_word_list("subordinator"):
            return 0
        for at in self.phrases.find_commas(1):
            if self.phrases.find_verb(1, at) and self.phrases.is_clause(at + 1):
                return self._add_cut(Cut(at, at + 1, at + 1))
        return len(self.words)

    def _cut_at(self, at: int) -> int:
        """Cut at this token if a statement begins there; return the token to continue from, or 0."""
        token, before = self.words[at], self.words[at - 1] if at else None
        if token.form == ";":
            return self._cut_at_semicolon(at)
        if token.form in _CLAUSE_CONJUNCTIONS:
            left = at - 1 if before and before.form == "," else at
            return self._cut_at_conjunction(left, at)
        if token.form in load_word_list("subordinator"):
            left = at - 1 if before and before.form == "," else at
            if self._is_complete(left) and self.phrases.is_clause(at + 1):
                return self._add_cut(Cut(left, at, at + 1))
        return self._cut_at_comma(at) if token.form == "," else 0

    def _cut_at_semicolon(self, at: int) -> int:
        after = self.phrases.skip(at + 1, (*_CLAUSE_CONJUNCTIONS, ",", "however"))
        if self._is_complete(at) and self.phrases.find_verb(after, len(self.words)):
            return self._add_cut(Cut(at, after, after))
        return 0

    def _cut_at_conjunction(self, left: int, at: int) -> int:
        """Cut before a clause or predicate after a conjunction."""
        if not self._is_complete(left) or self._is_paired(left):
            return 0
        after = at + 1
        has_comma = left < at and self._is_lone(left)
        if self.phrases.is_clause(after, has_comma) and (has_comma or not self._is_subordinate(left)):
            return self._add_cut(Cut(left, after, after))
        verb = self.phrases.skip_adverbs(after)
        subject = self._find_subject(left)
        is_free = self.phrases.get_kind(at - 1) in ("number", "name", "sign")
        is_predicate = self.phrases.is_predicate(verb, is_free) or self._is_parallel(left, verb)
        if subject is None or not is_predicate or self._may_depend(left, verb):
            return 0
        is_agent = self.phrases.get_form(verb + 1) == "by" and not self.phrases.get_form(verb + 2).endswith(
            "ing"
        )
        passive = self.words[verb].kind == "either" and is_agent
        return self._add_cut(Cut(left, after, after, subject, "was" if passive else ""), subject)

    def _cut_at_comma(self, at: int) -> int:
        """Cut before a relative or participle clause after a comma."""
        opened = self._find_relative_cut(at) or self._find_participle_cut(at)
        if opened is None:
            return 0
        if self._find_verb(at) is not None:
            return self._add_cut(opened, opened.carried)
        return self._cut_embedded_clause(opened)

    def _find_relative_cut(self, at: int) -> Cut | None:
        word = self.phrases.get_form(at + 1)
        if word not in load_word_list("relative"):
            return None
        if word == "where":
            return Cut(at, at + 1, at + 2) if self.phrases.is_clause(at + 2) else None
        has_verb = (
            self.phrases.find_verb(at + 2, at + 8)
            if word == "whose"
            else self.phrases.is_relative_clause(at + 1)
        )
        carried = self._find_antecedent(at) if has_verb else None
        return Cut(at, at + 1, at + 2, carried, "'s" if word == "whose" else "") if carried else None

    def _find_participle_cut(self, at: int) -> Cut | None:
        if not self.phrases.is_participle_clause(at + 1):
            return None
        subject = self._find_subject(at) if self.words[at + 1].kind == "word" else self._find_antecedent(at)
        if subject is None or (self._find_verb(at) is not None and self.phrases.find_commas(at + 1)):
            return None
        return Cut(at, at + 1, at + 1, subject, "" if self.words[at + 1].kind == "word" else "was")

    def _cut_embedded_clause(self, opened: Cut) -> int:
        """Cut out a clause between subject and verb, if a comma and the verb follow it."""
        subject = self._find_subject(opened.left)
        for at in self.phrases.find_commas(opened.own):
            verb = self.phrases.skip_adverbs(at + 1)
            if subject and self.phrases.is_predicate(verb) and at - opened.own > 1:
                self._add_cut(opened, subject)
                return self._add_cut(Cut(at, at + 1, at + 1, subject), subject)
        return len(self.words)

    def _add_cut(self, cut: Cut, subject: Span | None = None) -> int:
        self.cuts.append(cut)
        self.start, self.subject = cut.right, subject
        return cut.own

    def _is_complete(self, end: int) -> bool:
        """Return True if the statement before that token has a verb, and something after the verb."""
        verb = self._find_verb(end)
        return verb is not None and end - verb > 1 and not self.words[end - 1].is_verb

    def _is_parallel(self, end: int, verb: int) -> bool:
        """Return True if that word is used like the verb of the statement before it."""
        first = self._find_verb(end)
        return first is not None and self.phrases.is_parallel(first, verb)

    def _find_verb(self, end: int) -> int | None:
        """Return the verb of the statement before that token; after a carried subject, its first word."""
        if self.subject is not None:
            return self.phrases.skip_adverbs(self.start)
        return self.phrases.find_verb(self.start, end)

    def _is_paired(self, end: int) -> bool:
        return any(word.form in _PAIRING_WORDS for word in self.words[max(self.start, end - 6) : end])

    def _is_lone(self, comma: int) -> bool:
        """Return True if this is the only comma after the verb; two would indicate a list."""
        verb = self._find_verb(comma) or self.start
        return not any(word.form == "," for word in self.words[verb:comma])

    def _may_depend(self, end: int, verb: int) -> bool:
        """Return True if a verb after the conjunction may depend on a word of the statement before it."""
        before = self.words[self.start : end]
        if self._is_subordinate(end):
            return True
        negated = any(word.form in load_word_list("negation_or_modal") for word in before)
        return negated and self.words[verb].kind == "either"

    def _is_subordinate(self, end: int) -> bool:
        """Return True if a clause without a comma may continue there: "the firm that owns the mill and …"."""
        opening = load_word_list("barrier") - {"to", "than"}
        return any(word.form in opening for word in self.words[self.start + 1 : end])

    def _find_subject(self, end: int) -> Span | None:
        """Return the subject of the statement before that token."""
        if self.subject is not None:
            return self.subject
        return self.phrases.find_subject(self.start, end)

    def _find_antecedent(self, comma: int) -> Span | None:
        """Return the noun phrase before a comma."""
        if self._find_verb(comma) is None:
            return self._find_subject(comma)
        return self.phrases.find_noun_before(self.start, comma)
