"""Hedges in other languages than English: may, must, should, is planned, tried, demanded, alleged, almost.

What is planned has not been done, and what is allowed is no duty. A claim must have such a word of each kind
that the clauses with its words have, and no other kind. English has finer rules: ``modality.py``.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice, takewhile

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Scope, Span, find_scopes, may_have_cues, split_clauses
from ascribe.verify.rules.framed_words import load_frame_words
from ascribe.verify.rules.placed_words import list_lines

_KINDS = (
    ("modality_unclear", ("may", "allowed")),
    ("modality_unclear", ("must",)),
    ("modality_unclear", ("should",)),
    ("modality_unclear", ("plan", "future")),
    ("modality_unclear", ("attempt",)),
    ("modality_unclear", ("demand",)),
    ("modality_unclear", ("hearsay",)),
    ("quantifier_unclear", ("nearly_all",)),
    ("quantifier_unclear", ("rare",)),
)
"""The reason of each kind, and the groups of cues that say the same."""

_GROUPS = frozenset(group for _, groups in _KINDS for group in groups)


_LONGEST_APART = 1
"""Content words of a clause that stands apart and hedges the sentence: ", possibly,"."""


def compare_hedges(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for the first kind of hedge that only one of the two texts has."""
    if claim.is_english or claim.code != evidence.code or not may_have_cues(_GROUPS, claim, evidence):
        return []
    lines = [span for span in list_lines(evidence) if not _stems_in(evidence, span).isdisjoint(claim.stems)]
    stretches = [span for line in lines for span in _list_stretches(evidence, line, claim)]
    for reason, groups in _KINDS:
        mine = [cue for group in groups for cue in find_scopes(claim, group)]
        theirs = [cue for group in groups for cue in find_scopes(evidence, group)]
        if mine and not _list_inside(theirs, lines):
            return [Comparison("hedges", "missing", reason, (mine[0].start, mine[0].end))]
        near = _list_inside(theirs, stretches)
        if near and not mine:
            place = _find_place(near[0], claim)
            return [Comparison("hedges", "missing", reason, place, (near[0].start, near[0].end))]
    return []


def _list_stretches(evidence: Text, line: Span, claim: Text) -> list[Span]:
    """Return the clauses with words of the claim, each with the clause before it if it depends on that."""
    words = load_frame_words(evidence.code)
    every = split_clauses(evidence)
    start = max(0, bisect_right(every, (line[0], len(evidence.text) + 1)) - 1)
    inside = takewhile(lambda span: span[0] < line[1], islice(every, start, None))
    clauses = [(max(first, line[0]), min(last, line[1])) for first, last in inside]
    found: list[Span] = []
    for number, span in enumerate(clauses):
        if _stems_in(evidence, span).isdisjoint(claim.stems):
            if len(_stems_in(evidence, span)) <= _LONGEST_APART:
                found.append(span)
            continue
        first = evidence.words_after(span[0], 1)
        depends = words is not None and first and first[0].form in words.that
        found.append((clauses[max(0, number - 1)][0], span[1]) if depends else span)
    return found


def _stems_in(text: Text, span: Span) -> frozenset[str]:
    return frozenset(word.stem for word in text.within(*span))


def _list_inside(cues: list[Scope], spans: list[Span]) -> list[Scope]:
    return [cue for cue in cues if any(start <= cue.start < end for start, end in spans)]


def _find_place(hedge: Scope, claim: Text) -> Span:
    """Return the word of the claim that the evidence hedges, or else the last one."""
    same = (word for word in claim.content if word.stem in hedge.stems)
    word = next(same, claim.content[-1] if claim.content else claim.words[-1])
    return word.start, word.end


HEDGES = Rule("hedges", compare_hedges, withholds=True)
