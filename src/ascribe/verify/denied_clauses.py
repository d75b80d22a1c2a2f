"""Clauses that are denied in one text and asserted in the other, though both deny something somewhere.

"Rents rose in Bonn but did not rise in Köln" has every word of "rents did not rise in Bonn", and its "not".
So each clause of the claim is compared with the clauses of the evidence that have most of its words: one of
them must be denied as often as it is. Two negations of one clause are none: "never leaves without saying
goodbye" does not deny that he says it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Scope, Span, find_scopes, split_clauses
from ascribe.verify.lexicon import get_meaning

_LEAST_WORDS = 2
"""Words of a clause that is compared: a single one may stand anywhere, if nothing denies it."""

_FURTHER = frozenset(("nor", "neither", "ni", "né", "noch", "weder", "ни"))
"""Negations that go on with one before them in their clause."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause: its span, the meanings of its content words, and its negations."""

    span: Span
    words: frozenset[str]
    denials: tuple[Scope, ...]


def find_turned_clauses(claim: Text, evidence: Text) -> Iterator[tuple[Span, Span]]:
    """Yield the spans of each clause of the claim, and of the clause of the evidence that it turns."""
    if claim.code != evidence.code or not find_scopes(evidence, "negation"):
        return
    said = _read_clauses(evidence)
    for clause in _read_clauses(claim):
        shares = [len(clause.words & other.words) for other in said]
        most = max(shares, default=0)
        if most < (1 if clause.denials else _LEAST_WORDS):
            continue
        best = [other for other, share in zip(said, shares, strict=True) if share == most]
        own = len(clause.denials) % 2
        if all(_count_denials(other, clause.words, evidence) % 2 != own for other in best):
            yield clause.span, best[0].span


_WITHOUT = frozenset(("without", "ohne", "sans", "sin", "senza", "sem", "zonder", "без", "bez"))


def _count_denials(clause: _Clause, words: frozenset[str], text: Text) -> int:
    """Return how many negations of a clause concern a claim: "without" only with the word behind it."""
    return sum(
        text.lowered[cue.start : cue.end] not in _WITHOUT
        or not words.isdisjoint(get_meaning(word, text.language) for word in cue.words[:1])
        for cue in clause.denials
    )


@find_once
def _read_clauses(text: Text) -> tuple[_Clause, ...]:
    cues = [cue for cue in find_scopes(text, "negation") if text.lowered[cue.start : cue.end] not in _FURTHER]
    denying = {place for cue in cues for place in range(cue.start, cue.end)}
    return tuple(
        _Clause(
            (start, min(end, len(text.text))),
            frozenset(
                get_meaning(word, text.language)
                for word in text.within(start, end)
                if denying.isdisjoint(range(word.start, word.end))
            ),
            tuple(cue for cue in cues if start <= cue.start < end),
        )
        for start, end in split_clauses(text)
    )
