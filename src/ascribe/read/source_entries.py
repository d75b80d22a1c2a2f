"""Finds the entries of a reply that say which source a number or a name means, and state nothing else.

These are the definitions of footnotes and links, and the lines below a heading such as "Sources", which
``source_headings.json`` lists.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import unescape
from itertools import takewhile

from ascribe.protocols import Block
from ascribe.text.package_data import load_package_json

_DEFINITION = re.compile(r"(?m)^[ \t>]{0,6}\[\^?([^\[\]\n^]{1,60})\]:[ \t]*(\S[^\n]*)")
_LABEL = re.compile(
    r"[ \t>]*(?:[-*+•][ \t]+)?(?:\[\^?([\w-]{1,12})\]:?|【(\d{1,4})[^】\n]*】|\((\d{1,3})\)|(\d{1,3})[.):]"
    r"|([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))[ \t]*"
)
_BULLET = re.compile(r"[ \t>]*(?:[-*+•][ \t]+)?")
_HEAD = re.compile(r"[^\n:：]+[:：]?[*_]*")
_MARKUP = " \t*_\u200b"
_HEADING_SIGNS = " \t#*_:：=-\r\n"
_ADDRESS = re.compile(
    r"<?(?:https?://|www\.)\S+|\bdoi:?\s?\S+|[\w/-]{1,100}\.[a-z]{2,5}\b(?!\w)", re.IGNORECASE
)
"""An address or the name of a file."""
_AUTHORS = re.compile(
    r"[*_]*(?:(?:[^\W\d_a-zß-ÿ][\w'’.-]*|van|von|de|den|der|di|la|le|&|and|et|al\.?|und|y|e)[,;]?\s+){1,12}"
    r"\((?:(?:1[5-9]|20)\d\d[a-z]?|n\.d\.)\)"
)
"""Names and a year in brackets, which open an entry of a bibliography."""
_ENDS_SENTENCE = re.compile(r"[.!?。！？][\s*_\"'”’)]*\Z")
_PLACES = re.compile(
    r"(?:\bpp?\.?|\bpages?|\bS\.|\bch(?:apter)?\.?|\bsec(?:tion)?\.?|§)[ \t]?\d+(?:[-–]\d+)?"
    r"|\b(?:1[5-9]|20)\d\d\b"
)
"""Pages and years: the only figures of an entry that names no authors."""
_MOST_ENTRIES = 300
"""Most entries of a list that are read."""

_MOST_WORDS = 4
"""Most words beside an address in an entry that ends like a sentence: "See inn.md."."""


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """One entry.

    Args:
        label: the number or name that it explains; empty for an entry without one.
        text: its words after the label.
        start: its first character in the reply.
        end: one past its last character.
    """

    label: str
    text: str
    start: int
    end: int


def find_source_entries(text: str, blocks: Sequence[Block]) -> list[SourceEntry]:
    """Return the entries of a reply, in order: definitions, and lines below a heading for sources.

    An entry that looks like a statement is none, and neither is any line of a list that has one.
    """
    found = {
        entry.start: entry for entry in (*_iterate_definitions(text, blocks), *_iterate_listed(text, blocks))
    }
    return [found[start] for start in sorted(found)]


def find_notes(text: str, blocks: Sequence[Block]) -> list[SourceEntry]:
    """Return the notes of a reply: definitions that name no source, such as one with a quotation."""
    entries = {entry.start for entry in find_source_entries(text, blocks)}
    found = ((block, _DEFINITION.match(text, block.start, block.end)) for block in blocks)
    return [
        SourceEntry(match.group(1), text[match.start(2) : block.end].strip(), block.start, block.end)
        for block, match in found
        if match is not None and block.kind != "code" and block.start not in entries
    ]


def names_source(words: str) -> bool:
    """Return True if the words have an address, the name of a file, or authors with a year."""
    return bool(_ADDRESS.search(words) or _AUTHORS.match(words))


def is_source_block(block: Block, entries: Sequence[SourceEntry]) -> bool:
    """Return True if the block consists of entries, perhaps below their heading."""
    place = bisect_left(entries, block.start, key=lambda entry: entry.start)
    return place < len(entries) and entries[place].end <= block.end


def _iterate_definitions(text: str, blocks: Sequence[Block]) -> Iterator[SourceEntry]:
    """Yield the definitions whose words look like a source; others are notes, which may state something."""
    code = [(block.start, block.end) for block in blocks if block.kind == "code"]
    for match in _DEFINITION.finditer(text):
        words = match.group(2).strip()
        if _is_entry(words, is_labelled=True) and not any(a <= match.start() < b for a, b in code):
            start = match.start() + len(match.group()) - len(match.group().lstrip(" \t>"))
            yield SourceEntry(match.group(1), words, start, match.end(2))


def _iterate_listed(text: str, blocks: Sequence[Block]) -> Iterator[SourceEntry]:
    for index, block in enumerate(blocks):
        head = _HEAD.match(text, block.start, block.end)
        if block.kind not in ("heading", "prose", "list_item") or not head or not _is_source_heading(head[0]):
            continue
        if text[head.end() : block.end].strip(_HEADING_SIGNS):
            entries = [_build_entry(text, *line) for line in _iterate_lines(text, head.end(), block.end)]
        else:
            entries = _read_blocks_below(text, blocks[index + 1 : index + 1 + _MOST_ENTRIES])
        if all(map(_is_source, entries)):
            yield from entries


def _read_blocks_below(text: str, blocks: Sequence[Block]) -> list[SourceEntry]:
    """Return the entries of the list below a heading, or of the paragraphs that consist of entries."""
    if blocks and blocks[0].kind == "list_item":
        items = takewhile(lambda block: block.kind == "list_item", blocks)
        return [_build_entry(text, item.start, item.end) for item in items]
    paragraphs = takewhile(lambda block: block.kind == "prose", blocks)
    read = (
        [_build_entry(text, *line) for line in _iterate_lines(text, one.start, one.end)] for one in paragraphs
    )
    return [entry for lines in takewhile(lambda lines: all(map(_is_source, lines)), read) for entry in lines]


def _is_source(entry: SourceEntry) -> bool:
    return _is_entry(entry.text, is_labelled=bool(entry.label))


def _iterate_lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for line in text[start:end].splitlines(keepends=True):
        words = line.strip()
        if words:
            first = start + line.index(words)
            yield first, first + len(words)
        start += len(line)


def _build_entry(text: str, start: int, end: int) -> SourceEntry:
    line = text[start:end]
    mark = _LABEL.match(line)
    label = next((part for part in mark.groups() if part), "") if mark else ""
    words = line[mark.end() :] if mark else _BULLET.sub("", line, count=1)
    return SourceEntry(unicodedata.normalize("NFKC", label), words.strip(), start, end)


def _is_source_heading(line: str) -> bool:
    return line.strip(_HEADING_SIGNS).casefold() in _load_headings()


def _is_entry(words: str, *, is_labelled: bool) -> bool:
    """Return True if the words name a source: authors and a year, an address, a file, or a mere title."""
    words = unescape(words).strip(_MARKUP)
    if _AUTHORS.match(words):
        return True
    left, addresses = _ADDRESS.subn(" ", words)
    if "?" in left or re.search(r"\d", _PLACES.sub("", left)):
        return False
    if _ENDS_SENTENCE.search(left):
        return addresses > 0 and len(left.split()) <= _MOST_WORDS
    return bool(words) and (addresses > 0 or is_labelled)


@cache
def _load_headings() -> frozenset[str]:
    return load_package_json("read/source_headings.json", frozenset[str])
