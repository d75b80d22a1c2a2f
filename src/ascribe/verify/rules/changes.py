"""Changes: "rose by 25 %", "fell by a fifth", "grew by 300,000 euros", "doubled" over "from 40 to 50".

The evidence must have the two figures as "from A to B". Of several pairs the one counts whose clause shares
most words with the claim; if two share the same, nothing is said.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise

from ascribe.verify.rules.amount import amounts
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.measures import Measure, measures
from ascribe.verify.rules.operations import (
    Asked,
    Derived,
    cue_in_clause,
    end_behind,
    meanings_in,
    same_kind,
    sentence_at,
    show,
    stands_before,
    written,
    years,
)
from ascribe.verify.rules.scope import Span, clause_at, find_scopes

_BETWEEN = 40
"""Characters between the two figures at most: "from 1,000 in 2010 to 1,300 in 2012"."""

_THOUSAND = Decimal(1000)

Pair = tuple[Decimal, Decimal, Measure, Measure]
"""Both values, in the scale of the second one, and where they stand."""


def changed(asked: Asked, claim: Text, evidence: Text) -> Derived | None:
    """What the figures of the evidence rose or fell by."""
    cue = _verb(asked, claim)
    pair = _pair(claim, evidence) if cue else None
    if cue is None or pair is None:
        return None
    sign, place = cue
    before, after, one, two = pair
    if (after - before) * sign <= 0 or not before:
        return None
    change = abs(after - before)
    kind = asked.number.kind
    points = end_behind(claim, asked.measure.end, "points") if not kind else None
    if points is not None:
        if two.numbers[-1].kind != "percent":
            return None
        sign_of = "+" if sign > 0 else "−"
        formula = f"{written(evidence, (one, two), '→')} is {sign_of}{show(change)} points"
        return Derived(change, formula, (place[0], points), (one.start, two.end))
    if kind in ("percent", "part"):
        share = change / abs(before)
        value = 100 * share if kind == "percent" else share
        formula = f"{written(evidence, (one, two), '→')} is {'+' if sign > 0 else '−'}{show(100 * share)} %"
    elif same_kind(asked.measure, two) or not two.units:
        value = change
        formula = f"{written(evidence, (one, two), '→')} is {'+' if sign > 0 else '−'}{show(change)}"
    else:
        return None
    return Derived(value, formula, place, (one.start, two.end))


def multiplied(claim: Text, evidence: Text) -> list[tuple[Derived, Decimal]]:
    """For each verb such as "doubled": what the evidence multiplies by, and what the verb says."""
    found = []
    verbs = amounts(claim.language or "en").get("times", {})
    for word in claim.words:
        times = verbs.get(word.form)
        pair = _pair(claim, evidence) if times and word.stem not in evidence.stems else None
        if pair is not None and pair[0]:
            before, after, one, two = pair
            formula = f"{written(evidence, (one, two), '→')} is × {show(after / before)}"
            operands = one.start, two.end
            derived = Derived(after / before, formula, (word.start, word.end), operands)
            found.append((derived, Decimal(times)))
    return found


def _verb(asked: Asked, claim: Text) -> tuple[int, Span] | None:
    """1 for a rise, -1 for a fall, and the place of the figure; None if the claim says neither of it."""
    by = stands_before(claim, asked.start, "by")
    for group, sign in (("rise", 1), ("fall", -1)):
        cue = cue_in_clause(claim, group, asked.start)
        if cue and (by or not claim.text[cue[1] : asked.start].strip()):
            return sign, (asked.start, asked.measure.end)
    return None


def _pair(claim: Text, evidence: Text) -> Pair | None:
    """The one "from A to B" whose clause shares most words with the claim."""
    ranked = sorted(
        ((_shared(pair, claim, evidence), n, pair) for n, pair in enumerate(_pairs(evidence))),
        key=lambda entry: -entry[0],
    )
    if not ranked or not ranked[0][0] or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][2] if _fits_years(ranked[0][2], claim, evidence) else None


def _pairs(evidence: Text) -> list[Pair]:
    found = []
    for one, two in pairwise(measures(evidence)):
        between = evidence.text[one.end : two.start]
        joined = len(between) <= _BETWEEN and "\n" not in between and stands_before(evidence, two.start, "to")
        if joined and stands_before(evidence, one.start, "from") and (same_kind(one, two) or not one.units):
            after = two.numbers[-1].value
            found.append((_scaled(evidence, one, two), after, one, two))
    return found


def _scaled(evidence: Text, one: Measure, two: Measure) -> Decimal:
    """The first value in the scale of the second: "from 1.2 to 1.5 million"."""
    first, second = one.numbers[-1], two.numbers[-1]
    value = first.value
    words = re.compile(r"[^\W\d_]")
    if words.search(evidence.text[second.start : second.end]) and not words.search(
        evidence.text[first.start : first.end]
    ):
        scale = Decimal(1)
        while abs(second.value) >= scale * _THOUSAND:
            scale *= _THOUSAND
        value *= scale if abs(value) < _THOUSAND else 1
    return value


def _shared(pair: Pair, claim: Text, evidence: Text) -> int:
    """Content words of the pair's clause before the pair that the claim has too, but for "rose", "fell"."""
    start = clause_at(evidence, pair[2].start)[0]
    verbs = {w for text in (claim, evidence) for w in _verbs(text)}
    mine = meanings_in(claim, (0, len(claim.text)))
    return len((meanings_in(evidence, (start, pair[2].start)) & mine) - verbs)


def _verbs(text: Text) -> frozenset[str]:
    """What the words that say a rise or a fall mean."""
    cues = [cue for group in ("rise", "fall") for cue in find_scopes(text, group)]
    return frozenset(word for cue in cues for word in meanings_in(text, (cue.start, cue.end)))


def _fits_years(pair: Pair, claim: Text, evidence: Text) -> bool:
    """True if the years of the claim, if any, are those that stand with the two figures."""
    said = years(claim, (0, len(claim.text)))
    start, end = sentence_at(evidence, pair[2].start)
    later = [m.start for m in measures(evidence) if m.start > pair[3].end]
    near = years(evidence, (start, min([end, *later])))
    return not said or said == near or not years(evidence, (start, end))
