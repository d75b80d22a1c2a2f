"""Rendering of one neutral entry of a list of references as Markdown, HTML or plain text.

Entries mark formatted text by signs of Unicode's private use area, which no source can bring in, because
``clean_text`` removes them. So a text is escaped as a whole and cannot forge markup.
"""

from __future__ import annotations

import html
import re

from ascribe.records.work import CitedWork, Markup
from ascribe.write.display_text import escape_controls, to_one_line
from ascribe.write.markdown_syntax import escape_line_start, escape_markdown
from ascribe.write.metadata import is_web_address

MARKUPS: tuple[Markup, ...] = ("md", "html", "plain")

ITALIC, BOLD, RAISED, LOWERED = "\ue010\ue011", "\ue012\ue013", "\ue014\ue015", "\ue016\ue017"
"""Signs that open and close formatted text."""

_SIGNS = re.compile("[\ue010-\ue017]")
_TAGS: dict[str, dict[str, tuple[str, str]]] = {
    "md": {ITALIC: ("*", "*"), BOLD: ("**", "**"), RAISED: ("<sup>", "</sup>"), LOWERED: ("<sub>", "</sub>")},
    "html": {
        ITALIC: ("<i>", "</i>"),
        BOLD: ("<b>", "</b>"),
        RAISED: ("<sup>", "</sup>"),
        LOWERED: ("<sub>", "</sub>"),
    },
    "plain": {},
}
_ADDRESS = re.compile(r"(https?://[^\s<>\"\ue010-\ue017]*[^\s<>\"\ue010-\ue017.,;:!?'*_)\]”’])")


def clean_text(text: str) -> str:
    """Return the text on one line, safe to show, without the formatting signs."""
    return to_one_line(_SIGNS.sub("", text))


def find_title(cited: CitedWork) -> str:
    """Return the title of the work; without one, the name of its document, or else its number."""
    return clean_text(cited.work.title) or clean_text(cited.name) or f"source {cited.number}"


def mark_italic(text: str) -> str:
    """Return the text between the signs for italics; "" stays empty."""
    return f"{ITALIC[0]}{text}{ITALIC[1]}" if text else ""


def render_entry(entry: str, markup: Markup) -> str:
    """Render the entry on one line, escaped; web addresses become links where the markup has links."""
    shown = "".join(
        _render_address(part, markup) if place % 2 else _escape_text(part, markup)
        for place, part in enumerate(_ADDRESS.split(entry))
    )
    for signs, (opening, closing) in _TAGS[markup].items():
        shown = shown.replace(signs[0], opening).replace(signs[1], closing)
    return escape_line_start(_SIGNS.sub("", shown)) if markup == "md" else _SIGNS.sub("", shown)


def _render_address(text: str, markup: Markup) -> str:
    if not is_web_address(text) or markup == "plain":
        return _escape_text(text, markup)
    if markup == "md":
        return f"<{escape_controls(text)}>"
    address = html.escape(escape_controls(text))
    return f'<a href="{address}" rel="noopener nofollow">{address}</a>'


def _escape_text(text: str, markup: Markup) -> str:
    if markup == "html":
        return html.escape(escape_controls(text))
    if markup == "plain":
        return escape_controls(text)
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return before + escape_markdown(text) + after if text.strip() else text
