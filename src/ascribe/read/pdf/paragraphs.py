"""Groups printed lines into paragraphs and classifies them.

A paragraph is a heading, a list item, a note, a table row, a formula or prose.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ascribe.protocols import BlockKind
from ascribe.read.pdf.headings import (
    NUMBERED_HEADING,
    compute_heading_level,
    find_heading_sizes,
    is_part_mark,
)
from ascribe.read.pdf.lines import (
    BULLET_SIGN,
    CAPTION,
    INDEX_ENTRY,
    LIST_MARK,
    NOTE_START,
    NUMBERED_NOTE,
    REFERENCE_ENTRY,
    SENTENCE_END,
    Line,
)
from ascribe.read.pdf.list_items import begins_list_item
from ascribe.read.pdf.tables import split_table_rows

_Setting = tuple[int, float, float, int]
"""Rotation, column edges and font size in whole points, which the lines of one text share."""


def build_paragraphs(pages: Sequence[Sequence[Line]]) -> list[Paragraph]:
    """Build the paragraphs of all pages, in order, not yet merged across columns and pages."""
    body = compute_body_size(line for page in pages for line in page)
    sizes = find_heading_sizes(pages, body)
    found: list[Paragraph] = []
    for page in map(split_table_rows, pages):
        style = PageStyle(body, sizes, page[0].turn if page else 0)
        for group in _group_lines(page):
            found += classify_lines(group, style)
    return found


def compute_body_size(lines: Iterator[Line]) -> float:
    """Return the font size of most characters, in points, or 10 if there is no text."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def _group_lines(page: Sequence[Line]) -> Iterator[list[Line]]:
    hanging = _has_hanging_indents(page)
    leadings = _compute_leadings(page)
    group: list[Line] = []
    for line in page:
        if group and _starts_paragraph(group, line, hanging, leadings):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _starts_paragraph(group: list[Line], line: Line, hanging: bool, leadings: dict[_Setting, float]) -> bool:
    """Return True if ``line`` begins a new paragraph."""
    last = group[-1]
    if line.cell or last.cell:
        return not (line.cell and last.cell and line.cell[0] == last.cell[0])
    if last.turn != line.turn or not (_same_size(last, line) or _continues_in_size(last, line)):
        return not _is_on_same_baseline(last, line)
    if last.column != line.column or line.base > last.base + 0.5 * line.size:
        return True
    if abs(last.base - line.base) < 0.5 * line.size:
        return False
    if last.base - line.base > _find_leading(group, leadings) * 1.28 + 0.5:
        return True
    if is_part_mark(last) or is_part_mark(line):
        return True
    if last.bold != line.bold and _is_apart(last, line, _find_leading(group, leadings)):
        return True
    return _begins_by_layout(group, line, hanging)


def _same_size(last: Line, line: Line) -> bool:
    return abs(last.size - line.size) <= 0.12 * max(last.size, line.size)


def _continues_in_size(last: Line, line: Line) -> bool:
    """Return True if ``line`` begins in the size in which ``last`` ends, as after words in another size."""
    before, after = last.edges[1], line.edges[0]
    return last.base > line.base and abs(before - after) <= 0.05 * max(before, after) and len(last.text) > 3


def _is_on_same_baseline(last: Line, line: Line) -> bool:
    """Return True for a number or a letter in another size on the same baseline."""
    return abs(last.base - line.base) < 0.3 * min(last.size, line.size) and line.left > last.left


def _get_setting(line: Line) -> _Setting:
    return (line.turn, *line.column, round(line.size))


def _compute_leadings(page: Sequence[Line]) -> dict[_Setting, float]:
    """Return the usual leading (distance of baselines, in points) by column and size.

    It is the lower quartile, because gaps only widen it.
    """
    steps: dict[_Setting, list[float]] = defaultdict(list)
    for last, line in pairwise(page):
        step = last.base - line.base
        if _get_setting(last) == _get_setting(line) and 0.8 * line.size < step < 3 * line.size:
            steps[_get_setting(line)].append(step)
    return {setting: sorted(found)[len(found) // 4] for setting, found in steps.items() if len(found) > 3}


def _find_leading(group: list[Line], leadings: dict[_Setting, float]) -> float:
    """Return the leading within the paragraph.

    For a paragraph of one line so far, it is the usual leading of its column and size.
    """
    steps = [a.base - b.base for a, b in pairwise(group) if a.base - b.base > 0.5 * b.size]
    if steps:
        return min(steps)
    return max(1.25 * group[-1].size, leadings.get(_get_setting(group[-1]), 0.0))


def _is_apart(last: Line, line: Line, leading: float) -> bool:
    """Return True if a change of weight separates a bold heading from plain text above or below it.

    Words set in bold within a sentence are not separated.
    """
    if line.bold:
        return bool(SENTENCE_END.search(last.text)) or last.base - line.base > 1.1 * leading
    return last.column[1] - last.right > line.first_word_width


def _begins_by_layout(group: list[Line], line: Line, hanging: bool) -> bool:
    """Return True if an indent, a list mark or a short line before it shows that a paragraph begins."""
    last = group[-1]
    if BULLET_SIGN.match(line.text) or (
        _is_item(line)
        and (line.left <= group[0].left + 1 or SENTENCE_END.search(last.text) or _is_short(last, line))
    ):
        return True
    if (
        NOTE_START.match(line.text)
        and NOTE_START.match(group[0].text)
        and (SENTENCE_END.search(last.text) or _is_short(last, line) or line.left > last.left + 2)
    ):
        return True
    if line.turn == last.turn and (begins_list_item(group, line) or _is_next_lead(group, line)):
        return True
    if line.rtl:
        return bool(SENTENCE_END.search(last.text)) and last.left - last.column[0] > line.first_word_width
    if _is_bold_title(last) and _is_bold_title(line) and not NUMBERED_HEADING.match(line.text):
        return False
    indent = line.left - last.left
    if hanging:
        return _begins_by_hanging_indent(group, line, indent)
    if (
        len(group) == 1
        and indent > 0.5 * line.size
        and (_is_item(group[0]) or REFERENCE_ENTRY.match(last.text))
    ):
        return False
    if indent > 0.6 * line.size and not line.centered:
        return not _continues_in_lower_case(last, line)
    return bool(SENTENCE_END.search(last.text)) and _is_short(last, line)


def _is_next_lead(group: Sequence[Line], line: Line) -> bool:
    """Return True for the lead of the next list below an item: "Included:" at the margin of the bullets."""
    is_lead = line.text[:1].isupper() and line.text.rstrip().endswith(":")
    return is_lead and bool(BULLET_SIGN.match(group[0].text)) and line.left <= group[0].left + 1


def _is_bold_title(line: Line) -> bool:
    return line.bold_head == len(line.text) and not SENTENCE_END.search(line.text)


def _begins_by_hanging_indent(group: list[Line], line: Line, indent: float) -> bool:
    if len(group) > 1:
        return indent < -0.5 * line.size
    return abs(indent) < 0.5 * line.size and bool(SENTENCE_END.search(group[-1].text))


def _continues_in_lower_case(last: Line, line: Line) -> bool:
    return line.text[:1].islower() and not SENTENCE_END.search(last.text)


def _is_item(line: Line) -> bool:
    return bool(LIST_MARK.match(line.text))


def _is_short(last: Line, line: Line) -> bool:
    """Return True if the first word of ``line`` would have fitted on the last line."""
    return last.column[1] - last.right > line.first_word_width + 0.5 * line.size


def _has_hanging_indents(page: Sequence[Line]) -> bool:
    """Return True if first lines begin to the left of the lines that follow, as in a list of references.

    The ends of lines show this: where the text returns from an indented line to the margin, the line before
    ends a sentence if the indents are hanging, and mostly does not if first lines are indented.
    """
    closed = open_ = 0
    for last, line in pairwise(page):
        if last.column != line.column or line.base >= last.base or last.size != line.size:
            continue
        if last.left - line.left > 0.6 * line.size and line.left - line.column[0] < 2 * line.size:
            if SENTENCE_END.search(last.text):
                closed += 1
            else:
                open_ += 1
    return closed >= 3 and closed > 2 * open_


# --- Kinds of paragraphs ---

_MAX_SMALL_SIZE = 0.94
"""Size below which text is a note, a caption or part of a figure, as a share of the body size."""

_MIN_RUN_IN_GAP = 0.7
"""Minimum gap between a run-in heading without a full stop and the text after it, in font sizes."""

_MAX_RUN_IN_CHARS = 120

_MAX_LABEL_CHARS = 40
"""Maximum characters of figure text that is not a sentence, and of an index entry."""

_WORD = re.compile(r"[^\W\d_]{3,}|[\u3041-\u9fff\uac00-\ud7ff]{2,}")
MATH_SIGN = re.compile(r"[=<>≤≥≈≠∼≡∈∉⊂⊆∪∩→↦⇒⇔∀∃∑∏∫√±×÷∘◦^|{}∅∞·]")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together.

    ``aside`` marks notes, captions and tables, which are not running text.
    """

    lines: tuple[Line, ...]
    kind: BlockKind = "prose"
    level: int = 0
    aside: bool = False

    @property
    def ends(self) -> bool:
        """Whether its last line ends a sentence."""
        return bool(SENTENCE_END.search(self.lines[-1].text))

    @property
    def is_note(self) -> bool:
        """Whether it is an aside that begins like a footnote."""
        return self.aside and self.kind == "prose" and bool(NUMBERED_NOTE.match(self.lines[0].text))


@dataclass(frozen=True, slots=True)
class PageStyle:
    """Usual font size of the text, font sizes of headings, and main rotation of a page."""

    body: float
    sizes: list[float]
    turn: int


def classify_lines(lines: list[Line], style: PageStyle) -> Iterator[Paragraph]:
    """Yield one paragraph, or a run-in heading and the text after it."""
    if lines[0].cell:
        yield Paragraph(tuple(lines), "table_row", aside=True)
        return
    parts = _split_run_in(lines)
    if parts is None:
        yield _build_paragraph(lines, style)
    else:
        yield Paragraph(tuple(parts[0]), "heading", min(6, len(style.sizes) + 2))
        yield _build_paragraph(parts[1], style)


def _build_paragraph(lines: list[Line], style: PageStyle) -> Paragraph:
    group = tuple(lines)
    caption = bool(CAPTION.match(lines[0].text))
    turned = lines[0].turn != style.turn
    small = all(line.size < _MAX_SMALL_SIZE * style.body for line in lines)
    level = 0 if caption or turned else compute_heading_level(lines, style.body, style.sizes)
    if level and (not small or all(line.bold or line.text.isupper() for line in lines)):
        return Paragraph(group, "heading", level, aside=small)
    aside = small or turned or caption
    if LIST_MARK.match(lines[0].text) and not aside:
        return Paragraph(group, "list_item")
    text = " ".join(line.text for line in lines)
    if INDEX_ENTRY.search(text) and len(text) <= _MAX_LABEL_CHARS:
        return Paragraph(group, "list_item", aside=aside)
    if not SENTENCE_END.search(text) and (_is_formula(text) or ((small or turned) and _is_label(text))):
        return Paragraph(group, "code", aside=aside)
    return Paragraph(group, aside=aside)


def _is_formula(text: str) -> bool:
    """Return True for signs and letters without words, and for a formula with a word or two."""
    words = sum(map(len, _WORD.findall(text)))
    return words == 0 or (2 * words < len(text) - text.count(" ") and bool(MATH_SIGN.search(text)))


def _is_label(text: str) -> bool:
    return (
        len(text) <= _MAX_LABEL_CHARS
        and not NUMBERED_NOTE.match(text)
        and "," not in text
        and text[-1] not in "-–"
    )


def _split_run_in(lines: list[Line]) -> tuple[list[Line], list[Line]] | None:
    """Split a paragraph into its run-in heading, in bold, and the rest; return None if it has none."""
    index = next((i for i, line in enumerate(lines[:3]) if line.bold_head < len(line.text)), None)
    if index is None or not lines[index].bold_head or LIST_MARK.match(lines[0].text):
        return None
    line = lines[index]
    cut = line.bold_head
    head = " ".join([*(above.text for above in lines[:index]), line.text[:cut].rstrip()])
    rest = line.text[cut:].lstrip()
    if len(head) > _MAX_RUN_IN_CHARS or not _WORD.search(head) or not rest or CAPTION.match(head):
        return None
    at = len(line.text) - len(rest)
    gap = line.starts[at] - line.ends[len(line.text[:cut].rstrip()) - 1]
    named = rest[0].isupper() and head[-1].isalnum() and gap > _MIN_RUN_IN_GAP * line.size
    if line.rtl or not (named or (head[-1] in ".:" and not rest[0].islower())):
        return None
    before, after = line.slice(0, len(line.text[:cut].rstrip())), line.slice(at, len(line.text))
    return [*lines[:index], before], [replace(after, bold=False), *lines[index + 1 :]]
