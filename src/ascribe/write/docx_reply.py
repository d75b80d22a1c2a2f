"""The reply in a Word file: its Markdown as headings, lists, tables and fonts, with marks after sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from ascribe.records.outcomes import Status
from ascribe.write.display_text import escape_controls
from ascribe.write.report.markdown_parts import Tag
from ascribe.write.report.reply_markup import ReplyMarkup, Stretch
from ascribe.write.view import SentenceView

_COLORS: dict[Status, str] = {
    "supported": "14532D",
    "partial": "684600",
    "contradicted": "8A1224",
    "unsupported": "7A2E0B",
    "unknown": "1B3F86",
}
"""Status → colour of its words, which are always written, too."""

_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TAG = re.compile(r'<(/?)([a-z0-9]+)(?:[^>]*?start="(\d+)")?')

_FONTS = {"strong": "bold", "em": "italic", "s": "strike"}
"""Inline tag → property of the font."""

_CODE_FONT = "Courier New"
_DEEPEST_LIST = 3
"""Depth of the list styles that a Word file has; deeper items look like it."""


def add_reply(file: Any, markup: ReplyMarkup) -> None:
    """Add the reply to a Word file, with the markers and the status after the last word of each sentence."""
    _ReplyBody(file, markup).add()


class _ReplyBody:
    """Adds one item after another and keeps track of what is open."""

    def __init__(self, file: Any, markup: ReplyMarkup) -> None:
        self.file = file
        self.reply = markup.view.reply
        self.is_plain = markup.is_plain
        self.items = markup.items
        self.paragraph: Any = None
        self.open: Counter[str] = Counter()
        self.lists: list[int | None] = []
        """Next number of each open list; None for bullets."""
        self.table: Any = None
        self.cells: list[Any] = []
        self.line_end = ""

    def add(self) -> None:
        """Add all items."""
        for index, item in enumerate(self.items):
            if isinstance(item, Tag):
                for tag in _TAG.finditer(item.text):
                    self._add_tag(tag, index)
            else:
                self._add_stretch(item)

    def _add_tag(self, tag: re.Match[str], index: int) -> None:
        closes, name, start = tag.groups()
        self.open[name] += -1 if closes else 1
        if closes:
            self._close(name)
        elif name in ("ul", "ol"):
            self.lists.append(int(start or 1) if name == "ol" else None)
        elif name == "table":
            self._open_table(self.items[index:])
        elif name == "tr":
            self.cells = list(self.table.add_row().cells)
        else:
            self._open_paragraph(name)

    def _close(self, name: str) -> None:
        if name in ("ul", "ol"):
            self.lists.pop()
        if name not in _FONTS and name not in ("code", "span"):
            self.paragraph, self.line_end = None, ""

    def _open_table(self, items: Sequence[Tag | Stretch]) -> None:
        """Add a table with as many columns as its first row."""
        tags = [item.text for item in items if isinstance(item, Tag)]
        first = takewhile(lambda tag: tag != "</tr>", tags)
        self.table = self.file.add_table(
            0, sum(tag.startswith(("<th ", "<th>", "<td")) for tag in first) or 1
        )
        self.table.style = "Table Grid"

    def _open_paragraph(self, name: str) -> None:
        if name in ("td", "th"):
            self.paragraph = self.cells.pop(0).paragraphs[0]
        elif name.startswith("h") and name[1:].isdigit():
            self.paragraph = self.file.add_heading("", int(name[1:]))
        elif name == "li":
            self.paragraph = self._add_item()
        elif name == "br":
            self._get_paragraph().add_run().add_break()
        elif name == "hr":
            self.file.add_paragraph("———")
        elif name in ("p", "pre") and (self.paragraph is None or self.paragraph.text):
            self.paragraph = self.file.add_paragraph(style="Quote" if self.open["blockquote"] else None)

    def _add_item(self) -> Any:
        """Return the paragraph of a list item; numbers are text, as Word would count on over all lists."""
        depth = min(len(self.lists), _DEEPEST_LIST)
        level = "" if depth == 1 else f" {depth}"
        number = self.lists[-1]
        if number is None:
            return self.file.add_paragraph(style=f"List Bullet{level}")
        self.lists[-1] = number + 1
        paragraph = self.file.add_paragraph(style=f"List{level}")
        paragraph.add_run(f"{number}. ")
        return paragraph

    def _get_paragraph(self) -> Any:
        if self.paragraph is None:
            self.paragraph = self.file.add_paragraph()
        return self.paragraph

    def _add_stretch(self, item: Stretch) -> None:
        if not item.is_hidden:
            self._add_text(item.shown or self.reply[item.start : item.end])
        is_rule = item.is_hidden and item.sentence is not None and item.sentence.status == "not_checkable"
        if item.has_markers and item.sentence is not None and not is_rule:
            add_marks(self._get_paragraph(), item.sentence)

    def _add_text(self, text: str) -> None:
        paragraph = self._get_paragraph()
        if self.open["pre"]:  # the last line feed of a block ends no line that is shown
            text = self.line_end + text
            self.line_end = "\n" if text.endswith("\n") else ""
            text = text.removesuffix("\n")
        elif not self.is_plain:
            text = text.replace("\n", "" if not paragraph.text or paragraph.text.endswith("\n") else " ")
        run = paragraph.add_run(clean_text(text))
        for name, font in _FONTS.items():
            if self.open[name] or (name == "strong" and self.open["th"]):
                setattr(run.font, font, True)
        if self.open["code"]:
            run.font.name = _CODE_FONT


def add_marks(paragraph: Any, sentence: SentenceView) -> None:
    """Add the numbers of the references that support a sentence, and its status if it needs words."""
    markers = "".join(f"[{one.number}]" for one in sentence.supporting)
    if markers:
        paragraph.add_run(f" {markers}")
    if sentence.is_flagged:
        run = paragraph.add_run(f" [{sentence.flag_symbol} {sentence.flag}]".replace("[ ", "["))
        status = "unknown" if sentence.is_doubtful else sentence.status
        color_run(run, "partial" if sentence.is_only_miscited else status)


def color_run(run: Any, status: Status | None) -> None:
    """Give a run the colour of a status."""
    from docx.shared import RGBColor

    if status in _COLORS:
        run.font.color.rgb = RGBColor.from_string(_COLORS[status])


def clean_text(text: str) -> str:
    """Return the text with every character shown that XML cannot hold."""
    return _NOT_IN_XML.sub("\ufffd", escape_controls(text))
