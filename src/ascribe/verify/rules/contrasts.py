"""Contrasts: "7 metres taller than", "45 fewer members in 2015 than in 2010", "twice as deep as the pond".

The words that only one side of the claim has must tell the two operands apart in the evidence: each stands in
a clause of its own with the words of its side. The property compared must be named there too.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache

from ascribe.language.words import Word
from ascribe.verify.rules.amount import amounts
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.measures import Measure, measures
from ascribe.verify.rules.operations import Asked, Derived, same_kind, show, written
from ascribe.verify.rules.scope import Span, clause_at, find_scopes
from ascribe.verify.rules.vocabulary import meaning, share_group

_AMOUNTS = ("more", "less", "fewer", "many", "much")
"""What compares amounts as such, so that no other property is named."""


def differs(asked: Asked, claim: Text, evidence: Text) -> Derived | None:
    """The difference between the two things compared."""
    than = next((cue for cue in find_scopes(claim, "than") if cue.start > asked.measure.end), None)
    adjective = _comparative(asked, claim)
    if than is None or adjective is None or asked.number.kind == "part":
        return None
    sign, word = adjective
    sides = operands(claim, (0, than.start), (than.end, len(claim.text) + 1), evidence, asked.measure)
    if sides is None or not has_property(word, sides, evidence):
        return None
    one, two = sides
    first, second = one.numbers[-1].value, two.numbers[-1].value
    if not (same_kind(asked.measure, one) or not asked.measure.units or asked.number.kind == "percent"):
        return None
    value, order = (first - second, (one, two)) if sign > 0 else (second - first, (two, one))
    formula = f"{written(evidence, order, '−')} = {show(value)}"
    if asked.number.kind == "percent":
        if one.numbers[-1].kind == "percent" or not second:
            return None
        value = 100 * value / second
        formula = f"{written(evidence, (two, one), '→')} is {'+' if sign > 0 else '−'}{show(value)} %"
    return Derived(value, formula, (asked.start, word.end), _span(one, two))


def multiplies(claim: Text, evidence: Text) -> list[tuple[Derived, Decimal]]:
    """For each "twice as deep as": how many times one operand is the other, and what the claim says."""
    found: list[tuple[Derived, Decimal]] = []
    if not any(word.form in ("as", "wie", "que") for word in claim.words):
        return found
    for match in _as_pattern(claim.language or "en").finditer(claim.text):
        times = _times(match, claim)
        sides = operands(claim, (0, match.start()), (match.end(), len(claim.text) + 1), evidence, None)
        word = claim.words_after(match.start("word"), 1)
        if times is None or sides is None or not word or not has_property(word[0], sides, evidence):
            continue
        one, two = sides
        if two.numbers[-1].value:
            ratio = one.numbers[-1].value / two.numbers[-1].value
            formula = f"{written(evidence, sides, '/')} = {show(ratio)}"
            place = match.start(), match.end("word")
            found.append((Derived(ratio, formula, place, _span(one, two)), times))
    return found


def _span(one: Measure, two: Measure) -> Span:
    return min(one.start, two.start), max(one.end, two.end)


def _comparative(asked: Asked, claim: Text) -> tuple[int, Word] | None:
    """1 or -1, and the word "taller" or "fewer" right behind the figure."""
    for group, sign in (("more", 1), ("less", -1)):
        for cue in find_scopes(claim, group):
            if not claim.text[asked.measure.end : cue.start].strip() and cue.start >= asked.measure.end:
                return sign, claim.words_after(cue.start, 1)[0]
    return None


def operands(
    claim: Text, here: Span, there: Span, evidence: Text, asked: Measure | None
) -> tuple[Measure, Measure] | None:
    """The measure of each side, told apart by the words that only one side has; None if that is not clear."""
    mine, theirs = (_words(claim, span, asked) for span in (here, there))
    other = theirs - mine
    if not other:
        return None
    said = [m for m in measures(evidence) if not asked or m.numbers[-1].kind != "ordinal"]
    clauses = {m: _words(evidence, clause_at(evidence, m.start), None) for m in said}
    seconds = [m for m in said if other <= clauses[m]]
    if len(seconds) != 1:
        return None
    (second,) = seconds
    own = mine - theirs - clauses[second]
    firsts = [m for m in said if own and own & clauses[m] and m is not second and not other & clauses[m]]
    if len(firsts) != 1 or len(said) > 2 or not same_kind(firsts[0], second):
        return None
    return firsts[0], second


def _words(text: Text, span: Span, without: Measure | None) -> frozenset[str]:
    inside = text.within(*span)
    return frozenset(
        meaning(word, text.language)
        for word in inside
        if without is None or not without.start <= word.start < without.end
    )


def has_property(word: Word, sides: tuple[Measure, Measure], evidence: Text) -> bool:
    """True if the clause of each operand has the word compared, in another form or as its opposite."""
    if word.form in _AMOUNTS:
        return True
    return any(
        word.form.startswith(other.form[:-1]) or share_group(word, other, evidence.language)
        for side in sides
        for other in evidence.within(*clause_at(evidence, side.start))
        if len(other.form) > 2
    )


@cache
def _as_pattern(language: str) -> re.Pattern[str]:
    data = amounts(language)
    fold = "|".join(data.get("fold", {})) or "(?!)"
    times, link = data.get("times_word") or "(?!)", "|".join(data.get("as", [])) or "(?!)"
    return re.compile(
        rf"\b(?:(?P<fold>{fold})|(?P<count>[\w.,]+)\s+{times})\s+(?:{link})\s+(?P<word>\w+)"
        rf"(?P<rest>(?:\s+\w+){{0,3}}?)\s+(?:as|wie|que)\b",
        re.IGNORECASE,
    )


def _times(match: re.Match[str], claim: Text) -> Decimal | None:
    fold = match["fold"]
    if fold:
        return Decimal(amounts(claim.language or "en")["fold"][fold.lower()])
    start = match.start("count")
    return next((m.numbers[0].value for m in measures(claim) if m.start == start), None)
