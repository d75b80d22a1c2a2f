"""Means: "the best way to cross the river is by using the bridge" is "… is to use the bridge".

What is done and how it is done must not be exchanged: the way to use the bridge is not to cross the river.
Only English is covered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span

_MEANS = re.compile(
    r"\b(?:ways?|methods?|means|aims?|goals?|purposes?|tricks?|solutions?|options?|strateg(?:y|ies)|approach(?:es)?"
    r"|key|answers?|steps?|tasks?|ideas?)\b(?P<end>(?:\s+(?:to|of|for)\s+\w+)?)[^.;:!?,]{0,120}?"
    r"\s(?P<means>(?:is|are|was|were)\s+(?:(?:by|to|through)\s+|(?=\w{2,}ing\b))(?P<verb>\w+))"
)


@dataclass(frozen=True, slots=True)
class _Means:
    """A verb that says what is done, if there is one, and the verb that says how, with what joins it."""

    end: Word | None
    means: Word
    place: Span


def compare_means(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each way of doing something that both texts tell."""
    if not (claim.is_english and evidence.is_english):
        return []
    said = _find_means(evidence)
    found = (_compare_pair(mine, other, claim, evidence) for mine in _find_means(claim) for other in said)
    return [one for one in found if one is not None]


def _compare_pair(mine: _Means, other: _Means, claim: Text, evidence: Text) -> Comparison | None:
    if mine.end and other.end and mine.end.stem == other.means.stem and mine.means.stem == other.end.stem:
        return Comparison("means", "missing", "roles_unclear", mine.place, other.place)
    if mine.means.stem != other.means.stem:
        return None
    words = evidence.lowered[slice(*other.place)], claim.lowered[slice(*mine.place)]
    formula = " = ".join(words) if len({*words}) > 1 else ""
    return Comparison("means", "agree", "", mine.place, other.place, formula)


@find_once
def _find_means(text: Text) -> tuple[_Means, ...]:
    return tuple(
        _Means(_get_last_word(text, match.span("end")), means, match.span("means"))
        for match in _MEANS.finditer(text.lowered)
        if (means := _get_last_word(text, match.span("verb"))) is not None
    )


def _get_last_word(text: Text, place: Span) -> Word | None:
    """Return the content word that ends the stretch; None if there is none."""
    return next((word for word in text.within(*place) if word.end == place[1]), None)


MEANS = Rule(
    "means",
    compare_means,
    kind="roles",
    vetoes=("roles_unclear",),
    paraphrases=True,
    supersedes=("prepositions", "replaced", "modality", "arrangement"),
)
