"""Frequencies: "quarterly" is "four times a year", and "every other week" is "once a fortnight".

Each frequency is compared as the number of times in a year. Only English is covered. A frequency is compared
with that of the clause of the evidence that has most of the claim: "every day" is not "every other day", nor
is "every house" every third house.
"""

from __future__ import annotations

import re
from fractions import Fraction

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import find_clause_at
from ascribe.verify.quantities.frequencies import COUNT, DAYS, TIMES_A_YEAR, Frequency, find_frequencies

_NO_PERIOD = rf"(?!(?:{'|'.join(TIMES_A_YEAR)}|{DAYS})s?\b)"
_STEP = re.compile(
    rf"\b(?:every|each)\s+(?:{COUNT}|\d+(?:st|nd|rd|th)|(?:six|seven|eigh|nin|ten)th)\s+"
    rf"{_NO_PERIOD}(?P<thing>[^\W\d_]+)"
)
_EACH = re.compile(rf"\b(?:every|each|all(?:\s+(?:of\s+)?the)?)\s+(?!(?:{COUNT})\b)(?P<thing>[^\W\d_]+)")

_ROUGHLY = Fraction(2, 100)
"""Share by which two frequencies may differ and be told for each other: "monthly" and "every 30 days"."""


def compare_frequencies(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each frequency of the claim, and one for each step that it drops.

    What the claim counts, the evidence must name: eight pilots a week are not eight nurses a week.
    """
    said = find_frequencies(evidence)
    asked = [one for one in find_frequencies(claim) if not one.thing or one.thing in evidence.stems]
    found = (_compare_frequency(one, said, claim, evidence) for one in (asked if said else ()))
    return [*(one for one in found if one is not None), *_find_dropped_steps(claim, evidence)]


def _compare_frequency(
    asked: Frequency, said: tuple[Frequency, ...], claim: Text, evidence: Text
) -> Comparison | None:
    """Compare a frequency with those of the clauses that have most of the claim's other words."""
    shares = [_count_shared(asked, one, claim, evidence) for one in said]
    near = [one for one, share in zip(said, shares, strict=True) if share == max(shares)]
    same = next((one for one in near if one.times == asked.times), None)
    if same is not None:
        mine, theirs = claim.text[slice(*asked.span)], evidence.text[slice(*same.span)]
        formula = f"{theirs} = {mine}" if mine.casefold() != theirs.casefold() else ""
        return Comparison("frequencies", "agree", "", asked.span, same.span, formula)
    if asked.thing or any(one.thing or _is_roughly(asked, one) for one in near):
        return None
    is_elsewhere = any(one.times == asked.times for one in said)
    reason = "misplaced" if is_elsewhere else "number_not_found"
    return Comparison("frequencies", "missing", reason, asked.span, near[0].span)


def _count_shared(asked: Frequency, said: Frequency, claim: Text, evidence: Text) -> int:
    """Count the words of the claim, outside its frequency, in the clause of one of the evidence."""
    wanted = {word.stem for word in claim.content if not asked.span[0] <= word.start < asked.span[1]}
    inside = evidence.within(*find_clause_at(evidence, said.span[0]))
    return len(wanted & {word.stem for word in inside if not said.span[0] <= word.start < said.span[1]})


def _is_roughly(one: Frequency, other: Frequency) -> bool:
    return abs(one.times - other.times) <= _ROUGHLY * other.times


def _find_dropped_steps(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for "every house" where the evidence says "every third house"."""
    if not (claim.is_english and evidence.is_english):
        return []
    steps = {_get_stem(match, evidence): match.span() for match in _STEP.finditer(evidence.lowered)}
    kept = {_get_stem(match, claim) for match in _STEP.finditer(claim.lowered)} if steps else set()
    return [
        Comparison("frequencies", "missing", "quantifier_widened", match.span(), steps[stem])
        for match in (_EACH.finditer(claim.lowered) if steps else ())
        if (stem := _get_stem(match, claim)) in steps and stem not in kept and not _has_each(stem, evidence)
    ]


def _has_each(stem: str, evidence: Text) -> bool:
    """Return True if the evidence says it of every one too: "every Friday" beside "every second Friday"."""
    return any(_get_stem(match, evidence) == stem for match in _EACH.finditer(evidence.lowered))


def _get_stem(match: re.Match[str], text: Text) -> str:
    return text.words_after(match.start("thing"), 1)[0].stem


FREQUENCIES = Rule(
    "frequencies",
    compare_frequencies,
    kind="number",
    vetoes=("misplaced", "quantifier_widened"),
    paraphrases=True,
    supersedes=("opposites", "quantifiers", "numbers", "units", "replaced", "order"),
)
