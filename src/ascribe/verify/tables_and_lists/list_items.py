"""Items of lists: each tells of its own thing, so the value and the number of an item are those of no other.

Of "Fees: Adults: 12 €, Dogs: 3 €" a claim about dogs must not have the 12 €. An item is known by its label,
the words before its colon, and by those of the items that it is nested in. A claim may also name an item by
its number: "step 3", "the third step", "§ 3". That number is no word of the item, so it confirms nothing
else. Only English nouns are known for it; in other languages a claim has to have the number as it stands
before the item.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ascribe.inline_markup import blank_inline_markup
from ascribe.list_marks import strip_list_mark
from ascribe.records.source_sentence import SourceSentence
from ascribe.text.words import is_content_word, split_words
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import split_whole_clauses
from ascribe.verify.evidence.passages import list_around, read_text

MAX_DISTANCE = 30
"""Sentences before and after an item that may be items of its list."""

_LABEL = re.compile(r"(?P<label>[^:\n]{1,80}):\s+(?P<value>\S.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Item:
    """An item of a list.

    Args:
        outer: where the headings and the lead of its list begin.
        path: the items that it is nested in and its own label, each with where it begins and its stems.
        value: the stems of the content words behind the label.
    """

    outer: tuple[int, ...]
    path: tuple[tuple[int, frozenset[str]], ...]
    value: frozenset[str]


def takes_sibling_value(claim: Text, evidence: Sequence[SourceSentence], members: Iterable[int]) -> bool:
    """Return True if the claim, or a clause of it, has the value of an item that it does not name.

    It names another item of the same list and has nothing of its value, and one of the two is a member.
    """
    said = [
        claim.stems,
        *(_find_stems(claim.text[a:b], claim.language) for a, b in split_whole_clauses(claim)),
    ]
    items = ((member, _read_item(evidence[member], claim.language)) for member in members)
    pairs = (
        pair
        for member, item in items
        if item is not None
        for other in _list_near_items(evidence, member, claim.language)
        if item.outer == other.outer
        for pair in ((item, other), (other, item))
    )
    return any(_is_sibling_meant(stems, *pair) for pair in pairs for stems in said)


def _list_near_items(
    evidence: Sequence[SourceSentence], member: int, language: str | None
) -> Iterator[_Item]:
    around = list_around(evidence, member, MAX_DISTANCE, MAX_DISTANCE)
    same = (evidence[other] for other in around if other != member)
    return (item for one in same if (item := _read_item(one, language)) is not None)


def _is_sibling_meant(said: frozenset[str], item: _Item, other: _Item) -> bool:
    """Return True if these words have the value of the item, and name the other one where they part."""
    if not (item.value - other.value) & said or (other.value - item.value) & said:
        return False
    parted = ((mine, theirs) for mine, theirs in zip(item.path, other.path, strict=False) if mine != theirs)
    (start, mine), (place, theirs) = next(parted, ((0, frozenset()), (0, frozenset())))
    is_named = bool(theirs - mine) and theirs - mine <= said
    return start != place and is_named and not mine - theirs <= said


def _read_item(passage: SourceSentence, language: str | None) -> _Item | None:
    """Return a sentence as an item with a label and a value; None for any other sentence."""
    words = strip_list_mark(passage.words)
    match = _LABEL.match(blank_inline_markup(words))
    context = [one for one in passage.sentence.context if one.kind != "number"]
    around = [one for one in context if one.kind == "lead" and strip_list_mark(one.text) != one.text]
    if match is None or (not around and words == passage.words):
        return None
    language = passage.document.language or language
    path = [(one.char_start, _find_stems(strip_list_mark(one.text), language)) for one in around]
    own = (passage.sentence.span.char_start, _find_stems(match["label"], language))
    value = split_words(match["value"], language)
    return _Item(
        tuple(one.char_start for one in context if one not in around),
        (*path, own),
        frozenset(word.stem for word in value if is_content_word(word, language)),
    )


def _find_stems(words: str, language: str | None) -> frozenset[str]:
    return read_text(blank_inline_markup(words), language).stems


# --- Numbers of items ---

_NOUN = r"(?:step|stage|item|point|rule|clause|section|article|paragraph|chapter)"
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_NAMED = re.compile(
    rf"\b(?:{_NOUN}\s+(?P<figure>\d{{1,3}})(?![\w.,]*\d)"
    rf"|(?:(?P<ordinal>{'|'.join(_ORDINALS)})|(?P<digits>\d{{1,3}})(?:st|nd|rd|th))\s+{_NOUN}\b)",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d+")


def write_named_number(claim: Text, passage: SourceSentence, rendered: str) -> str:
    """Return a passage behind the words with which the claim names its number; unchanged if it does not."""
    named = _find_name(claim, passage) if passage.number else ""
    return f"{named}: {rendered.removeprefix('- ')}" if named else rendered


def _find_name(claim: Text, passage: SourceSentence) -> str:
    number = passage.number.strip(" .:)")
    has_noun = bool(number) and not number[0].isdigit() and number[-1].isdigit()
    written = re.search(rf"(?<!\w){re.escape(number)}(?![\w.,]*\d)", claim.text) if has_noun else None
    if written is not None:
        return written[0]
    return next((words for value, words in _find_named(claim) if value == _read_number(passage)), "")


def names_other_number(claim: Text, passages: Iterable[SourceSentence]) -> bool:
    """Return True if a claim names the number of an item, and a passage has another one.

    An item may tell of the step itself: "3. The first step is to drain the tank".
    """
    named = {value for value, _ in _find_named(claim)}
    if not named:
        return False
    numbered = [(number, one) for one in passages if (number := _read_number(one)) is not None]
    return any(
        named.isdisjoint({number, *map(_read_value, _NAMED.finditer(one.text))}) for number, one in numbered
    )


@find_once
def _find_named(claim: Text) -> tuple[tuple[int, str], ...]:
    """Return the numbers of items that a claim names, each with its words."""
    found: Iterator[re.Match[str]] = _NAMED.finditer(claim.text) if claim.is_english else iter(())
    return tuple((_read_value(one), one[0]) for one in found)


def _read_value(named: re.Match[str]) -> int:
    if named["ordinal"]:
        return 1 + _ORDINALS.index(named["ordinal"].lower())
    return int(named["figure"] or named["digits"])


def _read_number(passage: SourceSentence) -> int | None:
    """Return the number of an item in figures; None without one, or with several levels."""
    figures = _FIGURE.findall(passage.number)
    return int(figures[0]) if len(figures) == 1 else None
