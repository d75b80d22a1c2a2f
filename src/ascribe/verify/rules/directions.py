"""Directions of comparison: "A is longer than B" is "B is shorter than A", and not "B is longer than A".

The comparative is looked up among the opposites; "more" and "less" belong to the word after them. Only
English is covered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Scope, Span, find_scopes
from ascribe.verify.grammar.relations import (
    Relation,
    build_bag,
    compute_coverage,
    compute_overlap,
    find_stretch_at,
)
from ascribe.verify.grammar.word_groups import get_word_group
from ascribe.verify.lexicon import get_entries, get_meaning

_LEAST_COMPARISON_COVERAGE = 0.5
"""Share of the words after "than" that the other side must exceed."""

_LONGEST_GAP = 3
"""Most words between the comparative and "than": "more fuel per mile than"."""

_LONGEST_INNER = 8
"""The same if the first side is among them: "more people work in shops than in mills"."""

_FOLD = re.compile(r"\b(?P<fold>twice|double|half|three\s+times)\s+as\s+\w+(?:\s+\w+){0,3}?\s+as\b")
_POSITIONS = {
    "ahead_of": ("rank", 0), "behind": ("rank", 1), "above": ("height", 0), "below": ("height", 1),
    "right_of": ("side", 0), "left_of": ("side", 1),
    "upstream_of": ("stream", 0), "downstream_of": ("stream", 1),
    "north_of": ("north", 0), "south_of": ("north", 1), "east_of": ("east", 0), "west_of": ("east", 1),
    "northeast_of": ("northeast", 0), "southwest_of": ("northeast", 1),
    "southeast_of": ("southeast", 0), "northwest_of": ("southeast", 1),
}  # fmt: skip
"""Cues of the positions of two things → what they are compared in, and the side."""

_PLACED = frozenset(_POSITIONS.values())

_AXES = {
    axis.removesuffix("_of"): entry for axis, entry in _POSITIONS.items() if entry[0] in ("north", "east")
}
_FARTHER = frozenset(("farther", "further"))

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
        if finding == "same" and other.entry == asked.entry and asked.entry in _PLACED:
            return None
        if finding == "same":
            mine, theirs = claim.text[slice(*place)], evidence.text[slice(*there)]
            formula = f"A {theirs} B = B {mine} A" if other.entry != asked.entry else f"{theirs} = {mine}"
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
            entries = _list_entries(text, words, place)
            found = _find_compared_sides(text, word.start, word.end, than.end) if entries else None
            if found:
                yield from (_Comparative(found, entry, than.end) for entry in entries)
            if entries:
                break
    for group, entry in _POSITIONS.items():
        for cue in find_scopes(text, group):
            if found := _find_placed_sides(text, cue):
                yield _Comparative(found, entry, cue.end)
    for match in _FOLD.finditer(text.lowered):
        fold = match["fold"]
        if fold in _FOLDS and (found := _find_compared_sides(text, match.start(), match.end(), match.end())):
            yield _Comparative(found, ("fold", _FOLDS[fold]), match.end())


def _list_entries(text: Text, words: list[Word], place: int) -> list[tuple[str, int]]:
    """Return what the word at that place compares; none if it compares nothing."""
    form = words[place].form
    if form in _SIGNS:
        return [_find_amount_entry(text, words, place)]
    behind = words[place + 1].form if place + 1 < len(words) else ""
    if form in _FARTHER and behind in _AXES:
        return [_AXES[behind]]
    return _get_comparative_entries(form)


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


def _find_placed_sides(text: Text, cue: Scope) -> Relation | None:
    """Return the sides of a position; the second one ends before a preposition: "above the desk in"."""
    found = _find_compared_sides(text, cue.start, cue.end, cue.end)
    prepositions = get_word_group(text.language, "prepositions") - {"of"}
    last = find_stretch_at(text, cue.start)[1]
    behind = (word for word in text.words_after(cue.end, _LONGEST_PLACE) if word.start < last)
    stop = next((word.start for word in behind if word.form in prepositions), None)
    second = build_bag(text, (cue.end, stop)) if stop is not None else frozenset()
    return replace(found, second=found.second & second) if found and found.second & second else found


_LONGEST_PLACE = 8
"""Words of the second side of a position that are read."""


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
