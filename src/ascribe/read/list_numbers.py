"""Numbers before list items and headings: as HTML and Word write them, and where a text has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from ascribe.list_marks import LABEL, ROMAN_LABEL
from ascribe.protocols import Block
from ascribe.read.blocks import find_lettered_items
from ascribe.read.markdown import BULLET, CHECKBOX, HEADING, QUOTE

_LABEL = re.compile(rf"{LABEL}(?=\s)")
_SIGNS = "().:"
_LETTERS = 26
_MAX_ROMAN = 3999
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def write_letters(number: int) -> str:
    """Return 1 as "a", 26 as "z", 27 as "aa", 28 as "ab"; a number below 1 stays a number."""
    if number < 1:
        return str(number)
    letters = ""
    while number:
        number, rest = divmod(number - 1, _LETTERS)
        letters = chr(ord("a") + rest) + letters
    return letters


def write_roman(number: int) -> str:
    """Return the Roman numeral in lower case; a number that has none stays a number."""
    if not 1 <= number <= _MAX_ROMAN:
        return str(number)
    numeral = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        numeral += letters * count
    return numeral


def add_mark(mark: str, words: str) -> tuple[str, int]:
    """Return the words of an item behind its mark, and how many characters the mark has; 0 without one.

    Words that open with the same number themselves stay as they are.
    """
    own = _LABEL.match(words)
    if own is not None and own[0].strip(_SIGNS) == mark.strip(_SIGNS):
        return words, own.end()
    return (f"{mark} {words}", len(mark)) if mark and words else (words, 0)


# --- Numbers in a text ---

_BEFORE = rf"(?:{QUOTE})?(?:(?P<sign>{HEADING}|{BULLET})[ \t]+)?(?:{CHECKBOX}[ \t]+)?(?:\*\*|__)?"
_NUMBER = re.compile(
    rf"{_BEFORE}(?P<number>\(?\d{{1,3}}[.):]|\(?[a-zA-Z]\)|\[\d{{1,4}}\]|(?P<roman>{ROMAN_LABEL}))"
    r"[ \t]+(?=\S)"
)
_LINE_NUMBER = re.compile(
    rf"(?m)^[ \t]*(?:{QUOTE})?(?P<number>\(?(?P<figure>\d{{1,3}})[.):])[ \t]+(?=[^\W\d])"
)
_LETTER = re.compile(r"[^\W\d_]+")


def find_numbers(text: str, blocks: Sequence[Block], language: str | None) -> list[tuple[int, int]]:
    """Return the spans of the numbers and letters before items, headings and paragraphs, in order.

    They are those that the reader of a page or of a Word file wrote, and in any other text "12.", "(b)",
    "iv." or "12:" before words. "3." before the name of a month is part of a date, and "J." an initial unless
    it is one of a run from "a." on.
    """
    lettered = find_lettered_items(text)
    return [span for block in blocks for span in _find_in_block(text, block, lettered, language)]


def _find_in_block(
    text: str, block: Block, lettered: frozenset[int], language: str | None
) -> Iterator[tuple[int, int]]:
    if block.number:
        yield block.start, block.start + block.number
    elif block.start in lettered and block.kind == "list_item" and (own := _LABEL.match(text, block.start)):
        yield own.span()
    elif block.kind == "prose":
        yield from _find_in_lines(text, block, language)
    elif block.kind in ("list_item", "heading"):
        match = _NUMBER.match(text, block.start, block.end)
        if match and (block.kind == "list_item" or _is_before_words(match)) and not _is_date(match, language):
            yield match.span("number")


def _find_in_lines(text: str, block: Block, language: str | None) -> Iterator[tuple[int, int]]:
    """Yield the numbers before lines of running text.

    "12." may be the end of a sentence, or outside English an ordinal, unless the lines count on or the line
    above ends with a colon.
    """
    lines = list(_LINE_NUMBER.finditer(text, block.start, block.end))
    figures = {int(line["figure"]) for line in lines}
    for line in lines:
        opens = line.start() == block.start and language in (None, "en")
        counts_on = not figures.isdisjoint((int(line["figure"]) - 1, int(line["figure"]) + 1))
        is_sure = counts_on or not line["number"].endswith(".") or _is_behind_colon(text, line.start())
        if (opens or is_sure) and not _is_date(line, language):
            yield line.span("number")


def _is_behind_colon(text: str, start: int) -> bool:
    return text[max(0, start - 8) : start].rstrip().endswith((":", "："))


def _is_before_words(match: re.Match[str]) -> bool:
    """Return True for a number in figures before a word."""
    is_figure = match["roman"] is None and match["number"].strip("().:").isdigit()
    return is_figure and _LETTER.match(match.string, match.end()) is not None


def _is_date(match: re.Match[str], language: str | None) -> bool:
    """Return True for a day before the name of its month; an English date has no stop there."""
    following = _LETTER.match(match.string, match.end())
    if following is None or language in (None, "en") or not match["number"].endswith("."):
        return False
    return following[0].lower() in _list_months(language or "")


@cache
def _list_months(language: str) -> frozenset[str]:
    """Return the names of the months, in lower case; none of a language without data."""
    from babel import Locale
    from babel.core import UnknownLocaleError

    try:
        months = Locale.parse(language).months
    except (UnknownLocaleError, ValueError):
        return frozenset()
    forms = (months[use][width] for use in ("format", "stand-alone") for width in ("wide", "abbreviated"))
    return frozenset(name.lower().rstrip(".") for each in forms for name in each.values())
