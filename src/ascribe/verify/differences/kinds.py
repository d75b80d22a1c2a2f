"""The kind of thing that a comparison found different, told by its rule and by the words compared."""

from __future__ import annotations

import re

from ascribe.verify.rules import Comparison, Text
from ascribe.verify.rules.calendar_dates import find_dates
from ascribe.verify.rules.figures import figures
from ascribe.verify.rules.measures import measure_of
from ascribe.verify.rules.names import names
from ascribe.verify.rules.opposites import are_converse
from ascribe.verify.rules.scope import Span, find_scopes
from ascribe.verify.rules.vocabulary import is_calendar

_OF_RULE = {
    "numbers": "number",
    "derived": "number",
    "units": "unit",
    "dates": "date",
    "negation": "negation",
    "complements": "polarity",
    "quantifiers": "quantifier",
    "directions": "comparison",
    "order": "order",
    "causes": "cause",
    "conditions": "condition",
    "modality": "modality",
    "bounds": "bound",
    "attribution": "attribution",
    "untrue": "attribution",
    "opposites": "polarity",
    "exchanged": "polarity",
    "names": "name",
    "subjects": "subject",
    "roles": "roles",
    "binding": "name",
    "qualifiers": "qualifier",
    "replaced": "word_replaced",
}
"""Rule → kind, where the words compared do not say more."""

_CUES = {"more": "comparison", "less": "comparison", "before": "order", "after": "order", "cause": "cause"}
"""Group of cues that two rules read → its kind."""

_TIMES = ("earlier", "later")
"""Words of comparison that compare times."""

_VERSION = re.compile(r"v?\d", re.IGNORECASE)
_RATE = re.compile(r"(?:an?|per|each|every)\s")
"""What makes a word for a time the unit of a figure: "2 litres an hour"."""


def kind_of(found: Comparison, claim: Text, evidence: Text) -> str:
    """One of ``records.outcomes.KINDS``."""
    kind = _OF_RULE.get(found.rule, "word_replaced")
    if found.rule in ("binding", "numbers", "derived"):
        return value_at(found.claim, claim) or kind
    if found.rule == "units":  # figures that count something else have no unit
        return kind if _has_unit(found.claim, claim) else "number"
    if found.rule == "qualifiers":
        return _qualifier(found, claim, evidence)
    if found.rule in ("opposites", "exchanged"):
        return _opposite(found, claim, evidence)
    if found.rule in ("names", "replaced"):
        return _word(found, claim) or kind
    return kind


def value_at(place: Span, text: Text) -> str:
    """``date`` if a date or a time of day stands there, ``number`` for another figure; empty otherwise."""
    if any(_meets(place, (date.start, date.end)) for date in find_dates(text.text, text.language)):
        return "date"
    for number in figures(text):
        if _meets(place, (number.start, number.end)):
            return "date" if number.kind == "clock" else "number"
    return "number" if _VERSION.match(text.text, place[0]) else ""


def _has_unit(place: Span, text: Text) -> bool:
    return any(measure_of(text, number).units for number in figures(text) if number.start == place[0])


def _word(found: Comparison, claim: Text) -> str:
    """Days and names; empty for any other word that stands in the place of one."""
    if is_calendar(claim.lowered[slice(*found.claim)], claim.language):
        return "date"
    if any(word.start == found.claim[0] for word in names(claim)):
        return "name"
    return found.reason if found.rule == "replaced" else ""


def _opposite(found: Comparison, claim: Text, evidence: Text) -> str:
    """Days, figures, rates, words of order and of roles have opposites too."""
    written = claim.lowered[slice(*found.claim)]
    if is_calendar(written, claim.language):
        return "date"
    if value_at(found.claim, claim):
        return "number"
    if _RATE.match(written):
        return "unit"
    if found.evidence and are_converse(found.claim, found.evidence, claim, evidence):
        return "roles"
    return next((kind for group, kind in _CUES.items() if _has_cue(claim, group, found.claim[0])), "polarity")


def _qualifier(found: Comparison, claim: Text, evidence: Text) -> str:
    if claim.lowered[slice(*found.claim)] in _TIMES:
        return "order"
    for group, kind in _CUES.items():
        if _has_cue(claim, group, found.claim[0]):
            return kind
    if found.evidence and _has_cue(evidence, "respective", found.evidence[0]):
        return "subject"
    return "qualifier"


def _has_cue(text: Text, group: str, start: int) -> bool:
    return any(cue.start == start for cue in find_scopes(text, group))


def _meets(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
