"""Splits Markdown or plain text into blocks (headings, list items, table rows, code, prose) with exact
offsets, lettered list items included."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ascribe.protocols import Block, BlockKind
from ascribe.read.markdown import BULLET, DEFINITION, HEADING, NUMBER, QUOTE, RULE, UNDERLINE

_LINE = re.compile(r"[^\n\r\v\f\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x85\u2028\u2029]|\Z)")
_PARAGRAPH_MARKS = ("\f", "\u2029")
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
_TITLE_CHARS = 120
"""A line longer than this is no title, whatever stands below it."""
_FRONT_MATTER_LINES = 200
_FORMULA_CHARS = 5000
_STOPS = tuple(".!?:;,。！？")
_OPENING = frozenset("#>-*+◦○■·•‣▪●`~|[(<$\\=_0123456789")
"""Characters that can open a line that is more than a line of prose."""


@dataclass(frozen=True, slots=True)
class _Line:
    """``start`` to ``end``: the line without white space around it; ``next``: where the line below starts.

    ``inner`` starts after the marks of a block quote, and is ``start`` outside one; ``words`` start there.
    """

    start: int
    inner: int
    end: int
    next: int
    words: str
    ends_paragraph: bool

    @property
    def quoted(self) -> bool:
        return self.inner > self.start


def split_blocks(text: str) -> list[Block]:
    """The blocks of Markdown or plain text, in order, not overlapping, without surrounding white space.

    A title with its underline, a list item with its mark, a table row, a fenced block and a display formula
    are one block each; the rest is prose, parted by empty lines. Block quotes keep their marks. Linear time.
    """
    return _Scanner(text).blocks()


class _Scanner:
    """Reads line by line and keeps the block that is still open."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.done: list[Block] = []
        self.kind: BlockKind | None = None
        self.start = self.end = 0
        self.lines = 0
        self.quoted = False
        self.empty_quote: tuple[int, int] | None = None
        self.in_table = False
        self.in_entries = False
        self.last_comment_end = text.rfind("-->")
        self.lettered = find_lettered_items(text)

    def blocks(self) -> list[Block]:
        position = self._front_matter()
        while position < len(self.text):
            position = self._step(self._line(position))
        self._close()
        self._flush_quote()
        return self.done

    def _line(self, position: int) -> _Line:
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
        return _Line(start, inner, end, stop, words, raw.endswith(_PARAGRAPH_MARKS))

    def _front_matter(self) -> int:
        """Where the text proper starts."""
        opening = _FRONT_MATTER.match(self.text)
        if opening is None:
            return 0
        position = self._line(0).next
        for _ in range(_FRONT_MATTER_LINES):
            line = self._line(position)
            position = line.next
            if line.words in (opening.group(1), "..."):
                return position
            if position >= len(self.text):
                break
        return 0

    def _step(self, line: _Line) -> int:
        """Take one line, or a whole fence, formula or comment; where to read on."""
        if line.quoted != self.quoted:
            self._close()
        if not line.words:
            self._blank(line)
            return line.next
        position = None
        if line.words[0] in _OPENING or "|" in line.words or _LETTERED.match(line.words):
            position = self._marked(line)
        if position is None:
            position = self._prose(line)
        if line.ends_paragraph:
            self._close()
        return position

    def _blank(self, line: _Line) -> None:
        self._close()
        self.in_table = False
        if line.end > line.start:  # the mark of a block quote, and nothing else
            first = self.empty_quote[0] if self.empty_quote else line.start
            self.empty_quote = (first, line.end)

    def _marked(self, line: _Line) -> int | None:
        """Try everything that starts with a mark; None if the line is prose after all."""
        tries = (self._fence, self._comment, self._formula, self._table)
        for attempt in (*tries, self._underline, self._heading, self._item):
            if (position := attempt(line)) is not None:
                return position
        return None

    def _prose(self, line: _Line) -> int:
        if self.kind is None:
            self._open("prose", line)
        self.end = line.end
        self.lines += 1
        return line.next

    def _fence(self, line: _Line) -> int | None:
        opening = _FENCE.match(line.words)
        if opening is None:
            return None
        mark = opening.group(1) or opening.group(2)
        self._open("code", line)
        self.end, position = line.end, line.next
        while position < len(self.text):
            inside = self._line(position)
            if line.quoted and not inside.quoted:
                break
            position = inside.next
            self.end = inside.end if inside.end > inside.start else self.end
            bare = inside.words
            if bare.startswith(mark) and not bare.strip(mark[0]) and inside.quoted == line.quoted:
                break
        self._close()
        return position

    def _comment(self, line: _Line) -> int | None:
        if line.quoted or not line.words.startswith("<!--") or self.last_comment_end < line.start + 4:
            return None
        self._close()
        return self.text.index("-->", line.start + 4) + 3

    def _formula(self, line: _Line) -> int | None:
        """A display formula, if its end stands at the end of a line of the same paragraph."""
        closing = {"$$": "$$", "\\[": "\\]"}.get(line.words[:2])
        if closing is None:
            return None
        stop = self.text.find(closing, line.inner + 2, line.inner + _FORMULA_CHARS)
        if stop < 0:
            return None
        rest = self._line(stop + 2)
        behind = self.text[rest.start : rest.end]
        if behind.strip(".,;") or re.search(r"\n[ \t]*\r?\n", self.text[line.inner : stop]):
            return None
        self._open("code", line)
        self.end = rest.end if behind else stop + 2
        self._close()
        return rest.next

    def _table(self, line: _Line) -> int | None:
        if "|" not in line.words:
            self.in_table = False
            return None
        if _is_table_separator(line.words):
            self._close()
            return line.next
        if not self.in_table and line.next < len(self.text):
            below = self._line(line.next)
            if _is_table_separator(below.words):
                self._add("table_header", line)
                self.in_table = True
                return below.next
        if self.in_table or (len(line.words) > 2 and line.words[0] == line.words[-1] == "|"):
            self._add("table_row", line)
            return line.next
        return None

    def _underline(self, line: _Line) -> int | None:
        """Close a title above; any other line of dashes is a unit of its own."""
        if self.kind == "prose" and self.lines == 1 and _UNDERLINE.fullmatch(line.words):
            title = self.text[self.start : self.end]
            if len(title) <= _TITLE_CHARS and (line.words[0] == "=" or not title.endswith(_STOPS)):
                self.kind, self.end = "heading", line.end
                self._close(level=1 if line.words[0] == "=" else 2)
                return line.next
        if _RULE.fullmatch(line.words):
            self._add("prose", line)
            return line.next
        return None

    def _heading(self, line: _Line) -> int | None:
        hashes = _HEADING.match(line.words)
        if hashes:
            self._add("heading", line, level=len(hashes.group()))
            return line.next
        if self.kind is None and _BOLD_LINE.match(line.words):
            self._add("heading", line, level=6)
            return line.next
        return None

    def _item(self, line: _Line) -> int | None:
        if not (_BULLET.match(line.words) or self._is_numbered(line) or self._is_reference(line)):
            return None
        self._open("list_item", line)
        return self._prose(line)

    def _is_numbered(self, line: _Line) -> bool:
        """A line inside a paragraph starts a list only with ``1.``: others are numbers that were wrapped."""
        if line.inner in self.lettered:
            return True
        return _NUMBER.match(line.words) is not None and (
            self.kind != "prose" or line.words.startswith(("1.", "1)"))
        )

    def _is_reference(self, line: _Line) -> bool:
        """A footnote or link definition, or an entry of a list of references."""
        if _DEFINITION.match(line.words):
            return True
        if self.kind == "prose" or not _ENTRY.match(line.words):
            return False
        known = self.in_entries or _ENTRY_SIGN.search(line.words) is not None
        if not known and line.next < len(self.text):
            known = _ENTRY.match(self._line(line.next).words) is not None
        self.in_entries = known
        return known

    def _add(self, kind: BlockKind, line: _Line, level: int = 0) -> None:
        """A block of one line."""
        self._open(kind, line)
        self.end = line.end
        self._close(level)

    def _open(self, kind: BlockKind, line: _Line) -> None:
        self._close()
        self.start, self.lines, self.quoted = line.start, 0, line.quoted
        if self.empty_quote and line.quoted:
            self.start, self.empty_quote = self.empty_quote[0], None
        self._flush_quote()
        self.kind = kind

    def _close(self, level: int = 0) -> None:
        if self.kind is not None:
            self.done.append(Block(self.kind, self.start, self.end, level))
        self.kind = None

    def _flush_quote(self) -> None:
        """Marks of a block quote that nothing follows are a block by themselves."""
        if self.empty_quote:
            self.done.append(Block("prose", *self.empty_quote))
        self.empty_quote = None


def _is_table_separator(words: str) -> bool:
    return "|" in words and "-" in words and not words.strip("|-: \t")


_LETTERED_LINE = re.compile(r"(?m)^[ \t>]*(?P<mark>[a-zA-Z]|[ivx]{2,5}|[IVX]{2,5})\.[ \t]+(?=\S)")
_MAX_DISTANCE = 1500
"""Characters of an item before the next, at most."""

_ROMAN = {"i": 1, "v": 5, "x": 10}


def find_lettered_items(text: str) -> frozenset[int]:
    """Where the marks of such items start: runs from ``a`` or ``i`` on, of two at least."""
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


def _is_next_mark(mark: str, following: str) -> bool:
    if mark.isupper() != following.isupper():
        return False
    letters = len(mark) == len(following) == 1 and ord(following) == ord(mark) + 1
    roman, next_roman = _parse_roman(mark), _parse_roman(following)
    return letters or (roman > 0 and next_roman == roman + 1)


def _parse_roman(mark: str) -> int:
    """The number that a Roman numeral up to 39 stands for; 0 for other letters."""
    values = [_ROMAN.get(char, 0) for char in mark.lower()]
    if 0 in values:
        return 0
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))
