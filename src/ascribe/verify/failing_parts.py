"""Finds the part of a sentence that fails, where the verdict on the part alone leaves it undecided.

A part has few words: "the tower has 14 sails" beside "it has 12 sails and is 30 m high" matches too little of the
passage to be contradicted by it, though the whole sentence does. So a part has the clash of the whole sentence
that stands in its words. An item of a list, or a name, that occurs nowhere in the sources is not found there,
although the words that it shares with the other parts are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ascribe.protocols import Claim, SourceSentence
from ascribe.records import Verdict
from ascribe.text.words import Word
from ascribe.verify.comparison import Text
from ascribe.verify.decision import ABSENT_THRESHOLD
from ascribe.verify.evidence import ClaimContext
from ascribe.verify.lexicon import contains_all
from ascribe.verify.passages import read_text
from ascribe.verify.rules import RULES
from ascribe.verify.rules.names import find_names

Span = tuple[int, int]

_LOCATED_RULES = frozenset(
    rule.name for rule in RULES if rule.kind in ("number", "date", "unit", "polarity", "negation")
)
"""Rules whose clash is one of words that stand in one part; roles and order concern the whole sentence."""

_FINAL_REASONS = ("sources_disagree", "other_subject", "other_language", "language_unread", "misplaced")
"""Reasons of an undecided part that say more than that its words are missing."""


def apply_clashes(claim: Claim, whole: Verdict, parts: Sequence[Claim], judged: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts on the parts; an undecided one is contradicted by a clash of the whole in its words.

    If the place of a clash is not clear, all verdicts stay.
    """
    places = [
        (claim.start + start, claim.start + end) for start, end in _find_clash_places(claim, whole)
    ]
    return [
        _apply_clash(verdict, whole, any(part.start <= start < end <= part.end for start, end in places))
        if places and verdict.status in ("unknown", "unsupported")
        else verdict
        for part, verdict in zip(parts, judged, strict=True)
    ]


def _apply_clash(verdict: Verdict, whole: Verdict, is_here: bool) -> Verdict:
    """Return the clash of the whole as that of the part, or what the rules confirm of a part without it.

    A model that is unsure of a part that the rules confirm is no reason to call all of the sentence wrong.
    """
    if is_here:
        return replace(whole, clauses=())
    if verdict.details.get("rules") != "confirmed":
        return verdict
    references = tuple(replace(reference, label="supports") for reference in verdict.references)
    return replace(verdict, status="supported", reason="confirmed", references=references)


def _find_clash_places(claim: Claim, whole: Verdict) -> list[Span]:
    """Return the places of what clashes in the content of a sentence that a rule contradicts, or none."""
    clashes = [row for row in whole.details.get("compared", ()) if row["finding"] == "clash"]
    if whole.status != "contradicted" or any(row["rule"] not in _LOCATED_RULES for row in clashes):
        return []
    found = [_find_places(claim.content, row["claim"]) for row in clashes]
    return [each[0] for each in found] if all(len(each) == 1 for each in found) else []


def _find_places(text: str, words: str) -> list[Span]:
    pattern = rf"(?<![\w.,-]){re.escape(words)}(?![\w-]|[.,]\d)"
    return [match.span() for match in re.finditer(pattern, text)]


def apply_absence(case: ClaimContext, parts: Sequence[Claim], judged: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts on the parts; an undecided one is unsupported if its own words occur nowhere.

    Its own words are all of an item of a list, or a name. A model must find the part unlikely, too.
    """
    return [
        replace(verdict, status="unsupported", reason="not_found")
        if _is_open(verdict) and _is_absent(case, part)
        else verdict
        for part, verdict in zip(parts, judged, strict=True)
    ]


def _is_open(verdict: Verdict) -> bool:
    unlikely = verdict.score is None or verdict.score < ABSENT_THRESHOLD
    return verdict.status == "unknown" and verdict.reason not in _FINAL_REASONS and unlikely


def _is_absent(case: ClaimContext, part: Claim) -> bool:
    """Return True if no source has a name of the part, or none of the words of its slice of the sentence."""
    start = case.claim.start
    own = Text.read(case.claim.content[part.start - start : part.end - start], case.text.language)
    absent = [word for word in own.content if not _occurs(word, own, case.evidence)]
    names = {word.start for word in find_names(own)}
    return bool(absent) and (len(absent) == len(own.content) or any(word.start in names for word in absent))


def _occurs(word: Word, own: Text, evidence: Sequence[SourceSentence]) -> bool:
    """Return True if a source has the word, in any form, as a synonym, or in a longer word."""
    written = dict.fromkeys(text for one in evidence for text in (one.text, one.setting))
    texts = (read_text(text, own.language) for text in written)
    return any(contains_all([word], text, text.words) or word.stem in text.lowered for text in texts)
