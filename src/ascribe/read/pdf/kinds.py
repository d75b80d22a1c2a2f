"""What a group of printed lines is: heading, list item, note, row, formula or prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ascribe.read.pdf.headings import heading_level
from ascribe.read.pdf.lines import Line
from ascribe.read.pdf.signs import BULLET, CAPTION, END, INDEXED, NUMBERED_NOTE
from ascribe.stages import BlockKind

_SMALL = 0.94
"""Below this share of the body's size, text is a note, a caption or part of a figure."""

_RUN_IN_GAP = 0.7
"""Font sizes between a heading without a stop and the text that runs on behind it."""

_RUN_IN_CHARS = 120

_LABEL_CHARS = 40
"""Longest text of a figure that is no sentence, and longest entry of an index."""

_WORD = re.compile(r"[^\W\d_]{3,}|[\u3041-\u9fff\uac00-\ud7ff]{2,}")
MATHS = re.compile(r"[=<>≤≥≈≠∼≡∈∉⊂⊆∪∩→↦⇒⇔∀∃∑∏∫√±×÷∘◦^|{}∅∞·]")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together. ``aside`` marks notes, captions and tables: what is not running text."""

    lines: tuple[Line, ...]
    kind: BlockKind = "prose"
    level: int = 0
    aside: bool = False

    @property
    def ends(self) -> bool:
        """True if its last line ends a sentence."""
        return bool(END.search(self.lines[-1].text))

    @property
    def is_note(self) -> bool:
        """True for an aside that begins as a footnote does."""
        return self.aside and self.kind == "prose" and bool(NUMBERED_NOTE.match(self.lines[0].text))


@dataclass(frozen=True, slots=True)
class PageStyle:
    """Usual size of the text, sizes of headings, and the direction of the page."""

    body: float
    sizes: list[float]
    turn: int


def paragraphs_of(lines: list[Line], style: PageStyle) -> Iterator[Paragraph]:
    """One paragraph, or a heading that runs in and the text behind it."""
    if lines[0].cell:
        yield Paragraph(tuple(lines), "table_row", aside=True)
        return
    parts = _run_in(lines)
    if parts is None:
        yield _paragraph(lines, style)
    else:
        yield Paragraph(tuple(parts[0]), "heading", min(6, len(style.sizes) + 2))
        yield _paragraph(parts[1], style)


def _paragraph(lines: list[Line], style: PageStyle) -> Paragraph:
    group = tuple(lines)
    caption = bool(CAPTION.match(lines[0].text))
    turned = lines[0].turn != style.turn
    small = all(line.size < _SMALL * style.body for line in lines)
    level = 0 if caption or turned else heading_level(lines, style.body, style.sizes)
    if level and (not small or all(line.bold or line.text.isupper() for line in lines)):
        return Paragraph(group, "heading", level, aside=small)
    aside = small or turned or caption
    if BULLET.match(lines[0].text) and not aside:
        return Paragraph(group, "list_item")
    text = " ".join(line.text for line in lines)
    if INDEXED.search(text) and len(text) <= _LABEL_CHARS:
        return Paragraph(group, "list_item", aside=aside)
    if not END.search(text) and (_is_formula(text) or ((small or turned) and _is_label(text))):
        return Paragraph(group, "code", aside=aside)
    return Paragraph(group, aside=aside)


def _is_formula(text: str) -> bool:
    """True for signs and letters without words, and for a formula with a word or two."""
    words = sum(map(len, _WORD.findall(text)))
    return words == 0 or (2 * words < len(text) - text.count(" ") and bool(MATHS.search(text)))


def _is_label(text: str) -> bool:
    return (
        len(text) <= _LABEL_CHARS
        and not NUMBERED_NOTE.match(text)
        and "," not in text
        and text[-1] not in "-–"
    )


def _run_in(lines: list[Line]) -> tuple[list[Line], list[Line]] | None:
    """The bold words that a paragraph begins with, if they are its heading, and the rest."""
    index = next((i for i, line in enumerate(lines[:3]) if line.bold_head < len(line.text)), None)
    if index is None or not lines[index].bold_head or BULLET.match(lines[0].text):
        return None
    line = lines[index]
    cut = line.bold_head
    head = " ".join([*(above.text for above in lines[:index]), line.text[:cut].rstrip()])
    rest = line.text[cut:].lstrip()
    if len(head) > _RUN_IN_CHARS or not _WORD.search(head) or not rest or CAPTION.match(head):
        return None
    at = len(line.text) - len(rest)
    gap = line.starts[at] - line.ends[len(line.text[:cut].rstrip()) - 1]
    named = rest[0].isupper() and head[-1].isalnum() and gap > _RUN_IN_GAP * line.size
    if line.rtl or not (named or (head[-1] in ".:" and not rest[0].islower())):
        return None
    before, after = line.piece(0, len(line.text[:cut].rstrip())), line.piece(at, len(line.text))
    return [*lines[:index], before], [replace(after, bold=False), *lines[index + 1 :]]
