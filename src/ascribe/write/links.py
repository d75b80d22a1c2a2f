"""The address of a source, and the link that opens it at a quote, by PDF page or text fragment."""

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
"""Readers of sources that are not files; classes of frameworks (``TextNode``) begin with a capital."""

_FILE_NAME = re.compile(r"\.[A-Za-z]\w{0,5}\Z")


def resolve_address(document: Document, folder: Path | None = None) -> str:
    """Return the URL in the document's metadata; otherwise that of its file, relative or ``file:``.

    A source with neither gets a ``urn:`` with its id. Relative addresses start from ``folder``, where they
    will be used; without it, from the working folder.
    """
    url = build_work(document, "").fields.get("URL", "")
    if url:
        return _UNSAFE_IN_URL.sub(lambda match: quote(match[0]), url)
    return _build_file_address(document, folder) or build_urn(document.doc_id)


def build_urn(document_id: str) -> str:
    """Return the ``urn:`` of a source without an address."""
    return f"urn:x-ascribe:source:{quote(document_id, safe='', errors='replace')}"


def build_link(reference: Reference, documents: list[Document], folder: Path | None = None) -> str:
    """Build the link to a quote: to its page in a PDF, its words in an HTML page, otherwise to the file.

    Empty if there is no address to link to. ``page=`` is defined in RFC 8118; words are linked as text
    fragments (WICG, URL Fragment Text Directives).
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
    """Return ``pdf``, ``html`` or "", by the file extension; a URL without a known one is HTML."""
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


# --- Text fragments ---

_BREAK = re.compile(r"[\n\t]| \| ")
"""Breaks between blocks, lines and cells of the extracted text: no search term may contain one."""

_UNSEARCHABLE = re.compile(f"[{RAISED}]")
"""Superscripts that the reader writes; the page has other characters there."""

_WORD_COUNTS = (3, 6, 9, 12)
"""Words of a term, fewest first: long terms fail if the page has notes that the text leaves out."""

_SEPARATORS = " |-•"
"""Characters that may be between two blocks of the extracted text."""

_MAX_CONTEXT = 300
"""Characters before and after the quote in which context words are searched."""


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
    """Build ``text=…`` for those characters of a page's text; empty if they contain no word.

    It is the first candidate whose first match is those characters; if there is none, the last candidate.
    """
    directive = None
    for directive in _generate_directives(text, start, end):
        if _leads_to(text, directive, start, end):
            break
    return str(directive) if directive is not None else ""


def _generate_directives(text: str, start: int, end: int) -> Iterator[_Directive]:
    """Yield longer and longer directives, then with words before, with words after, and with both."""
    pieces = _split_pieces(text[start:end])
    if not pieces:
        return
    before, after = (
        _split_pieces(text[max(0, start - _MAX_CONTEXT) : start]),
        _split_pieces(text[end : end + _MAX_CONTEXT]),
    )
    plain = [_build_directive(pieces[0], pieces[-1], count) for count in _WORD_COUNTS]
    yield from plain
    # Between blocks the page may have text that was not extracted, so words of the same block come first.
    beside = ("\n" not in text[max(0, start - 2) : start], "\n" not in text[end : end + 2])
    for kinds in sorted(((True, False), (False, True), (True, True)), key=lambda kinds: kinds != beside):
        for count in _WORD_COUNTS:
            prefix = _join_words(before[-1][-count:]) if before and kinds[0] else ""
            suffix = _join_words(after[0][:count]) if after and kinds[1] else ""
            yield replace(plain[-1], prefix=prefix, suffix=suffix)


def _build_directive(head: list[str], tail: list[str], count: int) -> _Directive:
    """Build a directive of start and end, or of one term where they would meet."""
    if head == tail and len(head) <= 2 * count:
        return _Directive(_join_words(head))
    return _Directive(_join_words(head[:count]), _join_words(tail[-count:]))


def _split_pieces(text: str) -> list[list[str]]:
    """Return the words of each block, line or cell that has any."""
    return [words for piece in _BREAK.split(text) if (words := _split_words(piece))]


def _split_words(piece: str) -> list[str]:
    """Return the words without the mark of a list item, up to the first that cannot be searched."""
    found = piece.split()
    stop = next((at for at, word in enumerate(found) if _UNSEARCHABLE.search(word)), len(found))
    return _join_words(found[:stop]).split()


def _join_words(words: list[str]) -> str:
    """Join the words, from the first to the last that has a letter or digit."""
    worded = [at for at, word in enumerate(words) if any(map(str.isalnum, word))]
    return " ".join(words[worded[0] : worded[-1] + 1]) if worded else ""


@lru_cache(maxsize=8)
def _normalize_for_search(text: str) -> str:
    return " ".join(text.casefold().split())


def _leads_to(text: str, directive: _Directive, start: int, end: int) -> bool:
    """Return True if the first match of the directive is the passage itself."""
    whole, own = _normalize_for_search(text), _normalize_for_search(text[start:end])
    at = len(_normalize_for_search(text[:start] + "x")) - 1
    found = _find_first(whole, directive)
    return found is not None and at <= found[0] and found[1] <= at + len(own) + 1


def _find_first(whole: str, directive: _Directive) -> tuple[int, int] | None:
    """Return the first match of the directive, searched as a browser does."""
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
    """Yield the positions of the term at word boundaries."""
    at = whole.find(term, at)
    while at >= 0:
        if not (whole[at - 1 : at].isalnum() or whole[at + len(term) : at + len(term) + 1].isalnum()):
            yield at
        at = whole.find(term, at + 1)


def _percent_encode(term: str) -> str:
    """Percent-encode the term, including hyphens, which would mark a prefix or suffix."""
    return quote(term, safe="", errors="replace").replace("-", "%2D")
