"""Relations: two things ordered by a word such as "after", "because" or "than".

Both sides of the cue are compared as bags of meanings, without the words that both sides share. A relation of
the claim agrees with one of the evidence if each side covers its counterpart, and is reversed if the sides
are swapped.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from ascribe.text.words import Word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Span, find_clause_at
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.calendar_dates import SMALL_COUNTS
from ascribe.verify.quantities.measures import find_measures

_STRETCH_END = re.compile(r"[\n;]|[.!?](?=\s+[A-Z“\"]|\s*$)")
"""What ends a stretch: the end of a sentence, or a semicolon."""

_LEAST_COVERAGE = 0.5
"""Two sides are the same if one covers more than this share of the other: more than half of its words."""

_ROOT_LENGTH = 4
"""Letters that forms of one word share at their start: "calving" and "calves"."""

Bag = frozenset[str]


@dataclass(frozen=True, slots=True)
class Relation:
    """Two sides in logical order, whatever the order of the words: the earlier, cause or greater first.

    Args:
        place: span of the cue.
        first: meanings of the words of the first side.
        second: meanings of the words of the second side.
        span: the stretch that contains both.
    """

    place: Span
    first: Bag
    second: Bag
    span: Span

    def swap_sides(self) -> Relation:
        """Return the same relation with its sides exchanged."""
        return replace(self, first=self.second, second=self.first)

    def remove_shared(self) -> Relation:
        """Return the relation without the words that both sides have."""
        return replace(self, first=self.first - self.second, second=self.second - self.first)


def compare_sides(asked: Relation, said: Relation) -> Literal["same", "reversed", ""]:
    """Return whether ``said`` has the sides of ``asked`` in the same order; empty if that is not sure."""
    one, said = asked.remove_shared(), said.remove_shared()
    same = compute_overlap(one.first, said.first), compute_overlap(one.second, said.second)
    turned = compute_overlap(one.first, said.second), compute_overlap(one.second, said.first)
    if min(same) > _LEAST_COVERAGE and sum(same) > sum(turned):
        return "same"
    return "reversed" if min(turned) > _LEAST_COVERAGE and sum(turned) > sum(same) else ""


def compute_overlap(one: Bag, other: Bag) -> float:
    """Return the larger coverage of one bag by the other: a pronoun may replace half of a side."""
    return max(compute_coverage(one, other), compute_coverage(other, one))


def compute_coverage(wanted: Bag, held: Bag) -> float:
    """Return the share of the wanted meanings that ``held`` has in any form; 0 for an empty bag."""
    roots = {key[:_ROOT_LENGTH] for key in held if len(key) >= _ROOT_LENGTH}
    found = sum(key in held or (key[:_ROOT_LENGTH] in roots and key[0].isalpha()) for key in wanted)
    return found / len(wanted) if wanted else 0.0


def build_relation_around(text: Text, start: int, end: int) -> Relation | None:
    """Build the relation of what precedes and what follows a cue; None if a side has no content.

    If the cue opens its stretch, its own side ends at the comma and the rest is the other side.
    """
    first, last = find_stretch_at(text, start)
    if _ADVERB_END.match(text.lowered, end):
        return None  # "within the three hours before or …"
    if text.within(first, start) and not _is_fronted(text, first, start):
        left, right = _find_clause_before(text, first, start), _find_clause_after(text, end, last)
        left = left[0], _find_amount_before(text, *left)
        if _PERIOD_FROM.search(text.lowered, max(0, left[1] - _LONGEST_PERIOD), left[1]):
            return None  # "the first three years after purchase" is a period, and no order of two things
        return _build_relation(text, (start, end), left, right, (first, last))
    comma = text.text.find(", ", end, last)
    if comma < 0:
        return None
    own = end, comma
    return _build_relation(text, (start, end), (comma, last), own, (first, last))


_ADVERB_END = re.compile(r"\s*(?:[,.;:)]|$|\s(?:or|and|but)\b)")
_PERIOD_FROM = re.compile(r"\b(?:the|its|their|his|her|your)\s+(?:first|last|next)\s+$")
_LONGEST_PERIOD = 20

_OPEN_LIMIT = re.compile(r"\s+or\s+(?:more|less|longer|so)$")


def _find_amount_before(text: Text, first: int, start: int) -> int:
    """Return where the amount right before the position begins, which is no side of a relation.

    In "30 minutes before a meal" it says how long before. Without another word on that side, it is the side.
    """
    end = len(text.text[first:start].rstrip()) + first
    limit = _OPEN_LIMIT.search(text.lowered, first, end)
    end = limit.start() if limit else end
    amount = next((one for one in find_measures(text) if one.end == end and one.units), None)
    if amount is None or not text.text[first : amount.start].strip():
        return start
    return amount.start


def _find_clause_before(text: Text, first: int, start: int) -> Span:
    """Return the clause up to the cue, extended if it has no content."""
    own = max(first, find_clause_at(text, max(first, start - 1))[0])
    return (own if text.within(own, start) else first), start


def _find_clause_after(text: Text, end: int, last: int) -> Span:
    """Return the clause from the cue on, extended if it has no content."""
    own = min(last, find_clause_at(text, end)[1])
    return end, (own if text.within(end, own) else last)


def build_relation_before(text: Text, start: int, end: int) -> Relation | None:
    """Build the relation of a cue such as "later" to what precedes it.

    The first side is the clause or stretch before that of the cue, the second side the rest of the cue's own
    stretch. None if nothing precedes it.
    """
    first, last = find_stretch_at(text, start)
    comma = max(text.text.rfind(", ", first, start), text.text.rfind(" and ", first, start))
    cut = comma if comma >= 0 and text.within(first, comma) else first
    left = (first, cut) if cut > first else find_stretch_at(text, max(0, first - 2))
    if left[0] >= cut:
        return None
    return _build_relation(text, (start, end), left, (cut, last), (left[0], last))


def _build_relation(text: Text, place: Span, left: Span, right: Span, span: Span) -> Relation | None:
    bags = build_bag(text, left), build_bag(text, right)
    return Relation(place, *bags, span) if all(bags) else None


def _is_fronted(text: Text, first: int, start: int) -> bool:
    """Return True for "Two years after joining, she …": a figure and one word before the cue."""
    inside = text.within(first, start)
    return len(inside) <= 2 and inside[0].form in _AMOUNTS | {w.form for w in inside if w.form[0].isdigit()}


_PERIODS = {"days", "weeks", "months", "years"}
_AMOUNTS = SMALL_COUNTS.keys() - {"a", "an", "one"} | {"shortly", "soon", "immediately", "long"} | _PERIODS


MAX_BAG_WORDS = 50
"""Content words of a stretch that are compared; no clause has more, and a row of cues reads all the rest."""


def build_bag(text: Text, span: Span) -> Bag:
    """Return the meanings of the first ``MAX_BAG_WORDS`` content words of a stretch."""
    return frozenset(_get_key(word, text) for word in islice(text.iterate_within(*span), MAX_BAG_WORDS))


def _get_key(word: Word, text: Text) -> str:
    return get_meaning(word, text.language)


@find_once
def _find_edges(text: Text) -> tuple[int, ...]:
    return (0, *(match.end() for match in _STRETCH_END.finditer(text.text)), len(text.text) + 1)


def find_stretch_at(text: Text, position: int) -> Span:
    """Return the span of the sentence, or its part up to a semicolon, that contains the character."""
    edges = _find_edges(text)
    place = bisect_right(edges, position, lo=1) - 1
    return edges[place], edges[place + 1]
