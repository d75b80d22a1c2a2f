"""Phrases around figures that say the same: "the number of visitors" and "48 visitors", "rose" and "up from".

A word that only says that something is counted is said where the evidence counts that thing. A verb for a
rise or a fall from one figure to another is said where the evidence has the second, "up from" or "down from"
the first. Where the evidence has no word for a change and no second figure, such a verb is missing. This rule
never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import find_clause_at, find_scopes
from ascribe.verify.quantities.measures import Measure, find_measures

_COUNT_OF = {
    "en": re.compile(r"\b(?:(?:total|overall) )?(?:number|count|total) of (?:the |its |their )?(?=(\w+))"),
    "de": re.compile(r"\b(?:zahl|anzahl) (?:der |ihrer |seiner )?(?=(\w+))"),
    "fr": re.compile(r"\bnombre (?:total )?(?:de |des |d['’])(?=(\w+))"),
    "es": re.compile(r"\bnúmero (?:total )?de (?:los |las )?(?=(\w+))"),
}
"""Language → words that only say that something is counted, before the thing."""

_NUMBERS = re.compile(r"(\w+) (?:numbers|figures)\b")
"""The same behind the thing, in English: "visitor numbers"."""

_CHANGED_FROM = {"rise": re.compile(r"\bup from\s+$"), "fall": re.compile(r"\bdown from\s+$")}
_REACH = 12
"""Characters before a figure in which such a phrase lies."""


def compare_amount_phrases(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each such phrase of the claim that the evidence says in other words."""
    changes = list(_compare_changes(claim, evidence))
    return [
        *_compare_count_words(claim, evidence),
        *changes,
        *_find_missing_changes(claim, evidence, changes),
    ]


def _compare_count_words(claim: Text, evidence: Text) -> Iterator[Comparison]:
    counted = _find_counted_stems(evidence) if _find_count_words(claim) else {}
    for span, stem in _find_count_words(claim):
        if stem in counted:
            yield Comparison("amount_phrases", "agree", "", span, counted[stem])


@find_once
def _find_count_words(text: Text) -> tuple[tuple[tuple[int, int], str], ...]:
    """Return the spans of the words that only say that something is counted, with the stem of that thing."""
    language = text.code
    before = _COUNT_OF[language].finditer(text.lowered) if language in _COUNT_OF else ()
    behind = _NUMBERS.finditer(text.lowered) if language == "en" else ()
    found = [
        *((match.span(), match.start(1)) for match in before),
        *(((match.end(1), match.end()), match.start(1)) for match in behind),
    ]
    stems = {word.start: word.stem for word in text.content}
    return tuple((span, stems[start]) for span, start in found if start in stems)


@find_once
def _find_counted_stems(text: Text) -> dict[str, tuple[int, int]]:
    """Return the stem of each thing that a figure without a unit counts, with the span of the figure."""
    found = {
        text.find_counted_stem(one.end): (one.start, one.end) for one in find_measures(text) if not one.units
    }
    return {stem: span for stem, span in found.items() if stem}


def _compare_changes(claim: Text, evidence: Text) -> Iterator[Comparison]:
    for group, pattern in _CHANGED_FROM.items():
        changed = [pair for pair in _find_changed_pairs(evidence) if _precedes(pattern, evidence, pair[1])]
        for cue in find_scopes(claim, group) if changed else ():
            first, last = find_clause_at(claim, cue.start)
            asked = [one for one in find_measures(claim) if max(first, cue.end) <= one.start < last]
            for before, after in pairwise(asked):
                for now, earlier in changed:
                    if _is_same_value(before, earlier) and _is_same_value(after, now):
                        yield Comparison(
                            "amount_phrases", "agree", "", (cue.start, cue.end), (now.start, earlier.end)
                        )


_CHANGED = re.compile(
    r"\b(?:up|down|from|compared|against|than|more|less|fewer|higher|lower|extra|further)\b"
)
"""Words that may say a change without a verb."""


def _find_missing_changes(claim: Text, evidence: Text, said: list[Comparison]) -> Iterator[Comparison]:
    """Yield a comparison for each verb of a change to a figure, if the evidence says nothing of a change."""
    figures, there = find_measures(claim), find_measures(evidence)
    if len(there) != 1 or not figures or _CHANGED.search(evidence.lowered):
        return
    if any(find_scopes(evidence, group) for group in _CHANGED_FROM):
        return
    for group in _CHANGED_FROM:
        for cue in find_scopes(claim, group):
            place = (cue.start, cue.end)
            if any(one.start >= cue.end for one in figures) and all(one.claim != place for one in said):
                only = (there[0].start, there[0].end)
                yield Comparison("amount_phrases", "missing", "content_not_found", place, only)


@find_once
def _find_changed_pairs(text: Text) -> tuple[tuple[Measure, Measure], ...]:
    """Return the adjacent figures of one sentence: the present one and the one before it."""
    return tuple((a, b) for a, b in pairwise(find_measures(text)) if "\n" not in text.text[a.end : b.start])


def _precedes(pattern: re.Pattern[str], text: Text, measure: Measure) -> bool:
    return pattern.search(text.lowered, max(0, measure.start - _REACH), measure.start) is not None


def _is_same_value(one: Measure, other: Measure) -> bool:
    return one.numbers[-1].agrees_with(other.numbers[-1])


AMOUNT_PHRASES = Rule(
    "amount_phrases", compare_amount_phrases, opposes="place", paraphrases=True, supersedes=()
)
