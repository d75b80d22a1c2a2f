"""What the elements of a page contain, measured in one pass, so that nested elements are not read again."""

from __future__ import annotations

from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

_ARTICLES = frozenset({"main", "article", "h1"})
_HEADINGS = frozenset({"h1", "h2", "h3"})
_PARTS_OF_TEXT = frozenset({"article", "main", "section", "blockquote"})


@dataclass(slots=True)
class Measure:
    """What an element contains, itself left aside.

    Args:
        inside_article: whether an element around it is a part of the text.
        text: number of characters.
        linked: number of characters in links; those of nested links count once for each.
        has_article: whether it has an article, a heading of the first level, or two paragraphs in a row.
        has_heading: whether it has a heading of the first three levels.
        has_button: whether it has a button or a field.
    """

    inside_article: bool
    text: int = 0
    linked: int = 0
    has_article: bool = False
    has_heading: bool = False
    has_button: bool = False

    def add(self, node: LexborNode, inner: Measure) -> None:
        """Add a child with what it contains."""
        tag = node.tag or ""
        self.text += inner.text
        self.linked += inner.linked + (inner.text if tag == "a" else 0)
        self.has_article |= inner.has_article or tag in _ARTICLES or (tag == "p" and _follows_paragraph(node))
        self.has_heading |= inner.has_heading or tag in _HEADINGS
        self.has_button |= (
            inner.has_button or tag in ("button", "input") or node.attributes.get("role") == "button"
        )


class PageMeasures:
    """The measures of all elements of a page, made when the first one is asked for."""

    def __init__(self, page: LexborHTMLParser) -> None:
        self._page = page
        self._measures: dict[int, Measure] = {}

    def of(self, node: LexborNode) -> Measure:
        """Return the measure of an element of the page."""
        if not self._measures and self._page.root is not None:
            self._measure_below(self._page.root)
        return self._measures[node.mem_id]

    def _measure_below(self, root: LexborNode) -> None:
        self._measures[root.mem_id] = Measure(inside_article=False)
        stack: list[tuple[LexborNode, Measure, bool]] = [(root, self._measures[root.mem_id], False)]
        while stack:
            node, own, leaving = stack.pop()
            if leaving:
                parent = node.parent
                if parent is not None and parent.mem_id in self._measures:
                    self._measures[parent.mem_id].add(node, own)
                continue
            stack.append((node, own, True))
            inside = own.inside_article or node.tag in _PARTS_OF_TEXT
            child = node.last_child
            while child is not None:
                if child.is_text_node:
                    own.text += len(child.text_content or "")
                elif child.is_element_node:
                    measure = self._measures[child.mem_id] = Measure(inside)
                    stack.append((child, measure, False))
                child = child.prev


def _follows_paragraph(node: LexborNode) -> bool:
    before = node.prev
    while before is not None and not before.is_element_node:
        before = before.prev
    return before is not None and before.tag == "p"
