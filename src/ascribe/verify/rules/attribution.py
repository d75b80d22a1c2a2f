"""Attribution: who says something. A fact is not a statement by somebody, nor one by somebody else.

A claim may leave out who says it, unless the word of saying expresses doubt or partiality: "alleges",
"believes". Of 3,000 claims on outside texts, asking for every speaker cost twelve true ones and stopped no
false one.

Speakers are compared only in English; in other languages, a claim must contain a word of saying if its
evidence does, and the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import CueGroup, Span, compare_claim_cues, find_scopes, may_have_cues
from ascribe.verify.relations import Bag, build_bag, compute_coverage, find_stretch_at
from ascribe.verify.rules.qualifiers import find_omitted_cue

_SAID_GROUP = CueGroup("said", also=("found",))
_CUES = frozenset(("said",))

_SPEECH_BREAK = re.compile(r"[,“”\"\n;:]|\b(?:that|but|and|while|although|though)\b")
"""What separates a speaker from the statement."""

_PARTIAL = re.compile(
    r"\b(?:claim|alleg|argu|assert|believ|accus|suspect|insist|suppos|expect|think|thought|view|opinion"
    r"|legend|rumou?r|myth|critic|oppon|opposition)"
)
"""Speakers and words of saying whose statement may be their own opinion; "said" alone is none."""

_LEAST_COVERAGE = 0.5
"""Share of the claim's statement that a statement of the evidence must cover to be the same one."""


@dataclass(frozen=True, slots=True)
class _Saying:
    """A speaker and a statement, as bags of meanings, and the span of the word of saying."""

    place: Span
    speaker: Bag
    said: Bag


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word of saying in the claim, and one if it drops a partial one."""
    if not may_have_cues(_CUES, claim, evidence):
        return []
    kept = compare_claim_cues(_SAID_GROUP, claim, evidence, "attribution", "attribution_unclear")
    lost = find_omitted_cue("said", claim, evidence, "attribution", "attribution_dropped")
    others = _find_other_speakers(claim, evidence) if kept and (claim.language or "en") == "en" else []
    return [*others, *kept, *([lost] if lost and _is_partial(lost, evidence) else [])]


def _is_partial(lost: Comparison, evidence: Text) -> bool:
    """Return True if the omitted speaker may be partial; outside English every speaker counts."""
    if (evidence.language or "en") != "en" or lost.evidence is None:
        return True
    first, _ = find_stretch_at(evidence, lost.evidence[0])
    return _PARTIAL.search(evidence.lowered, first, lost.evidence[1]) is not None


def _find_other_speakers(claim: Text, evidence: Text) -> list[Comparison]:
    """Return clashes where the evidence attributes the same statement to other speakers only."""
    found = []
    for asked in _get_sayings(claim):
        same = [
            one
            for one in _get_sayings(evidence)
            if compute_coverage(asked.said - one.speaker, one.said) >= _LEAST_COVERAGE
        ]
        if not same or any(compute_coverage(asked.speaker, one.speaker) or not one.speaker for one in same):
            continue
        found.append(Comparison("attribution", "clash", "attribution_mismatch", asked.place, same[0].place))
    return found


@lru_cache(maxsize=8192)
def _get_sayings(text: Text) -> tuple[_Saying, ...]:
    return tuple(_find_sayings(text))


def _find_sayings(text: Text) -> Iterator[_Saying]:
    for cue in find_scopes(text, "said"):
        first, last = find_stretch_at(text, cue.start)
        before = [m.end() for m in _SPEECH_BREAK.finditer(text.text, first, cue.start)]
        behind = next((m.start() for m in _SPEECH_BREAK.finditer(text.text, cue.end, last)), last)
        left, right = (before[-1] if before else first, cue.start), (cue.end, behind)
        is_left = not text.lowered.startswith("accord", cue.start) and bool(text.text[slice(*left)].strip())
        speaker = build_bag(text, left if is_left else right)
        if speaker:
            yield _Saying((cue.start, cue.end), speaker, build_bag(text, (first, last)) - speaker)


RULE = Rule(
    "attribution",
    compare,
    kind="attribution",
    objections=("attribution_unclear",),
    unclear={"attribution_mismatch": "attribution_unclear", "attribution_dropped": "attribution_unclear"},
    sure=True,
    paraphrases=True,
)
