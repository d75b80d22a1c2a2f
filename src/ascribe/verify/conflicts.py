"""Does another passage of the sources deny what one of them says?

A passage is against a claim if a typed rule clashes in it and all else in it is of the same: the same things
are named, nothing is missing, no other time, part or condition is spoken of, and it says little more. Two
facts of one shape are none: "the inn has 12 rooms" and "the new inn has 14 rooms" may both be true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ascribe.language.words import Word
from ascribe.verify.coreference import antecedent
from ascribe.verify.readings import Case, Reading, read_text
from ascribe.verify.rules import Comparison, Text
from ascribe.verify.rules.dates import find_dates
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.names import names
from ascribe.verify.rules.scope import Span, clause_at, find_scopes
from ascribe.verify.subjects import knows, listed, subject

VALUES = ("numbers", "dates")
"""Rules that find another value in the place of the claim's."""

WORDS = ("negation", "opposites")
"""Rules that find the contrary."""

SAME = 0.75
"""Share of the claim's content outside the clash that a passage against it must hold."""

SPARE = 0.34
"""Most content words of the clause with another value, as a share, that neither claim nor support has. Where
the contrary is said there may be none: "not open in winter" does not deny "open"."""

_SCOPES = ("if", "only", "before", "after", "said", "may", "least", "most_at", "about", "some", "most")
"""Cues that make another statement of the same words; both passages have them, or neither."""


def opposing(case: Case, support: Sequence[int], readings: Iterable[Reading]) -> Reading | None:
    """The first single passage outside the support that denies the claim, or None."""
    if not knows(case.text.language):
        return None
    held = _joined(case, support)
    for reading in readings:
        if len(reading.members) == 1 and reading.members[0] not in support and _denies(case, reading, held):
            return reading
    return None


def described(case: Case, against: Reading) -> dict[str, Any]:
    """What clashes there, as JSON for the details of a verdict."""
    clashes = [c for c in against.comparisons if c.finding == "clash"]
    return {"against": [c.describe(case.text.text, against.text.text) for c in clashes]}


def _denies(case: Case, reading: Reading, held: Text) -> bool:
    clash = reading.first("clash")
    if clash is None or clash.rule not in VALUES + WORDS:
        return False
    if any(c.finding != "agree" and not _overlap(c.claim, clash.claim) for c in reading.comparisons):
        return False
    return (
        case.matches(reading) >= SAME
        and case.holds_subject(reading)
        and _is_of_same(case, reading, held)
        and _says_no_more(case, reading, clash, held)
    )


def _is_of_same(case: Case, reading: Reading, held: Text) -> bool:
    """True if the passage speaks of the same things at the same time under the same conditions."""
    text = reading.text
    if antecedent(case.evidence, reading.members[0], text.language) is not None:
        return False
    known = case.text.stems | held.stems
    if not subject(text) <= known or any(name.stem not in known for name in names(text) if not _is_value(name)):
        return False
    marks = listed(text.language, "others")
    if {w.form for w in text.words} & marks != {w.form for w in held.words} & marks:
        return False
    return all(bool(find_scopes(text, cue)) == bool(find_scopes(held, cue)) for cue in _SCOPES)


def _says_no_more(case: Case, reading: Reading, clash: Comparison, held: Text) -> bool:
    """True if the clause that clashes has hardly a word that claim and support lack, and no other value."""
    text = reading.text
    place = clash.evidence or (0, len(text.text))
    inside = text.within(*clause_at(text, place[0]))
    others = [w for w in inside if not (place[0] <= w.start < place[1])]
    new = [w for w in others if w.stem not in held.stems and w.stem not in case.text.stems]
    if clash.rule in WORDS:
        return not new
    if _values(text, place) - _values(held) - _values(case.text):
        return False
    return len(new) <= SPARE * len(others)


def _values(text: Text, outside: Span = (0, 0)) -> set[str]:
    """Figures and dates of the text outside that place, as they are written."""
    found = [*find_dates(text.text, text.language), *figures(text)]
    return {
        text.text[one.start : one.end].casefold()
        for one in found
        if one.end <= outside[0] or outside[1] <= one.start
    }


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _is_value(word: Word) -> bool:
    return word.form[0].isdigit()


def _joined(case: Case, members: Sequence[int]) -> Text:
    """The sentences together, in the order of the sources."""
    joined = "\n".join(case.evidence[i].sentence.text for i in sorted(members))
    return read_text(joined, case.evidence[members[0]].document.language or case.text.language)
