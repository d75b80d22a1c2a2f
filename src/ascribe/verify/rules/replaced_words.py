"""Replaced and added words: a claim that repeats its evidence except for one word may say something else.

"The exhibit shows blue glass" against "The exhibit shows green glass": the neighbours are the same, but the
word between them is not. The new word may mean the same, so this is never a clash. Neither is a word inserted
between two neighbours of the evidence.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import find_scopes
from ascribe.verify.lexicon import are_opposed, get_meaning, get_meanings, is_expressed, is_opposable
from ascribe.verify.quantities.extract import find_figures

_MOST_EXTRA_WORDS = 1
"""Words by which a stretch of the evidence may be longer than the one that replaces it."""

_ROOT_LENGTH = 4
"""Letters that two words must share at their start to count as forms of one word."""


def compare_replaced_words(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each new content word that replaces another one or is inserted."""
    known, asked = get_meanings(evidence), get_meanings(claim)
    if asked <= known:
        return _compare_small_words(claim, evidence)
    found = _compare_small_words(claim, evidence)
    new = _find_new_words(claim, evidence, known)
    if not new:
        return found
    slots = _index_content(evidence)
    for neighbours, word in _index_content(claim).items():
        if word.start not in new or word.stem in evidence.stems:
            continue
        if any(number.start <= word.start < number.end for number in find_figures(claim)):
            continue
        if (
            neighbours in _get_neighbour_pairs(evidence)
            and "" not in neighbours
            and not _is_filler(word, claim)
        ):
            found.append(Comparison("replaced", "missing", "word_added", (word.start, word.end)))
        other = slots.get(neighbours)
        if other is None or _is_related(word, other):
            continue
        if get_meaning(other, evidence.language) not in asked:
            place, there = (word.start, word.end), (other.start, other.end)
            related = claim.around(*place) & evidence.around(*there)
            found.append(
                Comparison("replaced", "missing", "word_replaced", place, there if related else None)
            )
    return found or [
        *_compare_after_same_words(claim, evidence, new, asked),
        *_compare_stretches(claim, evidence, new, asked),
    ]


def _compare_after_same_words(
    claim: Text, evidence: Text, new: frozenset[int], asked: frozenset[str]
) -> Iterator[Comparison]:
    """Yield a comparison for each new word where the evidence goes on otherwise: "searching for orchids"."""
    there = _index_by_lead(evidence)
    for lead, word in _index_by_lead(claim).items():
        other = there.get(lead)
        if other is None or word.start not in new or word.stem in evidence.stems or _is_related(word, other):
            continue
        is_figure = word.form[0].isdigit() or other.form[0].isdigit()
        is_said = get_meaning(other, evidence.language) in asked
        if not (is_figure or is_said or _is_filler(word, claim)):
            places = (word.start, word.end), (other.start, other.end)
            yield Comparison("replaced", "missing", "word_replaced", *places)


_MOST_LEADING = 3
"""Words before a word, up to one with a meaning, that show its place: "for four days in the"."""


@find_once
def _index_by_lead(text: Text) -> dict[tuple[str, ...], Word]:
    """Return the stems before each content word, back to the nearest other one → the word."""
    found: dict[tuple[str, ...], Word] = {}
    lead: list[str] = []
    for word in text.words:
        is_content = is_content_word(word, text.language)
        if is_content and 1 < len(lead) <= _MOST_LEADING:
            found.setdefault(tuple(lead), word)
        lead = [word.stem] if is_content else [*lead[:_MOST_LEADING], word.stem]  # one more is too long
    return found


def _find_new_words(claim: Text, evidence: Text, known: frozenset[str]) -> frozenset[int]:
    """Return the starts of the content words that the evidence lacks, but for those of ``quantifiers``."""
    compared = [cue for group in ("most", "mainly") for cue in find_scopes(claim, group)]
    return frozenset(
        word.start
        for word in claim.content
        if get_meaning(word, claim.language) not in known
        and not is_expressed(word, claim, evidence)
        and not any(cue.start <= word.start < cue.end for cue in compared)
    )


def _compare_stretches(
    claim: Text, evidence: Text, new: frozenset[int], asked: frozenset[str]
) -> list[Comparison]:
    """Return comparisons of adjacent new words with what the evidence has between the same two words."""
    found = []
    for first, last in _find_runs(claim, new):
        mine = claim.words[first:last]
        edges = _get_stem(claim, first - 1), _get_stem(claim, last)
        for start, end in _find_between(evidence, edges, last - first + _MOST_EXTRA_WORDS):
            others = [w for w in evidence.words[start:end] if is_content_word(w, evidence.language)]
            free = [w for w in others if get_meaning(w, evidence.language) not in asked]
            if free and len(free) == len(others):
                places = (mine[0].start, mine[-1].end), (free[0].start, free[-1].end)
                found.append(Comparison("replaced", "missing", "word_replaced", *places))
                break
    return found


def _find_runs(claim: Text, new: frozenset[int]) -> Iterator[tuple[int, int]]:
    """Yield runs of at least two new words that are not figures, as half-open ranges of word indices."""
    start = None
    for place, word in enumerate([*claim.words, None]):
        is_new = word is not None and word.start in new and not word.form[0].isdigit()
        if is_new and start is None:
            start = place
        if not is_new and start is not None:
            if place - start > 1:
                yield start, place
            start = None


def _find_between(text: Text, edges: tuple[str, str], most: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches of at most ``most`` words between two stems; "" is the edge of the text."""
    stems = ["", *(word.stem for word in text.words), ""]
    for start, stem in enumerate(stems):
        if stem == edges[0]:
            window = stems[start + 1 : start + 2 + most]
            if edges[1] in window[1:]:
                yield start, start + window.index(edges[1], 1)


def _get_stem(text: Text, place: int) -> str:
    return text.words[place].stem if 0 <= place < len(text.words) else ""


_ORDER_WORDS = frozenset(("before", "after", "since", "until", "till"))
"""English function words of time; exchanging two of them turns the order around."""


def _compare_small_words(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each function word whose opposite is in the same place.

    An example is "to" for "from".
    """
    there = _index_opposable(evidence)
    return [
        Comparison(
            "replaced",
            "missing",
            "order_unclear" if {word.form, other.form} <= _ORDER_WORDS else "word_replaced",
            (word.start, word.end),
            (other.start, other.end),
        )
        for neighbours, word in _index_opposable(claim).items()
        if (other := there.get(neighbours)) is not None
        and word.form != other.form
        and are_opposed(word.form, other.form, claim.language)
    ]


@find_once
def _index_by_neighbours(text: Text) -> dict[tuple[str, str], Word]:
    """Return the stems right before and after → the word between; "" is the edge of the text."""
    stems = ["", *(word.stem for word in text.words), ""]
    return {(one, two): word for one, word, two in zip(stems, text.words, stems[2:], strict=False)}


@find_once
def _index_opposable(text: Text) -> dict[tuple[str, str], Word]:
    """Return the same index of only those function words that have an opposite."""
    return {
        place: word
        for place, word in _index_by_neighbours(text).items()
        if is_opposable(word.form, text.language)
    }


@find_once
def _index_content(text: Text) -> dict[tuple[str, str], Word]:
    """Return the same index of content words only."""
    return {
        place: word
        for place, word in _index_by_neighbours(text).items()
        if is_content_word(word, text.language)
    }


@find_once
def _get_neighbour_pairs(text: Text) -> frozenset[tuple[str, str]]:
    """Return the pairs of stems of adjacent words."""
    return frozenset(pairwise(word.stem for word in text.words))


def _is_filler(word: Word, text: Text) -> bool:
    """Return True for a word without a meaning of its own: "simply"."""
    return any(cue.start == word.start for cue in find_scopes(text, "filler"))


def _is_related(word: Word, other: Word) -> bool:
    return word.stem[:_ROOT_LENGTH] == other.stem[:_ROOT_LENGTH]


REPLACED = Rule("replaced", compare_replaced_words, kind="word_replaced", vetoes=("order_unclear",))
