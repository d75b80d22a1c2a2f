"""Shares: "a third of the 60 pupils" over "of the 60 pupils, 20 cycle"; "20 were not admitted" over 60 of 80.

The evidence must name the whole as one ("of the 60 pupils", or "60 … 20 of them") and one part of it in the
same sentence. All words of the claim that the sentence has must stand in the clauses of these two.
"""

from __future__ import annotations

import re

from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.measures import Measure, measures
from ascribe.verify.rules.operations import (
    Asked,
    Derived,
    meanings_in,
    sentence_at,
    show,
    stands_before,
    stands_behind,
    written,
)
from ascribe.verify.rules.scope import clause_at, find_scopes
from ascribe.verify.rules.vocabulary import meaning

_OF = re.compile(r"\s+(?:of|de[rsmn]?|von|des|du)\s+(?:(?:the|its|all|these|those|their|den|les|der)\s+)?")

_NAMED = 2
"""Words in which the claim names the whole: "of the surveyed households"."""

_OF_THESE = re.compile(r"\s*Of\s+(?:these|those|them)\b")
"""What makes a sentence speak of parts of what the one before it counts."""


def share(asked: Asked, claim: Text, evidence: Text) -> Derived | None:
    """The part of the whole that the evidence gives both figures of."""
    if asked.number.kind not in ("percent", "part"):
        return None
    of = _OF.match(claim.text, asked.measure.end)
    if of is None:
        return None
    whole = _whole(claim, of.end(), evidence)
    part = _part(whole, claim, evidence) if whole else None
    if whole is None or part is None or not whole.numbers[-1].value:
        return None
    ratio = part.numbers[-1].value / whole.numbers[-1].value
    value = 100 * ratio if asked.number.kind == "percent" else ratio
    formula = f"{written(evidence, (part, whole), 'of')} is {show(100 * ratio)} %"
    place = asked.start, asked.measure.end
    return Derived(value, formula, place, (min(part.start, whole.start), max(part.end, whole.end)))


def rest(asked: Asked, claim: Text, evidence: Text) -> Derived | None:
    """What is left of the whole: the claim denies of it what the evidence says of the part."""
    last = clause_at(claim, asked.start)[1]
    denied = [cue for cue in find_scopes(claim, "negation") if asked.measure.end <= cue.start < last]
    if asked.number.kind or len(denied) != 1 or find_scopes(evidence, "negation"):
        return None
    others = [m for m in measures(claim) if m.start != asked.measure.start]
    stated = [m for m in others if stands_before(claim, m.start, "whole")]
    if len(stated) != 1 or not denied[0].words:
        return None
    whole = _whole(claim, stated[0].start, evidence)
    part = _part(whole, claim, evidence) if whole else None
    if whole is None or part is None:
        return None
    heads = meanings_in(evidence, clause_at(evidence, part.start))
    if (
        meaning(denied[0].words[0], claim.language) not in heads
        or whole.numbers[-1].value != stated[0].numbers[-1].value
    ):
        return None
    value = whole.numbers[-1].value - part.numbers[-1].value
    formula = f"{written(evidence, (whole, part), '−')} = {show(value)}"
    place = asked.start, denied[0].words[0].end
    return Derived(value, formula, place, (min(part.start, whole.start), max(part.end, whole.end)))


def part_and_whole(start: int, claim: Text, evidence: Text) -> tuple[Measure, Measure] | None:
    """The part and the whole of the evidence for what stands behind that place of the claim, "of" or not."""
    of = _OF.match(claim.text, start)
    whole = _whole(claim, of.end() if of else start, evidence)
    part = _part(whole, claim, evidence) if whole else None
    return (part, whole) if whole is not None and part is not None else None


def _whole(claim: Text, start: int, evidence: Text) -> Measure | None:
    """The figure of the evidence that counts what the claim takes a share of, with the same count if any."""
    stated = next((m for m in measures(claim) if m.start == start), None)
    behind = claim.words_after(stated.end if stated else start, _NAMED)
    said = [m for m in measures(evidence) if not m.units]
    counting = ([m for m in said if evidence.counted(m.end) == word.stem] for word in behind)
    named = next((found for found in counting if found), [])
    if len(named) != 1:
        return None
    if stated and stated.numbers[-1].value != named[0].numbers[-1].value:
        return None
    return named[0]


def _part(whole: Measure, claim: Text, evidence: Text) -> Measure | None:
    """The one other plain figure of that sentence, if the sentence makes it a part of the whole.

    A sentence behind it that begins with "Of these" counts with it.
    """
    start, end = sentence_at(evidence, whole.start)
    behind = _OF_THESE.match(evidence.text, end)
    end = sentence_at(evidence, behind.end())[1] if behind else end
    others = [m for m in measures(evidence) if start <= m.start < end and m is not whole]
    if len(others) != 1 or others[0].units or others[0].numbers[-1].kind:
        return None
    (part,) = others
    is_part = (
        behind is not None
        or stands_before(evidence, whole.start, "whole")
        or stands_behind(evidence, part.end, "of_them")
    )
    said = meanings_in(claim, (0, len(claim.text))) & meanings_in(evidence, (start, end))
    near = [meanings_in(evidence, clause_at(evidence, m.start)) for m in (part, whole)]
    fits = part.numbers[-1].value <= whole.numbers[-1].value and said <= near[0] | near[1]
    return part if is_part and fits else None
