"""The address of a source, and the link that opens it where a quote stands."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import quote

from ascribe.records import Document, Reference
from ascribe.write.evidence import document_of, pages_of
from ascribe.write.text_fragments import text_directive
from ascribe.write.works.metadata import work_of

_UNSAFE = re.compile(r"[^\w\-.~:/?#\[\]@!$&'*+,;=%]", re.ASCII)
_IN_MEMORY = ("str", "dict")
"""Readers of sources that were no files; classes of frameworks (``TextNode``) begin with a capital."""

_FILE = re.compile(r"\.[A-Za-z]\w{0,5}\Z")


def address_of(document: Document, folder: Path | None = None) -> str:
    """The web address that its metadata names; else its file, as a relative or ``file:`` address.

    A source that is neither has a ``urn:`` of its id. ``folder`` is where the address will be used; without
    it, relative addresses are those of the working folder.
    """
    url = work_of(document, "").fields.get("URL", "")
    if url:
        return _UNSAFE.sub(lambda match: quote(match[0]), url)
    return _file_address(document, folder) or urn_of(document.doc_id)


def urn_of(document_id: str) -> str:
    """The name of a source without an address."""
    return f"urn:x-ascribe:source:{quote(document_id, safe='', errors='replace')}"


def link_of(reference: Reference, documents: list[Document], folder: Path | None = None) -> str:
    """The link to the quote: its page in a PDF, its words in an HTML page; to the whole file of another kind.

    Empty where nothing can be linked.

    ``page=`` is of RFC 8118. Words are linked as text fragments (WICG, URL Fragment Text Directives).
    """
    document = document_of(reference, documents)
    if document is None:
        return ""
    address = address_of(document, folder)
    kind = _kind(document, address)
    if kind == "pdf":
        pages = pages_of(reference)
        return f"{address.partition('#')[0]}#page={min(pages) + 1}" if pages else address
    if kind == "html":
        words = text_directive(
            document.full_text or "", reference.document_start_idx, reference.document_end_idx
        )
        plain = address.partition(":~:")[0]
        return f"{plain}{'' if '#' in plain else '#'}:~:{words}" if words else plain
    return "" if address.startswith("urn:") else address


def _kind(document: Document, address: str) -> str:
    """``pdf``, ``html`` or nothing, by the ending; a web address without a known one is a page."""
    is_web = address.startswith(("http:", "https:"))
    ending = address.partition("#")[0].partition("?")[0].lower()
    if ending.endswith(".pdf") or (is_web and document.parser_name == "pdf"):
        return "pdf"
    return "html" if is_web or ending.endswith((".html", ".htm", ".xhtml")) else ""


def _file_address(document: Document, folder: Path | None) -> str:
    path, reader = document.source_path, document.parser_name or ""
    if reader in _IN_MEMORY or reader[:1].isupper() or not _FILE.search(path.name):
        return ""
    if path.is_absolute():
        return path.as_uri()
    relative = path if folder is None else Path(os.path.relpath(path, folder))
    return quote(relative.as_posix(), errors="replace")
