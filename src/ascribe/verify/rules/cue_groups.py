"""Comparison by cues: which cues, such as "only", a claim adds to its evidence, and which it leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Text
from ascribe.verify.cues import Scope, find_scopes
from ascribe.verify.grammar.relations import find_stretch_at
from ascribe.verify.grammar.word_groups import get_word_group, is_adverb
from ascribe.verify.lexicon import find_entries, get_entries


@dataclass(frozen=True, slots=True)
class CueGroup:
    """A group of cues, and the other groups that match it in the other text."""

    name: str
    also: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the group and of those that match it."""
        return (self.name, *self.also)


def compare_claim_cues(
    group: CueGroup, claim: Text, evidence: Text, rule: str, reason: str
) -> list[Comparison]:
    """Compare each cue of the claim: agree if the evidence has a cue of the group, else missing."""
    asked = find_scopes(claim, group.name)
    if not asked:
        return []
    said = [cue for name in group.names for cue in find_scopes(evidence, name)]
    return [_compare_claim_cue(cue, said, rule, reason) for cue in asked]


def _compare_claim_cue(cue: Scope, said: list[Scope], rule: str, reason: str) -> Comparison:
    if not said:
        return Comparison(rule, "missing", reason, (cue.start, cue.end))
    best = max(said, key=lambda other: len(cue.stems & other.stems))
    return Comparison(rule, "agree", "", (cue.start, cue.end), best.place)


def compare_dropped_cues(
    group: CueGroup, claim: Text, evidence: Text, rule: str, reason: str
) -> list[Comparison]:
    """Compare each cue of the evidence whose next word is in the claim, if the claim has no such cue.

    An adverb is passed over: "may slightly increase" is about the increase.
    """
    said = find_scopes(evidence, group.name)
    if not said or any(find_scopes(claim, name) for name in group.names):
        return []
    near = (cue for cue in said if not _is_of_other_topic(cue, claim, evidence))
    return [one for cue in near for one in _compare_dropped_cue(cue, claim, rule, reason)]


_LEAST_NEW_WORDS = 4
"""Content words of a sentence that has one word of the claim, from which on it is about something else."""


_HEARERS = frozenset(("you", "we", "i", "one"))
"""Pronouns that refer to nothing before."""


def _is_of_other_topic(cue: Scope, claim: Text, evidence: Text) -> bool:
    """Return True if the sentence of a cue has one of the claim's words and much else, and another has more.

    "You might need administrator rights to install it" does not limit "you need an account".
    """
    first, last = find_stretch_at(evidence, cue.start)
    inside = [word.stem for word in evidence.within(first, last)]
    asked = {word.stem for word in claim.content}
    shared = asked.intersection(inside)
    if len(shared) > 1 or len(inside) < _LEAST_NEW_WORDS + len(shared):
        return False
    pronouns = get_word_group(evidence.language, "pronouns") - _HEARERS
    if any(first <= word.start and word.form in pronouns for word in evidence.words_before(cue.start, 2)):
        return False  # "it may be repealed by the next council"
    around = (*evidence.within(0, first), *evidence.within(last, len(evidence.text)))
    return len(asked.intersection(word.stem for word in around)) > 1


def _compare_dropped_cue(cue: Scope, claim: Text, rule: str, reason: str) -> Iterator[Comparison]:
    if not cue.words:
        return
    affected = [word for word in cue.words if not is_adverb(word.form, claim.language)] or [*cue.words]
    found = [(_find_word_span(word, claim), word) for word in (affected if cue.is_whole else affected[:1])]
    kept = [(place, word) for place, word in found if place is not None]
    if kept:
        place, word = max(kept, key=lambda one: one[0])  # rather what is said than of what
        there = min(cue.start, word.start), max(cue.end, word.end)
        yield Comparison(rule, "missing", reason, place, there if cue.is_whole else cue.place)


def _find_word_span(word: Word, claim: Text) -> tuple[int, int] | None:
    """Return the span of the word in the claim, or else of a word with the same meaning."""
    same = next((w for w in claim.words if w.stem == word.stem), None)
    if same is not None:
        return same.start, same.end
    there = find_entries(claim)
    return next((there[e] for e in get_entries(word.form, word.stem, claim.language) if e in there), None)
