"""Text of a PDF, composed from its paragraphs: blocks, page breaks, character positions, resolved hyphens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ascribe.protocols import Block
from ascribe.read.pdf.lines import Line
from ascribe.read.pdf.paragraphs import Paragraph
from ascribe.read.pdf.text_runs import from_frame
from ascribe.records import BBox, TextLine
from ascribe.text.character_classes import HANGUL, MARKS, UNSPACED

_SENTENCES = re.compile(r"\w{3,}[.!?]\s+[^\W\d_a-z]")
"""Two sentences in a list item. Such an item is split like prose, so that a single sentence of it can be
cited."""

_WIDE_PUNCTUATION = "\u3001-\u303f\uff01-\uffef"
"""East Asian and full-width punctuation, which is written without spaces."""

_UNSPACED_END = re.compile(f"[{UNSPACED}{_WIDE_PUNCTUATION}][{MARKS}]*\\Z")
_UNSPACED_START = re.compile(f"[{UNSPACED}{_WIDE_PUNCTUATION}]")
_HANGUL = re.compile(f"[{HANGUL}]")

_JOINING_SIGNS = ("—", "–", "/")
"""A line that ends with one of these directly after a word continues without a space."""


class TextComposer:
    """Composes the text from paragraphs and records the offsets of its blocks and lines."""

    def __init__(self, found: Sequence[Paragraph]) -> None:
        self.found = found
        self.hyphens = HyphenResolver(line.text for paragraph in found for line in paragraph.lines)
        # Korean may wrap inside a word; the file then has a space only after lines that end a word.
        self.wraps_syllables = any(
            line.space_after and _HANGUL.match(line.text[-1])
            for paragraph in found
            for line in paragraph.lines
        )
        self.parts: list[str] = []
        self.length = 0
        self.lines: list[TextLine] = []
        self.blocks: list[Block] = []

    def compose(self) -> str:
        """Return the text, and fill ``blocks`` and ``lines`` on the way."""
        last: Paragraph | None = None
        for paragraph in self.found:
            if last is not None:
                rows = (
                    last.kind == paragraph.kind == "table_row"
                    and last.lines[-1].page == paragraph.lines[0].page
                )
                self._write("\n" if rows else "\n\n")
            start, mark = self.length, len(self.parts)
            self._write_paragraph(paragraph)
            kind = paragraph.kind
            if kind == "list_item" and _SENTENCES.search("".join(self.parts[mark:])):
                kind = "prose"
            self.blocks.append(Block(kind, start, self.length, paragraph.level))
            last = paragraph
        return "".join(self.parts)

    def _write_paragraph(self, paragraph: Paragraph) -> None:
        """Append the lines of one paragraph."""
        lines = paragraph.lines
        for index, line in enumerate(lines):
            text, joint = line.text, ""
            if index + 1 < len(lines):
                text, joint = self._join(line, text, lines[index + 1])
            self._write_line(line, text)
            self._write(joint)

    def _join(self, line: Line, text: str, following: Line) -> tuple[str, str]:
        """Return the text of the line as it is kept, and the separator between it and the next line."""
        if line.cell != following.cell:
            return text, "\t" * _count_columns_between(line, following)
        after = following.text
        if text.endswith("-") and len(text) > 1 and not text[-2].isspace():
            between = self.hyphens.resolve(text, after)
            return (text, between[1:]) if between else (text[:-1], "")
        if text.endswith(_JOINING_SIGNS) and len(text) > 1 and not text[-2].isspace():
            return text, ""
        if _UNSPACED_END.search(text[-4:]) and _UNSPACED_START.match(after):
            return text, ""
        if self.wraps_syllables and _HANGUL.match(text[-1]) and _HANGUL.match(after):
            return text, " " if line.space_after else ""
        return text, " "

    def _write(self, text: str) -> None:
        """Append text."""
        self.parts.append(text)
        self.length += len(text)

    def _write_line(self, line: Line, text: str) -> None:
        """Append one printed line and record its position."""
        start = self.length
        self._write(text)
        self.lines.append(_build_text_line(line, start, len(text)))

    def page_breaks(self, pages: int) -> list[int]:
        """Return the offset of the first character of each page.

        A page without text has the offset of the next page.
        """
        first: dict[int, int] = {}
        for line in self.lines:
            first.setdefault(line.page, line.char_start)
        breaks: list[int] = []
        following = self.length
        for page in reversed(range(pages)):
            following = min(following, first.get(page, following))
            breaks.append(following)
        breaks.reverse()
        return [0, *breaks[1:]] if breaks else []


def _count_columns_between(line: Line, following: Line) -> int:
    """Return how many columns further the next cell of a row is; at least 1."""
    return max(1, following.cell[1] - line.cell[1]) if line.cell and following.cell else 1


def _build_text_line(line: Line, start: int, length: int) -> TextLine:
    pairs = list(zip(line.starts[:length], line.ends[:length], strict=True))
    if line.turn in (180, 270):
        pairs = [(-end, -begin) for begin, end in pairs]
    first = tuple(round(begin, 2) for begin, _ in pairs)
    last = tuple(round(end, 2) for _, end in pairs)
    whole = (min(line.starts[:length]), line.low, max(line.ends[:length]), line.high)
    box = BBox(*(round(edge, 2) for edge in from_frame(line.turn, whole)))
    return TextLine(start, start + length, line.page, box, first, last, line.turn in (90, 270))


# --- Line-end hyphens ---

_WORD = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")
_TAIL = re.compile(r"(?:[^\W_]+-)*[^\W_]*$")
_HEAD = re.compile(r"[^\W_]*")
_CONJUNCTIONS = {"and", "or", "to", "und", "oder", "bis", "et", "ou", "y", "e", "o", "en", "of", "och", "og"}
"""Before these words, a hyphen stands for an omitted part: ``two- and three-fold``, ``Vor- und
Nachteile``."""


class HyphenResolver:
    """Resolves line-end hyphens by the words inside the document's own lines; it uses no dictionary."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.words: Counter[str] = Counter()
        self.hyphened: Counter[str] = Counter()
        for text in lines:
            line = text.strip().casefold()
            words = _WORD.findall(line)
            inner = words[1:-1] if len(words) > 2 else []
            self.words.update(inner)
            self.words.update(part for word in inner if "-" in word for part in word.split("-"))
            self.hyphened.update(_find_hyphened_words(line))

    def resolve(self, before: str, after: str) -> str:
        """Return the separator between a line that ends with a hyphen and the next line.

        It is ``""`` where the hyphen is removed, ``"-"`` where it is kept, and ``"- "`` where a part of a
        word was omitted.
        """
        tail = _TAIL.search(before.rstrip("-"))
        left = tail[0] if tail else ""
        match = _HEAD.match(after)
        right = match[0] if match else ""
        if not left or not right or _is_address(before):
            return "-"
        if right.casefold() in _CONJUNCTIONS and after[len(right) : len(right) + 1] in (" ", ""):
            return "- "
        if right[0].isdigit() or left[-1].isdigit():
            return "-"
        if right[0].isupper() and not (left.isupper() and right.isupper()):
            return "-"
        return "" if self._is_one_word(left.casefold(), right.casefold()) else "-"

    def _is_one_word(self, left: str, right: str) -> bool:
        """Return True if other lines of the document show that the two parts are one word."""
        compound = "-" in left
        last = left.rpartition("-")[2]
        whole, hyphened = self.words[left + right], self.hyphened[f"{left}-{right}"]
        if compound:
            whole, hyphened = whole + self.words[last + right], hyphened + self.hyphened[f"{last}-{right}"]
        if whole or hyphened:
            return whole >= hyphened
        if len(last) == 1:
            return False
        shortest = 2 if compound else 3
        if min(len(last), len(right)) < shortest:
            return True
        return not (self.words[last] and self.words[right])


def _find_hyphened_words(line: str) -> Iterator[str]:
    """Yield the words with a hyphen that do not touch an end of the line, where a word may be broken."""
    for match in _WORD.finditer(line):
        if "-" in match[0] and match.start() > 0 and match.end() < len(line):
            yield match[0]


def _is_address(before: str) -> bool:
    token = before.rsplit(maxsplit=1)[-1]
    return "://" in token or "@" in token or "www." in token or token.count("/") > 1
