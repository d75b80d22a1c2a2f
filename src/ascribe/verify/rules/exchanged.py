"""Exchanged opposites: "sales fell and costs rose" beside "sales rose and costs fell".

Both sides have the same words. Where a word and its opposite stand in different clauses of the evidence, the
claim's word must stand with the words of its own clause there, not with those of the opposite's. This rule
never names a clash, and it needs ``opposites.json`` to know the language.
"""

from __future__ import annotations

from ascribe.language.words import Word, is_content
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.opposites import entries_of, meaning
from ascribe.verify.rules.scope import Span, clause_at, clauses


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each word of the claim that stands with the words of its opposite."""
    if len(clauses(evidence)) < 2:
        return []
    return [one for word in claim.words if (one := _compare(word, claim, evidence)) is not None]


def _compare(word: Word, claim: Text, evidence: Text) -> Comparison | None:
    if not is_content(word, claim.language) or not entries_of(word, claim.language):
        return None
    with_it = _meanings(claim, clause_at(claim, word.start), word)
    own = [other for other in evidence.words if _is_same(word, other, claim.language)]
    opposed = [other for other in evidence.words if _is_opposite(word, other, claim.language)]
    if not own or not opposed or not with_it:
        return None
    here = max(_shared(other, with_it, evidence) for other in own)
    there, rival = max((_shared(other, with_it, evidence), other.start) for other in opposed)
    if there <= here:
        return None
    place = next((other.start, other.end) for other in opposed if other.start == rival)
    return Comparison("exchanged", "missing", "misplaced", (word.start, word.end), place)


def _is_same(word: Word, other: Word, language: str | None) -> bool:
    return word.stem == other.stem or bool(set(entries_of(word, language)) & set(entries_of(other, language)))


def _is_opposite(word: Word, other: Word, language: str | None) -> bool:
    mine, theirs = entries_of(word, language), entries_of(other, language)
    return not _is_same(word, other, language) and any(a[0] == b[0] for a in mine for b in theirs)


def _shared(word: Word, wanted: frozenset[str], text: Text) -> int:
    """How many of the wanted meanings stand in the word's clause."""
    return len(wanted & _meanings(text, clause_at(text, word.start), word))


def _meanings(text: Text, span: Span, but: Word) -> frozenset[str]:
    return frozenset(meaning(w, text.language) for w in text.within(*span) if w.start != but.start)
