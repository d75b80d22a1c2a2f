"""Restricted lines: a clause of the claim beside the sentences of a source that have most of its words.

The rules on restrictions, on "only", on insertions, hearers and pronouns read both as words with meanings.
What opens a restriction of a noun or of a negated clause stands in ``restrictions.json`` by language.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache

from ascribe.text.package_data import load_package_json
from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Span, split_whole_clauses
from ascribe.verify.grammar.word_groups import is_adverb
from ascribe.verify.lexicon import get_meaning, get_meanings
from ascribe.verify.rules.placed_words import list_lines


@dataclass(frozen=True, slots=True)
class RestrictingWords:
    """The words of a language.

    Args:
        universal: those before a noun that make a statement of all or of none: "every", "no".
        generic: articles with which a plural may stand for all of its kind: "les enfants".
        single: articles with which a noun stands for each of its kind in a rule: "a pupil must".
        definite: articles and possessives of a known thing, which may lose what it is like.
        indefinite: those behind which an adjective restricts what is denied: "no permanent staff".
        pronouns: those that stand for all who have what is said behind them: "anyone who smokes".
        plural: a noun that stands for all of its kind without an article.
        restricting: what opens a restriction right behind a noun.
        placing: verbs before it that only say where a thing is, with "which": "which appear in".
        relative: what opens one behind a comma, where commas do not tell whether it restricts.
        denied: what opens a restriction of a negated clause.
        adverbial: those of them that restrict alone: "overnight".
        genitive: what opens a restriction there behind a noun without a definite article: "of".
        fronted: the same at the beginning of a sentence.
        silent: what opens a reason, a source or another remark that restricts nothing.
        denying: what negates or forbids.
        banning: those of them that stand behind what they forbid, or before it.
        modal: what makes a rule of a sentence.
        stating: verbs of a state: "is", "remains".
        recurring: words of times that come again: "Sundays", "summer".
        told: what tells of something that happened, where a plural without an article stands for some.
        stop: what ends the reach of a negation.
        only: "only", which restricts what it stands beside.
        attributive: words before it that make another word of it: "the only son", "not only".
        helping: verbs behind which it may belong to any later word: "are only offered in German".
    """

    universal: re.Pattern[str] | None
    generic: re.Pattern[str] | None
    single: re.Pattern[str] | None
    definite: re.Pattern[str] | None
    indefinite: re.Pattern[str] | None
    pronouns: re.Pattern[str] | None
    plural: re.Pattern[str] | None
    restricting: re.Pattern[str] | None
    placing: re.Pattern[str] | None
    relative: re.Pattern[str] | None
    denied: re.Pattern[str] | None
    adverbial: re.Pattern[str] | None
    genitive: re.Pattern[str] | None
    fronted: re.Pattern[str] | None
    silent: re.Pattern[str] | None
    denying: re.Pattern[str] | None
    banning: re.Pattern[str] | None
    modal: re.Pattern[str] | None
    stating: re.Pattern[str] | None
    recurring: re.Pattern[str] | None
    told: re.Pattern[str] | None
    stop: re.Pattern[str] | None
    only: re.Pattern[str] | None
    attributive: re.Pattern[str] | None
    helping: re.Pattern[str] | None


def begins_with(pattern: re.Pattern[str] | None, word: Word, text: Text) -> int:
    """Return the end of what the pattern matches from that word on; 0 if it matches nothing."""
    match = pattern.match(text.lowered, word.start) if pattern else None
    return match.end() if match else 0


@cache
def load_restricting_words(language: str) -> RestrictingWords | None:
    """Return the words of the language; None if it is not listed."""
    listed = load_package_json("verify/rules/restrictions.json", dict[str, dict[str, str]]).get(language)
    if listed is None:
        return None
    return RestrictingWords(*(_compile(listed.get(field.name, "")) for field in fields(RestrictingWords)))


def _compile(alternatives: str) -> re.Pattern[str] | None:
    return re.compile(rf"(?<![\w-])(?:{alternatives})(?![\w-]|(?<=\w)['’]s\b)") if alternatives else None


_MOST_WORDS = 80
"""Words of a sentence that are read."""

_PART_SIGN = re.compile(r"[,;:()—–\n|\"“”]|[.!?](?=\s|$)")


@dataclass(frozen=True, slots=True)
class Line:
    """The words of a sentence, or of a clause, and the meanings of those with content."""

    text: Text
    listed: RestrictingWords
    words: tuple[Word, ...]
    keys: frozenset[str]
    held: frozenset[str]
    """The meanings of the whole text: what another clause of a claim says is not dropped."""

    def get_key(self, place: int) -> str:
        """Return the meaning of the word at that place."""
        return get_meaning(self.words[place], self.text.language)

    def has_content(self, place: int) -> bool:
        """Return True if the word at that place has content."""
        return is_content_word(self.words[place], self.text.language)

    def is_joined(self, place: int) -> bool:
        """Return True if nothing but a space or a hyphen stands between the word and the one before it."""
        between = self.text.text[self.words[place - 1].end : self.words[place].start] if place else "."
        return not between.strip(" \u00a0-'’")

    def has_sign(self, place: int) -> bool:
        """Return True if a sign that ends a part stands right before the word."""
        return not place or bool(
            _PART_SIGN.search(self.text.text, self.words[place - 1].end, self.words[place].start)
        )

    def find_end(self, place: int) -> int:
        """Return the place behind the last word of the part that the word stands in."""
        ends = (at for at in range(place + 1, len(self.words)) if self.has_sign(at))
        return next(ends, len(self.words))

    def matches(self, pattern: re.Pattern[str] | None, place: int) -> bool:
        """Return True if the pattern matches from the word at that place on."""
        return 0 <= place < len(self.words) and begins_with(pattern, self.words[place], self.text) > 0

    def skip(self, pattern: re.Pattern[str] | None, place: int) -> int:
        """Return the place behind the words that the pattern matches there; the same place if none."""
        if not 0 <= place < len(self.words):
            return place
        end = begins_with(pattern, self.words[place], self.text)
        behind = (at for at in range(place, len(self.words)) if self.words[at].start >= end)
        return next(behind, len(self.words))

    def list_matches(self, pattern: re.Pattern[str] | None, first: int, last: int) -> list[int]:
        """Return the places from ``first`` up to ``last`` at which the pattern matches."""
        return [at for at in range(first, last) if self.matches(pattern, at)]

    def is_capital(self, place: int) -> bool:
        """Return True if the word begins with a capital within its sentence."""
        return not self.has_sign(place) and self.text.text[self.words[place].start].isupper()

    def is_adverb(self, place: int) -> bool:
        """Return True for an adverb."""
        return is_adverb(self.words[place].form, self.text.language)


_LEAST_SHARE = 0.65
"""Share of the words of a claim's clause that a sentence must have for what restricts it to matter."""

_LEAST_KEYS = 2
"""Words that it must have at least."""


def read_same_lines(
    claim: Text, evidence: Text, least: float = _LEAST_SHARE
) -> Iterator[tuple[Line, list[Line]]]:
    """Yield each clause of the claim with the sentences of the evidence that have most of its words.

    Nothing is yielded in a language without restricting words, or for a row of a table.
    """
    if claim.code != evidence.code or "|" in claim.text:
        return
    for clause in _read_clauses(claim):
        least_keys = max(_LEAST_KEYS, least * len(clause.keys))
        yield clause, [line for line in _read_lines(evidence) if len(clause.keys & line.keys) >= least_keys]


@find_once
def _read_lines(text: Text) -> tuple[Line, ...]:
    return tuple(_read_stretches(text, list_lines(text)))


@find_once
def _read_clauses(text: Text) -> tuple[Line, ...]:
    return tuple(_read_stretches(text, split_whole_clauses(text)))


def _read_stretches(text: Text, spans: Iterable[Span]) -> Iterator[Line]:
    """Yield the words of each stretch of a text; nothing in a language that is not listed."""
    listed = load_restricting_words(text.code)
    if listed is None:
        return
    held = get_meanings(text)
    starts = [word.start for word in text.words]
    for span in spans:
        first, last = (bisect_left(starts, at) for at in span)
        words = tuple(text.words[first : min(last, first + _MOST_WORDS)])
        content = (word for word in words if is_content_word(word, text.language))
        keys = frozenset(get_meaning(word, text.language) for word in content)
        yield Line(text, listed, words, keys, held)


def list_dropped(line: Line, start: int, end: int, claim: Line) -> list[int]:
    """Return the places of the words with content, from ``start`` on, before the next word of the claim.

    A word of the claim that comes again later in the sentence does not count as the next one.
    """
    found = []
    for place in range(start, end):
        if not line.has_content(place):
            continue
        key = line.get_key(place)
        if key in claim.held and all(line.get_key(later) != key for later in range(place + 1, end)):
            break
        found.append(place)
    return [] if any(line.get_key(place) in claim.held for place in found) else found


def get_span(line: Line, first: int, last: int) -> Span:
    """Return the span of the words from one place to another."""
    return line.words[first].start, line.words[last].end


def iterate_openers(line: Line, claim: Line) -> Iterator[int]:
    """Yield each place at which a word opens a restriction that the sentence does not have."""
    listed = claim.listed
    for place in range(1, len(claim.words)):
        if not (claim.matches(listed.denied, place) or claim.matches(listed.restricting, place)):
            continue
        behind = next((at for at in range(place + 1, len(claim.words)) if claim.has_content(at)), None)
        if behind is not None and claim.get_key(behind) not in line.keys:
            yield place
