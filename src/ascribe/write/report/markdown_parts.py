"""A Markdown text as tags and the characters that are shown between them, with exact offsets.

Everything between two shown parts is syntax. No tag contains text of the reply except, escaped, the address
of a link.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markdown_it.token import Token

from ascribe.write.display_text import escape_controls
from ascribe.write.report.inline_markdown import AT, build_parser, parse_inline


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag of the page, complete with its angle brackets."""

    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """Characters of the reply that are shown. ``shown`` is the meaning of a reference such as ``&deg;``."""

    start: int
    end: int
    shown: str = ""


_PLAIN_TOKENS = {"paragraph_open", "paragraph_close", "inline", "text", "softbreak"}
_INLINE_TAGS = {"em", "strong", "s"}
_FIRST_HEADING = 3
"""Level of the reply's first heading: the page has one of level 1, and each section one of level 2."""

_FULL_LINE = 60
"""Columns of a line that may have been wrapped; a shorter one was ended on purpose."""

_NUMBERS = re.compile(r"[\d\s,;–^-]+")
_LEAD = re.compile(r"[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+|>)*")


def parse_markdown(text: str) -> list[Tag | Part] | None:
    """Return the parts and tags of the text in order; None if it contains no Markdown at all.

    Also None if the parts could not be placed, so that the caller shows the text as it is.
    """
    parts = _Builder(text).build()
    shown = [part for part in parts if isinstance(part, Part)]
    is_placed = all(one.start < one.end for one in shown) and all(
        one.end <= two.start for one, two in pairwise(shown)
    )
    return parts if parts and is_placed else None


def _unify_line_ends(text: str) -> str:
    """Return the text with line feeds only, at the same length."""
    return text.replace("\r\n", " \n").replace("\r", "\n")


class _Builder:
    """Turns the tokens of one text into parts and tags."""

    def __init__(self, text: str) -> None:
        self.text = _unify_line_ends(text)
        self.starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
        self.parts: list[Tag | Part] = []
        self.outline: list[int] = []
        self.cell = 0
        self.is_plain = True

    def build(self) -> list[Tag | Part]:
        """Return all parts and tags; nothing for plain text."""
        for token in build_parser().parse(self.text):
            if token.type not in _PLAIN_TOKENS:
                self.is_plain = False
            self._add_block(token)
        return [] if self.is_plain else self.parts

    def _add_block(self, token: Token) -> None:
        if token.type == "inline":
            self._add_inline(token)
        elif token.type == "fence":
            self._add_code(token)
        elif token.type == "hr":
            self.parts.append(Tag("<hr>"))
        elif token.type in ("tr_open", "tr_close"):
            self._add_row(token)
        elif not token.hidden:
            self.parts += map(Tag, self._build_block_tags(token))

    def _build_block_tags(self, token: Token) -> Iterator[str]:
        if token.type.startswith("heading"):
            level = self._enter_heading(token) if token.nesting > 0 else len(self.outline)
            name = f"h{min(6, level + _FIRST_HEADING - 1)}"
        else:
            name = token.tag
        if token.nesting < 0:
            yield f"</{name}>"
            yield from ["</div>"] if name == "table" else []
            return
        yield from ['<div class="wide">'] if name == "table" else []
        yield f"<{name}{_build_attributes(token)}>"

    def _enter_heading(self, token: Token) -> int:
        """Return the depth of a heading below those above it, so that no level is left out."""
        level = int(token.tag[1:])
        self.outline = [one for one in self.outline if one < level] + [level]
        return len(self.outline)

    # --- Lines ---

    def _line(self, number: int) -> str:
        """Return that line without its line feed."""
        end = self.starts[number + 1] - 1 if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : end]

    def _add_code(self, token: Token) -> None:
        self.parts.append(Tag("<pre><code>"))
        first = (token.map or [0])[0] + 1
        for number, words in enumerate(token.content.split("\n")[:-1], first):
            line = self._line(number)
            shown = words if line.endswith(words) else words.lstrip(" \t")
            start = self.starts[number] + len(line) - len(shown)
            end = min(start + len(shown) + 1, len(self.text))  # with the line feed
            self.parts += [Part(start, end)] if start < end else []
        self.parts.append(Tag("</code></pre>"))

    def _add_row(self, token: Token) -> None:
        if token.nesting > 0 and token.map:
            line = self._line(token.map[0])
            lead = _LEAD.match(line)
            start = lead.end() if lead else 0
            self.cell = self.starts[token.map[0]] + start + (line[start : start + 1] == "|")
            self.parts.append(Tag("<tr>"))
            return
        self._add_extra_cells()
        self.parts.append(Tag("</tr>"))

    def _add_extra_cells(self) -> None:
        """Show cells beyond those of the head, with their bars, in the last cell; they would be lost."""
        number = bisect_right(self.starts, self.cell) - 1
        end = self.starts[number] + len(self._line(number).rstrip(" \t|"))
        if self.text[self.cell : end].strip(" \t|"):
            closing = self.parts.pop()
            bar = max(0, self.text.rfind("|", 0, self.cell))  # none before cells that could not be located
            self.parts += [Part(bar, end), closing]

    # --- Inline content ---

    def _add_inline(self, token: Token) -> None:
        content, at = self._locate(token)
        if len(at) != len(content) + 1:
            self.parts += [Part(0, 0)]  # an impossible part: the whole text is shown as it is
            return
        for child in parse_inline(content):
            if child.type not in _PLAIN_TOKENS:
                self.is_plain = False
            self.parts += _build_inline(child, content, at)

    def _locate(self, token: Token) -> tuple[str, list[int]]:
        """Return the content and the offset of each of its characters, and of its end.

        There are fewer offsets where the parser strips a line, such as one of nothing but a form feed.
        """
        first = (token.map or [0])[0]
        before = self.parts[-1].text if self.parts and isinstance(self.parts[-1], Tag) else ""
        if before.startswith(("<th", "<td")):
            return token.content, self._locate_cell(token.content)
        at: list[int] = []
        for number, words in enumerate(token.content.split("\n"), first):
            at += self._locate_words(self._line(number), words, self.starts[number])
        return token.content, [*at[:-1], at[-2] + 1] if len(at) > 1 else at

    def _locate_words(self, line: str, words: str, start: int) -> list[int]:
        """Return the offsets of the words in their line, and of the line feed after them."""
        core = words.strip(" \t")
        bare = line.rstrip(" \t")
        first = len(bare) - len(core)
        if not bare.endswith(core):  # a heading with closing hashes
            first = line.find(core, len(line) - len(line.lstrip(" \t>#")))
        if first < 0:
            return []
        offset = start + first - (len(words) - len(words.lstrip(" \t")))
        return [*range(offset, offset + len(words)), start + len(line)]

    def _locate_cell(self, content: str) -> list[int]:
        position = self._skip_blanks(self.cell)
        at: list[int] = []
        for character in content:
            position += self.text.startswith("\\|", position) and character == "|"
            if not self.text.startswith(character, position):
                return []
            at.append(position)
            position += 1
        self.cell = self._skip_blanks(position)
        self.cell += self.text.startswith("|", self.cell)
        return [*at, position]

    def _skip_blanks(self, position: int) -> int:
        while self.text[position : position + 1] in (" ", "\t"):
            position += 1
        return position


def _build_attributes(token: Token) -> str:
    """Return the start of a list, the alignment of a cell and the scope of a head; nothing else gets in."""
    align = str(token.attrs.get("style", "")).removeprefix("text-align:")
    start = token.attrs.get("start")
    scope = ' scope="col"' if token.tag == "th" else ""
    return (
        (f' start="{int(start)}"' if start is not None else "")
        + scope
        + (f' class="{align}"' if align in ("left", "right", "center") else "")
    )


def _build_inline(token: Token, content: str, at: Sequence[int]) -> Iterator[Tag | Part]:
    start = token.meta.get(AT, 0)
    if token.tag in _INLINE_TAGS:
        yield Tag(f"<{'/' if token.nesting < 0 else ''}{token.tag}>")
    elif token.type in ("link_open", "link_close"):
        yield from _build_link(token, content, at)
    elif token.type in ("softbreak", "hardbreak"):
        yield from _build_break(token, content, at)
    elif token.type == "code_inline":
        first = start + len(token.markup) + _count_stripped(token, content, start)
        yield Tag("<code>")
        yield from _split_at_gaps(at, first, first + len(token.content))
        yield Tag("</code>")
    elif token.type == "text_special":
        yield _build_special(token, at, start)
    elif token.type == "image":
        yield from _split_at_gaps(at, start + 2, start + 2 + len(token.content))
    else:
        yield from _split_at_gaps(at, start, start + len(token.content))


def _count_stripped(token: Token, content: str, start: int) -> int:
    """Return 1 if the blank after the opening backticks is not part of the code, otherwise 0."""
    first = start + len(token.markup)
    return int(content[first : first + len(token.content)].replace("\n", " ") != token.content)


def _build_special(token: Token, at: Sequence[int], start: int) -> Part:
    """Return an escaped character without its backslash, or a character reference with its meaning."""
    end = start + len(token.markup)
    if token.info == "escape":
        skipped = len(token.markup) - len(token.content)
        return Part(at[start + skipped], at[end - 1] + 1)
    return Part(at[start], at[end - 1] + 1, token.content)


def _build_break(token: Token, content: str, at: Sequence[int]) -> Iterator[Tag | Part]:
    """Yield the line feed; with a tag where the line was not just wrapped."""
    position = content.find("\n", token.meta.get(AT, 0))
    before = content.rfind("\n", 0, position) + 1
    word = content[position + 1 :].lstrip(" \t").partition("\n")[0].partition(" ")[0]
    if token.type == "hardbreak" or position - before + 1 + len(word) < _FULL_LINE:
        yield Tag("<br>")
    yield Part(at[position], at[position] + 1)


def _build_link(token: Token, content: str, at: Sequence[int]) -> Iterator[Tag | Part]:
    """Yield the tag of a link's text; a number, which is a citation marker, keeps its brackets."""
    start = token.meta[AT]
    if token.nesting < 0:
        is_number = bool(_NUMBERS.fullmatch(content[content.rfind("[", 0, start) + 1 : start]))
        yield from [Part(at[start], at[start] + 1)] if is_number else []
        yield Tag("</span>")
        return
    address = html.escape(escape_controls(str(token.attrs.get("href", ""))))
    yield Tag(f'<span class="link" title="{address}">')
    end = content.find("]", start)
    is_number = bool(_NUMBERS.fullmatch(content[start:end]))
    yield from [Part(at[start - 1], at[start - 1] + 1)] if is_number else []


def _split_at_gaps(at: Sequence[int], start: int, end: int) -> Iterator[Part]:
    """Yield the characters in runs that stand together in the text."""
    first = start
    for position in range(start + 1, end + 1):
        if position == end or at[position] != at[position - 1] + 1:
            yield Part(at[first], at[position - 1] + 1)
            first = position
