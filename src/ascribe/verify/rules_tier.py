"""Tier ``rules``: a verdict without any model.

``supported`` needs the claim's content covered by its evidence and every number, date, name and negation
confirmed. ``contradicted`` needs a clash in a passage that otherwise matches. ``unsupported`` is for content
that occurs nowhere. What lies between is ``unknown``: words alone cannot decide it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from ascribe.records import Strictness, Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.stages import Claim, Evidence, Scores
from ascribe.verify.bound import is_bound
from ascribe.verify.checkable import why_not_checkable
from ascribe.verify.conflicts import disputed, opposing
from ascribe.verify.coreference import antecedent, resolved
from ascribe.verify.follow_ups import makes_good
from ascribe.verify.foreign import is_foreign, is_readable, speaks_otherwise
from ascribe.verify.fragments import is_fragment, is_quoted
from ascribe.verify.holding import holds_clauses, holds_subject, matches
from ascribe.verify.joint_sets import is_of_one, is_of_something_else, joint_sets, smallest
from ascribe.verify.passages import read_one, read_text
from ascribe.verify.probability import probability
from ascribe.verify.readings import Case, Reading
from ascribe.verify.rules import Comparison
from ascribe.verify.thresholds import LEVELS

CANDIDATES = 8
"""Best single sentences that are compared beside the cited set. With 32, none of 516 verdicts changed: 450
training pairs and nine replies over real documents."""

LONGEST = 800
"""Words above which a claim is not compared: no sentence has so many, and the rules compare each value and
cue of a claim with each of its evidence."""

UNDECIDED = {
    "number_mismatch": "number_not_found",
    "derivation_mismatch": "number_not_found",
    "date_mismatch": "date_not_found",
    "negation_mismatch": "negation_unclear",
    "polarity_mismatch": "polarity_unclear",
    "quantifier_mismatch": "quantifier_unclear",
    "quantifier_widened": "quantifier_unclear",
    "bound_mismatch": "bound_unclear",
    "comparison_reversed": "comparison_unclear",
    "order_reversed": "order_unclear",
    "cause_reversed": "cause_unclear",
    "cause_added": "cause_unclear",
    "condition_mismatch": "condition_unclear",
    "condition_dropped": "condition_unclear",
    "modality_strengthened": "modality_unclear",
    "attribution_mismatch": "attribution_unclear",
    "called_untrue": "attribution_unclear",
    "attribution_dropped": "attribution_unclear",
    "roles_exchanged": "roles_unclear",
    "unit_mismatch": "unit_unclear",
}
"""What a clash, or a step beyond the source, is called where the rest does not match well enough."""

_VALUES = ("numbers", "derived", "dates", "units")
"""Rules on values. The clash of any other rule is none where a value differs too: "20 were not admitted"
beside "60 were admitted"."""

_LEAST = 0.95
"""Share of the claim's words that must match before a step beyond the source makes it unsupported."""

_LOOSEST = LEVELS["loose"].covered
"""What is tried, and what objects, is the same at every level: a stricter one never supports more."""


_NOTHING = Reading((), read_text(""), 0.0, ())


class RulesVerifier:
    """Verdicts by coverage and typed rules.

    Args:
        strictness: how much of a claim its evidence must cover; see ``thresholds.LEVELS``.
        language: ISO 639-1 code of the reply; None reads it as English.
    """

    tier = "rules"

    def __init__(self, strictness: Strictness = "balanced", language: str | None = None) -> None:
        self.bars = LEVELS[strictness]
        self.language = language
        self.thresholds = {
            "covered": self.bars.covered,
            "clashing": self.bars.clashing,
            "negated": self.bars.negated,
            "absent": self.bars.absent,
        }

    def verify(
        self,
        claims: Sequence[Claim],
        evidence: Sequence[Evidence],
        cited: Sequence[tuple[int, ...]],
        scores: Scores,
    ) -> list[Verdict]:
        """One verdict per claim, in order."""
        return [self._judge(i, claim, evidence, cited[i], scores) for i, claim in enumerate(claims)]

    def case(self, index: int, claim: Claim, evidence: Sequence[Evidence], scores: Scores) -> Case:
        """One claim beside all the evidence, as the rules read it."""
        return Case(index, claim, read_text(claim.content, self.language), evidence, scores)

    def _judge(
        self, index: int, claim: Claim, evidence: Sequence[Evidence], cited: tuple[int, ...], scores: Scores
    ) -> Verdict:
        reason = why_not_checkable(claim, self.language)
        if reason is not None:
            return Verdict("not_checkable", reason, self.tier)
        order = best_single(scores.matrix[index])
        case = self.case(index, claim, evidence, scores)
        reason = self._why_not_read(case, order)
        if reason is not None:
            members = cited or tuple(order[:1])
            unread = Reading(members, read_text(""), scores.joint(index, members), ())
            return self._verdict(case, reason, unread, "related")
        readings = _Kept(r for r in case.readings(cited, order) if not speaks_otherwise(case, r))
        return (
            self._foreign(case, cited, order, readings)
            or self._supported(case, readings, cited, order)
            or self._contradicted(case, readings)
            or self._undecided(case, readings, order)
        )

    def _why_not_read(self, case: Case, order: list[int]) -> str | None:
        """The reason code if the claim cannot be compared with anything, else None."""
        if len(case.text.words) > LONGEST:
            return "too_long"
        absent = bool(case.text.content) and self._is_absent(case, order)
        if absent or not is_fragment(case.text):
            return None
        near = (read_one(case.evidence, member, self.language) for member in order)
        return None if any(is_quoted(case.text, sentence) for sentence in near) else "too_short"

    def _is_absent(self, case: Case, order: list[int]) -> bool:
        return case.scores.joint(case.index, order) < self.bars.absent

    def _foreign(
        self, case: Case, cited: tuple[int, ...], order: list[int], readings: Iterable[Reading]
    ) -> Verdict | None:
        """A verdict where there is nothing to read but passages in another language."""
        if next(iter(readings), None) is not None or not (order or is_foreign(case)):
            return None
        members = cited or tuple(order[:1])
        return self._verdict(case, "other_language", case.read(members) if members else _NOTHING, "related")

    def _supported(
        self, case: Case, readings: Iterable[Reading], cited: tuple[int, ...], order: list[int]
    ) -> Verdict | None:
        """The fewest sentences that cover the claim and confirm all that the rules compare."""
        sets = chain(readings, joint_sets(case, cited, order, _LOOSEST))
        found = next((reading for reading in sets if self._holds(case, reading)), None)
        if found is not None and len(found.members) > 1:
            alone = (r for r in readings if len(r.members) == 1 and self._holds(case, r))
            found = next(alone, None) or self._needed(case, found)
        return None if found is None else self._agreed(case, found, order)

    def _needed(self, case: Case, found: Reading) -> Reading:
        """The reading without the members that it can do without."""
        return case.read(smallest(found.members, lambda rest: self._holds(case, case.read(rest))))

    def _agreed(self, case: Case, found: Reading, order: list[int]) -> Verdict:
        """``confirmed``, or ``sources_disagree`` where another passage says something else of the same."""
        members = resolved(case.text, case.evidence, found.members) or found.members
        joint = case.scores.joint(case.index, members)
        found = replace(found, members=members, coverage=max(found.coverage, joint))
        verdict = self._verdict(case, "confirmed", found, "supports")
        against = opposing(case, order)
        return verdict if against is None else replace(disputed(verdict, case, against), score=None)

    def _holds(self, case: Case, reading: Reading) -> bool:
        """True if the reading confirms all of the claim, of what the claim speaks of."""
        enough = reading.coverage >= self.bars.covered
        readable = is_readable(case, reading) and not speaks_otherwise(case, reading)
        return enough and readable and _seems_to_hold(case, reading) and is_of_one(case, reading)

    def _contradicted(self, case: Case, readings: Iterable[Reading]) -> Verdict | None:
        """The first single passage that holds the other content of the claim and clashes with it."""
        single = [reading for reading in readings if len(reading.members) == 1]
        for reading in single:
            matching = matches(case, reading)
            for clash in reading.comparisons:
                bar = self.bars.negated if clash.rule == "negation" else self.bars.clashing
                if clash.finding != "clash" or matching < bar:
                    continue
                if clash.rule not in _VALUES and not reading.finds_values():
                    continue
                if not any(_takes_back(case, clash, reading, other) for other in single):
                    return self._verdict(case, clash.reason, reading, "contradicts")
        return None

    def _undecided(self, case: Case, readings: Iterable[Reading], order: list[int]) -> Verdict:
        """``unsupported`` if the content occurs nowhere, else ``unknown`` with what is in the way."""
        nearest = next(iter(readings), None) or _NOTHING
        stray = next((r for r in readings if r.coverage >= _LOOSEST and _seems_to_hold(case, r)), None)
        if stray is not None and is_of_something_else(case, stray):
            return self._verdict(case, "other_subject", stray, "related")
        clash = nearest.first("clash")
        if not order or (self._is_absent(case, order) and clash is None and not nearest.confirms_any()):
            return self._verdict(case, "not_found", nearest, "related")
        missing = nearest.first("missing")
        unread = "partly_covered" if is_readable(case, nearest) else "language_unread"
        reason = UNDECIDED[clash.reason] if clash else missing.reason if missing else unread
        if OUTCOMES[reason].status == "unsupported" and matches(case, nearest) < _LEAST:
            reason = UNDECIDED[reason]
        return self._verdict(case, reason, nearest, "related")

    def _verdict(self, case: Case, reason: str, reading: Reading, label: str) -> Verdict:
        status = OUTCOMES[reason].status
        return Verdict(
            status=status,
            reason=reason,
            tier=self.tier,
            score=probability(status, reading.coverage) if status != "unknown" else None,
            threshold=probability("supported", self.bars.covered),
            references=case.references(reading, label),
            details={
                "coverage": round(reading.coverage, 4),
                "compared": [c.describe(case.text, reading.text) for c in reading.comparisons],
            },
        )


def _seems_to_hold(case: Case, reading: Reading) -> bool:
    """True if the reading confirms the claim, whatever each sentence speaks of."""
    return (
        reading.agrees()
        and is_bound(case, reading)
        and holds_clauses(case, reading)
        and holds_subject(case, reading)
    )


def _takes_back(case: Case, clash: Comparison, reading: Reading, other: Reading) -> bool:
    """True if the other passage fits as well and agrees there, or does so of what this one speaks of."""
    if other.confirms(clash, reading):
        return True
    follows = antecedent(case.evidence, other.members[0], case.text.language) == reading.members[0]
    return follows and makes_good(case.text, clash, reading, other)


class _Kept:
    """An iterator that can be gone through again: what was read once is not read twice."""

    def __init__(self, readings: Iterator[Reading]) -> None:
        self._rest = readings
        self._seen: list[Reading] = []

    def __iter__(self) -> Iterator[Reading]:
        yield from self._seen
        for reading in self._rest:
            self._seen.append(reading)
            yield reading


def best_single(row: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[int]:
    """Indices of the best sentences with a score above 0, ties by position."""
    order = np.argsort(-row, kind="stable")[:CANDIDATES]
    return [int(i) for i in order if row[i] > 0]
