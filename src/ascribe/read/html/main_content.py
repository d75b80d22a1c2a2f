"""Finds the main text of an HTML page: which elements are content, and which are navigation, menus, consent
banners or hidden."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ascribe.protocols import Block, BlockKind

_MAIN_SELECTORS = ("main", "[role=main]", "[itemprop=articleBody]", "article")

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


def find_main_part(page: LexborHTMLParser) -> LexborNode | None:
    """The element that holds the text: the main part if it has most of the words, else the body."""
    body = page.body
    if body is None:
        return page.root
    whole = _count_own_words(body)
    for selector in _MAIN_SELECTORS:
        found = page.css(selector)
        if len(found) == 1 and _count_own_words(found[0]) >= _MAIN_SHARE * whole:
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
        or (tag in SITE_PARTS and not _is_inside_article(node, root))
        or (tag == "aside" and _is_mostly_links(node))
        or attributes.get("role") in SITE_ROLES
        or (attributes.get("itemtype") or "").rpartition("/")[2] in SITE_ITEMS
        or _is_furniture(node, set(_find_names(attributes)))
        or _is_note_mark(node, tag)
        or _is_edit_mark(node)
    )


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    if "hidden" in attributes and attributes["hidden"] != "until-found":
        return True
    if "true" in (attributes.get("aria-hidden"), attributes.get("aria-modal")):
        return True
    return bool(_HIDING.search(attributes.get("style") or ""))


def _find_names(attributes: dict[str, str | None]) -> Iterator[str]:
    yield from (attributes.get("class") or "").lower().split()
    yield (attributes.get("id") or "").lower()


def _is_furniture(node: LexborNode, names: set[str]) -> bool:
    if not names:
        return False
    words = {word for name in names for word in _WORDS_OF_NAME.split(name)}
    sure = not SITE_CLASSES.isdisjoint(names) or not SITE_WORDS.isdisjoint(words)
    asks = not CONSENT_WORDS.isdisjoint(words)
    likely = not LINK_CLASSES.isdisjoint(names | words)
    if not (sure or asks or likely) or _has_article(node):
        return False
    asked = asks and node.css_first("button, input, [role=button]") is not None
    return sure or asked or (likely and _is_mostly_links(node))


def _is_mostly_links(node: LexborNode) -> bool:
    """True if most of its text is links."""
    links = sum(len(link.text()) for link in node.css("a"))
    return links > 0 and links >= 0.5 * len(node.text())


def _has_article(node: LexborNode) -> bool:
    whole = node.tag in ("html", "body", "main", "article")
    return whole or node.css_first("main, article, h1, p + p") is not None


def _is_inside_article(node: LexborNode, root: LexborNode) -> bool:
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
        points = _is_internal_link(node.css_first("a")) or _is_internal_link(node.parent)
        return bool(_BRACKETED.fullmatch(text)) or (points and bool(_NOTE_SIGN.fullmatch(text)))
    mark = _BRACKETED.fullmatch(text) and any(map(str.isdigit, text))
    return _is_internal_link(node) and bool(mark or _BACK_SIGN.fullmatch(text))


def _is_edit_mark(node: LexborNode) -> bool:
    """A link in brackets behind a heading, such as [edit]."""
    parent = node.parent
    if parent is None or parent.tag not in HEADINGS or node.tag == "a":
        return False
    return node.css_first("a") is not None and bool(_IN_HEADING.fullmatch(node.text()))


def _is_internal_link(node: LexborNode | None) -> bool:
    return node is not None and node.tag == "a" and "#" in (node.attributes.get("href") or "")


def _count_own_words(root: LexborNode) -> int:
    """Characters of text outside links and outside what is left out."""
    total = 0
    node = root.first_child
    while node is not None:
        if node.is_text_node:
            total += len(" ".join((node.text_content or "").split()))
        skip = not node.is_element_node or node.tag == "a" or is_left_out(node, root)
        node = find_next_node(node, root, into=not skip)
    return total


def find_next_node(node: LexborNode, root: LexborNode, *, into: bool) -> LexborNode | None:
    """The next node in document order below the root; past the children of this one unless ``into``."""
    if into and node.first_child is not None:
        return node.first_child
    current: LexborNode | None = node
    while current is not None and current.mem_id != root.mem_id:
        if current.next is not None:
            return current.next
        current = current.parent
    return None


_MIN_TEXT_CHARS = 40
"""Characters outside links from which a block with a stop is text."""

_MAX_LABEL_CHARS = 30
"""Characters of the label of a link in a menu, on average, at most."""

_MIN_LINKED_SHARE = 0.6
"""Share of the characters in links, from which two links are a menu."""

_STOPS = frozenset(".!?。！？؟।…")


@dataclass(frozen=True, slots=True)
class PageBlock:
    """A block before it gets its place. ``linked`` counts characters in links; ``blocks`` are of its text."""

    kind: BlockKind
    text: str
    level: int = 0
    continues: bool = False
    links: int = 0
    linked: int = 0
    blocks: tuple[Block, ...] = ()

    @property
    def is_text(self) -> bool:
        """True for a sentence, a row of a table, or code."""
        if self.kind not in ("prose", "list_item"):
            return self.kind != "heading"
        return len(self.text) - self.linked >= _MIN_TEXT_CHARS and not _STOPS.isdisjoint(self.text)

    @property
    def is_menu(self) -> bool:
        """True for one link, or several short ones with little between them."""
        if self.kind not in ("prose", "list_item") or not self.links:
            return False
        share = 1.0 if self.links == 1 else _MIN_LINKED_SHARE
        return self.linked >= share * len(self.text) and self.linked <= _MAX_LABEL_CHARS * self.links


def remove_menus(pieces: Sequence[PageBlock]) -> list[PageBlock]:
    """The pieces without menus before the first text and behind the last; all of them where none is text.

    A list of links right below a heading is what the heading says.
    """
    texts = [index for index, piece in enumerate(pieces) if piece.is_text]
    if not texts:
        return list(pieces)
    kept: list[PageBlock] = []
    headed = dropped = False
    for index, piece in enumerate(pieces):
        headed = piece.kind == "heading" or (headed and piece.kind == "list_item")
        outside = not texts[0] <= index <= texts[-1]
        if outside and piece.is_menu and not (headed and piece.kind == "list_item"):
            dropped = True
            continue
        kept.append(replace(piece, continues=piece.continues and not dropped))
        dropped = False
    return kept


_ELEMENT_NAMES = {
    key: frozenset(names.split())
    for key, names in json.loads(
        files("ascribe.read.html").joinpath("elements.json").read_text(encoding="utf-8")
    ).items()
}

UNSEEN = _ELEMENT_NAMES["unseen"]
"""Elements whose text a reader of the page does not read as text, navigation included."""

BLOCKS = _ELEMENT_NAMES["blocks"]
"""Elements that begin a new line; all others run on within one."""

HEADINGS = {f"h{level}": level for level in range(1, 7)}

LISTS = frozenset({"ul", "ol", "menu", "dir", "dl"})
LIST_ITEMS = frozenset({"li", "dt", "dd"})

VOID = _ELEMENT_NAMES["void"]
"""Elements without content."""

FORMATTING = _ELEMENT_NAMES["formatting"]
"""Elements that the parser opens again in the next paragraph if they were not closed."""

END_TAG_OPTIONAL = _ELEMENT_NAMES["end_tag_optional"]
"""Elements that end where the next one of their kind begins."""

SITE_PARTS = frozenset({"header", "footer", "aside"})
"""They belong to the site unless they stand inside the article."""

SITE_ROLES = _ELEMENT_NAMES["site_roles"]

SITE_CLASSES = _ELEMENT_NAMES["site_classes"]
"""Class names and ids of furniture, as a whole."""

SITE_WORDS = _ELEMENT_NAMES["site_words"]
"""Words in class names and ids of furniture."""

SITE_ITEMS = _ELEMENT_NAMES["site_items"]
"""Types of schema.org that are parts of the site."""

CONSENT_WORDS = _ELEMENT_NAMES["consent_words"]
"""Words in class names and ids of what asks to be clicked away, if it has a button."""

LINK_CLASSES = _ELEMENT_NAMES["link_classes"]
"""Class names and ids of furniture, or words in them, if most of its text is links.

Else a menu may be that of a restaurant.
"""
