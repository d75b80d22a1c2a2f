"""Splits text into units with exact offsets: sentences of prose and list items, other blocks as a whole.

Closing quotation marks, brackets and citation markers after a stop stay with their sentence.
"""

from __future__ import annotations

import re
from itertools import pairwise

from ascribe.errors import InputError
from ascribe.list_marks import LABEL
from ascribe.option_names import explain_unknown_options
from ascribe.protocols import Block
from ascribe.read.blocks import split_blocks
from ascribe.read.markdown import CHECKBOX, HARD_BREAK
from ascribe.read.markers.styles import STYLES_OPENED_BY
from ascribe.read.sentences.boundaries import (
    Enclosures,
    Stop,
    find_enclosures,
    find_word_start,
    is_sentence_end,
)
from ascribe.text.character_classes import EMOJI, RAISED, UNSPACED
from ascribe.text.language_detection import resolve_language
from ascribe.text.word_lists import Abbreviations, load_abbreviations

_SAMPLE_CHARS = 4000
"""Characters of a block that decide whether it is split into sentences."""

_STOP = re.compile(
    r"[.!?…‼⁇⁈⁉؟۔।॥։።၊။។᠃᠉‽]+"  # stops of scripts with spaces
    r"|[。！？｡．]+[!?]*"  # stops of scripts without spaces
    r"|(?<=[\u0370-\u03ff\u1f00-\u1fff])[;\u037e]"  # the Greek question mark
)
_NO_SPACE_AFTER = frozenset("。！？｡।॥۔؟။។")
"""Stops that end a sentence even without white space after them."""
_FOOTNOTED = re.compile(r"[^\W\d_]{3}[^\W\d_)”\"’][.!?](?:[⁰¹²³⁴-⁹]|\d{1,3}\s)")
"""A word, a stop and a note number, as superscripts are extracted from a PDF."""
_THAI = re.compile(r"[\u0e00-\u0e7f]")
_LETTER = re.compile(r"[^\W\d_]")
_BIBLIOGRAPHY = re.compile(
    r"(?:\[?\d{1,3}[\].]\s+)?[^\W\d_a-z][\w'’-]+,\s(?:[^\W\d_a-z]\.[\s-]?){1,3}[^.]{0,200}"
    r"(?:\((?:1[5-9]|20)\d\d[a-z]?\)\.|[“\"])"
)
_MAX_ENTRY_CHARS = 600
_HARD_BREAK = re.compile(HARD_BREAK, re.IGNORECASE)
_ITEM_MARKER = re.compile(rf"(?:[^\w\s][ \t]+(?:{LABEL}[ \t]+)?|{LABEL}[ \t]+)(?:{CHECKBOX}[ \t]+)?(?=\S)")
"""The marker of a list item in any format; a stop in it ends no sentence."""


@explain_unknown_options()
def split_sentences(text: str, language: str | None = None) -> list[tuple[int, int]]:
    """Return ``(start, end)`` of every unit, half-open, in code points and in order.

    Units are sentences, headings, table rows, code blocks and formulas, without surrounding white space. The
    marker of a list item belongs to its first sentence, citation markers after a full stop to the sentence
    before them. ``language`` is an ISO 639-1 code; None detects it, and if that fails, English rules apply.

    Raises:
        InputError: ``text`` is no text.
    """
    if not isinstance(text, str):
        raise InputError(f"text must be a str, got {type(text).__name__}.")
    language = resolve_language(text, language)
    return [unit for block in split_blocks(text) for unit in split_block(text, block, language)]


def split_block(
    text: str, block: Block, language: str | None, *, curated: bool = False
) -> list[tuple[int, int]]:
    """Split one block of ``text`` into one or more units.

    ``language`` is the text's, or None; ``curated`` adds abbreviations of particular fields.
    """
    if block.kind not in ("prose", "list_item") or _is_unsplittable(text, block):
        return [(block.start, block.end)]
    rules = load_abbreviations(language or "en", curated)
    start = block.start + block.number
    mark = _ITEM_MARKER.match(text, start, block.end) if block.kind == "list_item" else None
    sentences = _split_prose(text, mark.end() if mark else start, block.end, rules)
    first, *others = (unit for sentence in sentences for unit in _split_at_breaks(text, *sentence))
    return [(block.start, first[1]), *others]


def _is_unsplittable(text: str, block: Block) -> bool:
    """Return True for Thai, which does not mark sentence ends, and for entries of a bibliography."""
    sample = text[block.start : min(block.end, block.start + _SAMPLE_CHARS)]
    thai = len(_THAI.findall(sample))
    if thai and 2 * thai > len(_LETTER.findall(sample)):
        return True
    return block.end - block.start <= _MAX_ENTRY_CHARS and _BIBLIOGRAPHY.match(sample) is not None


def _split_prose(text: str, start: int, end: int, rules: Abbreviations) -> list[tuple[int, int]]:
    pairs = find_enclosures(text, start, end)
    all_lower = text[start:end].islower()
    units, unit, after = [], start, start
    for match in _STOP.finditer(text, start, end):
        if match.start() < after:
            continue
        stop = _find_stop(text, match, unit, end, pairs)
        if stop is None:
            continue
        after = stop.after  # a stop inside the markers that follow ends no sentence
        if after < end and is_sentence_end(text, stop, rules, pairs, all_lower=all_lower):
            units.append((unit, stop.after))
            unit = after = stop.next_start
    units.append((unit, end))
    return units


def _find_stop(text: str, match: re.Match[str], unit: int, end: int, pairs: Enclosures) -> Stop | None:
    """Return the stop with the closing characters after it, or None for a stop inside a word."""
    mark_end = match.end()
    unspaced = text[mark_end - 1] in _NO_SPACE_AFTER
    if (
        mark_end < end
        and not unspaced
        and text[mark_end].isalnum()
        and not _FOOTNOTED.match(text, max(match.start() - 4, 0), end)
    ):
        return None  # a stop inside a word, such as a file name, a host or a version
    closed, after, cited = find_tail_end(text, mark_end, end, pairs)
    broken = _HARD_BREAK.match(text, after, end)
    after = broken.end() if broken else after
    next_start = after
    while next_start < end and text[next_start].isspace():
        next_start += 1
    return Stop(
        unit=unit,
        mark=match.start(),
        mark_end=mark_end,
        closed=closed,
        after=after,
        next_start=next_start,
        word=find_word_start(text, next_start, end),
        end=end,
        cited=cited,
        joined=next_start == after and not (unspaced or cited or broken),
    )


_LINE_BREAK = re.compile(rf"(?:{HARD_BREAK}|(?<=\S) {{2,}}(?=\r?\n))\s*", re.IGNORECASE)
_LABELLED = re.compile(r"[^\w\n]*\w[^:：\n]{0,60}[:：][*_]*\s*\w")
_WORDS_OF_LINE = re.compile(rf"[{UNSPACED}]{{2}}|\w+")
_MIN_LINE_WORDS = 4
_GOES_ON = re.compile(r"[,;:，；：、–—-][*_~\s]*\Z")
"""The end of a line that its sentence goes on after."""


def _split_at_breaks(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Split a sentence at the hard line breaks between two lines that each state something.

    Such a line has a label ("Built: 1871") or some words, and does not begin in lower case. The mark of the
    break belongs to the line before it.
    """
    breaks = list(_LINE_BREAK.finditer(text, start, end))
    starts = [start, *(found.end() for found in breaks)]
    lines = [text[a:b] for a, b in zip(starts, [*(found.start() for found in breaks), end], strict=True)]
    units, unit = [], start
    for found, (above, below) in zip(breaks, pairwise(lines), strict=True):
        if _is_line(above) and _is_line(below) and not _is_continued(below):
            units.append((unit, found.start() + len(found.group().rstrip())))
            unit = found.end()
    return [*units, (unit, end)]


def _is_line(words: str) -> bool:
    """Return True for a line with a label and its value, or with enough words for a statement."""
    enough = len(_WORDS_OF_LINE.findall(words)) >= _MIN_LINE_WORDS
    return (enough or _LABELLED.match(words) is not None) and _GOES_ON.search(words) is None


def _is_continued(below: str) -> bool:
    letter = _LETTER.search(below)
    return letter is not None and letter.group().islower()


_CLOSING = re.compile(r"[)\]}）」』】》〉”’\"'*_~]|</[a-z][a-z0-9]{0,9}>|[«»“‹›‘]")
_PAIRED_ONLY = frozenset('«»“‹›‘”"')
_SPACED_CLOSING = re.compile(r"[ \u00a0\u202f][»›]")
_ATTACHED_MARKER = re.compile(
    rf"[{RAISED}]+(?:[,⁻{RAISED}]*[{RAISED}])?"
    r"|<sup>[^<]{1,40}</sup>"
    r"|\(\d{1,3}(?:[,–-]\s?\d{1,3})*\)"
    r"|\d{1,3}(?=\s+[^\W\d_a-z])(?!\s+[A-Z][a-z]+ber)"
    r"|[†‡]"
)
_LINKED_MARKER = re.compile(
    r"\[\d{1,4}\]\([^()\s]{1,500}\)"
    r"|\(\[[^\[\]]{1,200}\]\([^()\s]{1,500}\)\)"
    r"|[(\[](?:[Ss]ource:\s?)?[\w/-][\w./-]{0,100}\.[a-z]{2,5}[)\]]"
)
"""A linked number, a link or the name of a file in brackets: a citation, although it names no document by
position."""
_FORMULA_NUMBER = re.compile(r"\((?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})?[a-z]?\)")
_EMOJI = re.compile(rf"[{EMOJI}]+")
_BLANK = re.compile(r"\s{0,3}")


def find_tail_end(text: str, position: int, end: int, pairs: Enclosures) -> tuple[int, int, bool]:
    """Return where the closing characters end, where the markers after them end, and if there are any.

    A citation marker after a space belongs to the sentence before it, unless lower-case words follow, as in
    ``[1] shows that``.
    """
    closed = _find_closing_end(text, position, end, pairs)
    after, cited = closed, False
    while after < end:
        mark = _find_next_marker(text, after, end, attached=after == closed or cited)
        if mark is None:
            break
        after, cited = _find_closing_end(text, mark, end, pairs), True
    emoji = _EMOJI.match(text, _find_blank_end(text, after, end), end)
    if emoji and (emoji.end() == end or text[emoji.end()].isspace()):
        after = emoji.end()
    return closed, after, cited


def _find_closing_end(text: str, position: int, end: int, pairs: Enclosures) -> int:
    while position < end:
        spaced = _SPACED_CLOSING.match(text, position, end)
        if spaced and pairs.ending_at(position + 1):
            position += 2
            continue
        sign = _CLOSING.match(text, position, end)
        if sign is None:
            break
        if sign.group() in _PAIRED_ONLY and _opens_pair(text, position, end, pairs):
            break
        position = sign.end()
    return position


def _opens_pair(text: str, position: int, end: int, pairs: Enclosures) -> bool:
    """Return True if the quotation mark opens new speech rather than closing the old."""
    if pairs.around(position) is not None:
        return False
    return position + 1 < end and not text[position + 1].isspace() and text[position + 1] not in ".,;:)]"


def _find_next_marker(text: str, position: int, end: int, *, attached: bool) -> int | None:
    if attached:
        mark = _ATTACHED_MARKER.match(text, position, end)
        stop = mark.end() if mark else _find_marker_end(text, position, end)
        if stop is not None:
            return stop
    here = _find_blank_end(text, position, end)
    stop = _find_marker_end(text, here, end) if here > position else None
    number = _FORMULA_NUMBER.match(text, here, end)
    if number and number.end() == end:
        return end
    return None if stop is None or _is_subject(text, stop, end) else stop


def _find_marker_end(text: str, position: int, end: int) -> int | None:
    """Return the end of the citation marker at ``position``; a colon after it makes it a note definition."""
    link = _LINKED_MARKER.match(text, position, end)
    if link:
        return link.end()
    for style in STYLES_OPENED_BY.get(text[position : position + 1], ()):
        mark = None if style.wraps or style.name == "name" else style.pattern.match(text, position, end)
        if mark and style.documents(mark) and not text.startswith(":", mark.end()):
            return mark.end()
    return None


def _is_subject(text: str, position: int, end: int) -> bool:
    """Return True if lower-case words follow the marker, so that it is the subject of a sentence."""
    here = _find_blank_end(text, position, end)
    return here > position and here < end and text[here].islower()


def _find_blank_end(text: str, position: int, end: int) -> int:
    blank = _BLANK.match(text, position, end)
    return blank.end() if blank else position
