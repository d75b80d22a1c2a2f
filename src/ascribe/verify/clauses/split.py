"""Splits a sentence of a reply into statements, each an exact slice of the reply with its claim.

English is split by verbs and punctuation; other languages at semicolons and at the few conjunctions
of ``conjunctions.json`` that surely open a clause. Reported speech and conditions are not split: "A
if B, and C" may make C depend on B. A statement keeps its verb and something that the verb says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ascribe.protocols import Claim
from ascribe.text.words import is_content_word, split_words
from ascribe.verify.clauses.english_phrases import CONJUNCTIONS, PhraseFinder, Token, load_word_list, tokenize
from ascribe.verify.comparison import Text
from ascribe.verify.cues import find_scopes

MAX_SENTENCE_CHARACTERS = 2000
"""Characters above which a sentence is not cut: a list without full stops, or a table in prose."""

_MIN_CONTENT_WORDS = 2
"""Content words of a statement; with fewer the sentence is not cut there."""

_SPLIT_KINDS = ("prose", "list_item")
_TRIMMED_CHARACTERS = " \t\r\n,;.!?:，。；、！？؛،।"


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a sentence.

    Args:
        start: its first code point in the reply.
        end: one past its last.
        claim: what is judged: its own words after the subject that they share with an earlier statement.
    """

    start: int
    end: int
    claim: Claim


def split_statements(claim: Claim, language: str | None = None) -> tuple[Statement, ...]:
    """The statements in order, not overlapping; empty if the sentence is not surely two or more.

    Args:
        claim: a sentence of a reply.
        language: ISO 639-1 code; None reads it as English.
    """
    text = claim.content
    spoken = (language or "en").split("-")[0].lower()
    if claim.kind not in _SPLIT_KINDS or len(text) > MAX_SENTENCE_CHARACTERS:
        return ()
    pieces = _split_english(text) if spoken == "en" else _split_other_language(text, spoken)
    made = [one for piece in pieces if (one := _build_statement(claim, piece, spoken)) is not None]
    return tuple(made) if len(made) == len(pieces) > 1 else ()


@dataclass(frozen=True, slots=True)
class _Piece:
    """A slice of a sentence: where it starts and ends, what is judged of it, and what goes before that."""

    start: int
    end: int
    own: int
    carried: str = ""


def _build_statement(claim: Claim, piece: _Piece, language: str) -> Statement | None:
    text = claim.content
    end = piece.start + len(text[piece.start : piece.end].rstrip(_TRIMMED_CHARACTERS))
    own = text[piece.own : end]
    if sum(is_content_word(word, language) for word in split_words(own, language)) < _MIN_CONTENT_WORDS:
        return None
    judged = f"{piece.carried} {own}" if piece.carried else own
    judged = judged[:1].upper() + judged[1:] + "."
    start = claim.start + piece.start
    whole = Claim(judged, start, claim.start + end, "prose", judged)
    return Statement(start, claim.start + end, whole)


def _split_english(text: str) -> list[_Piece]:
    found = tokenize(text)
    if any(token.form in load_word_list("condition") and not token.depth for token in found):
        return []
    cuts = [] if find_scopes(Text(text, "en"), "if") else CutFinder(found).run()
    cuts = list(_drop_reported_cuts(text, found, cuts))
    return _build_pieces(text, found, cuts) if cuts else []


def _drop_reported_cuts(text: str, found: list[Token], cuts: list[Cut]) -> Iterator[Cut]:
    """The cuts before the first report; none if the report follows what is said: "A and B, she said."."""
    reports = [scope.start for scope in find_scopes(Text(text, "en"), "said")]
    if not reports:
        yield from cuts
        return
    after = [i for i, token in enumerate(found) if token.start > reports[0]]
    if after and PhraseFinder(found).find_verb(after[0], len(found)) and "according to" not in text.lower():
        yield from (cut for cut in cuts if found[cut.right].start < reports[0])


def _build_pieces(text: str, found: list[Token], cuts: list[Cut]) -> list[_Piece]:
    """The slice before the first cut, unless it is a bare subject, and one from each cut on."""
    ends = [found[cut.left].start for cut in cuts[1:]] + [len(text)]
    first = found[0].start
    skipped = 1 if found[0].form in load_word_list("subordinator") else 0
    opening = _Piece(first, found[cuts[0].left].start, found[skipped].start)
    has_verb = PhraseFinder(found).find_verb(0, cuts[0].left) is not None
    rest = [_build_piece(text, found, cut, end) for cut, end in zip(cuts, ends, strict=True)]
    return [opening, *rest] if has_verb else rest


def _build_piece(text: str, found: list[Token], cut: Cut, end: int) -> _Piece:
    first, last = cut.carried
    carried = text[found[first].start : found[last - 1].end] if last > first else ""
    if carried and cut.joint:
        carried += cut.joint if cut.joint.startswith("'") else f" {cut.joint}"
    return _Piece(found[cut.right].start, end, found[cut.own].start, carried)


def _split_other_language(text: str, language: str) -> list[_Piece]:
    """Cut at semicolons that no colon announces as a list, and at sure conjunctions."""
    asked = Text(text, language)
    if ":" in text or "：" in text or find_scopes(asked, "said") or find_scopes(asked, "if"):
        return []
    places = [match.span() for match in _compile_boundaries(language).finditer(text)]
    starts = [len(text) - len(text.lstrip()), *(end for _, end in places)]
    ends = [*(start for start, _ in places), len(text)]
    return [_Piece(start, end, start) for start, end in zip(starts, ends, strict=True)]


@cache
def _compile_boundaries(language: str) -> re.Pattern[str]:
    text = files("ascribe.verify.clauses").joinpath("conjunctions.json").read_text(encoding="utf-8")
    table: dict[str, list[str]] = json.loads(text)
    return re.compile("|".join([r"(?<!&)[;；؛](?=\s|[^\x00-\x7f])\s*", *table.get(language, [])]))


_CLAUSE_CONJUNCTIONS = CONJUNCTIONS[:3]
_PAIRING_WORDS = ("both", "between", "either", "neither")
"""Words whose "and" joins what they announced."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cut:
    """A statement that begins inside a sentence.

    Args:
        left: token after the last one of the statement before it.
        right: its first token.
        own: its first token that is judged: "which" is not.
        carried: tokens that are put before it for judging; empty if it has a subject of its own.
        joint: words between the two: "was" for "built in 1871", "'s" for "whose".
    """

    left: int
    right: int
    own: int
    carried: Span = (0, 0)
    joint: str = ""


class CutFinder:
    """Goes through the tokens of one sentence once and collects the cuts."""

    def __init__(self, found: list[Token]) -> None:
        self.words = found
        self.phrases = PhraseFinder(found)
        self.start = 0
        self.subject: Span | None = None
        self.cuts: list[Cut] = []

    def run(self) -> list[Cut]:
        """The cuts in order; none overlaps another."""
        position = self._cut_opening_clause()
        while position < len(self.words):
            step = 0 if self.words[position].depth else self._step(position)
            position = max(step, position + 1)
        return self.cuts

    def _cut_opening_clause(self) -> int:
        """Cuts "Although it is old, the mill …" after its first clause; gives the token to go on from."""
        if not self.words or self.words[0].form not in load_word_list("subordinator"):
            return 0
        for at in self.phrases.find_commas(1):
            if self.phrases.find_verb(1, at) and self.phrases.is_clause(at + 1):
                return self._add_cut(Cut(at, at + 1, at + 1))
        return len(self.words)

    def _step(self, at: int) -> int:
        """The token to go on from after a cut there; 0 if there is none."""
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
        """A clause or predicate after a conjunction."""
        if not self._is_complete(left) or self._is_paired(left):
            return 0
        after = at + 1
        has_comma = left < at and self._is_lone(left)
        if self.phrases.is_clause(after, has_comma) and (has_comma or not self._is_subordinate(left)):
            return self._add_cut(Cut(left, after, after))
        verb = self.phrases.skip_adverbs(after)
        subject = self._find_subject(left)
        is_free = self.phrases.kind(at - 1) in ("number", "name", "sign")
        if subject is None or not self.phrases.is_predicate(verb, is_free) or self._may_depend(left, verb):
            return 0
        is_agent = self.phrases.form(verb + 1) == "by" and not self.phrases.form(verb + 2).endswith("ing")
        passive = self.words[verb].kind == "either" and is_agent
        return self._add_cut(Cut(left, after, after, subject, "was" if passive else ""), subject)

    def _cut_at_comma(self, at: int) -> int:
        """A relative or participle clause after a comma."""
        opened = self._find_relative_cut(at) or self._find_participle_cut(at)
        if opened is None:
            return 0
        if self._find_verb(at) is not None:
            return self._add_cut(opened, opened.carried)
        return self._cut_embedded_clause(opened)

    def _find_relative_cut(self, at: int) -> Cut | None:
        word = self.phrases.form(at + 1)
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
        """A clause between subject and verb: cut if a comma and the verb follow it, else not at all."""
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
        """True if the statement before that token has a verb, and something after it."""
        verb = self._find_verb(end)
        return verb is not None and end - verb > 1 and not self.words[end - 1].is_verb

    def _find_verb(self, end: int) -> int | None:
        """The verb of the statement before that token; one with a carried subject opens with it."""
        if self.subject is not None:
            return self.phrases.skip_adverbs(self.start)
        return self.phrases.find_verb(self.start, end)

    def _is_paired(self, end: int) -> bool:
        return any(word.form in _PAIRING_WORDS for word in self.words[max(self.start, end - 6) : end])

    def _is_lone(self, comma: int) -> bool:
        """True if no other comma stands between the verb and this one: two of them make a list."""
        verb = self._find_verb(comma) or self.start
        return not any(word.form == "," for word in self.words[verb:comma])

    def _may_depend(self, end: int, verb: int) -> bool:
        """True if a verb after the conjunction may depend on a word of the statement before it."""
        before = self.words[self.start : end]
        if self._is_subordinate(end):
            return True
        negated = any(word.form in load_word_list("negation_or_modal") for word in before)
        return negated and self.words[verb].kind == "either"

    def _is_subordinate(self, end: int) -> bool:
        """True if a clause without a comma may still go on there: "the firm that owns the mill and …"."""
        opening = load_word_list("barrier") - {"to", "than"}
        return any(word.form in opening for word in self.words[self.start + 1 : end])

    def _find_subject(self, end: int) -> Span | None:
        """What the statement before that token speaks of."""
        if self.subject is not None:
            return self.subject
        return self.phrases.subject(self.start, end)

    def _find_antecedent(self, comma: int) -> Span | None:
        """The noun phrase before a comma."""
        if self._find_verb(comma) is None:
            return self._find_subject(comma)
        return self.phrases.find_noun_before(self.start, comma)
