"""What a paragraph of a Word file is: heading, list item, entry of a table of contents, or plain text."""

from __future__ import annotations

import re
from typing import Any

from ascribe.read.docx.names import W, child, value

_HEADING = re.compile(
    "(?:heading|überschrift|titre|título|titulo|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor"
    r"|заголовок|επικεφαλίδα|başlık|見出し|标题|標題|제목|כותרת)\s*([1-9])",
    re.IGNORECASE,
)
"""Word stores ``heading 1`` in any language; other programs store the name in their own."""

_TITLE = frozenset({"title", "titel", "titre", "título", "titolo"})
_CONTENTS = re.compile(r"(?:toc|contents|table of figures)\s*\d*|toc heading", re.IGNORECASE)
_LIST = re.compile(r"list (?:bullet|number)\b.*", re.IGNORECASE)

_BODY_TEXT = 9
"""The outline level that means: no heading."""

_DEEPEST_CHAIN = 20


class Styles:
    """The paragraph styles of one file, looked up with the styles they are based on."""

    def __init__(self, root: Any) -> None:
        self._by_id = {value(style, "styleId"): style for style in _children(root, "style")}
        self._default = next(
            (
                value(style, "styleId")
                for style in _children(root, "style")
                if value(style, "type") == "paragraph" and value(style, "default") in ("1", "true")
            ),
            "",
        )

    def heading_level(self, paragraph: Any) -> int:
        """1 to 6; 0 if it is no heading."""
        own = _outline_level(paragraph)
        if own is not None:
            return 0 if own >= _BODY_TEXT else min(6, own + 1)
        for style in self._chain(paragraph):
            name = _name(style)
            match = _HEADING.fullmatch(name)
            if match or name.lower() in _TITLE:
                return min(6, int(match[1])) if match else 1
            level = _outline_level(style)
            if level is not None:
                return 0 if level >= _BODY_TEXT else min(6, level + 1)
        return 0

    def is_list_item(self, paragraph: Any) -> bool:
        """True for numbers and bullets, its own or those of its style."""
        for element in (paragraph, *self._chain(paragraph)):
            numbering = child(child(element, "pPr"), "numPr")
            if numbering is not None:
                number = child(numbering, "numId")
                return number is None or value(number, "val") != "0"
        return any(_LIST.fullmatch(_name(style)) for style in self._chain(paragraph))

    def is_contents_entry(self, paragraph: Any) -> bool:
        """True for a line of a table of contents: it repeats a heading."""
        return any(_CONTENTS.fullmatch(_name(style)) for style in self._chain(paragraph)[:1])

    def _chain(self, paragraph: Any) -> list[Any]:
        """Its style and the styles that one is based on."""
        reference = child(child(paragraph, "pPr"), "pStyle")
        name = self._default if reference is None else value(reference, "val")
        chain: list[Any] = []
        while name in self._by_id and len(chain) < _DEEPEST_CHAIN:
            chain.append(self._by_id[name])
            based_on = child(chain[-1], "basedOn")
            name = "" if based_on is None else value(based_on, "val")
        return chain


def _children(root: Any, name: str) -> list[Any]:
    return [] if root is None else list(root.findall(W + name))


def _outline_level(element: Any) -> int | None:
    level = child(child(element, "pPr"), "outlineLvl")
    text = "" if level is None else value(level, "val")
    return int(text) if text.isdecimal() else None


def _name(style: Any) -> str:
    name = child(style, "name")
    return "" if name is None else value(name, "val").strip()
