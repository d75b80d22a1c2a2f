"""Finds the differences between a claim and the nearest passages, and classifies them.

A difference is what a rule compares and does not confirm, words that no passage has, or values and roles that
belong to other words there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ascribe.records import Verdict
from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Text
from ascribe.verify.cues import Span, do_overlap, find_scopes
from ascribe.verify.evidence.candidates import select_best_sentences
from ascribe.verify.evidence.reconciliation import tells_of_difference
from ascribe.verify.evidence.sets import BINDING_RULES, ClaimContext, EvidenceSet
from ascribe.verify.lexicon import get_meaning, get_meanings, is_calendar_name, is_expressed
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import parse_measure
from ascribe.verify.rules import RULES
from ascribe.verify.rules.names import find_names
from ascribe.verify.rules.opposites import are_converse

MAX_NEAREST = 3
"""Sentences that are compared with a claim: those of its verdict, and the best ones by score."""

MIN_ADDED_WORDS = 2
"""This many adjacent new words are the difference, if no other difference is sure."""

_RANK_OF_RULE = {rule.name: rank for rank, rule in enumerate(RULES) if rule.kind}
"""Place of each rule that can explain a verdict. Clashes go before what is only missing."""

_SURE_RULES = frozenset(rule.name for rule in RULES if rule.sure or rule.binds)


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between the claim and a passage.

    Args:
        kind: one of ``records.outcomes.KINDS``.
        found: the comparison that shows it.
        evidence: the compared text.
        elsewhere: whether a neighbouring sentence has the missing value.
    """

    kind: str
    found: Comparison
    evidence: Text
    elsewhere: bool = False

    @property
    def is_sure(self) -> bool:
        """Return True for a clash, for a part that both sides have, and for a missing value or relation."""
        found = self.found
        return found.finding == "clash" or found.evidence is not None or found.rule in _SURE_RULES


def find_differences(case: ClaimContext, verdict: Verdict) -> list[Difference]:
    """Return the differences, the most telling first; empty if none can be named."""
    members = _select_nearest(case, verdict)
    if not members:
        return []
    best = max(members, key=lambda member: case.scores.joint(case.index, (member,)))
    reading = case.read((best,))
    others = [member for member in members if member != best]
    found = _compare_by_rules(case, reading, others) if is_similar(case.text, reading) else []
    if any(one.is_sure for one in found):
        return found
    joined = case.read(tuple(members)) if others else reading
    together = _compare_by_rules(case, joined)
    if any(one.found.finding == "clash" for one in together):
        return together
    new = find_new_words(case.text, joined)
    added = [_build_difference("content", "content_not_found", get_span(new), joined)] if new else []
    if len(new) >= MIN_ADDED_WORDS:
        return added
    return found or together or _find_rearrangement(case, reading, joined) or added


def find_clash(case: ClaimContext, verdict: Verdict) -> Difference | None:
    """Return the clash behind the verdict, by its reason; None if it came from another set of sentences."""
    for member in _select_nearest(case, verdict):
        reading = case.read((member,))
        for one in reading.comparisons:
            if one.finding == "clash" and one.reason == verdict.reason:
                return Difference(classify_difference(one, case.text, reading.text), one, reading.text)
    return None


def _select_nearest(case: ClaimContext, verdict: Verdict) -> list[int]:
    """Return the indices of the best sentence, of those that the verdict cites, and of the next best ones."""
    shown = {(one.document_position, one.document_start_idx) for one in verdict.references}
    best = select_best_sentences(case.scores.matrix[case.index])
    members = [
        i for i, one in enumerate(case.evidence) if (one.position, one.sentence.span.char_start) in shown
    ]
    return list(dict.fromkeys([*best[:1], *members, *best]))[:MAX_NEAREST]


def _compare_by_rules(
    case: ClaimContext, reading: EvidenceSet, others: Sequence[int] = ()
) -> list[Difference]:
    """Return the differences that the rules find, in the order of ``RULES``.

    Values that the ``others`` have are marked.
    """
    found = [
        Difference(classify_difference(one, case.text, reading.text), one, reading.text)
        for one in reading.comparisons
        if one.finding != "agree" and one.rule in _RANK_OF_RULE
    ]
    marked = [replace(one, elsewhere=_is_elsewhere(one.found, case, others)) for one in found]
    return sorted(filter(lambda one: _is_relevant(one, found, case.text), marked), key=_compute_rank)


def _compute_rank(one: Difference) -> tuple[bool, bool, int]:
    return one.elsewhere, one.found.finding != "clash", _RANK_OF_RULE[one.found.rule]


def _is_elsewhere(one: Comparison, case: ClaimContext, others: Iterable[int]) -> bool:
    """Return True for a value that is missing here and agrees with another sentence."""
    if one.finding != "missing" or one.rule not in BINDING_RULES:
        return False
    compared = (other for member in others for other in case.read((member,)).comparisons)
    return any(
        other.finding == "agree" and (other.rule, other.claim) == (one.rule, one.claim) for other in compared
    )


def _is_relevant(one: Difference, found: Sequence[Difference], claim: Text) -> bool:
    """Return False for a name from a nearby sentence, and for the "one" of a quantifier: "every one"."""
    if one.found.rule == "names" and one.elsewhere:
        return False
    is_one = one.found.rule == "numbers" and claim.lowered[slice(*one.found.claim)] == "one"
    return not (is_one and any(other.kind in ("quantifier", "negation") for other in found))


def _find_rearrangement(case: ClaimContext, nearest: EvidenceSet, joined: EvidenceSet) -> list[Difference]:
    """Return a figure that belongs to other words there, or exchanged roles; empty if words are missing."""
    is_withheld = any(
        one.finding == "missing" and not tells_of_difference(one) for one in nearest.comparisons
    )
    if is_withheld or not is_rearranged(case.text, joined):
        return []  # a rule has given a reason of its own
    place = find_competing_value(case.text, nearest, joined)
    if place is not None:
        return [_build_difference(classify_value(place, case.text) or "number", "misplaced", place, joined)]
    if len(_find_covered_words(case.text, nearest)) < len(case.text.content):
        return []  # words that are missing, or in several passages, are in no other order
    return [_build_difference("roles", "roles_unclear", get_span(case.text.content), nearest)]


def _build_difference(kind: str, reason: str, place: tuple[int, int], reading: EvidenceSet) -> Difference:
    return Difference(kind, Comparison(kind, "missing", reason, place), reading.text)


# --- Comparing words ---

MIN_SIMILAR_SHARE = 0.5
"""Least share of a claim's content that a passage contains if the two differ in one thing. Below it they are
about different things, unless a rule finds a clash."""

MIN_REARRANGED_SHARE = 0.75
"""Least share of a claim's content that the passage contains if its words are only rearranged."""

_ROOT_LETTERS = 4
"""Letters that forms of one word share at their start."""


def is_similar(claim: Text, reading: EvidenceSet) -> bool:
    """Return True if claim and evidence set are about the same, so that they can differ in one thing."""
    enough = len(_find_covered_words(claim, reading)) >= MIN_SIMILAR_SHARE * len(claim.content)
    return enough or reading.first("clash") is not None


def find_new_words(claim: Text, reading: EvidenceSet) -> list[Word]:
    """Return the longest run of adjacent content words, without figures, that the evidence set lacks."""
    held = {word.start for word in _find_covered_words(claim, reading)}
    runs: list[list[Word]] = [[]]
    for word in claim.content:
        if word.start in held or any(char.isdigit() for char in word.form):
            runs.append([])
        else:
            runs[-1].append(word)
    return max(runs, key=len)


def is_rearranged(claim: Text, reading: EvidenceSet) -> bool:
    """Return True if the evidence set has each word of the claim, or most of them in another order."""
    held = _find_covered_words(claim, reading)
    if len(held) == len(claim.content):
        return bool(held)
    return len(held) >= MIN_REARRANGED_SHARE * len(claim.content) and _is_reordered(held, reading)


def find_competing_value(claim: Text, nearest: EvidenceSet, joined: EvidenceSet) -> Span | None:
    """Return the span of the claim's first figure or date if another one may be meant; None if there is none.

    If the nearest sentence has all values of the claim, only another value of that sentence competes.
    """
    values, near = _find_value_spans(claim), _find_value_spans(nearest.text)
    others = (near if values.keys() <= near.keys() else _find_value_spans(joined.text)).keys() - values.keys()
    return next(iter(values.values()), None) if others else None


def _find_value_spans(text: Text) -> dict[str, Span]:
    """Return the figures and dates of a text, as written, with their spans."""
    spans = [(one.start, one.end) for one in find_figures(text)]
    spans += [(one.start, one.end) for one in find_dates(text.text, text.language)]
    return {text.lowered[slice(*place)]: place for place in spans}


def get_span(words: Sequence[Word]) -> Span:
    """Return the span from the first to the last word."""
    return words[0].start, words[-1].end


def _find_covered_words(claim: Text, reading: EvidenceSet) -> list[Word]:
    """Return the content words that the evidence set has in any form or meaning, or that a rule explains."""
    return [
        word
        for word in claim.content
        if reading.is_paraphrased(word) or _is_word_covered(word, claim, reading.text)
    ]


def _is_word_covered(word: Word, claim: Text, evidence: Text) -> bool:
    if word.stem in evidence.stems or get_meaning(word, claim.language) in get_meanings(evidence):
        return True
    root = word.stem[:_ROOT_LETTERS]
    is_form = len(root) == _ROOT_LETTERS and any(stem.startswith(root) for stem in evidence.stems)
    return is_form or is_expressed(word, claim, evidence)


def _is_reordered(held: Sequence[Word], reading: EvidenceSet) -> bool:
    """Return True if two of the words are in the opposite order in the evidence set."""
    places = {word.stem: word.start for word in reversed(reading.text.words)}
    starts = [places[word.stem] for word in held if word.stem in places]
    return starts != sorted(starts)


# --- Kinds of differences ---

_KIND_OF_RULE = {rule.name: rule.kind for rule in RULES}
"""Rule → kind, where the compared words are no more specific."""

_KIND_OF_CUE = {
    "more": "comparison",
    "less": "comparison",
    "before": "order",
    "after": "order",
    "cause": "cause",
}
"""Group of cues that two rules use → its kind."""

_TIME_WORDS = ("earlier", "later")
"""Words of comparison that compare times."""

_VERSION = re.compile(r"v?\d", re.IGNORECASE)
_RATE = re.compile(r"(?:an?|per|each|every)\s")
"""What makes a word for a time the unit of a figure: "2 litres an hour"."""


def classify_difference(found: Comparison, claim: Text, evidence: Text) -> str:
    """Return the kind of the difference, one of ``records.outcomes.KINDS``."""
    kind = _KIND_OF_RULE.get(found.rule) or "word_replaced"
    if found.rule in ("binding", "numbers", "derived"):
        return classify_value(found.claim, claim) or kind
    if found.rule == "former_values":
        return classify_value(found.claim, claim) or _classify_word(found, claim) or kind
    if found.rule == "units":  # figures that count something else have no unit
        return kind if _has_unit(found.claim, claim) else "number"
    if found.rule == "qualifiers":
        return _classify_qualifier(found, claim, evidence)
    if found.rule in ("opposites", "exchanged"):
        return _classify_opposite(found, claim, evidence)
    if found.rule in ("names", "replaced"):
        return _classify_word(found, claim) or kind
    return kind


def classify_value(place: Span, text: Text) -> str:
    """Return ``date`` for a date or a time of day, ``number`` for another figure; empty otherwise."""
    if any(do_overlap(place, (date.start, date.end)) for date in find_dates(text.text, text.language)):
        return "date"
    for number in find_figures(text):
        if do_overlap(place, (number.start, number.end)):
            return "date" if number.kind == "clock" else "number"
    return "number" if _VERSION.match(text.text, place[0]) else ""


def _has_unit(place: Span, text: Text) -> bool:
    return any(parse_measure(text, number).units for number in find_figures(text) if number.start == place[0])


def _classify_word(found: Comparison, claim: Text) -> str:
    """Return ``date`` or ``name`` for such a word; else the reason if another word takes its place."""
    if is_calendar_name(claim.lowered[slice(*found.claim)], claim.language):
        return "date"
    if claim.is_month_of_may(*found.claim):
        return "date"
    if any(word.start == found.claim[0] for word in find_names(claim)):
        return "name"
    return found.reason if found.rule == "replaced" else ""


def _classify_opposite(found: Comparison, claim: Text, evidence: Text) -> str:
    """Return the kind of two opposites; days, figures, rates and words of order or roles have some too."""
    written = claim.lowered[slice(*found.claim)]
    if is_calendar_name(written, claim.language):
        return "date"
    if classify_value(found.claim, claim):
        return "number"
    if _RATE.match(written):
        return "unit"
    if found.evidence and are_converse(found.claim, found.evidence, claim, evidence):
        return "roles"
    return next(
        (kind for group, kind in _KIND_OF_CUE.items() if _has_cue(claim, group, found.claim[0])), "polarity"
    )


def _classify_qualifier(found: Comparison, claim: Text, evidence: Text) -> str:
    if claim.lowered[slice(*found.claim)] in _TIME_WORDS:
        return "order"
    for group, kind in _KIND_OF_CUE.items():
        if _has_cue(claim, group, found.claim[0]):
            return kind
    if found.evidence and _has_cue(evidence, "respective", found.evidence[0]):
        return "subject"
    return "qualifier"


def _has_cue(text: Text, group: str, start: int) -> bool:
    return any(cue.start == start for cue in find_scopes(text, group))
