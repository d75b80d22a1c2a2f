"""The address of a source, and the link that opens it at a quote: a PDF page or a text fragment."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from ascribe.records import Document, Reference
from ascribe.text.character_classes import RAISED
from ascribe.write.evidence import find_document, find_pages
from ascribe.write.metadata import build_work

_UNSAFE_IN_URL = re.compile(r"[^\w\-.~:/?#\[\]@!$&'*+,;=%]", re.ASCII)
_IN_MEMORY_PARSERS = ("str", "dict")
"""Readers of sources that were no files; classes of frameworks (``TextNode``) begin with a capital."""

_FILE_NAME = re.compile(r"\.[A-Za-z]\w{0,5}\Z")


def resolve_address(document: Document, folder: Path | None = None) -> str:
    """The web address that its metadata names; else its file, as a relative or ``file:`` address.

    A source that is neither has a ``urn:`` of its id. ``folder`` is where the address will be used; without
    it, relative addresses are those of the working folder.
    """
    url = build_work(document, "").fields.get("URL", "")
    if url:
        return _UNSAFE_IN_URL.sub(lambda match: quote(match[0]), url)
    return _build_file_address(document, folder) or build_urn(document.doc_id)


def build_urn(document_id: str) -> str:
    """The name of a source without an address."""
    return f"urn:x-ascribe:source:{quote(document_id, safe='', errors='replace')}"


def build_link(reference: Reference, documents: list[Document], folder: Path | None = None) -> str:
    """The link to the quote: its page in a PDF, its words in an HTML page; to the whole file of another kind.

    Empty where nothing can be linked.

    ``page=`` is of RFC 8118. Words are linked as text fragments (WICG, URL Fragment Text Directives).
    """
    document = find_document(reference, documents)
    if document is None:
        return ""
    address = resolve_address(document, folder)
    kind = _detect_kind(document, address)
    if kind == "pdf":
        pages = find_pages(reference)
        return f"{address.partition('#')[0]}#page={min(pages) + 1}" if pages else address
    if kind == "html":
        words = build_text_directive(
            document.full_text or "", reference.document_start_idx, reference.document_end_idx
        )
        plain = address.partition(":~:")[0]
        return f"{plain}{'' if '#' in plain else '#'}:~:{words}" if words else plain
    return "" if address.startswith("urn:") else address


def _detect_kind(document: Document, address: str) -> str:
    """``pdf``, ``html`` or nothing, by the ending; a web address without a known one is a page."""
    is_web = address.startswith(("http:", "https:"))
    ending = address.partition("#")[0].partition("?")[0].lower()
    if ending.endswith(".pdf") or (is_web and document.parser_name == "pdf"):
        return "pdf"
    return "html" if is_web or ending.endswith((".html", ".htm", ".xhtml")) else ""


def _build_file_address(document: Document, folder: Path | None) -> str:
    path, reader = document.source_path, document.parser_name or ""
    if reader in _IN_MEMORY_PARSERS or reader[:1].isupper() or not _FILE_NAME.search(path.name):
        return ""
    if path.is_absolute():
        return path.as_uri()
    relative = path if folder is None else Path(os.path.relpath(path, folder))
    return quote(relative.as_posix(), errors="replace")


_BREAK = re.compile(r"[\n\t]| \| ")
"""Between blocks, lines and cells of the text that was read: no term may hold one."""

_UNSEARCHABLE = re.compile(f"[{RAISED}]")
"""Set by the reader; the page has other characters there."""

_WORD_COUNTS = (3, 6, 9, 12)
"""Words of a term, fewest first: notes in the page that were left out of the text break long terms."""

_SEPARATORS = " |-•"
"""What may stand between two blocks of the text that was read."""

_MAX_CONTEXT = 300
"""Characters in which words before and behind are looked for."""


@dataclass(frozen=True, slots=True)
class _Directive:
    start: str
    end: str = ""
    prefix: str = ""
    suffix: str = ""

    def __str__(self) -> str:
        terms = [f"{_percent_encode(self.prefix)}-" if self.prefix else "", _percent_encode(self.start)]
        terms += [_percent_encode(self.end), f"-{_percent_encode(self.suffix)}" if self.suffix else ""]
        return "text=" + ",".join(term for term in terms if term)


def build_text_directive(text: str, start: int, end: int) -> str:
    """``text=…`` for those characters of a page's text; empty where they hold no word.

    It is the shortest tried that leads to them and nowhere before them; if none does, the longest.
    """
    directive = None
    for directive in _generate_directives(text, start, end):
        if _leads_to(text, directive, start, end):
            break
    return str(directive) if directive is not None else ""


def _generate_directives(text: str, start: int, end: int) -> Iterator[_Directive]:
    """Longer and longer ones, then with words before, with words behind, and with both."""
    pieces = _split_pieces(text[start:end])
    if not pieces:
        return
    before, after = (
        _split_pieces(text[max(0, start - _MAX_CONTEXT) : start]),
        _split_pieces(text[end : end + _MAX_CONTEXT]),
    )
    plain = [_build_directive(pieces[0], pieces[-1], count) for count in _WORD_COUNTS]
    yield from plain
    # Between blocks the page may have more than was read, so words of the same block come first.
    beside = ("\n" not in text[max(0, start - 2) : start], "\n" not in text[end : end + 2])
    for kinds in sorted(((True, False), (False, True), (True, True)), key=lambda kinds: kinds != beside):
        for count in _WORD_COUNTS:
            prefix = _join_words(before[-1][-count:]) if before and kinds[0] else ""
            suffix = _join_words(after[0][:count]) if after and kinds[1] else ""
            yield replace(plain[-1], prefix=prefix, suffix=suffix)


def _build_directive(head: list[str], tail: list[str], count: int) -> _Directive:
    """Start and end; one term where they would meet."""
    if head == tail and len(head) <= 2 * count:
        return _Directive(_join_words(head))
    return _Directive(_join_words(head[:count]), _join_words(tail[-count:]))


def _split_pieces(text: str) -> list[list[str]]:
    """The words of each block, line or cell that has any."""
    return [words for piece in _BREAK.split(text) if (words := _split_words(piece))]


def _split_words(piece: str) -> list[str]:
    """From the first word to the last, without the mark of a list item; only up to the first odd one."""
    found = piece.split()
    odd = next((at for at, word in enumerate(found) if _UNSEARCHABLE.search(word)), len(found))
    return _join_words(found[:odd]).split()


def _join_words(words: list[str]) -> str:
    """The words in a row, from the first to the last that has a letter or digit."""
    worded = [at for at, word in enumerate(words) if any(map(str.isalnum, word))]
    return " ".join(words[worded[0] : worded[-1] + 1]) if worded else ""


@lru_cache(maxsize=8)
def _normalize_for_search(text: str) -> str:
    return " ".join(text.casefold().split())


def _leads_to(text: str, directive: _Directive, start: int, end: int) -> bool:
    """True if the first place that the directive names is the stretch itself."""
    whole, own = _normalize_for_search(text), _normalize_for_search(text[start:end])
    at = len(_normalize_for_search(text[:start] + "x")) - 1
    found = _find_first(whole, directive)
    return found is not None and at <= found[0] and found[1] <= at + len(own) + 1


def _find_first(whole: str, directive: _Directive) -> tuple[int, int] | None:
    """The first stretch that the directive names, as a browser searches for it."""
    start, end, prefix, suffix = (
        _normalize_for_search(term)
        for term in (directive.start, directive.end, directive.prefix, directive.suffix)
    )
    for begin in _find_places(whole, start, 0):
        if not whole[:begin].rstrip(_SEPARATORS).endswith(prefix):
            continue
        stops = (
            (at + len(end) for at in _find_places(whole, end, begin + len(start)))
            if end
            else (begin + len(start),)
        )
        for stop in stops:
            if whole[stop:].lstrip(_SEPARATORS).startswith(suffix):
                return begin, stop
    return None


def _find_places(whole: str, term: str, at: int) -> Iterator[int]:
    """Where the term stands between two ends of words."""
    at = whole.find(term, at)
    while at >= 0:
        if not (whole[at - 1 : at].isalnum() or whole[at + len(term) : at + len(term) + 1].isalnum()):
            yield at
        at = whole.find(term, at + 1)


def _percent_encode(term: str) -> str:
    """Percent-encoded, with the hyphen, which would mark a prefix or suffix."""
    return quote(term, safe="", errors="replace").replace("-", "%2D")
