"""Which sentences support a claim together: the fewest that do, of one document or of several.

A set is minimal: leave any member out, and the rest does not support the claim. Sets are tried by size, then
by the rank of their members, so that the same input cites the same sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from ascribe.language.words import is_content
from ascribe.verify.bound import may_bind
from ascribe.verify.coreference import antecedent, is_of_another, resolved
from ascribe.verify.passages import read_text
from ascribe.verify.readings import Case, Reading
from ascribe.verify.rules import Text
from ascribe.verify.rules.scope import clauses
from ascribe.verify.subjects import heads, listed, verb

POOL = 6
"""Sentences that sets are made of: those cited, the best ones, and what their pronouns stand for."""

LARGEST = 3
"""Sentences of a set, as of a citation."""

TRIED = 12
"""Sets that are read for a claim at most."""

ADDS = 0.05
"""Weighted share of the claim that each member must add to the others: less is a stray word."""


def smallest(members: tuple[int, ...], suffices: Callable[[tuple[int, ...]], bool]) -> tuple[int, ...]:
    """The set without the members that it does not need, the last ones dropped first.

    What is left suffices, and without any one of its members it does not.
    """
    for member in reversed(members):
        rest = tuple(other for other in members if other != member)
        if rest and suffices(rest):
            return smallest(rest, suffices)
    return members


def joint_sets(case: Case, cited: tuple[int, ...], order: list[int], covered: float) -> Iterator[Reading]:
    """Sets of two and three sentences that cover so much of the claim together, the smallest first."""
    pool = _pool(case, cited, order)
    tried = 0
    for size in range(2, LARGEST + 1):
        for members in combinations(pool, size):
            if tried == TRIED:
                return
            if members != cited and _may_cover(case, members, covered) and may_bind(case, members):
                tried += 1
                yield case.read(members)


def _pool(case: Case, cited: tuple[int, ...], order: list[int]) -> list[int]:
    """Candidates, best first, each followed by what its pronoun stands for."""
    ranked = list(dict.fromkeys([*cited, *order]))[:POOL]
    before = {m: antecedent(case.evidence, m, case.text.language) for m in ranked}
    pool = [i for m in ranked for i in (m, before[m]) if i is not None]
    return list(dict.fromkeys(pool))


def _may_cover(case: Case, members: tuple[int, ...], covered: float) -> bool:
    """True if they hold enough of the claim together, and each adds to the others."""
    joint = case.scores.joint(case.index, members)
    if joint < covered:
        return False
    rests = ([other for other in members if other != member] for member in members)
    return all(joint - case.scores.joint(case.index, rest) >= ADDS for rest in rests)


def is_of_one(case: Case, reading: Reading) -> bool:
    """True if all that the sentences say is said of what the claim speaks of."""
    members = reading.members
    if resolved(case.text, case.evidence, members) is None:
        return False
    return not any(_is_aside(case, member, members) for member in members)


def is_of_something_else(case: Case, reading: Reading) -> bool:
    """True if a part of it is said of something else than the claim says, as far as can be told."""
    members = reading.members
    if is_of_another(case.text, case.evidence, members):
        return True
    return any(_is_aside(case, member, members) for member in members)


def _is_aside(case: Case, member: int, members: tuple[int, ...]) -> bool:
    """True if the sentence speaks of something that the claim does not name, in a clause without a subject.

    "The mill was built in 1871 and has 12 sails" takes its sails from no sentence about a barn.
    """
    text = read_text(case.evidence[member].sentence.text, case.text.language)
    if len(members) == 1 or antecedent(case.evidence, member, text.language) in members:
        return False
    own = heads(text)
    if not own or own & case.text.stems:
        return False
    return _fills_clause(case.text, text) or _does_it_instead(case, text, members)


def _does_it_instead(case: Case, text: Text, members: tuple[int, ...]) -> bool:
    """True if the sentence has the claim's verb of another one, whom the others tell from the claim's.

    "The town bought the mill from the Rasks. The town turned it into a hostel" says so of no Rask.
    """
    mine, theirs = verb(case.text), verb(text)
    if mine is None or theirs is None or mine.stem != theirs.stem:
        return False
    others = [read_text(case.evidence[i].sentence.text, text.language) for i in members]
    return any(heads(text) & heads(one) and heads(case.text) & (one.stems - heads(one)) for one in others)


def _fills_clause(claim: Text, text: Text) -> bool:
    """True if a clause of the claim, from the second on, names no subject and has most of its words there."""
    for start, end in clauses(claim)[1:]:
        inside = claim.within(start, end)
        shared = sum(word.stem in text.stems for word in inside)
        if inside and 2 * shared > len(inside) and _lacks_subject(claim, start, end):
            return True
    return False


def _lacks_subject(claim: Text, start: int, end: int) -> bool:
    """True for "and has 12 sails", "which opened in 1999", false for "and the barn has 12 sails"."""
    words = [w for w in claim.words if start <= w.start < end and w.form not in _joints(claim.language)]
    if not words or words[0].form in listed(claim.language, "articles"):
        return False
    first = words[0]
    if not is_content(first, claim.language):
        return first.form in listed(claim.language, "helpers")
    return first.form in listed(claim.language, "verbs") or first.form.endswith(("ed", "s"))


def _joints(language: str | None) -> frozenset[str]:
    return listed(language, "joining") | listed(language, "relatives")
