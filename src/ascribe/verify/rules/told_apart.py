"""Things told apart: "the first crash was in 2018, the second in 2019", "one was sold, the other burnt".

What the evidence says of one of several things, a claim must not say of all of them ("both crashes were in
2018", "the crashes were in 2018"), nor of another one ("the second crash was in 2018"). The things are told
apart by words of one row of the group ``told_apart`` of ``figure_words.json`` ("the first fire …, the second
…"), or by other words beside the same noun ("the copper roof …, the tin roof …"). This rule never returns a
clash.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at
from ascribe.verify.grammar.word_groups import get_word_group
from ascribe.verify.quantities.operations import find_sentence_at
from ascribe.verify.rules.bound_values import find_date_values
from ascribe.verify.rules.figure_words import build_figure_pattern, list_figure_words
from ascribe.verify.rules.placed_words import (
    PlacedSentence,
    PlacedWord,
    list_lines,
    load_arrangement_words,
    read_sentence,
)


def compare_things_told_apart(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for what the claim says of all of the things, or of another one of them."""
    if claim.code != evidence.code:
        return []
    found = (_compare_contrast(one, claim) for one in _find_contrasts(evidence))
    return [one for one in found if one is not None][:1]


def _compare_contrast(one: _Contrast, claim: Text) -> Comparison | None:
    """Return a comparison if the claim has words of one thing only, and is about both or the other one."""
    first, second = (own & claim.stems for own in one.only)
    if bool(first) == bool(second):
        return None
    numbers = {mark.number for mark in _find_marks(claim) if mark.row == one.row}
    told = first or second
    own = one.numbers[0] if first else one.numbers[1]
    other = one.numbers[1] if first else one.numbers[0]
    is_of_other = numbers == {other} and own != other
    if not is_of_other and (numbers or not _is_about_both(one, claim)):
        return None
    words = [word for word in claim.words if word.stem in told]
    return Comparison("told_apart", "missing", "misplaced", (words[0].start, words[-1].end), one.span)


def _is_about_both(one: _Contrast, claim: Text) -> bool:
    """Return True if the claim has the noun in the plural ("crashes"), or "both" with it or with no noun."""
    if any(_is_plural(word, noun) for noun in one.nouns for word in claim.words):
        return True
    is_named = bool(one.nouns) and one.nouns[0].stem in claim.stems
    is_any = bool(one.modifiers) and not one.modifiers & claim.stems
    if is_named and (one.is_plural or is_any):
        return True
    both = build_figure_pattern(claim.code, "both")
    if both is None or both.search(claim.lowered) is None:
        return False
    return is_named or {word.stem for word in claim.content} <= one.stems


def _is_plural(word: Word, noun: Word) -> bool:
    """Return True for another form of a noun that is not shorter; the word may be a verb in the past."""
    return word.stem == noun.stem and word.form != noun.form and len(word.form) >= len(noun.form)


# --- Contrasts ---

_LONGEST_PART = 240
"""Characters that a text says of one of the things at most, before it comes to the next."""

_ORDINALS = 0
"""The row of ordinals, which tell one thing apart from others even if the text says nothing of these."""

_NO_ROW = -1
"""The row of things that other words tell apart."""

_NOUN_FIRST = ("es", "fr", "it", "pt")
"""Languages in which most modifiers are behind the noun."""

_NOUN_REACH = 2
"""Content words behind the word that tells a thing apart among which its noun is: "the first big fire"."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """A word that tells one of several things apart: its row of the table and its number in the row."""

    word: Word
    row: int
    number: int


@dataclass(frozen=True, slots=True)
class _Contrast:
    """Two things of one kind, and what only the one or the other is said to be.

    Args:
        row: the row of the two words that tell them apart.
        numbers: the numbers of these words in the row.
        nouns: the words that may name the kind, from the first one on.
        is_plural: whether the first of these words is plural already: "one of the bridges".
        only: the stems that the text has only of the first, and only of the second.
        span: from the first to the end of what is said of the second.
        stems: all stems of that stretch.
        modifiers: the stems of the words beside the noun that tell the two apart, if it is these.
    """

    row: int
    numbers: tuple[int, int]
    nouns: tuple[Word, ...]
    is_plural: bool
    only: tuple[frozenset[str], frozenset[str]]
    span: Span
    stems: frozenset[str]
    modifiers: frozenset[str] = frozenset()


@find_once
def _find_contrasts(text: Text) -> tuple[_Contrast, ...]:
    """Return what a text tells apart."""
    return tuple(_read_contrasts(text))


def _read_contrasts(text: Text) -> Iterator[_Contrast]:
    yield from _read_repeated(text)
    marks = _find_marks(text)
    for row in sorted({mark.row for mark in marks}):
        own = [mark for mark in marks if mark.row == row]
        for (one, two), behind in zip(pairwise(own), [*own[2:], None], strict=False):
            if one.number == two.number or two.word.start - one.word.end > _LONGEST_PART:
                continue
            last = min(find_sentence_at(text, two.word.start)[1], two.word.end + _LONGEST_PART)
            last = last if behind is None else min(behind.word.start, last)
            found = _read_contrast(one, two, last, text)
            if found is not None:
                yield found
        if row == _ORDINALS and len({mark.number for mark in own}) == 1:
            yield from _read_single(own[0], text)


def _read_single(one: _Mark, text: Text) -> Iterator[_Contrast]:
    """Yield what the text says of one thing that an ordinal tells apart from others: "the first fire"."""
    nouns, is_plural = _find_nouns(one, text)
    if nouns and not is_plural:
        span = find_clause_at(text, one.word.start)
        mine = frozenset(word.stem for word in text.within(*span)) - {noun.stem for noun in nouns[:1]}
        mine -= {one.word.stem}
        numbers = one.number, one.number
        yield _Contrast(one.row, numbers, nouns, False, (mine, frozenset()), span, mine)


def _read_contrast(one: _Mark, two: _Mark, last: int, text: Text) -> _Contrast | None:
    """Return what is told apart; None if nothing is said of the second."""
    nouns, is_plural = _find_nouns(one, text)
    joint = _find_joint(one, two, text)
    spans = ((one.word.end, two.word.start), (two.word.end, last))
    if joint is not None:
        spans = ((_find_part_start(one, text), joint), (joint, last))
    parts = [[word for word in text.within(*span) if word not in (one.word, two.word)] for span in spans]
    only = _find_own_stems(parts, {noun.stem for noun in nouns[:1]}, text)
    if only is None:
        return None
    stems = frozenset(word.stem for word in text.within(one.word.start - _LONGEST_PART, last))
    numbers = one.number, two.number
    return _Contrast(one.row, numbers, nouns, is_plural, only, (one.word.start, last), stems)


def _find_own_stems(
    parts: Sequence[Sequence[Word]], kinds: set[str], text: Text
) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the stems that only one of two parts has; None if a part has nothing but the noun.

    Of a second part that leaves out the verb ("the second in 2019"), each word has its like in the first one:
    a date, a figure, a name, or the last word.
    """
    units = [_group_units([word for word in part if word.stem not in kinds], text) for part in parts]
    if not units[0] or not units[1]:
        return None
    mine = frozenset(word.stem for unit in _find_likes(*units) for word in unit.words)
    theirs = frozenset(word.stem for unit in units[1] for word in unit.words)
    return mine - theirs, theirs - frozenset(word.stem for word in parts[0])


def _read_repeated(text: Text) -> Iterator[_Contrast]:
    """Yield what parts of a sentence with the same noun, and another word beside it, say of two things."""
    for line in list_lines(text) if text.code in load_arrangement_words() else ():
        sentence = read_sentence(text, *line)
        for places in sentence.places.values():
            for (one, two), third in zip(pairwise(places), [*places[2:], None], strict=False):
                first, second = (sentence.words[place] for place in (one, two))
                near = second.start - first.end <= _LONGEST_PART
                if near and first.part < second.part and _have_other_modifiers(sentence, one, two, text):
                    end = _find_next_mention(sentence, second.part, third, text) or line[1]
                    yield from _read_twice(sentence, one, two, (end, line[1]), text)


def _find_next_mention(sentence: PlacedSentence, part: int, place: int | None, text: Text) -> int | None:
    """Return where a later part begins that is about others of the kind: "but most owls do not hoot"."""
    if place is None or sentence.words[place].part <= part:
        return None
    before = sentence.words[place].before
    is_same = any(before in get_word_group(text.code, name) for name in ("articles", "possessives"))
    joints = sentence.starts[part : sentence.words[place].part]
    at_words = [at for at in joints if text.text[at - 1].isalpha()]  # "but, despite what is said, most owls"
    return None if is_same else (at_words or joints)[-1]


def _read_twice(sentence: PlacedSentence, one: int, two: int, rest: Span, text: Text) -> Iterator[_Contrast]:
    """Yield what is told apart, without the stems of the rest, which is about others of the kind."""
    others = frozenset(word.stem for word in text.within(*rest))
    first, second = (sentence.words[place] for place in (one, two))
    last = min(rest[0], second.end + _LONGEST_PART)
    joint = sentence.starts[second.part - 1]
    start = sentence.starts[first.part - 1] if first.part else max(0, first.start - _LONGEST_PART)
    modifiers = {word.start for place in (one, two) for word in _list_modifiers(sentence, place, text)}
    nouns = tuple(text.within(first.start, first.end))
    parts = [
        [word for word in text.within(*span) if word.start not in modifiers]
        for span in ((start, joint), (joint, last))
    ]
    only = _find_own_stems(parts, {noun.stem for noun in nouns}, text)
    if nouns and only is not None:
        stems = frozenset(word.stem for word in text.content if word.start in modifiers)
        mine, theirs = (own - others for own in only)
        yield _Contrast(_NO_ROW, (0, 1), nouns, False, (mine, theirs), (start, last), text.stems, stems)


def _have_other_modifiers(sentence: PlacedSentence, one: int, two: int, text: Text) -> bool:
    """Return True if both nouns have a word right beside them, and not the same one."""
    first, second = ([word.key for word in _list_modifiers(sentence, place, text)] for place in (one, two))
    return bool(first) and bool(second) and not {*first} & {*second}


def _list_modifiers(sentence: PlacedSentence, place: int, text: Text) -> list[PlacedWord]:
    """Return the content word right before a noun, or right behind it where modifiers follow the noun."""
    noun, step = sentence.words[place], 1 if text.code in _NOUN_FIRST else -1
    if noun.kind or not 0 <= place + step < len(sentence.words):
        return []
    beside = sentence.words[place + step]
    between = text.text[min(noun.end, beside.end) : max(noun.start, beside.start)]
    return [beside] if between.isspace() and not beside.kind else []


def _find_joint(one: _Mark, two: _Mark, text: Text) -> int | None:
    """Return where the part of the second mark begins, if words precede the mark: "and lost the second"."""
    joints = _list_joints(text)
    place = bisect_right(joints, two.word.start) - 1
    if place < 0 or joints[place] < one.word.end:
        return None
    return joints[place] if text.within(joints[place], two.word.start) else None


def _find_part_start(one: _Mark, text: Text) -> int:
    start = find_sentence_at(text, one.word.start)[0]
    joints = _list_joints(text)
    place = bisect_right(joints, one.word.start) - 1
    return max(start, joints[place]) if place >= 0 else start


@find_once
def _list_joints(text: Text) -> tuple[int, ...]:
    """Return where the parts of all lines begin but the first; none in a language without an entry."""
    if text.code not in load_arrangement_words():
        return ()
    return tuple(at for line in list_lines(text) for at in read_sentence(text, *line).starts)


def _find_nouns(mark: _Mark, text: Text) -> tuple[tuple[Word, ...], bool]:
    """Return the words that may name the kind, and whether small words before them say that it is plural.

    Words such as "of the" do: "one of the bridges". Other words leave none: "the larger one", "one in Kiel".
    """
    start = mark.word.end
    nouns = text.within(start, start + _LONGEST_PART)[:_NOUN_REACH]
    if not nouns or _STOP.search(text.text, start, nouns[0].start):
        return (), False
    between = [word for word in text.words_after(start, _NOUN_REACH + 1) if word.start < nouns[0].start]
    of_several = build_figure_pattern(text.code, "of_several")
    if not all(of_several and of_several.fullmatch(word.form) for word in between):
        return (), False
    return tuple(word for word in nouns if not word.form[0].isdigit()), bool(between)


_STOP = re.compile(r"[,.;:()\n]")


@dataclass(frozen=True, slots=True)
class _Unit:
    """A word, or the words of one date."""

    kind: str
    words: tuple[Word, ...]


def _find_likes(first: Sequence[_Unit], second: Sequence[_Unit]) -> list[_Unit]:
    """Return the units of the first part that those of the second one stand for, the last ones first."""
    left = list(first)
    likes = []
    for unit in reversed(second[-len(first) :]):
        like = next((one for one in reversed(left) if one.kind == unit.kind), left[-1])
        left.remove(like)
        likes.append(like)
    return likes


@find_once
def _index_dates(text: Text) -> dict[int, Span]:
    """Return start of each word in a date → the span of the date."""
    dates = find_date_values(text)
    return {word.start: (one.start, one.end) for one in dates for word in text.within(one.start, one.end)}


def _group_units(words: Sequence[Word], text: Text) -> list[_Unit]:
    """Return the words, each with its kind; those of one date are one unit."""
    units: list[_Unit] = []
    dates = _index_dates(text)
    before: Span | None = None
    for word in words:
        date = dates.get(word.start)
        if date is not None and date == before:
            units[-1] = _Unit("date", (*units[-1].words, word))
        else:
            written = text.text[word.start]
            kind = "figure" if written.isdigit() else "name" if written.isupper() else "word"
            units.append(_Unit("date" if date else kind, (word,)))
        before = date
    return units


@find_once
def _find_marks(text: Text) -> tuple[_Mark, ...]:
    """Return the words that tell things apart; "every second hour" and "every other hour" tell none apart."""
    places = _index_marks(text.code)
    each = build_figure_pattern(text.code, "each")
    return tuple(
        _Mark(word, *place)
        for before, word in pairwise([None, *text.words])
        if word is not None and not (before and each and each.fullmatch(before.form))
        for place in places.get(word.form, ())
    )


@cache
def _index_marks(language: str) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return form of a word → its rows and its number in each."""
    found: dict[str, list[tuple[int, int]]] = {}
    for row, line in enumerate(list_figure_words(language, "told_apart")):
        for number, forms in enumerate(line.split()):
            for form in forms.split("/"):
                found.setdefault(form, []).append((row, number))
    return {form: tuple(places) for form, places in found.items()}


TOLD_APART = Rule("told_apart", compare_things_told_apart, kind="subject", vetoes=("misplaced",))
