"""Reconciliation: which comparisons of the rules count for a claim and its evidence.

What a passage lacks may stand in its context, a formula may explain it, and a common word that begins a
sentence is no name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from ascribe.records.source_sentence import SourceSentence
from ascribe.verify.comparison import Comparison, Text
from ascribe.verify.cues import Span, do_overlap
from ascribe.verify.evidence.passages import SENTENCE_SEPARATOR, read_sentence, read_text, read_with_context
from ascribe.verify.grammar.subjects import may_refer_back
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.rules import RULES
from ascribe.verify.rules.names import NAMES, find_names, is_common_opening

_PARAPHRASE_RULES = frozenset(rule.name for rule in RULES if rule.paraphrases)
_WITHHOLDING_RULES = frozenset(rule.name for rule in RULES if rule.withholds)
_SUPERSEDED = {rule.name: rule.supersedes for rule in RULES if rule.supersedes is not None}
_CONTEXT = {rule.name: rule.context for rule in RULES if rule.context}


def reconcile_comparisons(
    comparisons: Iterable[Comparison],
    claim: Text,
    evidence: Sequence[SourceSentence],
    members: tuple[int, ...],
) -> tuple[Comparison, ...]:
    """Return the comparisons that count for a claim and these sentences."""
    reconciled = (_reconcile(one, claim, evidence, members) for one in comparisons)
    return _drop_explained([one for one in reconciled if not _is_no_name(one, claim)])


def _is_no_name(comparison: Comparison, claim: Text) -> bool:
    """Return True for a missing name that is a common word at the beginning of a sentence."""
    is_missing = comparison.rule == NAMES.name and comparison.finding == "missing"
    return is_missing and is_common_opening(comparison.claim, claim)


def tells_of_difference(comparison: Comparison) -> bool:
    """Return True for a finding of a difference, but for one that only keeps a passage from confirming."""
    return comparison.finding != "agree" and comparison.rule not in _WITHHOLDING_RULES


def find_paraphrased_spans(comparisons: Iterable[Comparison]) -> list[Span]:
    """Return the spans of the claim that a rule found paraphrased."""
    return [c.claim for c in comparisons if c.finding == "agree" and c.rule in _PARAPHRASE_RULES]


def compute_adjusted_coverage(
    coverage: float,
    claim: Text,
    text: Text,
    comparisons: Iterable[Comparison],
    setting: Collection[str] = (),
) -> float:
    """Return the coverage of the claim, counting words that a rule found paraphrased or a heading has.

    ``setting`` holds the stems of the headings and captions that the evidence stands below.
    """
    lacking = [word for word in claim.content if word.stem not in text.stems]
    said = find_paraphrased_spans(comparisons)
    found = sum(
        word.stem in setting or any(start <= word.start < end for start, end in said) for word in lacking
    )
    return coverage + (1.0 - coverage) * found / len(lacking) if found else coverage


def _reconcile(
    comparison: Comparison, claim: Text, evidence: Sequence[SourceSentence], members: tuple[int, ...]
) -> Comparison:
    """Return the comparison; what is missing agrees if it occurs in the context of a passage."""
    if comparison.finding != "missing" or comparison.rule not in _CONTEXT:
        return comparison
    if _OCCURS[_CONTEXT[comparison.rule]](comparison.claim, claim, evidence, members):
        return Comparison(comparison.rule, "agree", "", comparison.claim)
    return comparison


def _is_name_in_context(
    place: Span, claim: Text, evidence: Sequence[SourceSentence], members: tuple[int, ...]
) -> bool:
    """Return True for a name from the context of a passage that has no other name instead."""
    name = {word.stem for word in claim.words if (word.start, word.end) == place}
    return any(
        name & _list_referable_stems(claim, evidence, member) and not _has_other_name(claim, evidence, member)
        for member in members
    )


def _list_referable_stems(claim: Text, evidence: Sequence[SourceSentence], member: int) -> frozenset[str]:
    """Return the stems around a passage that it may be about: without a pronoun, those of its headings."""
    sentence = read_sentence(evidence, member, claim.language)
    around = read_with_context(evidence, member)
    if may_refer_back(sentence) or not _ENDS_SENTENCE.search(around.text.partition(SENTENCE_SEPARATOR)[0]):
        return around.stems
    return sentence.stems | read_text(evidence[member].setting, claim.language).stems


_ENDS_SENTENCE = re.compile(r"[.!?。！？][\"”’)]*\s*\Z")
"""What no title ends with, as the first line of a source may be."""


def _is_figure_in_name(
    place: Span, claim: Text, evidence: Sequence[SourceSentence], members: tuple[int, ...]
) -> bool:
    """Return True for the figure of a name ("Kestrel 4") if the whole name is in a passage or its context."""
    start, end = place
    before = next((word for word in reversed(find_names(claim)) if word.end <= start), None)
    if before is None or claim.text[before.end : start].strip():
        return False
    whole = re.compile(rf"{re.escape(claim.text[before.start : end])}(?!\w|[.,]\d)")
    return any(whole.search(read_with_context(evidence, member).text) for member in members)


def _is_date_in_setting(
    place: Span, claim: Text, evidence: Sequence[SourceSentence], members: tuple[int, ...]
) -> bool:
    """Return True for a date that a heading or caption of every passage has."""
    asked = [date for date in find_dates(claim.text, claim.language) if (date.start, date.end) == place]
    words = {word.stem for word in claim.within(*place)}
    above = [read_text(evidence[member].setting, claim.language) for member in members]
    return all(
        words <= text.stems
        or any(one.is_entailed_by(d) for one in asked for d in find_dates(text.text, claim.language))
        for text in above
    )


_OCCURS = {"name": _is_name_in_context, "figure": _is_figure_in_name, "date": _is_date_in_setting}


def _has_other_name(claim: Text, evidence: Sequence[SourceSentence], member: int) -> bool:
    """Return True if the passage has a name that the claim does not have."""
    found = find_names(read_sentence(evidence, member, claim.language))
    return not {word.stem for word in found} <= claim.stems


def _drop_explained(comparisons: list[Comparison]) -> tuple[Comparison, ...]:
    """Return the comparisons without missing words that a formula explains.

    "metres" is explained in "12 km = 12,000 metres".
    """
    proved = [c for c in comparisons if c.finding == "agree" and c.formula]
    return tuple(
        c for c in comparisons if c.finding == "agree" or not any(_explains(proof, c) for proof in proved)
    )


_PLACES = ("binding", "columns")
"""Rules on where a figure stands, which no formula for its value explains."""


def _explains(proof: Comparison, other: Comparison) -> bool:
    """Return True if the formula of ``proof`` makes ``other`` superfluous.

    It begins inside the proved words, or overlaps them and its rule is superseded by that of the proof. A
    bound that the claim drops is not explained: "at least 30 minutes" is not "half an hour".
    """
    if other.rule == "bounds" and other.evidence is not None:
        return False
    if proof.rule == "spans" and other.rule == "restrictions" and proof.evidence and other.evidence:
        return do_overlap(proof.evidence, other.evidence)  # "in May" keeps "from April to August"
    if proof.rule in _SUPERSEDED:
        touches = proof.claim[0] < other.claim[1] and other.claim[0] < proof.claim[1]
        return touches and other.rule in _SUPERSEDED[proof.rule]
    return other.rule not in _PLACES and proof.claim[0] <= other.claim[0] < proof.claim[1]
