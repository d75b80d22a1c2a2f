"""Binding: a figure, date or name must stand with the same words in the claim and in its evidence.

"The treaty was signed in 1923 and took force in 1924" holds all words of "it took force in 1923". The year
stands in one clause of the evidence, the other words in the clause of another year. This rule never names a
clash: it keeps such a sentence from being called supported.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate

from ascribe.language.words import is_content
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.scope import Span, clause_at
from ascribe.verify.rules.values import Value, date_values, figure_values, name_values
from ascribe.verify.rules.vocabulary import meaning

_OWN = 0.5
"""Share of the words around a value, in its clause of the evidence, that a claim about it has at least where
the clause of another value has more. A fair summary may leave out half; but where the claim has all of the
other clause, it is about that one."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each value of the claim that stands with the words of another one."""
    return [
        found
        for values in (figure_values, date_values, name_values)
        if len(said := values(evidence)) > 1
        for value in values(claim)
        if (found := _compare(value, values(claim), said, claim, evidence)) is not None
    ]


def _compare(
    value: Value, asked: tuple[Value, ...], said: tuple[Value, ...], claim: Text, evidence: Text
) -> Comparison | None:
    near = clause_at(claim, value.start)
    beside = [other for other in asked if clause_at(claim, other.start) == near]
    homes = [other for other in said if value.same(other)]
    if any(_follows_another(value, home, beside, said, claim, evidence) for home in homes[:1]):
        return Comparison(
            "binding", "missing", "misplaced", (value.start, value.end), (homes[0].start, homes[0].end)
        )
    rivals = [other for other in said if not any(own.same(other) for own in beside)]
    if not homes or not rivals:
        return None
    if _governed_as(value, homes, rivals, claim, evidence):
        return Comparison(
            "binding", "missing", "misplaced", (value.start, value.end), (homes[0].start, homes[0].end)
        )
    whole = (0, len(claim.text) + 1)
    wanted = _meanings(claim, near if len(asked) > 1 else whole)
    own, shared, best = _best(homes, wanted, evidence)
    home = clause_at(evidence, best.start)
    rivals = [rival for rival in rivals if clause_at(evidence, rival.start) != home]
    if not rivals:
        return None
    other, most, rival = _best(rivals, wanted, evidence)
    fits_better = (own <= _OWN < other or own < other == 1.0) and most >= max(shared, 1)
    if fits_better or _has_subject_of(clause_at(evidence, rival.start), home, claim, evidence):
        there = (best.start, best.end)
        return Comparison("binding", "missing", "misplaced", (value.start, value.end), there)
    return None


def _has_subject_of(rival: Span, home: Span, claim: Text, evidence: Text) -> bool:
    """True if the clause of another value has the claim's first word, and this one's clause has another.

    "Members may borrow six books, students ten": of students the second clause speaks.
    """
    first = meaning(claim.content[0], claim.language)
    there = evidence.within(*home)
    if "\n" in evidence.text[min(rival[0], home[0]) : max(rival[1], home[1])].strip():
        return False
    if not there or first in _meanings(evidence, home) or first not in _meanings(evidence, rival):
        return False
    return meaning(there[0], evidence.language) not in _meanings(claim, (0, len(claim.text) + 1))


def _follows_another(
    value: Value, home: Value, beside: list[Value], said: tuple[Value, ...], claim: Text, evidence: Text
) -> bool:
    """True if the claim has "from A to B" where the evidence has "from B to A"."""
    mine, there = _before(claim, value), _before(evidence, home)
    if not mine or not there or mine == there:
        return False
    others = [one for one in said if any(one.same(own) for own in beside) and not one.same(value)]
    return any(_before(evidence, other) == mine for other in others) and any(
        _before(claim, own) == there for own in beside
    )


def _governed_as(value: Value, homes: list[Value], rivals: list[Value], claim: Text, evidence: Text) -> bool:
    """True if the content word right before a figure stands before another one in the evidence.

    "Climbs 12 km" beside "climbs 1,500 m over a distance of 12 km".
    """
    word = _governor(claim, value)
    if value.measure is None or not word or any(_governor(evidence, home) == word for home in homes):
        return False
    there = {clause_at(evidence, home.start) for home in homes}
    near = [rival for rival in rivals if clause_at(evidence, rival.start) in there]
    return any(_governor(evidence, rival) == word for rival in near)


def _governor(text: Text, value: Value) -> str:
    """The stem of the content word that touches a figure from before; empty if none does."""
    place = bisect_left(text.content, value.start, key=lambda word: word.start)
    word = text.content[place - 1] if place else None
    return word.stem if word and not text.text[word.end : value.start].strip() else ""


def _before(text: Text, value: Value) -> str:
    """The form of the word right before a value, if it is no content word; empty otherwise."""
    place = bisect_left(text.words, value.start, key=lambda word: word.start)
    word = text.words[place - 1] if place else None
    return "" if word is None or is_content(word, text.language) else word.form


def _best(values: list[Value], wanted: frozenset[str], evidence: Text) -> tuple[float, int, Value]:
    """The value whose clause is wanted most: the share and the number of its words, and the value."""
    return max(((*_shared(value, wanted, evidence), value) for value in values), key=lambda found: found[:2])


def _shared(value: Value, wanted: frozenset[str], evidence: Text) -> tuple[float, int]:
    """Share and number of the other content words of its clause that are wanted; 1 if there are none."""
    starts, found = _wanted_in(evidence, clause_at(evidence, value.start), wanted)
    first, last = bisect_left(starts, value.start), bisect_left(starts, value.end)
    around = len(starts) - (last - first)
    others = found[-1] - (found[last] - found[first])
    return (others / around if around else 1.0), others


@lru_cache(maxsize=8192)
def _wanted_in(text: Text, span: Span, wanted: frozenset[str]) -> tuple[list[int], list[int]]:
    """Where the content words of a clause start, and n + 1 running counts of those that are wanted."""
    inside = text.within(*span)
    hits = (meaning(word, text.language) in wanted for word in inside)
    return [word.start for word in inside], list(accumulate(hits, initial=0))


@lru_cache(maxsize=8192)
def _meanings(text: Text, span: Span) -> frozenset[str]:
    return frozenset(meaning(word, text.language) for word in text.within(*span))
