"""The paragraph styles of a Word file: headings, lists and tables of contents."""

from __future__ import annotations

import re
from typing import Any

from ascribe.read.docx.elements import W, find_child, get_attribute

_HEADING = re.compile(
    "(?:heading|überschrift|titre|título|titulo|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor"
    r"|заголовок|επικεφαλίδα|başlık|見出し|标题|標題|제목|כותרת)\s*([1-9])",
    re.IGNORECASE,
)
"""Word stores ``heading 1`` in every language; other programs store the name in their own language."""

_TITLE = frozenset({"title", "titel", "titre", "título", "titolo"})
_CONTENTS = re.compile(r"(?:toc|contents|table of figures)\s*\d*|toc heading", re.IGNORECASE)
_LIST = re.compile(r"list (?:bullet|number)\b.*", re.IGNORECASE)

_BODY_TEXT_LEVEL = 9
"""The outline level of body text."""

_MAX_CHAIN = 20


class Styles:
    """The paragraph styles of a file, including the styles that they are based on."""

    def __init__(self, root: Any) -> None:
        self._by_id = {get_attribute(style, "styleId"): style for style in _find_children(root, "style")}
        self._default = next(
            (
                get_attribute(style, "styleId")
                for style in _find_children(root, "style")
                if get_attribute(style, "type") == "paragraph"
                and get_attribute(style, "default") in ("1", "true")
            ),
            "",
        )

    def find_heading_level(self, paragraph: Any) -> int:
        """Return the level of a heading from 1 to 6, or 0 for other text."""
        own = _read_outline_level(paragraph)
        if own is not None:
            return 0 if own >= _BODY_TEXT_LEVEL else min(6, own + 1)
        for style in self._build_chain(paragraph):
            name = _read_name(style)
            match = _HEADING.fullmatch(name)
            if match or name.lower() in _TITLE:
                return min(6, int(match[1])) if match else 1
            level = _read_outline_level(style)
            if level is not None:
                return 0 if level >= _BODY_TEXT_LEVEL else min(6, level + 1)
        return 0

    def is_list_item(self, paragraph: Any) -> bool:
        """Return True if the paragraph or one of its styles has numbers or bullets."""
        for element in (paragraph, *self._build_chain(paragraph)):
            numbering = find_child(find_child(element, "pPr"), "numPr")
            if numbering is not None:
                number = find_child(numbering, "numId")
                return number is None or get_attribute(number, "val") != "0"
        return any(_LIST.fullmatch(_read_name(style)) for style in self._build_chain(paragraph))

    def find_numbering(self, paragraph: Any) -> tuple[str, int]:
        """Return the ``numId`` of the list that the paragraph counts in, empty without one, and its level.

        The level counts from 0; both may come from a style.
        """
        ids: list[str] = []
        levels: list[str] = []
        for element in (paragraph, *self._build_chain(paragraph)):
            numbering = find_child(find_child(element, "pPr"), "numPr")
            ids.append(get_attribute(find_child(numbering, "numId"), "val"))
            levels.append(get_attribute(find_child(numbering, "ilvl"), "val"))
        level = next(filter(None, levels), "")
        return next(filter(None, ids), ""), int(level) if level.isdecimal() else 0

    def find_list_level(self, paragraph: Any) -> int:
        """Return how deep a list item is nested, from 1."""
        for element in (paragraph, *self._build_chain(paragraph)):
            depth = find_child(find_child(find_child(element, "pPr"), "numPr"), "ilvl")
            if depth is not None and get_attribute(depth, "val").isdecimal():
                return 1 + int(get_attribute(depth, "val"))
        styles = (_LIST.fullmatch(_read_name(style)) for style in self._build_chain(paragraph))
        numbers = (re.search(r"\d+", match.group()) for match in styles if match)
        return next((int(number.group()) for number in numbers if number), 1)

    def is_contents_entry(self, paragraph: Any) -> bool:
        """Return True for a line of a table of contents, which repeats a heading."""
        return any(_CONTENTS.fullmatch(_read_name(style)) for style in self._build_chain(paragraph)[:1])

    def _build_chain(self, paragraph: Any) -> list[Any]:
        """Return the style of the paragraph, followed by the styles that it is based on."""
        reference = find_child(find_child(paragraph, "pPr"), "pStyle")
        name = self._default if reference is None else get_attribute(reference, "val")
        chain: list[Any] = []
        while name in self._by_id and len(chain) < _MAX_CHAIN:
            chain.append(self._by_id[name])
            based_on = find_child(chain[-1], "basedOn")
            name = "" if based_on is None else get_attribute(based_on, "val")
        return chain


def _find_children(root: Any, name: str) -> list[Any]:
    return [] if root is None else list(root.findall(W + name))


def _read_outline_level(element: Any) -> int | None:
    level = find_child(find_child(element, "pPr"), "outlineLvl")
    text = "" if level is None else get_attribute(level, "val")
    return int(text) if text.isdecimal() else None


def _read_name(style: Any) -> str:
    name = find_child(style, "name")
    return "" if name is None else get_attribute(name, "val").strip()
