"""Asserted words: what a text says outside every negation, and how much of the claim stands beside it."""

from __future__ import annotations

from collections.abc import Mapping

from ascribe.text.words import Word
from ascribe.verify.comparison import Text
from ascribe.verify.cues import (
    Scope,
    Span,
    find_clause_at,
)
from ascribe.verify.denials.doubts import (
    get_stems_between,
)
from ascribe.verify.grammar.segments import find_segment_at, place_segments
from ascribe.verify.grammar.subjects import find_subject_heads
from ascribe.verify.tables_and_lists.rows import find_cell_at

Share = tuple[int, int]
"""How many content words of the claim a segment has, and how many from a word on."""


def compute_shares(claim: Text, evidence: Text) -> dict[int, Share]:
    """Return the start of each content word of the evidence that the claim has → its share of the claim.

    What follows a word ends where the same word comes again, so that the time is linear.
    """
    found: dict[int, Share] = {}
    next_starts: dict[str, int] = {}
    for word in reversed(evidence.content):
        if word.stem in claim.stems:
            cell = find_cell_at(evidence, word.start)
            stems, end = _list_stems_with(word, cell, evidence)
            in_all = len(stems & claim.stems)
            end = min(end, next_starts.get(word.stem, end))
            behind = {other.stem for other in evidence.within(word.start, end)} & claim.stems
            found[word.start] = (in_all, in_all if cell else len(behind))
            next_starts[word.stem] = word.start
    return found


def _list_stems_with(word: Word, cell: Span | None, text: Text) -> tuple[frozenset[str], int]:
    """Return the stems of what a word belongs to, and where that ends: its cell, or its clause.

    A cell has its head too, and a clause what its segment takes from those before: "Anna took the offer, and
    Ben did not take it".
    """
    first, last = cell or find_clause_at(text, word.start)
    if cell or not text.is_english:
        return get_stems_between(text, first, last), last
    segment, end = find_segment_at(text, word.start)
    last = min(last, end)
    return get_stems_between(text, max(first, segment.start), last) | (segment.stems - segment.own), last


def find_best_assertions(
    text: Text, scopes: tuple[Scope, ...], shares: Mapping[int, Share], claim: Text
) -> dict[str, Share]:
    """Return the stem of each word with a share that is outside every negation → the greatest share there.

    A relative clause asserts what it says of the noun before it: "nobody came to the fair, which was held".
    """
    covered = {word.start for scope in scopes for word in scope.words}
    found: dict[str, Share] = {}
    for word in text.content:
        if word.start in shares and word.start not in covered:
            found[word.stem] = max(shares[word.start], found.get(word.stem, (0, 0)))
    for segment, start, end in place_segments(text) if text.is_english and scopes else ():
        noun = (segment.stems - segment.own) & find_subject_heads(claim)
        before = text.text[:start].rpartition(" ")[0].rstrip()  # up to the relative pronoun
        is_aside = before.endswith(",")  # and not "it was not Ada who sold the mill"
        if is_aside and segment.kind == "relative" and not any(start <= cue.start < end for cue in scopes):
            share = len(segment.stems & claim.stems)
            found |= {stem: max((share, share), found.get(stem, (0, 0))) for stem in noun}
    return found
