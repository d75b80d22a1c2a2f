"""Duals: "none of them passed" is "all of them failed", and "not all could" is "some could not".

A quantifier and the negations after it are read together, as on the square of opposition: with one more
negation, "all" is "none", "not all" is "some", and "few" is "most". Complements such as "passed" and "failed"
count as negations of one another. All words of the claim's clause must be in the clause of the evidence.
Otherwise, or if neither text negates, this rule returns nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Scope, Span, find_clause_at, find_scopes, may_have_cues
from ascribe.verify.lexicon import contains_all
from ascribe.verify.rules.complements import find_complement_side

_DUALS = {
    "every": "not_one",
    "not_one": "every",
    "not_every": "some_of",
    "some_of": "not_every",
    "few_of": "most_of",
    "most_of": "few_of",
}
"""Quantifier → the one that says the same about the negated predicate."""

_QUANTIFIERS = frozenset(_DUALS)


@dataclass(frozen=True, slots=True)
class _Statement:
    """A clause with a quantifier.

    Args:
        quantifier: a key of ``_DUALS``, with the negations applied.
        said: the quantifier as written, without them.
        span: the clause.
        thing: the first word after the quantifier.
        words: the content words of the clause without quantifier, negations and complements.
        groups: the groups of complements that it has words of.
    """

    quantifier: str
    said: str
    span: Span
    thing: Word
    words: tuple[Word, ...]
    groups: frozenset[int]


def compare_duals(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each clause of the claim that the evidence states by the dual quantifier."""
    if not may_have_cues(_QUANTIFIERS, claim):
        return []
    asked = _get_statements(claim)
    said = _get_statements(evidence) if asked else ()
    return [found for one in asked if (found := _compare_statement(one, said, claim, evidence)) is not None]


def _compare_statement(
    asked: _Statement, said: tuple[_Statement, ...], claim: Text, evidence: Text
) -> Comparison | None:
    for other in said:
        if asked.quantifier != other.quantifier or asked.said == other.said or asked.groups != other.groups:
            continue
        if contains_all(asked.words, evidence, other.words) and contains_all(
            (other.thing,), claim, asked.words
        ):
            formula = f"{evidence.quote_clause(other.span)} = {claim.quote_clause(asked.span)}"
            return Comparison("duals", "agree", "", asked.span, other.span, formula)
    return None


@find_once
def _get_statements(text: Text) -> tuple[_Statement, ...]:
    return tuple(_find_statements(text))


def _find_statements(text: Text) -> Iterator[_Statement]:
    """Yield a statement for each clause with exactly one quantifier that a word follows."""
    cues = _find_quantifiers(text)
    for cue in cues:
        first, last = span = find_clause_at(text, cue.start)
        inside = [other for other in cues if first <= other.start < last]
        if len(inside) > 1 or not cue.words:
            continue
        denials = [
            n for n in find_scopes(text, "negation") if first <= n.start < last and not _overlaps(n, cue)
        ]
        content = [
            w for w in text.within(first, last) if not any(_covers_word(d, w) for d in (cue, *denials))
        ]
        sided = {
            word.start: side for word in content if text.is_english and (side := find_complement_side(word))
        }
        denied = len(denials) + sum(side for _, side in sided.values())
        plain = tuple(word for word in content if word.start not in sided)
        if plain:
            quantifier = _DUALS[cue.group] if denied % 2 else cue.group
            groups = frozenset(group for group, _ in sided.values())
            yield _Statement(quantifier, cue.group, span, cue.words[0], plain, groups)


def _find_quantifiers(text: Text) -> list[Scope]:
    """Return the quantifiers in order; of those that overlap only the longest: "not all", but no "all"."""
    found = [cue for group in _DUALS for cue in find_scopes(text, group)]
    kept: list[Scope] = []
    for cue in sorted(found, key=lambda cue: (cue.start - cue.end, cue.start)):
        if not any(_overlaps(cue, other) for other in kept):
            kept.append(cue)
    return sorted(kept, key=lambda cue: cue.start)


def _overlaps(one: Scope, other: Scope) -> bool:
    return one.start < other.end and other.start < one.end


def _covers_word(cue: Scope, word: Word) -> bool:
    return cue.start <= word.start < cue.end


DUALS = Rule(
    "duals",
    compare_duals,
    paraphrases=True,
    supersedes=("opposites", "negation", "complements", "quantifiers", "replaced", "qualifiers"),
)
