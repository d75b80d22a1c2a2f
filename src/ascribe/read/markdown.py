"""Markdown syntax as regular expressions, and the removal of markup without a change of offsets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ascribe.inline_markup import blank_inline_markup, blank_match
from ascribe.list_marks import ROMAN_LABEL, find_outline_marks
from ascribe.protocols import Block
from ascribe.text.character_classes import EMOJI

QUOTE = r"(?:>[ \t]?)+"
"""The markers of a block quote at the start of a line."""

HEADING = r"#{1,6}(?=\s|\Z)"

BULLET = r"(?:[-*+◦○■·](?=[ \t\r\n]|\Z)|[•‣▪●])"
NUMBER = r"(?:\d{1,3}[.)]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,5})\))(?=[ \t])"
SIGN = rf"(?:[–—]|[{EMOJI}]+|\d\ufe0f?\u20e3)(?=[ \t])"
"""A dash or emoji that marks an item of a list only where the next item has one, too."""
CHECKBOX = r"\[[ xX]\](?=\s)"

UNDERLINE = r"(?:=+|-{2,})"
"""The underline that makes the line above it a title."""

RULE = r"(?:(?:-[ \t]*+){3,}|(?:\*[ \t]*+){3,}|(?:_[ \t]*+){3,})"

DEFINITION = r"\[[^\[\]\n]{1,60}\]:"
"""The label that opens the definition of a footnote or of a reference-style link."""

_ADDRESS = r"(?:<[^<>\n]*>|(?=\S*(?:[/#]|\.[A-Za-z]{2,6}(?:\s|\Z)))\S++)"
LINK_DEFINITION = rf"{DEFINITION}[ \t]+{_ADDRESS}(?:[ \t]+[\"'(][^\n]*[\"')])?[ \t]*"
"""A whole line: the label, address and title of a reference-style link."""

HARD_BREAK = r"\\(?=\r?\n)|<br[ \t]*/?>(?:[ \t]*<br[ \t]*/?>)*"
"""A line break within a paragraph."""

_LINE_MARKER = re.compile(
    rf"(?m)^[ \t\ufeff]*(?:{QUOTE})?(?:{HEADING}|(?:{BULLET}|{NUMBER})(?:[ \t]+{CHECKBOX})?)?"
)
_QUOTE_MARKER = re.compile(rf"(?m)^[ \t\ufeff]*{QUOTE}")
_RULE = re.compile(rf"(?m)^[ \t>]*(?:{UNDERLINE}|{RULE})[ \t]*$")
_CLOSING_HASHES = re.compile(r"(?m)(?<=\s)#+[ \t]*$")
_ITEM_SIGN = re.compile(rf"(?:{QUOTE})?{SIGN}")
_ROMAN_MARK = re.compile(rf"(?:{QUOTE})?(?:{BULLET}[ \t]+)?{ROMAN_LABEL}(?=[ \t])")
_BULLET_MARK = re.compile(rf"(?:{QUOTE})?{BULLET}[ \t]+")
_DEFINITION = re.compile(DEFINITION)
_LINK_DEFINITION = re.compile(LINK_DEFINITION)
_FENCE = re.compile(r"(?m)^[ \t>]*(?:`{3,}|~{3,}).*$")
_PIPE = re.compile(r"(?<!\\)\|")


def blank_markup(text: str, blocks: Sequence[Block]) -> str:
    """Return the text with Markdown syntax and HTML tags replaced by spaces, at the same length.

    A link keeps its text, an image its description; the content of code blocks is unchanged.
    """
    outline = dict(find_outline_marks(text))
    pieces, position = [], 0
    for block in blocks:
        words = _blank_outline_mark(text[block.start : block.end], block, outline)
        pieces += [text[position : block.start], _blank_block(words, block)]
        position = block.end
    return "".join([*pieces, text[position:]])


def _blank_outline_mark(words: str, block: Block, outline: Mapping[int, int]) -> str:
    """Blank a number such as ``1.2.`` behind the bullet of an item; ``outline`` has their spans."""
    bullet = _BULLET_MARK.match(words) if block.kind == "list_item" and outline else None
    end = outline.get(block.start + bullet.end(), 0) - block.start if bullet else 0
    return words[: bullet.end()] + " " * (end - bullet.end()) + words[end:] if bullet and end > 0 else words


def _blank_block(words: str, block: Block) -> str:
    if block.kind == "code":
        return _blank(_FENCE, words)
    return blank_inline_markup(_blank_block_markers(words, block))


def _blank_block_markers(words: str, block: Block) -> str:
    """Blank the markers that make the block what it is."""
    if block.kind in ("table_header", "table_row"):
        return _blank(_PIPE, words)
    words = _blank(_RULE, words)
    if block.kind == "heading":
        return _blank(_CLOSING_HASHES, _blank(_LINE_MARKER, words, count=1))
    if block.kind == "list_item":
        words = _blank(_ROMAN_MARK, words, only_first=True)
        if definition := _LINK_DEFINITION.fullmatch(words):
            return blank_match(definition)
        words = _blank(_LINE_MARKER, _blank(_ITEM_SIGN, words, only_first=True), count=1)
        words = _blank(_DEFINITION, words, count=1, only_first=True)
    return _blank(_QUOTE_MARKER, words)


def _blank(pattern: re.Pattern[str], words: str, count: int = 0, *, only_first: bool = False) -> str:
    if only_first:
        match = pattern.match(words)
        return blank_match(match) + words[match.end() :] if match else words
    return pattern.sub(blank_match, words, count=count)
