"""Requirements: "only if it is open" is "not unless it is open", and "unless it is set" is "without it".

Each such clause is read as "if C then M", where either may be negated: "M unless C" is "if not C, M", and "M
only if C" is "if not C, not M". Two requirements are the same if the same sides are negated and each side of
the claim has its words on the same side of the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Scope, Span, find_scopes, may_have_cues
from ascribe.verify.relations import Bag, build_bag, compute_coverage, find_stretch_at

_POLARITY = {"only_if": (1, 1), "unless": (1, 0), "without": (1, 0), "if": (0, 0)}
"""Group of cues → whether it negates its condition, and whether it negates the consequence."""

_CUES = frozenset(_POLARITY)

_COMMA = re.compile(r",\s")


@dataclass(frozen=True, slots=True)
class _Requirement:
    """A condition and its consequence: the words of each, and whether each is negated."""

    cue: Scope
    span: Span
    condition: Bag
    then: Bag
    denied: tuple[bool, bool]


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each requirement of the claim that the evidence paraphrases."""
    if not may_have_cues(_CUES, claim):
        return []
    asked = _get_requirements(claim)
    said = _get_requirements(evidence) if asked else ()
    return [found for one in asked if (found := _compare(one, said, claim, evidence)) is not None]


def _compare(
    asked: _Requirement, said: tuple[_Requirement, ...], claim: Text, evidence: Text
) -> Comparison | None:
    for other in said:
        if asked.denied != other.denied or asked.cue.group == other.cue.group:
            continue
        if (
            compute_coverage(asked.condition, other.condition)
            == 1
            == compute_coverage(asked.then, other.then)
        ):
            formula = f"{_quote_requirement(evidence, other)} = {_quote_requirement(claim, asked)}"
            return Comparison("requirements", "agree", "", asked.span, other.span, formula)
    return None


def _quote_requirement(text: Text, one: _Requirement) -> str:
    return text.text[slice(*one.span)].strip(" \n,.;")


@lru_cache(maxsize=8192)
def _get_requirements(text: Text) -> tuple[_Requirement, ...]:
    if (text.language or "en") != "en":
        return ()
    cues = [cue for group in _POLARITY for cue in find_scopes(text, group)]
    return tuple(_find_requirements(text, [cue for cue in cues if not _is_inside(cue, cues)]))


def _is_inside(cue: Scope, others: list[Scope]) -> bool:
    """Return True for the "if" of "only if"; of cues with the same span, the first one stays."""
    holding = [other for other in others if other.start <= cue.start and cue.end <= other.end]
    return max(holding, key=lambda other: other.end - other.start) is not cue


def _find_requirements(text: Text, cues: list[Scope]) -> Iterator[_Requirement]:
    for cue in cues:
        first, last = find_stretch_at(text, cue.start)
        if sum(first <= other.start < last for other in cues) > 1:
            continue
        own, rest = _split_sides(text, cue, first, last)
        bags = build_bag(text, own), build_bag(text, rest)
        if all(bags):
            turned = _POLARITY[cue.group]
            denied = [
                (_count_denials(text, span, cue) + turn) % 2 == 1
                for span, turn in zip((own, rest), turned, strict=True)
            ]
            yield _Requirement(cue, (first, last), *bags, (denied[0], denied[1]))


def _split_sides(text: Text, cue: Scope, first: int, last: int) -> tuple[Span, Span]:
    """Return the condition and the rest of the sentence.

    The rest is before the cue, or after the comma if the cue comes first.
    """
    if text.within(first, cue.start):
        return (cue.end, last), (first, cue.start)
    comma = _COMMA.search(text.text, cue.end, last)
    return ((cue.end, comma.start()), (comma.end(), last)) if comma else ((cue.end, last), (first, first))


def _count_denials(text: Text, span: Span, cue: Scope) -> int:
    found = find_scopes(text, "negation")
    return sum(span[0] <= one.start < span[1] and not cue.start <= one.start < cue.end for one in found)


RULE = Rule(
    "requirements",
    compare,
    paraphrases=True,
    supersedes=("negation", "complements", "conditions", "replaced", "qualifiers"),
)
