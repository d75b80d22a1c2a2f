"""Exchanged opposites: "sales fell and costs rose" against "sales rose and costs fell".

Both texts have the same words. If a word and its opposite are in different clauses of the evidence, the claim
must have the word with those of its own clause, not with those of its opposite. This rule never returns a
clash, and it needs the language in ``opposites.json``.
"""

from __future__ import annotations

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Span, find_clause_at, split_clauses
from ascribe.verify.lexicon import Entry, find_listed_words, get_meaning


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word of the claim that occurs with the words of its opposite."""
    if len(split_clauses(evidence)) < 2 or not find_listed_words(evidence):
        return []
    asked = ((word, mine) for word, mine in find_listed_words(claim) if is_content_word(word, claim.language))
    return [one for word, mine in asked if (one := _compare(word, mine, claim, evidence)) is not None]


def _compare(word: Word, mine: tuple[Entry, ...], claim: Text, evidence: Text) -> Comparison | None:
    groups = {group for group, _ in mine}
    near = [
        (other, there)
        for other, there in find_listed_words(evidence)
        if not groups.isdisjoint(g for g, _ in there)
    ]
    own = [other for other, there in near if not set(mine).isdisjoint(there)]
    opposed = [other for other, there in near if set(mine).isdisjoint(there)]
    with_it = (
        _get_meanings_in(claim, find_clause_at(claim, word.start), word) if own and opposed else frozenset()
    )
    if not with_it:
        return None
    rival = max(opposed, key=lambda other: _count_shared(other, with_it, evidence))
    if _count_shared(rival, with_it, evidence) <= max(
        _count_shared(other, with_it, evidence) for other in own
    ):
        return None
    places = (word.start, word.end), (rival.start, rival.end)
    return Comparison("exchanged", "missing", "misplaced", *places)


def _count_shared(word: Word, wanted: frozenset[str], text: Text) -> int:
    """Count the wanted meanings in the clause of the word."""
    return len(wanted & _get_meanings_in(text, find_clause_at(text, word.start), word))


def _get_meanings_in(text: Text, span: Span, but: Word) -> frozenset[str]:
    return frozenset(get_meaning(w, text.language) for w in text.within(*span) if w.start != but.start)


RULE = Rule("exchanged", compare, kind="polarity")
