"""Which part of a page is its text, and which parts a reader never reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ascribe.read.html.elements import LINK_CLASSES, SITE_CLASSES, SITE_PARTS, SITE_ROLES, UNSEEN

_MAIN = ("main", "[role=main]", "[itemprop=articleBody]", "article")

_MAIN_SHARE = 0.5
"""A main part with less than this share of the page's words, links left out, is not the whole text."""

_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|text-decoration(?:-line)?\s*:[^;]*line-through",
    re.IGNORECASE,
)
"""What a page does not show, or strikes out."""

_BRACKETED = re.compile(r"\s*[\[(][^\])]{1,40}[\])]\s*")
_NOTE_SIGN = re.compile(r"\s*(?:\d{1,4}|[a-z]|[*†‡§¶#]+)\s*", re.IGNORECASE)
_BACK_SIGN = re.compile(r"\s*[\^↑↩⤴⏎]\ufe0e?\s*|\s*¶\s*|\s*#\s*")


def main_part(page: LexborHTMLParser) -> LexborNode | None:
    """The element that holds the text: the main part if it has most of the words, else the body."""
    body = page.body
    if body is None:
        return page.root
    whole = _own_words(body)
    for selector in _MAIN:
        found = page.css(selector)
        if len(found) == 1 and _own_words(found[0]) >= _MAIN_SHARE * whole:
            return found[0]
    return body


def is_left_out(node: LexborNode, root: LexborNode) -> bool:
    """True for what is hidden, not text, a part of the site, or a mark that points to a note."""
    tag = node.tag or ""
    if tag in UNSEEN:
        return True
    attributes = node.attributes
    return (
        _is_hidden(attributes)
        or (tag in SITE_PARTS and not _inside_article(node, root))
        or attributes.get("role") in SITE_ROLES
        or _is_furniture(node, set(_names(attributes)))
        or _is_note_mark(node, tag)
    )


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    if "hidden" in attributes and attributes["hidden"] != "until-found":
        return True
    return attributes.get("aria-hidden") == "true" or bool(_HIDING.search(attributes.get("style") or ""))


def _names(attributes: dict[str, str | None]) -> Iterator[str]:
    yield from (attributes.get("class") or "").lower().split()
    yield (attributes.get("id") or "").lower()


def _is_furniture(node: LexborNode, names: set[str]) -> bool:
    sure, likely = not SITE_CLASSES.isdisjoint(names), not LINK_CLASSES.isdisjoint(names)
    if not (sure or likely) or _holds_article(node):
        return False
    return sure or sum(len(link.text()) for link in node.css("a")) >= 0.5 * len(node.text())


def _holds_article(node: LexborNode) -> bool:
    whole = node.tag in ("html", "body", "main", "article")
    return whole or node.css_first("main, article, h1, p + p") is not None


def _inside_article(node: LexborNode, root: LexborNode) -> bool:
    """True within an article or section; a header with a heading counts as well."""
    if node.tag == "header" and node.css_first("h1, h2, h3") is not None:
        return True
    parent = node.parent
    while parent is not None and parent.tag not in ("article", "main", "section", "blockquote"):
        if parent.mem_id == root.mem_id:
            return root.tag != "body"
        parent = parent.parent
    return parent is not None


def _is_note_mark(node: LexborNode, tag: str) -> bool:
    """Marks such as [12] and [citation needed], and the arrows that lead back from a note."""
    if tag not in ("sup", "a"):
        return False
    text = node.text()
    if tag == "sup":
        points = _points_inside(node.css_first("a")) or _points_inside(node.parent)
        return bool(_BRACKETED.fullmatch(text)) or (points and bool(_NOTE_SIGN.fullmatch(text)))
    mark = _BRACKETED.fullmatch(text) and any(map(str.isdigit, text))
    return _points_inside(node) and bool(mark or _BACK_SIGN.fullmatch(text))


def _points_inside(node: LexborNode | None) -> bool:
    return node is not None and node.tag == "a" and "#" in (node.attributes.get("href") or "")


def _own_words(root: LexborNode) -> int:
    """Characters of text outside links and outside what is left out."""
    total = 0
    node = root.first_child
    while node is not None:
        if node.is_text_node:
            total += len(" ".join((node.text_content or "").split()))
        skip = not node.is_element_node or node.tag == "a" or is_left_out(node, root)
        node = following(node, root, into=not skip)
    return total


def following(node: LexborNode, root: LexborNode, *, into: bool) -> LexborNode | None:
    """The next node in document order below the root; past the children of this one unless ``into``."""
    if into and node.first_child is not None:
        return node.first_child
    current: LexborNode | None = node
    while current is not None and current.mem_id != root.mem_id:
        if current.next is not None:
            return current.next
        current = current.parent
    return None
