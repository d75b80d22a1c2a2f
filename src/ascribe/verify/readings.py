"""What the rules see: a claim beside sets of source sentences, each read against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ascribe.language.words import Word
from ascribe.records import Reference
from ascribe.stages import Claim, Evidence, Scores
from ascribe.verify.passages import read_joined
from ascribe.verify.rules import RULES, Comparison, Text
from ascribe.verify.settling import said_otherwise, settled, with_explained
from ascribe.verify.windows import in_reading_order

_WORTH = 0.3
"""Weighted share of the claim below which a single sentence is not compared: it could neither support the
claim nor match enough of it to contradict."""

_AS_GOOD = 0.1
"""A passage that covers at most this much less than another counts as fitting as well."""

BINDING = ("numbers", "derived", "dates", "names")
"""What one sentence must confirm together: "8.5 hours" beside "Lucene" in two sentences binds neither."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A set of sentences, read against the claim.

    Args:
        members: indices into the evidence, best first.
        text: the sentences joined: documents in the order of their best, each in its own order.
        coverage: weighted share of the claim's content found in them.
        comparisons: what the rules found.
    """

    members: tuple[int, ...]
    text: Text
    coverage: float
    comparisons: tuple[Comparison, ...]

    def explains(self, word: Word) -> bool:
        """True if a rule found that word of the claim said in other words."""
        return any(start <= word.start < end for start, end in said_otherwise(self.comparisons))

    def agrees(self, rules: tuple[str, ...] = ()) -> bool:
        """True if all that was compared agrees, or all that those rules compared."""
        return all(c.finding == "agree" for c in self.comparisons if not rules or c.rule in rules)

    def confirms(self, clash: Comparison, elsewhere: Reading) -> bool:
        """True if this reading fits about as well as the other one, and agrees where that one clashes."""
        same = [c for c in self.comparisons if c.rule == clash.rule and c.claim == clash.claim]
        return self.coverage >= elsewhere.coverage - _AS_GOOD and any(c.finding == "agree" for c in same)

    def finds_values(self) -> bool:
        """True if no figure or date of the claim is missing."""
        return all(
            c.finding != "missing" for c in self.comparisons if c.rule in ("numbers", "derived", "dates")
        )

    def confirms_any(self) -> bool:
        """True if a figure, date or name of the claim is there: its subject does occur."""
        return any(c.finding == "agree" and c.rule in BINDING for c in self.comparisons)

    def first(self, finding: str) -> Comparison | None:
        """The first comparison with that finding."""
        return next((c for c in self.comparisons if c.finding == finding), None)


@dataclass(frozen=True, slots=True)
class Case:
    """One claim beside all the evidence."""

    index: int
    claim: Claim
    text: Text
    evidence: Sequence[Evidence]
    scores: Scores
    _kept: dict[tuple[int, ...], Reading] = field(default_factory=dict, repr=False, compare=False)

    def readings(self, cited: tuple[int, ...], order: list[int]) -> Iterator[Reading]:
        """The cited set first, then the best single sentences that hold enough to be compared."""
        first = cited or tuple(order[:1])
        if first:
            yield self.read(first)
        for member in order:
            if (member,) != first and self.scores.joint(self.index, (member,)) >= _WORTH:
                yield self.read((member,))

    def read(self, members: tuple[int, ...]) -> Reading:
        """Those sentences together, and what the rules find in them."""
        if members not in self._kept:
            self._kept[members] = self._read(members)
        return self._kept[members]

    def _read(self, members: tuple[int, ...]) -> Reading:
        ordered = in_reading_order(members, self.evidence)
        language = self.evidence[members[0]].document.language or self.text.language
        text = read_joined(self.evidence, ordered, language)
        found = (comparison for rule in RULES for comparison in rule(self.text, text))
        comparisons = settled(found, self.text, self.evidence, members)
        joint = self.scores.joint(self.index, members)
        return Reading(members, text, with_explained(joint, self.text, text, comparisons), comparisons)

    def references(self, reading: Reading, label: str) -> tuple[Reference, ...]:
        """The sentences of the reading, best first; only the nearest one if it is merely related."""
        members = reading.members[:1] if label == "related" else reading.members
        row = self.scores.matrix[self.index]
        return tuple(
            self.evidence[i].reference(self.claim, float(row[i]), label)
            for i in members
            if label != "related" or row[i] > 0
        )
