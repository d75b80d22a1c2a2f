"""Placed words: the content words of a sentence with the small words before each, and the part it is in.

A comma or a word such as "and" begins another part. A figure with its unit is one word, and so is a date. The
words of a part of the claim are aligned with those of a sentence of the evidence. ``arrangement.json`` lists
the words by language; without an entry nothing is placed.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import pairwise

from ascribe.text.package_data import load_package_json
from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.lexicon import get_meaning, is_calendar_name
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import find_measures

_MOST_WORDS = 40
"""Content words of a part of the claim that are compared; they are compared in threes."""

_MOST_PLACES = 6
"""Places of one word in a sentence of the evidence that are tried."""

_LONGEST_LEAD = 4
"""Small words before a content word that are read as its lead."""

_JOINT_SIGN = re.compile(r"[;:()—–]|,(?=[\s\"”’»])|[、，；。：]")
_ELIDED = {"qu": "que", "d": "de"}
"""French words before a vowel → the same before a consonant."""

_FIGURE_IN_BRACKETS = re.compile(r"\([\d.,]+\)")
""""Within thirty (30) days" is one part."""

ArrangementWords = dict[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A content word of a sentence.

    Args:
        form: the word.
        key: what it shares with the same word elsewhere: its meaning, or the value of a figure or date.
        kind: ``figure``, ``date``, ``day``, or empty.
        start: first character.
        end: one past the last.
        lead: the small words right before it.
        phrase: the lead of the first of the content words that stand right before it, or its own.
        before: the word right before it, which may be an article or a form of "be".
        part: the number of the part of the sentence that it is in.
    """

    form: str
    key: str
    kind: str
    start: int
    end: int
    lead: tuple[str, ...]
    phrase: tuple[str, ...]
    before: str
    part: int


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A sentence, in its parts.

    Args:
        words: its content words.
        starts: where its parts but the first begin.
        places: key of a word → its places among the words.
        referring: the parts with a pronoun.
        led: the parts that begin with a pronoun that stands for a subject: "he was expected to win".
        shared: number of parts before the first colon, which all others share: "three kinds: (1) new: …".
    """

    words: tuple[PlacedWord, ...]
    starts: tuple[int, ...]
    places: dict[str, tuple[int, ...]]
    referring: frozenset[int]
    led: frozenset[int]
    shared: int


@dataclass(frozen=True, slots=True)
class Alignment:
    """The words of a part of the claim, and the place in a sentence of each one that the sentence has."""

    part: tuple[PlacedWord, ...]
    sentence: PlacedSentence
    places: dict[int, int]
    words: ArrangementWords

    def get_there(self, number: int) -> PlacedWord:
        """Return the word of the sentence that a word of the claim stands for."""
        return self.sentence.words[self.places[number]]

    @property
    def used(self) -> frozenset[int]:
        """Return the places that the claim uses."""
        return frozenset(self.places.values())


def holds_each_part(claim: Text, sentences: Sequence[Text]) -> bool:
    """Return True if, of each part of the claim, one of the sentences has all that any of them has.

    It is True too if one of the texts is in a language without an entry.
    """
    if not {claim.code, *(one.code for one in sentences)} <= load_arrangement_words().keys():
        return True
    held = [frozenset(word.key for part in split_parts(one) for word in part) for one in sentences]
    known = frozenset().union(*held)
    parts = ({word.key for word in part} & known for part in split_parts(claim))
    return all(any(part <= one for one in held) for part in parts)


@find_once
def list_forms(text: Text) -> frozenset[str]:
    """Return the forms of all words of a text."""
    return frozenset(word.form for word in text.words)


@find_once
def split_parts(text: Text) -> tuple[tuple[PlacedWord, ...], ...]:
    """Return the words of each part of a text, as commas and words such as "and" separate them."""
    found: list[tuple[PlacedWord, ...]] = []
    for span in list_lines(text):
        words = read_sentence(text, *span).words
        parts = dict.fromkeys(word.part for word in words)
        found += [tuple(word for word in words if word.part == part)[:_MOST_WORDS] for part in parts]
    return tuple(found)


@find_once
def list_lines(text: Text) -> tuple[tuple[int, int], ...]:
    """Return the spans of the lines that are no rows of a table: a line is a sentence of the evidence."""
    ends = [match.end() for match in re.finditer(r"\n", text.text)]
    spans = pairwise([0, *ends, len(text.text) + 1])
    return tuple(span for span in spans if not {"|", "\t"} & {*text.text[slice(*span)]})


@find_once
def read_sentence(text: Text, start: int, end: int) -> PlacedSentence:
    """Return the words of a line of the text, with what precedes each."""
    words = load_arrangement_words()[text.code]
    first, last = (bisect_left(text.words, at, key=lambda word: word.start) for at in (start, end))
    inside = text.words[first:last]
    joints = _find_joints(text, start, end, inside, words)
    covered = find_covered_words(text)
    parts: dict[int, list[Word]] = {}
    for word in inside:
        if word.start not in covered and not (word.form in words["joining"] and word.end in joints):
            parts.setdefault(bisect_right(joints, word.start), []).append(word)
    _join_around_insertions(parts, joints, text, words)
    placed = [one for number, part in parts.items() for one in _place_words(part, number, text, words)]
    placed.sort(key=lambda word: word.start)
    referring = (number for number, part in parts.items() if words["referring"] & {w.form for w in part})
    led = (number for number, part in parts.items() if part[0].form in words["leading"])
    colon = next((n for n, at in enumerate(joints, 1) if text.text[at - 1] in ":："), 0)
    return PlacedSentence(
        tuple(placed), joints, _index_places(placed), frozenset(referring), frozenset(led), colon
    )


_MOST_SUBJECT_WORDS = 3
"""Words of the longest part, as of "the deposit", that goes on behind an insertion."""


def _join_around_insertions(
    parts: dict[int, list[Word]], joints: Sequence[int], text: Text, words: ArrangementWords
) -> None:
    """Join the two halves of a clause around an insertion: "and the plan, two tables, within a week".

    Only a short half behind a word such as "and" or a semicolon is surely such a half; what goes on behind
    the insertion begins with a small word.
    """
    numbers = list(parts)
    for number, inner, rest in zip(numbers, numbers[1:], numbers[2:], strict=False):
        if number not in parts or not number or (inner, rest) != (number + 1, number + 2):
            continue
        before = text.lowered[: joints[number - 1]].split()[-1:]
        opens = bool(before) and (before[0] in words["joining"] or before[0].endswith(";"))
        signs = {text.text[joints[at - 1] - 1] for at in (inner, rest)}
        behind = parts[rest][0]
        goes_on = not is_content_word(behind, text.language) and behind.form not in words["referring"]
        if opens and signs == {","} and goes_on and len(parts[number]) <= _MOST_SUBJECT_WORDS:
            parts[number] += parts.pop(rest)


def _place_words(
    part: Sequence[Word], number: int, text: Text, words: ArrangementWords
) -> Iterator[PlacedWord]:
    """Yield the content words of a part of a sentence, and a small word at its end: "is allowed outside"."""
    values = find_values(text)
    never = words["silent"] | words["small"] | words["directed"]
    lead: list[str] = []
    before = ""
    behind: PlacedWord | None = None
    for word in part:
        small = not _is_placed(word, text, values, words)
        if small and (word is not part[-1] or word.form in never):
            lead += [] if word.form in words["silent"] else [_ELIDED.get(word.form, word.form)]
        else:
            kind, key = values.get(word.start, ("", get_meaning(word, text.language)))
            kind = kind or ("day" if is_calendar_name(word.form, text.language) else "")
            own = tuple(lead[-_LONGEST_LEAD:])
            phrase = behind.phrase if behind and not own and _continues(behind, word, text) else own
            behind = PlacedWord(word.form, key, kind, word.start, word.end, own, phrase, before, number)
            yield behind
            lead = []
        before = word.form


def _continues(behind: PlacedWord, word: Word, text: Text) -> bool:
    """Return True if the word is in one phrase with that before it; no phrase goes on behind a value."""
    return not behind.kind and text.text[behind.end : word.start].isspace()


def _is_placed(word: Word, text: Text, values: Container[int], words: ArrangementWords) -> bool:
    """Return True for a content word, a value, and a single capital letter: "method A"."""
    is_letter = word.end - word.start == 1 and word.start > 0 and text.text[word.start].isupper()
    if word.form in words["silent"] and not is_letter:
        return False
    if word.form in words["small"]:
        return False
    return word.start in values or is_letter or is_content_word(word, text.language)


def _index_places(placed: Sequence[PlacedWord]) -> dict[str, tuple[int, ...]]:
    places: dict[str, list[int]] = {}
    for place, one in enumerate(placed):
        places.setdefault(one.key, []).append(place)
    return {key: tuple(found[:_MOST_PLACES]) for key, found in places.items()}


def _find_joints(
    text: Text, start: int, end: int, inside: Sequence[Word], words: ArrangementWords
) -> tuple[int, ...]:
    """Return where the parts of a line begin, in order; a measure ("1 hour and 30 minutes") is whole."""
    closed = [match.span() for match in _FIGURE_IN_BRACKETS.finditer(text.text, start, end)]
    closed += [(one.start, one.end) for one in find_measures(text) if start <= one.start < end]
    signs = (match.end() for match in _JOINT_SIGN.finditer(text.text, start, end))
    found = sorted({*signs, *(word.end for word in inside if word.form in words["joining"])})
    within = {at for first, last in closed for at in _list_between(found, first + 1, last + 1)}
    return tuple(at for at in found if at not in within)


def _list_between(places: Sequence[int], start: int, end: int) -> Sequence[int]:
    """Return the sorted places from the start up to the end."""
    return places[bisect_left(places, start) : bisect_left(places, end)]


@find_once
def find_values(text: Text) -> dict[int, tuple[str, str]]:
    """Return where each figure or date begins → its kind and its value."""
    figures = {one.start: ("figure", f"={one.value.normalize()}") for one in find_figures(text)}
    dates = find_dates(text.text, text.language)
    return figures | {one.start: ("date", _get_date_key(text.lowered[one.start : one.end])) for one in dates}


def _get_date_key(written: str) -> str:
    """Return a year as a figure, since not every year is read as a date."""
    return f"={Decimal(written).normalize()}" if written.isdecimal() else written


@find_once
def find_covered_words(text: Text) -> frozenset[int]:
    """Return where the further words of a figure with its unit, or of a date, begin."""
    spans = [(one.start, one.end) for one in find_measures(text)]
    spans += [(one.start, one.end) for one in find_dates(text.text, text.language)]
    values = find_values(text)
    starts = [word.start for word in text.words]
    inside = (at for first, last in spans for at in _list_between(starts, first + 1, last))
    return frozenset(at for at in inside if at not in values)


def align_words(part: tuple[PlacedWord, ...], sentence: PlacedSentence, words: ArrangementWords) -> Alignment:
    """Return the place in the sentence of each word of the part that the sentence has.

    Of several places of a word the one is taken that changes the part, the order and the lead least.
    """
    found = [number for number, word in enumerate(part) if word.key in sentence.places]
    paths: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for number in found:
        word = part[number]
        paths = [
            min((cost + _compute_cost(word, sentence, path, place), (*path, place)) for cost, path in paths)
            for place in sentence.places[word.key]
        ]
    return Alignment(part, sentence, dict(zip(found, min(paths)[1], strict=True)), words)


def _compute_cost(word: PlacedWord, sentence: PlacedSentence, path: tuple[int, ...], place: int) -> float:
    """Return the cost of a word of the claim at a place, behind the word at the end of the path.

    An early break costs a little more than a late one, so that a modifier stays with its noun.
    """
    there = sentence.words[place]
    cost = 1.0 * (word.lead != there.lead)
    if not path:
        return cost
    changes = sentence.words[path[-1]].part != there.part
    step = 4.0 * changes + 2.0 * (place < path[-1]) + 8.0 * (place in path) + 1.0 * (place != path[-1] + 1)
    return cost + step * (1.0 + 0.01 / len(path))


@cache
def load_arrangement_words() -> dict[str, ArrangementWords]:
    """Return the groups of words of each language."""
    return load_package_json("verify/rules/arrangement.json", dict[str, ArrangementWords])
