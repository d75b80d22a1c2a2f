"""Statements that the source itself calls untrue.

"A legend claims that ducks' quacks do not echo" says that they do. Only English is covered. The words of the
claim must be in what is called untrue; the rest of the sentence ("they fall by accident") is the source's own
statement.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Scope, Span, find_scopes, may_have_cues
from ascribe.verify.relations import Bag, build_bag, compute_coverage

_CUES = frozenset(("untrue", "doubtful"))

_STATEMENT_END = re.compile(r"[;:.!?\n](?=\s|\Z)|,\s|\b(?:but|although|though|whereas|while|when in fact)\b")
"""What ends a statement that is called untrue."""

_SENTENCE_END = re.compile(r"[.!?](?=\s|\Z)|\n")

_LONGEST_GAP = 10
"""Most characters between a "not" and the cue that it negates: "not merely a myth"."""

_LEAST_COVERAGE = 0.75
"""Share of the claim's content that must be called untrue."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a clash with what the evidence calls untrue, unless the claim calls it untrue too."""
    if (claim.language or "en") != "en" or not may_have_cues(_CUES, claim, evidence):
        return []
    if any(find_scopes(claim, group) for group in _CUES):
        return []
    whole = 0, len(claim.text)
    asked = build_bag(claim, whole)
    for place, denied in _find_denied(evidence):
        if compute_coverage(asked, denied) >= _LEAST_COVERAGE:
            return [_compare(claim, whole, evidence, place)]
    return []


def _compare(claim: Text, whole: Span, evidence: Text, place: Span) -> Comparison:
    """Return a clash, or an agreement if only one of the two texts contains a "not".

    If only one of them is negated, the claim is what the evidence means.
    """
    if {_count_negations(claim, whole), _count_negations(evidence, place)} == {0, 1}:
        return Comparison("untrue", "agree", "", whole, place, "untrue that not A = A")
    first = claim.content[0]  # what differs is the cue; the rest of the claim must match
    return Comparison("untrue", "clash", "called_untrue", (first.start, first.end), place)


def _count_negations(text: Text, span: Span) -> int:
    return sum(span[0] <= cue.start < span[1] for cue in find_scopes(text, "negation"))


@lru_cache(maxsize=8192)
def _find_denied(text: Text) -> tuple[tuple[Span, Bag], ...]:
    """Return the span and the meanings of each statement that is called untrue, after its cue."""
    found = []
    for cue in _find_denial_cues(text):
        end = _STATEMENT_END.search(text.text, cue.end)
        place = cue.end, end.start() if end else len(text.text)
        found.append((place, build_bag(text, place)))
    return tuple(found)


def _find_denial_cues(text: Text) -> list[Scope]:
    """Return the cues for untrue statements.

    A cue of doubt is one only if the same sentence says that the statement was disproved.
    """
    disproved = [cue.start for cue in _find_undenied(text, "disproved")]
    doubted = [
        cue
        for cue in find_scopes(text, "doubtful")
        if any(cue.end <= place < _find_sentence_end(text, cue.end) for place in disproved)
    ]
    return [*_find_undenied(text, "untrue"), *doubted]


def _find_undenied(text: Text, group: str) -> list[Scope]:
    """Return the cues of a group that are not negated themselves, as in "it is not a myth"."""
    ends = [cue.end for cue in find_scopes(text, "negation")]
    return [
        cue
        for cue in find_scopes(text, group)
        if not any(0 <= cue.start - end <= _LONGEST_GAP for end in ends)
    ]


def _find_sentence_end(text: Text, start: int) -> int:
    end = _SENTENCE_END.search(text.text, start)
    return end.end() if end else len(text.text)


RULE = Rule(
    "untrue",
    compare,
    kind="attribution",
    unclear={"called_untrue": "attribution_unclear"},
    supersedes=("negation", "attribution"),
)
