"""Permissions: "may not" is "is forbidden", "must" is "is compulsory", "may" is "is allowed".

A clause is read as a ban, a duty or a permission, whatever words it uses. All other words of the claim's
clause must be in the sentence of the evidence that expresses the same kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import (
    Scope,
    Span,
    find_clause_at,
    find_scopes,
    may_have_cues,
)
from ascribe.verify.grammar.relations import find_stretch_at
from ascribe.verify.lexicon import contains_all

_NORM_KINDS = ("ban", "duty", "leave")
_NORM_CUES = frozenset(_NORM_KINDS)


@dataclass(frozen=True, slots=True)
class _Norm:
    """A clause with a ban, duty or permission: its cue, its span and its other content words."""

    cue: Scope
    span: Span
    words: tuple[Word, ...]


def compare_permissions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each such clause of the claim that the evidence paraphrases."""
    if not may_have_cues(_NORM_CUES, claim):
        return []
    asked = _get_norms(claim)
    said = _get_norms(evidence) if asked else ()
    return [found for one in asked if (found := _compare_norm(one, said, claim, evidence)) is not None]


def _compare_norm(asked: _Norm, said: tuple[_Norm, ...], claim: Text, evidence: Text) -> Comparison | None:
    mine = _quote_norm(claim, asked.cue)
    for other in said:
        theirs = _quote_norm(evidence, other.cue)
        if other.cue.group != asked.cue.group or mine == theirs or not asked.words:
            continue
        there = evidence.within(*find_stretch_at(evidence, other.cue.start))
        if contains_all(asked.words, evidence, there):
            return Comparison("permissions", "agree", "", asked.span, other.cue.place, f"{theirs} = {mine}")
    return None


def _quote_norm(text: Text, cue: Scope) -> str:
    return text.lowered[cue.start : cue.end]


@find_once
def _get_norms(text: Text) -> tuple[_Norm, ...]:
    return tuple(_find_norms(text))


def _find_norms(text: Text) -> Iterator[_Norm]:
    """Yield a norm for each clause with exactly one such cue and no other negation."""
    bans = find_scopes(text, "ban")
    found = [
        cue
        for kind in _NORM_KINDS
        for cue in find_scopes(text, kind)
        if kind == "ban" or not _overlaps_any(cue, bans)
    ]
    for cue in found:
        first, last = span = find_clause_at(text, cue.start)
        others = [one for one in (*found, *find_scopes(text, "negation")) if first <= one.start < last]
        if all(cue.start <= one.start < cue.end for one in others):
            inside = text.within(first, last)
            yield _Norm(cue, span, tuple(w for w in inside if not cue.start <= w.start < cue.end))


def _overlaps_any(cue: Scope, others: tuple[Scope, ...]) -> bool:
    return any(other.start < cue.end and cue.start < other.end for other in others)


PERMISSIONS = Rule(
    "permissions",
    compare_permissions,
    paraphrases=True,
    supersedes=("opposites", "negation", "complements", "modality", "replaced", "qualifiers"),
)
