"""Which part of a page is its text, and which parts a reader never reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ascribe.read.html.elements import (
    CONSENT_WORDS,
    HEADINGS,
    LINK_CLASSES,
    SITE_CLASSES,
    SITE_ITEMS,
    SITE_PARTS,
    SITE_ROLES,
    SITE_WORDS,
    UNSEEN,
)

_MAIN = ("main", "[role=main]", "[itemprop=articleBody]", "article")

_MAIN_SHARE = 0.5
"""A main part with less than this share of the page's words, links left out, is not the whole text."""

_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|text-decoration(?:-line)?\s*:[^;]*line-through",
    re.IGNORECASE,
)
"""What a page does not show, or strikes out."""

_WORDS_OF_NAME = re.compile(r"[^a-z0-9]+")

_BRACKETED = re.compile(r"\s*[\[(][^\])]{1,40}[\])]\s*")
_IN_HEADING = re.compile(r"\s*\[[^\]]{1,40}\]\s*")
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
        or (tag == "aside" and _is_links(node))
        or attributes.get("role") in SITE_ROLES
        or (attributes.get("itemtype") or "").rpartition("/")[2] in SITE_ITEMS
        or _is_furniture(node, set(_names(attributes)))
        or _is_note_mark(node, tag)
        or _is_edit_mark(node)
    )


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    if "hidden" in attributes and attributes["hidden"] != "until-found":
        return True
    if "true" in (attributes.get("aria-hidden"), attributes.get("aria-modal")):
        return True
    return bool(_HIDING.search(attributes.get("style") or ""))


def _names(attributes: dict[str, str | None]) -> Iterator[str]:
    yield from (attributes.get("class") or "").lower().split()
    yield (attributes.get("id") or "").lower()


def _is_furniture(node: LexborNode, names: set[str]) -> bool:
    if not names:
        return False
    words = {word for name in names for word in _WORDS_OF_NAME.split(name)}
    sure = not SITE_CLASSES.isdisjoint(names) or not SITE_WORDS.isdisjoint(words)
    asks = not CONSENT_WORDS.isdisjoint(words)
    likely = not LINK_CLASSES.isdisjoint(names | words)
    if not (sure or asks or likely) or _holds_article(node):
        return False
    asked = asks and node.css_first("button, input, [role=button]") is not None
    return sure or asked or (likely and _is_links(node))


def _is_links(node: LexborNode) -> bool:
    """True if most of its text is links."""
    links = sum(len(link.text()) for link in node.css("a"))
    return links > 0 and links >= 0.5 * len(node.text())


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


def _is_edit_mark(node: LexborNode) -> bool:
    """A link in brackets behind a heading, such as [edit]."""
    parent = node.parent
    if parent is None or parent.tag not in HEADINGS or node.tag == "a":
        return False
    return node.css_first("a") is not None and bool(_IN_HEADING.fullmatch(node.text()))


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
