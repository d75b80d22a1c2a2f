"""Words that a claim must keep or may not add: what the rules on qualifiers, bounds and modality share.

A cue of a group stands beside words. ``added`` asks whether the evidence has the group at all, ``dropped``
whether the claim has the word next to a cue of the evidence, without the cue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.language.words import Word
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.scope import Scope, find_scopes
from ascribe.verify.rules.vocabulary import entries, entries_of


@dataclass(frozen=True, slots=True)
class Group:
    """A group of cues, and other groups on the other side that will do for it."""

    name: str
    also: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The group and those that will do."""
        return (self.name, *self.also)


def added(group: Group, claim: Text, evidence: Text, rule: str, reason: str) -> list[Comparison]:
    """One comparison for each cue of the claim: agree if the evidence has the group, else missing."""
    asked = find_scopes(claim, group.name)
    if not asked:
        return []
    said = [cue for name in group.names for cue in find_scopes(evidence, name)]
    return [_added(cue, said, rule, reason) for cue in asked]


def _added(cue: Scope, said: list[Scope], rule: str, reason: str) -> Comparison:
    if not said:
        return Comparison(rule, "missing", reason, (cue.start, cue.end))
    best = max(said, key=lambda other: len(cue.stems & other.stems))
    return Comparison(rule, "agree", "", (cue.start, cue.end), best.place)


def dropped(group: Group, claim: Text, evidence: Text, rule: str, reason: str) -> list[Comparison]:
    """One comparison for each cue of the evidence whose next word the claim has, if it has no such cue."""
    said = find_scopes(evidence, group.name)
    if not said or any(find_scopes(claim, name) for name in group.names):
        return []
    return [one for cue in said for one in _dropped(cue, claim, rule, reason)]


def _dropped(cue: Scope, claim: Text, rule: str, reason: str) -> Iterator[Comparison]:
    place = _place(cue.words[0], claim) if cue.words else None
    if place is not None:
        yield Comparison(rule, "missing", reason, place, cue.place)


def _place(word: Word, claim: Text) -> tuple[int, int] | None:
    """Where the claim has the word, or else one of its meaning."""
    same = next((w for w in claim.words if w.stem == word.stem), None)
    if same is not None:
        return same.start, same.end
    there = entries(claim)
    return next((there[e] for e in entries_of(word.form, word.stem, claim.language) if e in there), None)
