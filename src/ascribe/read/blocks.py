"""Splits Markdown or plain text into blocks with exact offsets.

Blocks are headings, list items (numbered, bulleted or lettered), table rows, code and prose.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ascribe.protocols import Block, BlockKind
from ascribe.read.markdown import BULLET, DEFINITION, HEADING, NUMBER, QUOTE, RULE, SIGN, UNDERLINE
from ascribe.read.tag_blocks import split_tagged_block

_LINE = re.compile(r"[^\n\r\v\f\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x85\u2028\u2029]|\Z)")
_PARAGRAPH_SEPARATORS = ("\f", "\u2029")
_QUOTE = re.compile(QUOTE)
_HEADING = re.compile(HEADING)
_BOLD_LINE = re.compile(r"(\*\*|__)[^*_]{1,120}\1:?\Z")
_FENCE = re.compile(r"(`{3,})[^`]*\Z|(~{3,})")
_BULLET = re.compile(BULLET)
_NUMBER = re.compile(NUMBER)
_LETTERED = re.compile(r"[^\W\d_]{1,5}[.)]")
_DEFINITION = re.compile(rf"{DEFINITION}(?=\s)")
_ENTRY = re.compile(r"\[\d{1,4}\][ \t]+[^\W\d_a-z]")
_ENTRY_SIGN = re.compile(r"\b(?:1[5-9]|20)\d\d\b|https?://")
_RULE = re.compile(RULE)
_UNDERLINE = re.compile(UNDERLINE)
_FRONT_MATTER = re.compile(r"(---|\+\+\+)[ \t]*\r?\n[\w-]+[ \t]*[:=]")
_MAX_TITLE_CHARS = 120
"""Longest line that can be a title, even with an underline below it."""
_MAX_FRONT_MATTER_LINES = 200
_MAX_FORMULA_CHARS = 5000
_STOPS = tuple(".!?:;,。！？")
_OPENING = frozenset("#>-*+◦○■·•‣▪●`~|[(<$\\=_0123456789")
"""Characters that can open a line of anything but prose."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One line, as offsets into the text.

    ``begin`` is its first character, ``start`` to ``end`` is the line without surrounding white space, and
    ``next`` is the start of the line below. ``inner`` is the first character after the markers of a block
    quote (``start`` outside a quote), and ``words`` is the text from there on.
    """

    begin: int
    start: int
    inner: int
    end: int
    next: int
    words: str
    ends_paragraph: bool

    @property
    def quoted(self) -> bool:
        """Whether the line belongs to a block quote."""
        return self.inner > self.start


def split_blocks(text: str) -> list[Block]:
    """Return the blocks of Markdown or plain text, in order and without overlap.

    Blocks have no surrounding white space. A title with its underline, a list item with its marker, a table
    row, a fenced block and a display formula are one block each; the rest is prose, separated by empty
    lines. Block quotes keep their markers. HTML tags make blocks as they do on a page. Takes linear time.
    """
    return [part for block in _Scanner(text).scan() for part in split_tagged_block(text, block)]


class _Scanner:
    """Line-by-line scanner that keeps track of the block that is still open."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.done: list[Block] = []
        self.kind: BlockKind | None = None
        self.start = self.end = 0
        self.lines = self.level = 0
        self.quoted = False
        self.empty_quote: tuple[int, int] | None = None
        self.in_table = False
        self.in_entries = False
        self.last_comment_end = text.rfind("-->")
        self.marked = find_lettered_items(text) | find_signed_items(text)

    def scan(self) -> list[Block]:
        """Return all blocks of the text."""
        position = self._skip_front_matter()
        while position < len(self.text):
            position = self._read_block(self._read_line(position))
        self._close()
        self._flush_quote()
        return self.done

    def _read_line(self, position: int) -> _Line:
        match = _LINE.match(self.text, position)
        stop = match.end() if match else len(self.text)
        raw = self.text[position:stop]
        words = raw.strip()
        start = inner = position + len(raw) - len(raw.lstrip())
        end = start + len(words)
        prefix = 1 if words[:1] == "\ufeff" else 0
        if words[prefix : prefix + 1] == ">" and (quote := _QUOTE.match(words, prefix)):
            prefix = quote.end()
        if prefix:
            words = words[prefix:].lstrip()
            inner = end - len(words)
        return _Line(position, start, inner, end, stop, words, raw.endswith(_PARAGRAPH_SEPARATORS))

    def _skip_front_matter(self) -> int:
        """Return the offset where the text proper starts."""
        opening = _FRONT_MATTER.match(self.text)
        if opening is None:
            return 0
        position = self._read_line(0).next
        for _ in range(_MAX_FRONT_MATTER_LINES):
            line = self._read_line(position)
            position = line.next
            if line.words in (opening.group(1), "..."):
                return position
            if position >= len(self.text):
                break
        return 0

    def _read_block(self, line: _Line) -> int:
        """Read one line, or a whole fence, formula or comment, and return the offset after it."""
        if line.quoted != self.quoted:
            self._close()
        if not line.words:
            self._end_paragraph(line)
            return line.next
        position = None
        if self._may_be_marked(line):
            position = self._read_marked_line(line)
        if position is None:
            position = self._add_prose(line)
        if line.ends_paragraph:
            self._close()
        return position

    def _may_be_marked(self, line: _Line) -> bool:
        opens = line.words[0] in _OPENING or line.inner in self.marked
        return opens or "|" in line.words or _LETTERED.match(line.words) is not None

    def _end_paragraph(self, line: _Line) -> None:
        self._close()
        self.in_table = False
        if line.end > line.start:  # only the marker of a block quote
            first = self.empty_quote[0] if self.empty_quote else line.start
            self.empty_quote = (first, line.end)

    def _read_marked_line(self, line: _Line) -> int | None:
        """Try each kind of block that opens with a marker; return None if the line is prose after all."""
        multiline = (self._read_fence, self._read_comment, self._read_formula, self._read_table_row)
        for read in (*multiline, self._read_underline, self._read_heading, self._read_list_item):
            if (position := read(line)) is not None:
                return position
        return None

    def _add_prose(self, line: _Line) -> int:
        if self.kind is None:
            self._open("prose", line)
        self.end = line.end
        self.lines += 1
        return line.next

    def _read_fence(self, line: _Line) -> int | None:
        opening = _FENCE.match(line.words)
        if opening is None:
            return None
        mark = opening.group(1) or opening.group(2)
        self._open("code", line)
        self.end, position = line.end, line.next
        while position < len(self.text):
            inside = self._read_line(position)
            if line.quoted and not inside.quoted:
                break
            position = inside.next
            self.end = inside.end if inside.end > inside.start else self.end
            bare = inside.words
            if bare.startswith(mark) and not bare.strip(mark[0]) and inside.quoted == line.quoted:
                break
        self._close()
        return position

    def _read_comment(self, line: _Line) -> int | None:
        """Read a comment, and those that follow it on the same line, so that the line is read only once."""
        if line.quoted or not line.words.startswith("<!--"):
            return None
        start, position = line.start, None
        while self.text.startswith("<!--", start) and start + 4 <= self.last_comment_end:
            start = position = self.text.index("-->", start + 4) + 3
            while self.text[start : start + 1] in (" ", "\t"):
                start += 1
        if position is not None:
            self._close()
        return position

    def _read_formula(self, line: _Line) -> int | None:
        """Read a display formula whose closing marker ends a line of the same paragraph."""
        closing = {"$$": "$$", "\\[": "\\]"}.get(line.words[:2])
        if closing is None:
            return None
        stop = self.text.find(closing, line.inner + 2, line.inner + _MAX_FORMULA_CHARS)
        if stop < 0:
            return None
        rest = self._read_line(stop + 2)
        behind = self.text[rest.start : rest.end]
        if behind.strip(".,;") or re.search(r"\n[ \t]*\r?\n", self.text[line.inner : stop]):
            return None
        self._open("code", line)
        self.end = rest.end if behind else stop + 2
        self._close()
        return rest.next

    def _read_table_row(self, line: _Line) -> int | None:
        if "|" not in line.words:
            self.in_table = False
            return None
        if _is_table_separator(line.words):
            self._close()
            return line.next
        if not self.in_table and line.next < len(self.text):
            below = self._read_line(line.next)
            if _is_table_separator(below.words):
                self._add("table_header", line)
                self.in_table = True
                return below.next
        if self.in_table or (len(line.words) > 2 and line.words[0] == line.words[-1] == "|"):
            self._add("table_row", line)
            return line.next
        return None

    def _read_underline(self, line: _Line) -> int | None:
        """Close the title above; any other line of dashes is a block of its own."""
        if self.kind == "prose" and self.lines == 1 and _UNDERLINE.fullmatch(line.words):
            title = self.text[self.start : self.end]
            if len(title) <= _MAX_TITLE_CHARS and (line.words[0] == "=" or not title.endswith(_STOPS)):
                self.kind, self.end = "heading", line.end
                self._close(level=1 if line.words[0] == "=" else 2)
                return line.next
        if _RULE.fullmatch(line.words):
            self._add("prose", line)
            return line.next
        return None

    def _read_heading(self, line: _Line) -> int | None:
        hashes = _HEADING.match(line.words)
        if hashes:
            self._add("heading", line, level=len(hashes.group()))
            return line.next
        if self.kind is None and _BOLD_LINE.match(line.words):
            self._add("heading", line, level=6)
            return line.next
        return None

    def _read_list_item(self, line: _Line) -> int | None:
        if not (_BULLET.match(line.words) or self._is_numbered(line) or self._is_reference(line)):
            return None
        self._open("list_item", line)
        self.level = 1 + self._measure_indent(line)
        return self._add_prose(line)

    def _measure_indent(self, line: _Line) -> int:
        """Return the columns of white space before the words of a line; a tab counts four."""
        return len(self.text[line.begin : line.inner].replace("\t", "    "))

    def _is_numbered(self, line: _Line) -> bool:
        """Return True if the line starts a numbered or lettered list item, or one with a sign of its own.

        Inside a paragraph only ``1.`` starts a list: any other number there is part of a wrapped sentence.
        """
        if line.inner in self.marked:
            return True
        return _NUMBER.match(line.words) is not None and (
            self.kind != "prose" or line.words.startswith(("1.", "1)"))
        )

    def _is_reference(self, line: _Line) -> bool:
        """Return True for a footnote or link definition, or an entry of a list of references."""
        if _DEFINITION.match(line.words):
            return True
        if self.kind == "prose" or not _ENTRY.match(line.words):
            return False
        known = self.in_entries or _ENTRY_SIGN.search(line.words) is not None
        if not known and line.next < len(self.text):
            known = _ENTRY.match(self._read_line(line.next).words) is not None
        self.in_entries = known
        return known

    def _add(self, kind: BlockKind, line: _Line, level: int = 0) -> None:
        """Add a block of one line."""
        self._open(kind, line)
        self.end = line.end
        self._close(level)

    def _open(self, kind: BlockKind, line: _Line) -> None:
        self._close()
        self.start, self.lines, self.quoted, self.level = line.start, 0, line.quoted, 0
        if self.empty_quote and line.quoted:
            self.start, self.empty_quote = self.empty_quote[0], None
        self._flush_quote()
        self.kind = kind

    def _close(self, level: int = 0) -> None:
        if self.kind is not None:
            self.done.append(Block(self.kind, self.start, self.end, level or self.level))
        self.kind = None

    def _flush_quote(self) -> None:
        """Add block-quote markers that no text follows as a block of their own."""
        if self.empty_quote:
            self.done.append(Block("prose", *self.empty_quote))
        self.empty_quote = None


def _is_table_separator(words: str) -> bool:
    """Return True for the row of dashes below the header of a table."""
    return "|" in words and "-" in words and not words.strip("|-: \t")


_LETTERED_LINE = re.compile(r"(?m)^[ \t>]*(?P<mark>[a-zA-Z]|[ivx]{2,5}|[IVX]{2,5})\.[ \t]+(?=\S)")
_MAX_DISTANCE = 1500
"""Most characters between two consecutive list markers."""

_ROMAN = {"i": 1, "v": 5, "x": 10}


def find_lettered_items(text: str) -> frozenset[int]:
    """Return the offsets of lettered list markers: runs of two or more that begin with ``a`` or ``i``."""
    found: set[int] = set()
    run: list[re.Match[str]] = []
    for line in _LETTERED_LINE.finditer(text):
        if not (
            run
            and line.start() - run[-1].end() < _MAX_DISTANCE
            and _is_next_mark(run[-1]["mark"], line["mark"])
        ):
            run = []
        if run or line["mark"] in "aAiI":
            run.append(line)
        if len(run) > 1:
            found |= {item.start("mark") for item in run[-2:]}
    return frozenset(found)


_SIGNED_LINE = re.compile(rf"(?m)^[ \t>]*(?P<mark>{SIGN})[ \t]+(?=\S)[^\n]*(?P<gap>\s*)")
_DASHES = ("–", "—")


def find_signed_items(text: str) -> frozenset[int]:
    """Return the offsets of the dashes or emoji before items: on two lines or more, one after the other.

    The line above the first of them is empty, or it is over; otherwise a dash goes on with its sentence.
    """
    found: set[int] = set()
    run: list[re.Match[str]] = []
    for line in _SIGNED_LINE.finditer(text):
        follows = bool(run) and run[-1].end("gap") == line.start()
        if not (follows and (run[-1]["mark"] in _DASHES) == (line["mark"] in _DASHES)):
            run = []
        if run or _is_over(text, line.start()):
            run.append(line)
        if len(run) > 1:
            found |= {item.start("mark") for item in run[-2:]}
    return frozenset(found)


def _is_over(text: str, position: int) -> bool:
    """Return True if the line above that position is empty, or ends with a stop, or there is none."""
    above = text[max(0, position - _MAX_TITLE_CHARS) : position]
    return not above.strip() or above.rstrip(" \t").endswith("\n\n") or above.rstrip().endswith(_STOPS)


def _is_next_mark(mark: str, following: str) -> bool:
    """Return True if ``following`` is the letter or the Roman numeral after ``mark``."""
    if mark.isupper() != following.isupper():
        return False
    letters = len(mark) == len(following) == 1 and ord(following) == ord(mark) + 1
    roman, next_roman = _parse_roman(mark), _parse_roman(following)
    return letters or (roman > 0 and next_roman == roman + 1)


def _parse_roman(mark: str) -> int:
    """Return the value of a Roman numeral up to 39, or 0 for other letters."""
    values = [_ROMAN.get(char, 0) for char in mark.lower()]
    if 0 in values:
        return 0
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))
