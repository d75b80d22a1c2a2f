"""Main text of an HTML page: separates content from navigation, menus, consent banners and hidden parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ascribe.protocols import Block, BlockKind
from ascribe.read.html.measures import PageMeasures
from ascribe.text.package_data import load_package_json

_MAIN_SELECTORS = ("main", "[role=main]", "[itemprop=articleBody]", "article")

_MIN_MAIN_SHARE = 0.5
"""Minimum share of the page's text outside links in a main part that is the whole text."""

_HIDING_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|text-decoration(?:-line)?\s*:[^;]*line-through",
    re.IGNORECASE,
)
"""Styles that hide text or strike it out."""

_NAME_SEPARATOR = re.compile(r"[^a-z0-9]+")

_BRACKETED = re.compile(r"\s*[\[(][^\])]{1,40}[\])]\s*")
_IN_HEADING = re.compile(r"\s*\[[^\]]{1,40}\]\s*")
_MAX_MARK_CHARS = 200
"""Most characters of a mark, with the blanks around it."""

_NOTE_SIGN = re.compile(r"\s*(?:\d{1,4}|[a-z]|[*†‡§¶#]+)\s*", re.IGNORECASE)
_BACK_SIGN = re.compile(r"\s*[\^↑↩⤴⏎]\ufe0e?\s*|\s*¶\s*|\s*#\s*")


def find_main_part(page: LexborHTMLParser, measures: PageMeasures) -> LexborNode | None:
    """Return the element that contains the text: the main part if it has most of it, else the body."""
    body = page.body
    if body is None:
        return page.root
    whole = _count_own_chars(body, measures)
    for selector in _MAIN_SELECTORS:
        found = page.css(selector)
        if len(found) == 1 and _count_own_chars(found[0], measures) >= _MIN_MAIN_SHARE * whole:
            return found[0]
    return body


def is_left_out(node: LexborNode, root: LexborNode, measures: PageMeasures) -> bool:
    """Return True for an element that is hidden, not text, part of the site, or a mark of a note."""
    tag = node.tag or ""
    if tag in NON_TEXT:
        return True
    attributes = node.attributes
    return (
        _is_hidden(attributes)
        or (tag in SITE_PARTS and not _is_inside_article(node, root, measures))
        or (tag == "aside" and _is_mostly_links(node, measures))
        or attributes.get("role") in SITE_ROLES
        or (attributes.get("itemtype") or "").rpartition("/")[2] in SITE_ITEMS
        or _is_furniture(node, set(_read_names(attributes)), measures)
        or _is_note_mark(node, tag, measures)
        or _is_edit_mark(node, measures)
    )


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    if "hidden" in attributes and attributes["hidden"] != "until-found":
        return True
    if "true" in (attributes.get("aria-hidden"), attributes.get("aria-modal")):
        return True
    return bool(_HIDING_STYLE.search(attributes.get("style") or ""))


def _read_names(attributes: dict[str, str | None]) -> Iterator[str]:
    yield from (attributes.get("class") or "").lower().split()
    yield (attributes.get("id") or "").lower()


def _is_furniture(node: LexborNode, names: set[str], measures: PageMeasures) -> bool:
    if not names:
        return False
    words = {word for name in names for word in _NAME_SEPARATOR.split(name)}
    certain = not SITE_CLASSES.isdisjoint(names) or not SITE_WORDS.isdisjoint(words)
    mentions_consent = not CONSENT_WORDS.isdisjoint(words)
    likely = not LINK_CLASSES.isdisjoint(names | words)
    if not (certain or mentions_consent or likely) or _has_article(node, measures):
        return False
    is_consent_banner = mentions_consent and measures.of(node).has_button
    return certain or is_consent_banner or (likely and _is_mostly_links(node, measures))


def _is_mostly_links(node: LexborNode, measures: PageMeasures) -> bool:
    """Return True if at least half of the element's text is in links."""
    measure = measures.of(node)
    return measure.linked > 0 and measure.linked >= 0.5 * measure.text


def _has_article(node: LexborNode, measures: PageMeasures) -> bool:
    return node.tag in ("html", "body", "main", "article") or measures.of(node).has_article


def _is_inside_article(node: LexborNode, root: LexborNode, measures: PageMeasures) -> bool:
    """Return True within an article or section, and for a header with a heading."""
    measure = measures.of(node)
    has_heading = node.tag == "header" and measure.has_heading
    return has_heading or root.tag != "body" or measure.inside_article


def _is_note_mark(node: LexborNode, tag: str, measures: PageMeasures) -> bool:
    """Return True for marks such as [12] and [citation needed], and for arrows that link back from a note."""
    if tag not in ("sup", "a") or measures.of(node).text > _MAX_MARK_CHARS:
        return False
    text = node.text()
    if tag == "sup":
        points = _is_internal_link(node.css_first("a")) or _is_internal_link(node.parent)
        return bool(_BRACKETED.fullmatch(text)) or (points and bool(_NOTE_SIGN.fullmatch(text)))
    mark = _BRACKETED.fullmatch(text) and any(map(str.isdigit, text))
    return _is_internal_link(node) and bool(mark or _BACK_SIGN.fullmatch(text))


def _is_edit_mark(node: LexborNode, measures: PageMeasures) -> bool:
    """Return True for a link in brackets after a heading, such as [edit]."""
    parent = node.parent
    if parent is None or parent.tag not in HEADINGS or node.tag == "a":
        return False
    if measures.of(node).text > _MAX_MARK_CHARS:
        return False
    return node.css_first("a") is not None and bool(_IN_HEADING.fullmatch(node.text()))


def _is_internal_link(node: LexborNode | None) -> bool:
    return node is not None and node.tag == "a" and "#" in (node.attributes.get("href") or "")


def _count_own_chars(root: LexborNode, measures: PageMeasures) -> int:
    """Return the number of characters outside links and outside elements that are left out."""
    total = 0
    node = root.first_child
    while node is not None:
        if node.is_text_node:
            total += len(" ".join((node.text_content or "").split()))
        skip = not node.is_element_node or node.tag == "a" or is_left_out(node, root, measures)
        node = find_next_node(node, root, into=not skip)
    return total


def find_next_node(node: LexborNode, root: LexborNode, *, into: bool) -> LexborNode | None:
    """Return the next node below ``root`` in document order; without ``into``, skip the node's children."""
    if into and node.first_child is not None:
        return node.first_child
    current: LexborNode | None = node
    while current is not None and current.mem_id != root.mem_id:
        if current.next is not None:
            return current.next
        current = current.parent
    return None


# --- Menus ---

_MIN_TEXT_CHARS = 40
"""Minimum characters outside links in a block of text; the block must also contain sentence punctuation."""

_MAX_LABEL_CHARS = 30
"""Maximum average characters of a link label in a menu."""

_MIN_LINKED_SHARE = 0.6
"""Minimum share of characters in links for several links to be a menu."""

_STOPS = frozenset(".!?。！？؟।…")


@dataclass(frozen=True, slots=True)
class PageBlock:
    """A block before its position is known.

    ``linked`` counts the characters in links; ``blocks`` are the blocks within its text; ``mark`` is the
    number of an item, such as "3.".
    """

    kind: BlockKind
    text: str
    level: int = 0
    continues: bool = False
    links: int = 0
    linked: int = 0
    blocks: tuple[Block, ...] = ()
    mark: str = ""

    @property
    def is_text(self) -> bool:
        """Whether it is a sentence, a table row or code."""
        if self.kind not in ("prose", "list_item"):
            return self.kind != "heading"
        return len(self.text) - self.linked >= _MIN_TEXT_CHARS and not _STOPS.isdisjoint(self.text)

    @property
    def is_menu(self) -> bool:
        """Whether it is one link, or several short links with little text between them."""
        if self.kind not in ("prose", "list_item") or not self.links:
            return False
        share = 1.0 if self.links == 1 else _MIN_LINKED_SHARE
        return self.linked >= share * len(self.text) and self.linked <= _MAX_LABEL_CHARS * self.links


def remove_menus(pieces: Sequence[PageBlock]) -> list[PageBlock]:
    """Return the pieces without menus before the first text and after the last; all if none is text.

    A list of links directly below a heading is kept, because it is the content of that section.
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


# --- Names of elements, roles and classes ---

_ELEMENT_NAMES = {
    key: frozenset(names.split())
    for key, names in load_package_json("read/html/elements.json", dict[str, str]).items()
}

NON_TEXT = _ELEMENT_NAMES["unseen"]
"""Elements whose content is not part of the page's text, including navigation."""

BLOCKS = _ELEMENT_NAMES["blocks"]
"""Elements that begin a new line; all others continue the line."""

HEADINGS = {f"h{level}": level for level in range(1, 7)}

LISTS = frozenset({"ul", "ol", "menu", "dir", "dl"})
LIST_ITEMS = frozenset({"li", "dt", "dd"})

VOID = _ELEMENT_NAMES["void"]
"""Elements without content."""

FORMATTING = _ELEMENT_NAMES["formatting"]
"""Elements that the parser reopens in the next paragraph if they were not closed."""

END_TAG_OPTIONAL = _ELEMENT_NAMES["end_tag_optional"]
"""Elements that end where the next one of their kind begins."""

SITE_PARTS = frozenset({"header", "footer", "aside"})
"""Elements that belong to the site unless they are inside the article."""

SITE_ROLES = _ELEMENT_NAMES["site_roles"]

SITE_CLASSES = _ELEMENT_NAMES["site_classes"]
"""Complete class names and ids of page furniture."""

SITE_WORDS = _ELEMENT_NAMES["site_words"]
"""Words in class names and ids of page furniture."""

SITE_ITEMS = _ELEMENT_NAMES["site_items"]
"""Types of schema.org that are parts of the site."""

CONSENT_WORDS = _ELEMENT_NAMES["consent_words"]
"""Words in class names and ids of consent banners, if these have a button."""

LINK_CLASSES = _ELEMENT_NAMES["link_classes"]
"""Class names and ids of page furniture, or words in them, if at least half of the text is links.

With less, a menu may be that of a restaurant.
"""
