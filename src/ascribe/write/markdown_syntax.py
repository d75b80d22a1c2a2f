"""Markdown syntax of a reply: where text may be inserted, and what must be escaped."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from ascribe.records import Answer, CitedSentence
from ascribe.write.display_text import to_one_line
from ascribe.write.evidence import (
    Place,
    find_document,
    find_references,
    get_reply,
    is_markdown_source,
    locate_sentences,
)

_CONTAINER = r"[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+|>)*"
_LEAD = re.compile(_CONTAINER)
_FENCE = re.compile(rf"^({_CONTAINER})(`{{3,}}(?=[^`\n]*$)|~{{3,}})[^\n]*$", re.MULTILINE)
_DEFINITION = re.compile(r"^ {0,3}\[(?!\^)[^\[\]\n]+\]:[^\n]*$", re.MULTILINE)
_INLINE = re.compile(
    r"!?\[[^\[\]\n]*\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\[\]\n]*\])"  # link or image
    r"|<[A-Za-z/!][^<>\n]*>"  # autolink or tag
    r"|\bhttps?://[^\s<>]*[^\s<>.,;:!?'\"*_)\]|]"  # bare address without the punctuation after it
    r"|\$\$[^$]+\$\$"  # formula
)
_TICKS = re.compile(r"`+")
_COMMENT = re.compile(r"<!--(?:(?!-->).)*(?:-->|\Z)", re.DOTALL)
_CLOSERS = re.compile(r"[*_~]+(?=\s|\Z)")
_SIGNS = re.compile(r"[\n*_~`\[\]<>|\\$#&]")
"""Characters that may be Markdown syntax; text that contains or touches one gets no tags."""

_RULE_SIGNS = " \t\r\n>-=*_:|"
"""Characters of heading underlines, of the rule below a table head, and of blank lines."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Characters that must stay together. After a ``block``, an insertion needs a paragraph of its own."""

    start: int
    end: int
    block: bool


@dataclass(frozen=True, slots=True)
class InsertionPoint:
    """A position where text may be inserted, and whether it needs a paragraph of its own."""

    position: int
    own_paragraph: bool = False


class MarkdownZones:
    """The zones of one Markdown text, and the positions for insertions between them."""

    def __init__(self, text: str) -> None:
        self.text = text
        blocks, fence = _find_fences(text)
        blocks += _find_definitions(text)
        self._zones = _keep_outermost([*blocks, *_find_inline(text), *_find_code_spans(text)])
        self._starts = [zone.start for zone in self._zones]
        self._worded = list(_find_worded_lines(text))
        self._worded_ends = [end for _, end in self._worded]
        self.has_definitions = "]:" in text
        """Whether the text may define links for bracketed words."""
        self.closing = self._find_closing(fence)
        """What closes code or a comment that the text leaves open, so that added text is not part of it."""

    def _find_closing(self, fence: str) -> str:
        last = self._zones[-1] if self._zones else None
        if last is not None and last.block and self.text.startswith("<!--", last.start):
            return " -->"
        return f"\n{fence}" if fence else ""

    def gap(self, start: int, end: int) -> InsertionPoint:
        """Return where a marker for the characters ``start`` to ``end`` goes: after their last word.

        That is before the closing pipe of a table row, the closing hashes of a heading or its underline,
        after closing emphasis, and after a link, code or formula that the end would cut.
        """
        zone = self._find_zone(end)
        if zone is not None:
            return InsertionPoint(zone.end, zone.block)
        if not self.text[start:end].strip(_RULE_SIGNS):
            return self._find_gap_above_rule(end)
        return InsertionPoint(max(start, self._find_gap_after_words(start, end)))

    def allows_tags(self, start: int, end: int) -> bool:
        """Return True if tags around these characters leave the Markdown intact: plain words on one line.

        Characters without a word may be the underline of a heading or a rule; at the start of a line they may
        be the mark of a list item.
        """
        index = bisect_right(self._starts, end - 1) - 1
        is_free = index < 0 or self._zones[index].end <= start
        around = self.text[max(0, start - 1) : start] + self.text[end : end + 1]
        text = self.text[start:end]
        line = self.text.rfind("\n", 0, start) + 1
        lead = _LEAD.match(self.text, line)
        is_content = any(char.isalnum() for char in text) and start >= (lead.end() if lead else line)
        return is_free and is_content and not _SIGNS.search(text) and not _SIGNS.search(around.strip())

    def _find_gap_above_rule(self, end: int) -> InsertionPoint:
        """Return the point after the nearest line above that has words; below the rule if there is none."""
        index = bisect_right(self._worded_ends, end) - 1
        return self.gap(*self._worded[index]) if index >= 0 else InsertionPoint(end, own_paragraph=True)

    def _find_zone(self, end: int) -> Zone | None:
        """Return the zone of the character before ``end`` if it continues after it or is a block."""
        index = bisect_right(self._starts, end - 1) - 1
        if index < 0:
            return None
        zone = self._zones[index]
        return zone if end < zone.end or (zone.block and end == zone.end) else None

    def _find_gap_after_words(self, start: int, end: int) -> int:
        closers = _CLOSERS.match(self.text, end)
        if closers:
            end = closers.end()
        text = self.text[start : _find_end_of_words(self.text, start, end)]
        if text.lstrip(" \t>").startswith("|") and text.endswith("|") and not text.endswith("\\|"):
            return start + len(text[:-1].rstrip())
        if text.lstrip(" \t>").startswith("#"):
            text = _strip_closing_hashes(text)
        hard_break = text.endswith("\\") and self.text.startswith("\n", start + len(text))
        return start + len(text) - hard_break


def _find_end_of_words(text: str, start: int, end: int) -> int:
    """Return ``end`` without white space and without final lines that have no words."""
    line = text.rfind("\n", start, end)
    while line >= 0 and not text[line:end].strip(_RULE_SIGNS):
        line, end = text.rfind("\n", start, line), line
    return start + len(text[start:end].rstrip())


def _find_worded_lines(text: str) -> Iterator[tuple[int, int]]:
    for line in re.finditer(r"[^\n]+", text):
        if line.group().strip(_RULE_SIGNS):
            yield line.start(), line.end()


def _strip_closing_hashes(text: str) -> str:
    bare = text.rstrip("#")
    return bare.rstrip() if bare.endswith((" ", "\t")) and bare.strip() else text


def _find_fences(text: str) -> tuple[list[Zone], str]:
    """Return the fenced blocks, and what closes the last one: empty if it or its container is closed."""
    zones: list[Zone] = []
    opening: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        if opening is None:
            opening = match
        elif _is_closing_fence(match, opening):
            zones.append(Zone(opening.start(), match.end(), True))
            opening = None
    if opening is None:
        return zones, ""
    closing = opening[1] + opening[2] if not opening[1].strip() else ""
    return [*zones, Zone(opening.start(), len(text), True)], closing


def _is_closing_fence(match: re.Match[str], opening: re.Match[str]) -> bool:
    """Return True for a fence of the same character, at least as long, with nothing else on its line."""
    behind = match.string[match.end(2) : match.end()]
    return match[2].startswith(opening[2]) and not behind.strip() and not match[1].strip(" \t>")


def _find_definitions(text: str) -> list[Zone]:
    """Find link definitions. A line right below words is none, because it continues their paragraph."""
    zones: list[Zone] = []
    for match in _DEFINITION.finditer(text):
        line_end = max(0, match.start() - 1)
        above = text[text.rfind("\n", 0, line_end) + 1 : line_end]
        if not above.strip() or (zones and zones[-1].end == match.start() - 1):
            zones.append(Zone(match.start(), match.end(), True))
    return zones


def _find_inline(text: str) -> Iterator[Zone]:
    for match in _INLINE.finditer(text):
        yield Zone(match.start(), match.end(), False)
    for match in _COMMENT.finditer(text):
        yield Zone(match.start(), match.end(), not match.group().endswith("-->"))


def _find_code_spans(text: str) -> Iterator[Zone]:
    """Find code spans: from a run of backticks to the next of the same length in the same paragraph."""
    for start, end in _split_paragraphs(text):
        runs = list(_TICKS.finditer(text, start, end))
        by_length: dict[int, list[int]] = {}
        for index in reversed(range(len(runs))):
            by_length.setdefault(len(runs[index].group()), []).append(index)
        index = 0
        while index < len(runs):
            same = by_length[len(runs[index].group())]
            while same and same[-1] <= index:
                same.pop()
            if same:
                yield Zone(runs[index].start(), runs[same[-1]].end(), False)
                index = same[-1]
            index += 1


_PARAGRAPH_END = re.compile(r"\n[ \t]*\n|^ {0,3}<!--(?:(?!-->).)*(?:-->[^\n]*|\Z)", re.DOTALL | re.MULTILINE)
"""A blank line, or a comment that begins a line: an HTML block to the end of the line that closes it."""


def _split_paragraphs(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for blank in _PARAGRAPH_END.finditer(text):
        yield start, blank.start()
        start = blank.end()
    yield start, len(text)


def _keep_outermost(zones: list[Zone]) -> list[Zone]:
    """Return the zones in order, without those that start within another or extend into a block.

    Blocks take precedence over inline syntax: backticks within a line do not open code that ends in a block.
    """
    kept: list[Zone] = []
    for zone in sorted(zones, key=lambda zone: (zone.start, not zone.block, -zone.end)):
        if zone.block and kept and not kept[-1].block and zone.start < kept[-1].end:
            kept.pop()
        if not kept or zone.start >= kept[-1].end:
            kept.append(zone)
    return kept


# --- Escaping ---

_SPECIAL = re.compile(r"([\\`*_\[\]<~$]|&(?=[#\w]{1,40};))")
_AT_START = re.compile(r"^(?:([#>+=-])|(\d{1,9})(?=[.)]))")
_LINKING = ("(", "[", ":", "{")
"""Characters that turn brackets before them into a link or an attribute list."""


def escape_markdown(text: str) -> str:
    """Return the text on one line, with all inline Markdown syntax escaped."""
    return _SPECIAL.sub(r"\\\1", to_one_line(text))


def escape_line_start(text: str) -> str:
    """Escape the start of an escaped text, so that at a line start it makes no heading, list or rule."""
    return _AT_START.sub(lambda match: f"\\{match[1]}" if match[1] else f"{match[2]}\\", text)


def choose_brackets(as_text: bool) -> str:
    """Return a format string for ``[n]``, escaped where it must not be read as a link."""
    return "\\[{}\\]" if as_text else "[{}]"


def needs_escaped_brackets(zones: MarkdownZones, gap: InsertionPoint) -> bool:
    """Return True if brackets could be read as a link, by what follows or by a link definition."""
    return zones.has_definitions or zones.text.startswith(_LINKING, gap.position)


# --- Replies that quote their sources ---

_SIGN = re.compile(r"[\\`*_\[\]<~$]|&(?=[#\w]{1,40};)|^(?:[#>=]|-(?=[- \t]*$))", re.MULTILINE)
_ENTITIES = {"<": "&lt;", "&": "&amp;"}
"""Entities instead of backslashes, because not every Markdown parser lets a backslash escape a tag."""


@dataclass(frozen=True, slots=True)
class EscapedReply:
    """A reply escaped for Markdown, with a map from its offsets to those of the escaped text.

    Args:
        text: the escaped reply.
        signs: offsets in the reply of the characters that were escaped, ascending.
        grown: item ``n`` is how much longer the first ``n`` escapes made the text.
    """

    text: str
    signs: Sequence[int] = ()
    grown: Sequence[int] = (0,)

    def place(self, place: Place) -> Place:
        """Return the place in the escaped text of a place in the reply."""
        start, end = (at + self.grown[bisect_left(self.signs, at)] for at in place)
        return start, end


def escape_quotations(answer: Answer) -> EscapedReply:
    """Return the reply, escaped if it consists of quotations, so that no source text becomes markup.

    Quotes of a Markdown file keep their Markdown but not their tags; quotes of other sources are plain text.
    Marks of lists and rows of tables stay in both, because the readers write them for what a source shows.
    """
    reply = get_reply(answer)
    if not answer.settings.is_quoted:
        return EscapedReply(reply)
    found = list(_find_signs(answer, reply))
    words = [_ENTITIES.get(reply[at], f"\\{reply[at]}") for at in found]
    edges = [0, *(edge for at in found for edge in (at, at + 1)), len(reply)]
    kept = [reply[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]
    text = "".join(part for pair in zip(kept, [*words, ""], strict=True) for part in pair)
    return EscapedReply(text, found, [0, *accumulate(len(word) - 1 for word in words)])


def _find_signs(answer: Answer, reply: str) -> Iterator[int]:
    """Yield the offsets of characters to escape; text before a sentence is treated as part of it."""
    placed = zip(locate_sentences(answer), answer.sentences, strict=True)
    found = sorted((place[1], _is_markdown(one, answer)) for place, one in placed if place is not None)
    ends = [end for end, _ in found[:-1]]
    for match in _SIGN.finditer(reply):
        is_markdown = bool(found) and found[bisect_right(ends, match.start())][1]
        if match.group() == "<" or not is_markdown:
            yield match.start()


def _is_markdown(sentence: CitedSentence, answer: Answer) -> bool:
    """Return True if all references of the sentence are to Markdown files."""
    documents = [
        find_document(reference, answer.documents) for reference in find_references(sentence, answer)
    ]
    kinds = [is_markdown_source(one) for one in documents]
    return bool(kinds) and all(kinds)
