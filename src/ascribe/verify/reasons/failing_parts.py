"""Finds the part of a sentence that fails, where the verdict on the part alone leaves it undecided.

A part has few words: "the tower has 14 sails" matches too little of "it has 12 sails and is 30 m high" to be
contradicted by it, though the whole sentence is. So a clash of the whole sentence counts for the part in
whose words it stands. An item of a list, or a name, that occurs nowhere in the sources is not found there,
although the words are that it shares with the other parts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ascribe.protocols import Claim
from ascribe.records import Verdict
from ascribe.records.source_sentence import SourceSentence
from ascribe.text.words import Word
from ascribe.verify.comparison import Text
from ascribe.verify.decision import ABSENT_THRESHOLD
from ascribe.verify.evidence.passages import read_text
from ascribe.verify.evidence.sets import ClaimContext
from ascribe.verify.lexicon import contains_all, get_place_names
from ascribe.verify.rules import RULES
from ascribe.verify.rules.names import find_names

Span = tuple[int, int]

_LOCATED_RULES = frozenset(
    rule.name for rule in RULES if rule.kind in ("number", "date", "unit", "polarity", "negation")
)
"""Rules whose clash is one of words that stand in one part; roles and order concern the whole sentence."""

_UNLIKELY = 0.12
"""Probability of support below which a coordinate of a failing sentence may be unsupported. Of 26 invented
items, written for this, 21 were below it, and none of 15 that the source calls by another word. Of these, all
whose sentence a model supports were far above ``ABSENT_THRESHOLD``, which counts there."""

_FINAL_REASONS = ("sources_disagree", "other_subject", "other_language", "language_unread", "misplaced")
"""Reasons of an undecided part that say more than that its words are missing."""


def apply_clashes(
    claim: Claim, whole: Verdict, parts: Sequence[Claim], judged: Sequence[Verdict]
) -> list[Verdict]:
    """Return the verdicts on the parts; the one in whose words the whole sentence clashes is contradicted.

    If the rules confirm that part, or the place of a clash is not clear, all verdicts stay.
    """
    places = [(claim.start + start, claim.start + end) for start, end in _find_clash_places(claim, whole)]
    if not places:
        return list(judged)
    return [
        _apply_clash(verdict, whole, any(part.start <= start < end <= part.end for start, end in places))
        for part, verdict in zip(parts, judged, strict=True)
    ]


def _apply_clash(verdict: Verdict, whole: Verdict, is_here: bool) -> Verdict:
    """Return the clash of the whole as that of the part, or what the rules confirm of a part without it.

    A model that is unsure of a part that the rules confirm is no reason to call all of the sentence wrong.
    """
    is_confirmed = "confirmed" in (verdict.reason, verdict.details.get("rules"))
    if is_here:
        keeps = is_confirmed or verdict.status not in ("supported", "unsupported", "unknown")
        return verdict if keeps else replace(whole, clauses=())
    if verdict.status != "unknown" or not is_confirmed:
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


def settle_coordinates(
    case: ClaimContext, whole: Verdict, parts: Sequence[Claim], judged: Sequence[Verdict]
) -> list[Verdict]:
    """Return the verdicts on the coordinates of a sentence, after its clashes.

    | the coordinate alone | what else | verdict |
    |---|---|---|
    | undecided | unlikely, and its own words occur nowhere | ``unsupported``, ``not_found`` |
    | unsupported by a model | not that unlikely | undecided |
    | ``refuted``, by a model alone | the sentence is not contradicted | undecided |

    Its own words are all of an item of a list, or a name. They may occur nowhere though the source says the
    same, "fractures" beside "broken bones". So a model, if there is one, must find the coordinate unlikely.
    """
    most = ABSENT_THRESHOLD if whole.status == "supported" else _UNLIKELY
    found = apply_clashes(case.claim, whole, parts, judged)
    withdrawn = [_withdraw(verdict, whole, most) for verdict in found]
    return [
        replace(verdict, status="unsupported", reason="not_found")
        if _is_open(verdict) and _is_unlikely(verdict, most) and _is_absent(case, part)
        else verdict
        for part, verdict in zip(parts, withdrawn, strict=True)
    ]


def _withdraw(verdict: Verdict, whole: Verdict, most: float) -> Verdict:
    is_refuted = verdict.reason == "refuted" and whole.status != "contradicted"
    is_scored = verdict.tier != "rules" and verdict.score is not None
    is_likely = verdict.status == "unsupported" and is_scored and not _is_unlikely(verdict, most)
    return replace(verdict, status="unknown", reason="uncertain") if is_refuted or is_likely else verdict


def _is_open(verdict: Verdict) -> bool:
    return verdict.status == "unknown" and verdict.reason not in _FINAL_REASONS


def _is_unlikely(verdict: Verdict, most: float) -> bool:
    return verdict.tier == "rules" or (verdict.score is not None and verdict.score < most)


def _is_absent(case: ClaimContext, part: Claim) -> bool:
    """Return True if no source has a name of the part, or any word of its slice of the sentence.

    Figures do not count: they may be written or calculated otherwise.
    """
    start = case.claim.start
    own = Text.read(case.claim.content[part.start - start : part.end - start], case.text.language)
    words = [word for word in own.content if word.form[0].isalpha()]
    absent = [word for word in words if not _occurs(word, own, case.evidence)]
    names = {word.start for word in find_names(own)}
    return bool(absent) and (len(absent) == len(words) or any(word.start in names for word in absent))


def _occurs(word: Word, own: Text, evidence: Sequence[SourceSentence]) -> bool:
    """Return True if a source has the word in any form, a synonym or another name, or may spell it out."""
    if own.text[word.start : word.end].isupper():
        return True
    forms = {word.stem, *get_place_names(word.form, own.language)}
    written = dict.fromkeys(text for one in evidence for text in (one.text, one.setting))
    texts = (read_text(text, own.language) for text in written)
    return any(
        contains_all([word], text, text.words) or any(form in text.lowered for form in forms)
        for text in texts
    )
