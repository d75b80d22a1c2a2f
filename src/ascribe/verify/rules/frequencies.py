"""Frequencies: "quarterly" is "four times a year", and "every other week" is "once a fortnight".

Each frequency is read as the number of times in a year. Only English is covered. A frequency is compared with
that of the clause of the evidence that has most of the claim: "every day" is not "every other day", nor is
"every house" every third house.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, do_overlap, find_clause_at
from ascribe.verify.quantities.calendar_dates import SMALL_COUNTS

_TIMES_A_YEAR = {
    "minute": Fraction(60 * 24 * 365), "hour": Fraction(24 * 365), "day": Fraction(365),
    "night": Fraction(365), "week": Fraction(52),
    "fortnight": Fraction(26), "month": Fraction(12), "quarter": Fraction(4), "year": Fraction(1),
    "decade": Fraction(1, 10), "century": Fraction(1, 100),
}  # fmt: skip
"""Period → how many of them a year has; a year of 52 weeks, so that a fortnight has two."""

_ADVERBS = {
    "hourly": _TIMES_A_YEAR["hour"], "daily": _TIMES_A_YEAR["day"], "nightly": _TIMES_A_YEAR["day"],
    "weekly": _TIMES_A_YEAR["week"], "fortnightly": _TIMES_A_YEAR["fortnight"],
    "monthly": _TIMES_A_YEAR["month"], "quarterly": _TIMES_A_YEAR["quarter"],
    "yearly": Fraction(1), "annually": Fraction(1), "annual": Fraction(1),
    "half-yearly": Fraction(2), "semi-annually": Fraction(2), "semiannually": Fraction(2),
    "biennially": Fraction(1, 2), "biennial": Fraction(1, 2),
}  # fmt: skip
"""Adverbs of frequency; "biweekly" and "biannual" have two meanings each and are left out."""

_COUNTS = {
    **{word: count for word, count in SMALL_COUNTS.items() if word not in ("a", "an")},
    "once": 1, "twice": 2, "thrice": 3, "other": 2, "second": 2, "third": 3, "fourth": 4, "fifth": 5,
}  # fmt: skip
_COUNT = rf"\d{{1,3}}|{'|'.join(_COUNTS)}"
_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_PERIODS = rf"(?P<period>{'|'.join(_TIMES_A_YEAR)}|centurie|{_DAYS})s?"

_PATTERNS = (
    re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(_ADVERBS, key=len, reverse=True))})(?![\w-])"),
    re.compile(
        rf"(?<![\w.,])(?P<times>{_COUNT})(?:\s+times|\s+(?!times\b)(?P<thing>[^\W\d_]+s))?\s+"
        rf"(?:an?|(?:in\s+)?(?:per|each|every)(?:\s+(?P<each>{_COUNT}))?|in\s+(?:a|one))\s+{_PERIODS}\b"
    ),
    re.compile(
        rf"\b(?:(?:once\s+)?(?:every|each)\s+(?:(?P<each>{_COUNT})\s+)?|on\s+(?P<alternate>alternate)\s+){_PERIODS}\b"
    ),
)
"""Adverbs; "twice a month", "four meetings a year", "once per 30 days"; "every three months", "once every two
years", "on alternate days"."""

_NO_PERIOD = rf"(?!(?:{'|'.join(_TIMES_A_YEAR)}|{_DAYS})s?\b)"
_STEP = re.compile(
    rf"\b(?:every|each)\s+(?:{_COUNT}|\d+(?:st|nd|rd|th)|(?:six|seven|eigh|nin|ten)th)\s+"
    rf"{_NO_PERIOD}(?P<thing>[^\W\d_]+)"
)
_EACH = re.compile(rf"\b(?:every|each|all(?:\s+(?:of\s+)?the)?)\s+(?!(?:{_COUNT})\b)(?P<thing>[^\W\d_]+)")

_ROUGHLY = Fraction(2, 100)
"""Share by which two frequencies may differ and be told for each other: "monthly" and "every 30 days"."""


@dataclass(frozen=True, slots=True)
class _Frequency:
    """How many times in a year, where the text says so.

    Args:
        times: times in a year.
        span: where it is.
        count: how many times in its own period, if the text counts them.
        thing: stem of what is counted, if anything is.
    """

    times: Fraction
    span: Span
    count: Fraction = Fraction(0)
    thing: str = ""


def compare_frequencies(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each frequency of the claim, and one for each step that it drops.

    What the claim counts, the evidence must name: eight pilots a week are not eight nurses a week.
    """
    said = _find_frequencies(evidence)
    asked = [one for one in _find_frequencies(claim) if not one.thing or one.thing in evidence.stems]
    found = (_compare_frequency(one, said, claim, evidence) for one in (asked if said else ()))
    return [*(one for one in found if one is not None), *_find_dropped_steps(claim, evidence)]


def _compare_frequency(
    asked: _Frequency, said: tuple[_Frequency, ...], claim: Text, evidence: Text
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


def _count_shared(asked: _Frequency, said: _Frequency, claim: Text, evidence: Text) -> int:
    """Count the words of the claim, outside its frequency, in the clause of one of the evidence."""
    wanted = {word.stem for word in claim.content if not asked.span[0] <= word.start < asked.span[1]}
    inside = evidence.within(*find_clause_at(evidence, said.span[0]))
    return len(wanted & {word.stem for word in inside if not said.span[0] <= word.start < said.span[1]})


def _is_roughly(one: _Frequency, other: _Frequency) -> bool:
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


@find_once
def _find_frequencies(text: Text) -> tuple[_Frequency, ...]:
    if not text.is_english:
        return ()
    return tuple(_read_frequencies(text))


def _read_frequencies(text: Text) -> Iterator[_Frequency]:
    """Yield the frequencies; "every two years" is none of its own in "twice every two years"."""
    adverbs, counted, every = _PATTERNS
    taken: list[Span] = []
    for match in adverbs.finditer(text.lowered):
        yield _Frequency(_ADVERBS[match[0]], match.span())
    for match in counted.finditer(text.lowered):
        count = _read_count(match["times"])
        times = count * _read_period(match) / _read_count(match["each"] or "one")
        thing = text.words_after(match.start("thing"), 1)[0].stem if match["thing"] else ""
        taken.append(match.span())
        yield _Frequency(times, match.span(), count, thing)
    for match in every.finditer(text.lowered):
        if any(do_overlap(match.span(), other) for other in taken):
            continue
        each = "two" if match["alternate"] else match["each"] or "one"
        yield _Frequency(_read_period(match) / _read_count(each), match.span())


def _read_period(match: re.Match[str]) -> Fraction:
    """Return how many of the period a year has; a day of the week comes once a week."""
    period = "century" if match["period"] == "centurie" else match["period"]
    return _TIMES_A_YEAR.get(period, _TIMES_A_YEAR["week"])


def _read_count(word: str) -> Fraction:
    return Fraction(int(word) if word.isdigit() else _COUNTS[word]) or Fraction(1)


FREQUENCIES = Rule(
    "frequencies",
    compare_frequencies,
    kind="number",
    vetoes=("misplaced", "quantifier_widened"),
    paraphrases=True,
    supersedes=("opposites", "quantifiers", "numbers", "units", "replaced", "order"),
)
