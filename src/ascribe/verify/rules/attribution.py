"""Attribution: who says it. What somebody claims is not yet so, and what one says is not said by another.

Only English is read closely; elsewhere a claim must have a word of saying where its evidence has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ascribe.verify.comparison import Comparison, Text
from ascribe.verify.cues import CueGroup, Span, compare_claim_cues, find_scopes, may_have_cues
from ascribe.verify.relations import Bag, build_bag, compute_coverage, find_stretch_at
from ascribe.verify.rules.qualifiers import find_omitted_cue

_SAID_GROUP = CueGroup("said", also=("found",))
_CUES = frozenset(("said",))

_SPEECH_BREAK = re.compile(r"[,“”\"\n;:]|\b(?:that|but|and|while|although|though)\b")
"""What parts a speaker from what is said."""

_LEAST_COVERAGE = 0.5
"""Share of what is said, in the claim, that must be in what is said in the evidence to be the same."""


@dataclass(frozen=True, slots=True)
class _Saying:
    """Who says what, as meanings, and where the word of saying stands."""

    place: Span
    speaker: Bag
    said: Bag


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each word of saying in the claim, and one if it drops those of its evidence."""
    if not may_have_cues(_CUES, claim, evidence):
        return []
    kept = compare_claim_cues(_SAID_GROUP, claim, evidence, "attribution", "attribution_unclear")
    lost = find_omitted_cue("said", claim, evidence, "attribution", "attribution_dropped")
    others = _find_other_speakers(claim, evidence) if kept and (claim.language or "en") == "en" else []
    return [*others, *kept, *([lost] if lost else [])]


def _find_other_speakers(claim: Text, evidence: Text) -> list[Comparison]:
    """A clash where the evidence has the same said by another one, and by nobody of that name."""
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
