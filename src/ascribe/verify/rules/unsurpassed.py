"""Superlatives told as comparisons: nothing in a group is higher than the highest of it.

"No bridge in Europe is longer" says what "it is the longest bridge in Europe" says. The group must be the
same: a claim that drops "in Europe" says more. That another of the group is longer is the opposite. Only
English is covered. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at
from ascribe.verify.lexicon import contains_all
from ascribe.verify.rules.comparatives import find_degree_root
from ascribe.verify.rules.superlatives import Superlative, find_superlatives, is_former

_MORE = re.compile(r"\b(?:more\s+(?P<word>[a-z]{4,})|(?P<er>[a-z]{2,}er|better|worse))\b")
_DENIED_GROUP = re.compile(r"\s*(?:no|none\s+of\s+the|not\s+(?:one|a\s+single))\s+(?:other\s+|more\s+)?")
_OTHERS = re.compile(
    r"\s*(?:an?|another|some|several|many|two|three|other|there\s+(?:is|are|was|were)\s+(?:an?|another|other|some))\s+"
    r"(?:other\s+)?"
)
_EXCEPTED = re.compile(r"\b(?:after|behind|besides?|except|apart\s+from|next\s+to)\b")
_PAST, _PRESENT = re.compile(r"\b(?:was|were|had)\b"), re.compile(r"\b(?:is|are|has|have)\b")


@dataclass(frozen=True, slots=True)
class _Degree:
    """A comparative of the claim: its root, its words, its clause, and whether it is denied of a group."""

    root: str
    place: Span
    span: Span
    is_denied: bool
    words: tuple[Word, ...]


def compare_unsurpassed(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each comparative of the claim that a superlative of the evidence settles."""
    if not (claim.is_english and evidence.is_english):
        return []
    asked = _find_degrees(claim)
    said = [one for one in find_superlatives(evidence) if not one.rank] if asked else []
    found = (
        _compare(mine, theirs, claim, evidence)
        for mine in asked
        for theirs in said
        if mine.root == find_degree_root(theirs.form)
    )
    return [one for one in found if one is not None]


def _compare(mine: _Degree, theirs: Superlative, claim: Text, evidence: Text) -> Comparison | None:
    clause = find_clause_at(evidence, theirs.place[0])
    subject, behind = evidence.within(clause[0], theirs.place[0]), evidence.within(theirs.place[1], clause[1])
    group = theirs.things or tuple(subject)
    if not mine.words or not contains_all(mine.words[:1], evidence, group):
        return None
    is_same = contains_all(mine.words, evidence, [*subject, *behind])
    is_whole = contains_all(behind, claim, mine.words)
    if not mine.is_denied:
        reason = "comparison_unclear"
        return Comparison("unsurpassed", "missing", reason, mine.span, theirs.place) if is_same else None
    is_weak = theirs.is_hedged or theirs.excepted is not None or is_former(theirs, evidence)
    is_weak = is_weak or _EXCEPTED.search(evidence.lowered, 0, theirs.place[0]) is not None
    if is_same and is_whole and not is_weak and not _is_past_only(clause, evidence, mine.span, claim):
        formula = f"{evidence.quote_clause(clause)} = {claim.quote_clause(mine.span)}"
        return Comparison("unsurpassed", "agree", "", mine.span, clause, formula)
    return Comparison("unsurpassed", "missing", "comparison_unclear", mine.span, theirs.place)


def _is_past_only(there: Span, evidence: Text, here: Span, claim: Text) -> bool:
    """Return True if the claim tells of the present, and the evidence of the past."""
    return (
        _PRESENT.search(claim.lowered, *here) is not None
        and _PAST.search(evidence.lowered, *there) is not None
    )


@find_once
def _find_degrees(text: Text) -> tuple[_Degree, ...]:
    return tuple(_read_degrees(text))


def _read_degrees(text: Text) -> Iterator[_Degree]:
    """Yield the comparatives that a clause denies of a group, or tells of some others of it."""
    for match in _MORE.finditer(text.lowered):
        span = find_clause_at(text, match.start())
        denied = _DENIED_GROUP.match(text.lowered, *span)
        opening = denied or _OTHERS.match(text.lowered, *span)
        if opening is None:
            continue
        words = (
            word
            for word in text.within(opening.end(), span[1])
            if not match.start() <= word.start < match.end()
        )
        root = find_degree_root(match["word"] or match["er"])
        yield _Degree(root, match.span(), span, denied is not None, tuple(words))


UNSURPASSED = Rule(
    "unsurpassed",
    compare_unsurpassed,
    kind="comparison",
    opposes="place",
    reconciles=True,
    paraphrases=True,
    supersedes=(
        "negation", "opposites", "comparatives", "superlatives", "qualifiers", "roles", "quantifiers",
        "replaced", "arrangement", "complements",
    ),
)  # fmt: skip
