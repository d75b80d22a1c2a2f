"""What stands after a full stop and still belongs to its sentence: closing signs, citation marks, emoji."""

from __future__ import annotations

import re

from ascribe.language.scripts import RAISED
from ascribe.read.markers.styles import STYLES_OPENED_BY
from ascribe.read.sentences.enclosures import Enclosures

_CLOSING = re.compile(r"[)\]}）」』】》〉”’\"'*_~]|</[a-z][a-z0-9]{0,9}>|[«»“‹›‘]")
_PAIRED_ONLY = frozenset('«»“‹›‘”"')
_SPACED_CLOSING = re.compile(r"[ \u00a0\u202f][»›]")
_GLUED_MARK = re.compile(
    rf"[{RAISED}]+(?:[,⁻{RAISED}]*[{RAISED}])?"
    r"|<sup>[^<]{1,40}</sup>"
    r"|\(\d{1,3}(?:[,–-]\s?\d{1,3})*\)"
    r"|\d{1,3}(?=\s+[^\W\d_a-z])(?!\s+[A-Z][a-z]+ber)"
    r"|[†‡]"
)
_LINKED_MARK = re.compile(
    r"\[\d{1,4}\]\([^()\s]{1,500}\)"
    r"|\(\[[^\[\]]{1,200}\]\([^()\s]{1,500}\)\)"
)
"""A number that is a link, and a link in parentheses: no marker that names a document, but a citation."""
_FORMULA_NUMBER = re.compile(r"\((?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})?[a-z]?\)")
_EMOJI = re.compile(r"[\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]+")
_BLANK = re.compile(r"\s{0,3}")


def tail_end(text: str, position: int, end: int, pairs: Enclosures) -> tuple[int, int, bool]:
    """Where the closing signs end, where the marks after them end, and whether there were marks.

    A mark after a space belongs to the sentence before it, unless words in small letters follow, as in
    ``[1] shows that``.
    """
    closed = _closing_end(text, position, end, pairs)
    after, cited = closed, False
    while after < end:
        mark = _next_mark(text, after, end, glued=after == closed or cited)
        if mark is None:
            break
        after, cited = _closing_end(text, mark, end, pairs), True
    emoji = _EMOJI.match(text, _blank_end(text, after, end), end)
    if emoji and (emoji.end() == end or text[emoji.end()].isspace()):
        after = emoji.end()
    return closed, after, cited


def _closing_end(text: str, position: int, end: int, pairs: Enclosures) -> int:
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
    """A quotation mark that begins new speech rather than ending the old."""
    if pairs.around(position) is not None:
        return False
    return position + 1 < end and not text[position + 1].isspace() and text[position + 1] not in ".,;:)]"


def _next_mark(text: str, position: int, end: int, *, glued: bool) -> int | None:
    if glued:
        mark = _GLUED_MARK.match(text, position, end)
        stop = mark.end() if mark else _mark_end(text, position, end)
        if stop is not None:
            return stop
    here = _blank_end(text, position, end)
    stop = _mark_end(text, here, end) if here > position else None
    number = _FORMULA_NUMBER.match(text, here, end)
    if number and number.end() == end:
        return end
    return None if stop is None or _is_subject(text, stop, end) else stop


def _mark_end(text: str, position: int, end: int) -> int | None:
    """Where the citation mark at ``position`` ends; a mark with a colon after it defines a note."""
    link = _LINKED_MARK.match(text, position, end)
    if link:
        return link.end()
    for style in STYLES_OPENED_BY.get(text[position : position + 1], ()):
        mark = None if style.wraps else style.pattern.match(text, position, end)
        if mark and style.documents(mark) and not text.startswith(":", mark.end()):
            return mark.end()
    return None


def _is_subject(text: str, position: int, end: int) -> bool:
    """A mark with words in small letters after it opens a sentence."""
    here = _blank_end(text, position, end)
    return here > position and here < end and text[here].islower()


def _blank_end(text: str, position: int, end: int) -> int:
    blank = _BLANK.match(text, position, end)
    return blank.end() if blank else position
