"""The sentences that a judge quotes, held against the claim by the rules."""

from __future__ import annotations

from collections.abc import Sequence

from ascribe.records import Strictness
from ascribe.verify.foreign import speaks_otherwise
from ascribe.verify.judge.finding import Finding
from ascribe.verify.judge.passages import Passage
from ascribe.verify.readings import Case, Reading
from ascribe.verify.thresholds import LEVELS

_EXACT = {
    "numbers": "number_not_found",
    "derived": "number_not_found",
    "dates": "date_not_found",
    "negation": "negation_unclear",
    "units": "unit_unclear",
}
"""Rules on what must be exact, and what it is called where the quoted sentences do not have it."""


def quoted(case: Case, found: Finding, passages: Sequence[Passage]) -> tuple[int, ...]:
    """The sentences that the quotes stand in, best first."""
    members = [
        i
        for place in found.places
        for i in passages[place.passage].members
        if case.evidence[i].sentence.span.char_start < place.end
        and place.start < case.evidence[i].sentence.span.char_end
    ]
    row = case.scores.matrix[case.index]
    return tuple(sorted(dict.fromkeys(members), key=lambda i: -row[i]))


def is_beside(case: Case, reading: Reading, strictness: Strictness) -> bool:
    """True if the quoted sentences have next to nothing of the claim: a source may tell a judge what to say.

    At ``loose`` and ``balanced`` that is no word of it, as a true restatement may have one only; above, less
    than what the rules call absent. Between two languages words tell nothing of this.
    """
    if not case.text.content or speaks_otherwise(case, reading):
        return False
    least = LEVELS[strictness].absent if strictness in ("strict", "paranoid") else 0.0
    return reading.coverage < least or not reading.coverage


def lacking(case: Case, reading: Reading) -> str:
    """What must be exact and is not in the quoted sentences; empty if all of it is, or cannot be compared."""
    if speaks_otherwise(case, reading):
        return ""
    rules = (c.rule for c in reading.comparisons if c.finding != "agree" and c.rule in _EXACT)
    return _EXACT.get(next(rules, ""), "")


def document_of(case: Case, passage: Passage) -> str:
    """The id of the source that a passage is from."""
    return case.evidence[passage.members[0]].document.doc_id
