"""Directions of comparison: "A is longer than B" is "B is shorter than A", and not "B is longer than A".

The comparative is looked up among the opposites; "more" and "less" belong to the word after them. Only
English is covered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_scopes
from ascribe.verify.lexicon import get_entries, get_meaning
from ascribe.verify.relations import (
    Relation,
    build_bag,
    compute_coverage,
    compute_overlap,
    find_stretch_at,
)
from ascribe.verify.word_groups import get_word_group

_LEAST_COMPARISON_COVERAGE = 0.5
"""Share of the words after "than" that the other side must exceed."""

_LONGEST_GAP = 3
"""Most words between the comparative and "than": "more fuel per mile than"."""

_LONGEST_INNER = 8
"""The same if the first side is among them: "more people work in shops than in mills"."""

_FOLD = re.compile(r"\b(?P<fold>twice|double|half|three\s+times)\s+as\s+\w+(?:\s+\w+){0,3}?\s+as\b")
_RANKS = re.compile(r"\b(?:(?:ahead|in\s+front|(?:to\s+the\s+)?(?:north|south|east|west))\s+of|behind)\b")
_RANKED = {"ahead": ("rank", 0), "in": ("rank", 0), "behind": ("rank", 1)}
_AXES = {"north": ("north", 0), "south": ("north", 1), "east": ("east", 0), "west": ("east", 1)}
"""Positions of two things, each with its opposite: who is ahead of whom, what lies north of what."""

_FOLDS = {"twice": 0, "double": 0, "half": 1}
_SIGNS = {"more": 0, "less": 1, "fewer": 1}


@dataclass(frozen=True, slots=True)
class _Comparative:
    """The sides, what they are compared in, and whether the first one has more of it."""

    sides: Relation
    entry: tuple[str, int]
    end: int


def compare_directions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each comparison of two things in the claim that the evidence has too."""
    if not claim.is_english or " " not in claim.text:
        return []
    asked = _get_comparatives(claim)
    if not asked:
        return []
    said = _get_comparatives(evidence)
    return [
        found
        for one in asked
        if (found := _compare_comparative(one, said, claim, evidence) or _find_opposed_amount(one, evidence))
    ]


def _find_opposed_amount(asked: _Comparative, evidence: Text) -> Comparison | None:
    """Return missing for "less fuel" if the evidence has only "more fuel", whatever it is compared with."""
    thing, sign = asked.entry
    there = [
        (word.start, behind.end, _SIGNS[word.form])
        for word, behind in zip(evidence.words, evidence.words[1:], strict=False)
        if word.form in _SIGNS and get_meaning(behind, evidence.language) == thing
    ]
    if not there or any(other == sign for *_, other in there):
        return None
    return Comparison(
        "directions", "missing", "comparison_unclear", (asked.sides.place[0], asked.end), there[0][:2]
    )


def _compare_comparative(
    asked: _Comparative, said: tuple[_Comparative, ...], claim: Text, evidence: Text
) -> Comparison | None:
    alike = [other for other in said if other.entry[0] == asked.entry[0]]
    for other in alike:
        finding = _compare_direction(asked.sides, other.sides, turned=other.entry != asked.entry)
        place = asked.sides.place[0], asked.end
        there = other.sides.place[0], other.end
        if finding == "same":
            formula = f"{evidence.text[slice(*there)]} = {claim.text[slice(*place)]}"
            return Comparison("directions", "agree", "", place, there, formula)
        if finding == "reversed":
            return Comparison("directions", "clash", "comparison_reversed", place, there)
    return None


def _compare_direction(asked: Relation, said: Relation, *, turned: bool) -> str:
    """Compare the words after "than", since those before it have more than the thing compared.

    Return "same", "reversed", or empty if neither is certain.
    """
    parallel = (
        compute_coverage(asked.second, said.second) > _LEAST_COMPARISON_COVERAGE
        and compute_overlap(asked.first, said.first) > 0
    )
    crossed = (
        compute_coverage(asked.second, said.first) > _LEAST_COMPARISON_COVERAGE
        and compute_coverage(said.second, asked.first) > _LEAST_COMPARISON_COVERAGE
    )
    if parallel == crossed:
        return ""
    return "same" if crossed == turned else "reversed"


@find_once
def _get_comparatives(text: Text) -> tuple[_Comparative, ...]:
    return tuple(_find_comparatives(text))


def _find_comparatives(text: Text) -> Iterator[_Comparative]:
    for than in find_scopes(text, "than"):
        words = [w for w in text.words if w.end <= than.start]
        longest = _LONGEST_INNER if _begins_with_preposition(text, than.end) else _LONGEST_GAP
        for place, word in reversed([*enumerate(words)][-longest - 1 :]):
            entries = (
                [_find_amount_entry(text, words, place)]
                if word.form in _SIGNS
                else _get_comparative_entries(word.form)
            )
            found = _find_compared_sides(text, word.start, word.end, than.end) if entries else None
            if found:
                yield from (_Comparative(found, entry, than.end) for entry in entries)
            if entries:
                break
    for match in _RANKS.finditer(text.lowered):
        said = match[0].split()
        entry = _RANKED.get(said[0]) or _AXES[said[-2]]
        if found := _find_compared_sides(text, *match.span(), match.end()):
            yield _Comparative(found, entry, match.end())
    for match in _FOLD.finditer(text.lowered):
        fold = match["fold"]
        if fold in _FOLDS and (found := _find_compared_sides(text, match.start(), match.end(), match.end())):
            yield _Comparative(found, ("fold", _FOLDS[fold]), match.end())


def _get_comparative_entries(form: str) -> list[tuple[str, int]]:
    """Return the groups of opposites of a comparative, each with its side there.

    "Shorter" is also in the group of "tall".
    """
    of = get_entries(form) if form.endswith("er") or form in ("better", "worse") else ()
    return [(str(group), side) for group, side in of]


def _find_amount_entry(text: Text, words: list[Word], place: int) -> tuple[str, int]:
    """Return what "more" or "less" compares, and the side.

    For "more slowly" this is the group of opposites of "slowly"; otherwise it is the thing there is more of,
    or the verb before.
    """
    sign = _SIGNS[words[place].form]
    behind = next((w for w in words[place + 1 :] if is_content_word(w, text.language)), None)
    own = get_entries(behind.form) if behind else ()
    if own and place + 1 < len(words) and behind is words[place + 1]:
        group, side = own[0]
        return str(group), side if not sign else 1 - side
    thing = behind or (words[place - 1] if place else words[place])
    return get_meaning(thing, text.language), sign


def _find_compared_sides(text: Text, start: int, end: int, than: int) -> Relation | None:
    """Return the words before the comparative and those after "than"; None if either side is empty."""
    first, last = find_stretch_at(text, start)
    cut = max(text.text.rfind(sign, first, start) for sign in (" but ", "; ", " and "))
    left = (
        (cut, start)
        if cut >= 0 and text.within(cut, start) and len(text.within(first, cut)) > 1
        else (first, start)
    )
    stop = min(
        (at for sign in (", ", " but ", " and ") if (at := text.text.find(sign, than, last)) >= 0),
        default=last,
    )
    left = _find_inner_side(text, end, than) or left
    bags = build_bag(text, left), build_bag(text, (than, stop))
    if not all(bags):
        return None
    return Relation((start, end), *bags, (first, last)).remove_shared()


def _find_inner_side(text: Text, start: int, than: int) -> Span | None:
    """Return the first side if it is between the comparative and "than": "higher in Leeds than in York".

    It begins with the same preposition as the second side.
    """
    if not _begins_with_preposition(text, than):
        return None
    (second,) = text.words_after(than, 1)
    inside = (word for word in text.words_after(start, _LONGEST_INNER) if word.end <= than)
    first = next((word for word in inside if word.form == second.form), None)
    return (first.end, than) if first else None


def _begins_with_preposition(text: Text, place: int) -> bool:
    prepositions = get_word_group(text.language, "prepositions")
    return any(word.form in prepositions for word in text.words_after(place, 1))


DIRECTIONS = Rule(
    "directions",
    compare_directions,
    kind="comparison",
    opposes="clash",
    unclear={"comparison_reversed": "comparison_unclear"},
    sure=True,
    paraphrases=True,
    supersedes=("opposites", "replaced", "roles", "qualifiers"),
)
