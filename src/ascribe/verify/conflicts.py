"""Does another passage of the sources deny what one of them says?

A passage is against a claim if a typed rule clashes in it and all else in it is of the same: the same things
are named, nothing is missing, no other time, part or condition is spoken of, and it says little more. Two
facts of one shape are none: "the inn has 12 rooms" and "the new inn has 14 rooms" may both be true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ascribe.records import Verdict
from ascribe.records.outcomes import OUTCOMES
from ascribe.verify.coreference import antecedent
from ascribe.verify.holding import holds_subject, matches
from ascribe.verify.passages import read_one
from ascribe.verify.readings import Case, Reading
from ascribe.verify.rules import Comparison, Text
from ascribe.verify.rules.calendar_dates import find_dates
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.names import names
from ascribe.verify.rules.scope import Span, clause_at, find_scopes
from ascribe.verify.subjects import heads, knows, listed, pronoun, subject

VALUES = ("numbers", "dates")
"""Rules that find another value in the place of the claim's."""

WORDS = ("negation", "opposites")
"""Rules that find the contrary."""

SAME = 0.75
"""Share of the claim's content outside the clash that a passage against it must hold."""

_DIFFERING = 2
"""Words beside figures that may be part of the clash: a month, a word and its opposite."""

SPARE = 0.34
"""Most content words of the clause with another value, as a share, that neither claim nor support has. Where
the contrary is said there may be none: "not open in winter" does not deny "open"."""

_SCOPES = ("if", "only", "before", "after", "said", "may", "least", "most_at", "about", "some", "most")
"""Cues that make another statement of the same words; both passages have them, or neither."""


def opposing(case: Case, order: Sequence[int]) -> Reading | None:
    """The first of those single sentences that denies the claim, beside one that says it; None if none does.

    It is the same at every level of strictness, so that a stricter one never supports more.
    """
    if not knows(case.text.language):
        return None
    said = frozenset(word.stem for word in case.text.content if not word.form[0].isdigit())
    named = frozenset(name.stem for name in names(case.text) if not name.form[0].isdigit())
    likely = (case.read((member,)) for member in order if _may_deny(case, member, said, named))
    return next((reading for reading in likely if _denies(case, reading, order)), None)


def _may_deny(case: Case, member: int, said: frozenset[str], named: frozenset[str]) -> bool:
    """True if it is worth reading: it has the claim's names and enough of its words."""
    text = read_one(case.evidence, member, case.text.language)
    if not named <= text.stems or len(said & text.stems) < SAME * (len(said) - _DIFFERING):
        return False
    return pronoun(case.text) is not None or bool(heads(text) & case.text.stems)


def disputed(verdict: Verdict, case: Case, against: Reading) -> Verdict:
    """The verdict on a claim that one passage supports and another one denies: ``unknown``, with both.

    | a passage says it | a passage denies it | status |
    |---|---|---|
    | yes | no | ``supported`` |
    | yes | yes | ``unknown``, ``sources_disagree`` |
    | no | yes | ``contradicted`` |
    | no | no | ``unsupported`` or ``unknown`` |
    """
    clashes = [c for c in against.comparisons if c.finding == "clash"]
    compared = [c.describe(case.text, against.text) for c in clashes]
    return replace(
        verdict,
        status=OUTCOMES["sources_disagree"].status,
        reason="sources_disagree",
        references=(*verdict.references, *case.references(against, "contradicts")),
        details={**verdict.details, "against": compared},
    )


def _denies(case: Case, reading: Reading, order: Sequence[int]) -> bool:
    clash = reading.first("clash")
    if clash is None or clash.rule not in VALUES + WORDS:
        return False
    if any(c.finding != "agree" and not _overlap(c.claim, clash.claim) for c in reading.comparisons):
        return False
    if matches(case, reading) < SAME or not holds_subject(case, reading):
        return False
    others = (case.read((member,)) for member in order)
    saying = [other.text for other in others if _says(other, clash)] or [case.text]
    return any(
        _is_of_same(case, reading, held) and _says_no_more(case, reading, clash, held) for held in saying
    )


def _says(reading: Reading, clash: Comparison) -> bool:
    """True if the passage has what the other one clashes with; of words, if nothing in it clashes."""
    if clash.rule in WORDS:
        return reading.first("clash") is None
    return any(c.finding == "agree" and c.claim == clash.claim for c in reading.comparisons)


def _is_of_same(case: Case, reading: Reading, held: Text) -> bool:
    """True if the passage speaks of the same things at the same time under the same conditions."""
    text = reading.text
    if antecedent(case.evidence, reading.members[0], text.language) is not None:
        return False
    known = case.text.stems | held.stems
    named = {name.stem for name in names(text) if not name.form[0].isdigit()}
    if not subject(text) | named <= known:
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
    spans = [(date.start, date.end) for date in find_dates(text.text, text.language)]
    spans += [(number.start, number.end) for number in figures(text)]
    return {text.text[slice(*span)].casefold() for span in spans if not _overlap(span, outside)}


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
