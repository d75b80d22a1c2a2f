"""Numbers of items that a claim names: "step 3", "the third step", "§ 3".

The number before an item is no word of it, so it confirms nothing but these. Only English nouns are known; in
other languages a claim has to have the number as it stands before the item.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ascribe.records.source_sentence import SourceSentence
from ascribe.verify.comparison import Text, find_once

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
