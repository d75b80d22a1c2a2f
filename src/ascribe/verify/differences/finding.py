"""Differences between a claim and the passages nearest to it, the most telling one first.

The typed rules find most of them, in the sentence that has most of the claim. Where that says nothing sure,
the sentences beside it count too: words that none of them has, or all of them in another arrangement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ascribe.records import Verdict
from ascribe.verify.differences.kinds import kind_of, value_at
from ascribe.verify.differences.wording import is_alike, is_rearranged, new_words, rivalled, span
from ascribe.verify.readings import Case, Reading
from ascribe.verify.rules import Comparison, Text
from ascribe.verify.rules_tier import best_single

NEAREST = 3
"""Sentences that are laid beside a claim: those of its verdict, and the best ones by score."""

ADDED = 2
"""New words side by side from which they are the difference, if there is no sure one."""

ORDER = (
    "numbers", "derived", "dates", "units", "negation", "complements", "directions", "order", "causes",
    "conditions", "modality", "quantifiers", "bounds", "untrue", "attribution", "names", "opposites",
    "qualifiers", "binding", "subjects", "roles", "exchanged", "replaced",
)  # fmt: skip
"""Rules by how much a finding of theirs tells. Values and denials are exact; another word in the same place
may be a matter of style. Clashes go before what is only missing."""

_VALUES = ("numbers", "derived", "dates", "names")
_SURE = (*_VALUES, "negation", "directions", "order", "causes", "conditions", "attribution")
"""Rules whose finding is sure even where the passage has nothing in that place."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs.

    Args:
        kind: one of ``records.outcomes.KINDS``.
        found: the comparison that says so.
        evidence: the text that was compared.
        elsewhere: True for a value that a neighbouring sentence has.
    """

    kind: str
    found: Comparison
    evidence: Text
    elsewhere: bool = False

    @property
    def is_sure(self) -> bool:
        """True for a clash, for what both sides have something of, and for a value or relation left out."""
        found = self.found
        return found.finding == "clash" or found.evidence is not None or found.rule in _SURE


def differences(case: Case, verdict: Verdict) -> list[Difference]:
    """What differs, the most telling first; empty if that cannot be said."""
    members = _nearest(case, verdict)
    if not members:
        return []
    best = max(members, key=lambda member: case.scores.joint(case.index, (member,)))
    reading = case.read((best,))
    others = [member for member in members if member != best]
    found = _typed(case, reading, others) if is_alike(case.text, reading) else []
    if any(one.is_sure for one in found):
        return found
    joined = case.read(tuple(members)) if others else reading
    together = _typed(case, joined)
    if any(one.found.finding == "clash" for one in together):
        return together
    new = new_words(case.text, joined)
    added = [_made("content", "content_not_found", span(new), joined)] if new else []
    if len(new) >= ADDED:
        return added
    return found or together or _arrangement(case, reading, joined) or added


def clash(case: Case, verdict: Verdict) -> Difference | None:
    """The clash that made the verdict, by its reason; None if it was with another set of sentences."""
    for member in _nearest(case, verdict):
        reading = case.read((member,))
        for one in reading.comparisons:
            if one.finding == "clash" and one.reason == verdict.reason:
                return Difference(kind_of(one, case.text, reading.text), one, reading.text)
    return None


def _nearest(case: Case, verdict: Verdict) -> list[int]:
    """Indices of the best sentence, of those that the verdict shows, and of the next best ones."""
    shown = {(one.document_position, one.document_start_idx) for one in verdict.references}
    best = best_single(case.scores.matrix[case.index])
    members = [
        i for i, one in enumerate(case.evidence) if (one.position, one.sentence.span.char_start) in shown
    ]
    return list(dict.fromkeys([*best[:1], *members, *best]))[:NEAREST]


def _typed(case: Case, reading: Reading, others: Sequence[int] = ()) -> list[Difference]:
    """What the rules find different, in the order of ``ORDER``, with values of the other sentences marked."""
    found = [
        Difference(kind_of(one, case.text, reading.text), one, reading.text)
        for one in reading.comparisons
        if one.finding != "agree" and one.rule in ORDER
    ]
    marked = [replace(one, elsewhere=_is_elsewhere(one.found, case, others)) for one in found]
    return sorted(filter(lambda one: _counts(one, found, case.text), marked), key=_rank)


def _rank(one: Difference) -> tuple[bool, bool, int]:
    return one.elsewhere, one.found.finding != "clash", ORDER.index(one.found.rule)


def _is_elsewhere(one: Comparison, case: Case, others: Iterable[int]) -> bool:
    """True for a value that is missing here and agrees with another sentence."""
    if one.finding != "missing" or one.rule not in _VALUES:
        return False
    compared = (other for member in others for other in case.read((member,)).comparisons)
    return any(
        other.finding == "agree" and (other.rule, other.claim) == (one.rule, one.claim) for other in compared
    )


def _counts(one: Difference, found: Sequence[Difference], claim: Text) -> bool:
    """False for a name that stands nearby, and for the word one of a quantifier: "every one"."""
    if one.found.rule == "names" and one.elsewhere:
        return False
    is_one = one.found.rule == "numbers" and claim.lowered[slice(*one.found.claim)] == "one"
    return not (is_one and any(other.kind in ("quantifier", "negation") for other in found))


def _arrangement(case: Case, nearest: Reading, joined: Reading) -> list[Difference]:
    """A figure that stands with other words there, or else who does what; nothing if words are missing."""
    if not is_rearranged(case.text, joined):
        return []
    place = rivalled(case.text, nearest, joined)
    if place is None:
        return [_made("roles", "roles_unclear", span(case.text.content), joined)]
    return [_made(value_at(place, case.text) or "number", "misplaced", place, joined)]


def _made(kind: str, reason: str, place: tuple[int, int], reading: Reading) -> Difference:
    return Difference(kind, Comparison(kind, "missing", reason, place), reading.text)
