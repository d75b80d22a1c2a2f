"""The PDF reader: opens the file, runs the steps of this folder in order, and refuses what has no text."""

from __future__ import annotations

import re
from typing import Any

import pypdfium2

from ascribe.errors import SourceError
from ascribe.pdfium import opened
from ascribe.read.pdf.furniture import without_furniture
from ascribe.read.pdf.glyphs import page_fragments
from ascribe.read.pdf.joins import joined
from ascribe.read.pdf.legible import is_language, legible_lines
from ascribe.read.pdf.lines import Line, page_lines
from ascribe.read.pdf.paragraphs import paragraphs
from ascribe.read.pdf.text import Composer
from ascribe.stages import Extract, Limits

_OCR = "run OCR first, for example: ocrmypdf in.pdf out.pdf"
_DATE = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?")
_NOBODY = {"untitled", "anonymous", "unspecified", "unknown"}
"""What programs write into the metadata when nobody filled it in."""


class PdfReader:
    """Reads a PDF; its text is in reading order, wrapped lines joined, running heads left out."""

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:
        """Text, blocks, page breaks, and one ``TextLine`` for each printed line.

        ``metadata`` has ``pages``, ``title``, ``author`` and ``date`` where the file gives them,
        ``running_lines`` (heads and footers left out) and ``unreadable_lines`` (text of fonts without a
        Unicode map, left out).

        Raises:
            SourceError: damaged, encrypted, without text, unreadable, or beyond the limits.
        """
        pages, metadata = _pages(data, name, limits)
        return _extract(pages, metadata, name)


def _pages(data: bytes, name: str, limits: Limits) -> tuple[list[list[Line]], dict[str, Any]]:
    with opened(data, name) as document:
        count = len(document)
        if count == 0:
            raise SourceError(name, "the PDF has no pages; export it again.")
        if count > limits.max_pages:
            raise SourceError(
                name,
                f"{count} pages exceed the limit of {limits.max_pages}; split the file or raise max_pages.",
            )
        return [_page(document, i) for i in range(count)], _metadata(document, count)


def _page(document: Any, index: int) -> list[Line]:
    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        return []
    try:
        return page_lines(page_fragments(page), index)
    finally:
        page.close()


def _metadata(document: Any, count: int) -> dict[str, Any]:
    info = document.get_metadata_dict(skip_empty=True)
    found: dict[str, Any] = {"pages": count}
    for key, field in (("title", "Title"), ("author", "Author")):
        value = info.get(field, "").strip()
        if value and value.lower() not in _NOBODY:
            found[key] = value
    if match := _DATE.match(info.get("CreationDate", "")):
        found["date"] = "-".join(part for part in match.groups() if part)
    return found


def _extract(pages: list[list[Line]], metadata: dict[str, Any], name: str) -> Extract:
    lines = [line for page in pages for line in page]
    if not lines:
        raise SourceError(name, f"the PDF holds no readable text, only pictures; {_OCR}.")
    legible = {id(line) for line in legible_lines(lines)}
    if not legible or not is_language(line.text for line in lines if id(line) in legible):
        raise SourceError(
            name, f"the fonts of the PDF have no Unicode map, so its text cannot be read; {_OCR} --force-ocr."
        )
    kept = [[line for line in page if id(line) in legible] for page in pages]
    body, running = without_furniture(kept)
    composer = Composer(joined(paragraphs(body)))
    text = composer.compose()
    metadata = metadata | {"running_lines": running, "unreadable_lines": len(lines) - len(legible)}
    return Extract(text, composer.blocks, composer.page_breaks(len(pages)), composer.lines, metadata)
