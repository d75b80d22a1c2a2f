"""The PDF reader: opens the file, runs the steps of this folder in order, and refuses what has no text."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

import pypdfium2

from ascribe.errors import SourceError
from ascribe.pdfium import opened
from ascribe.read.pdf.displays import with_displays
from ascribe.read.pdf.furniture import without_furniture
from ascribe.read.pdf.glyphs import page_fragments
from ascribe.read.pdf.joins import joined
from ascribe.read.pdf.legible import is_language, legible_lines
from ascribe.read.pdf.lines import Line
from ascribe.read.pdf.notes import without_note_marks
from ascribe.read.pdf.pages import page_lines
from ascribe.read.pdf.paragraphs import paragraphs
from ascribe.read.pdf.paths import page_paths
from ascribe.read.pdf.pictures import picture_fragments
from ascribe.read.pdf.text import Composer
from ascribe.stages import Extract, Limits

if TYPE_CHECKING:
    from ascribe.read.pdf.recognition import Recognition

_OCR = (
    "read it with ocr=True (--ocr on the command line), or run OCR first: ocrmypdf --force-ocr in.pdf out.pdf"
)
_LEAVE = "no print was recognised either, so leave it out"
_DATE = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?")
_NOBODY = {"untitled", "anonymous", "unspecified", "unknown"}
"""What programs write into the metadata when nobody filled it in."""


class PdfReader:
    """Reads a PDF; its text is in reading order, wrapped lines joined, running heads left out.

    Args:
        ocr: recognise the print on pages that have no readable text; needs the extra ``ocr``.
    """

    def __init__(self, *, ocr: bool = False) -> None:
        self.look = _recognition() if ocr else None

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:
        """Text, blocks, page breaks, and one ``TextLine`` for each printed line.

        ``metadata`` has ``pages``, ``title``, ``author`` and ``date`` where the file gives them,
        ``running_lines`` (heads and footers left out), ``unreadable_lines`` (text of fonts without a
        Unicode map, left out) and, where print was recognised, ``ocr`` (by what) and ``ocr_pages`` (from 0).

        Raises:
            SourceError: damaged, encrypted, without text, unreadable, or beyond the limits.
        """
        pages, metadata = _pages(data, name, limits, self.look)
        return _extract(pages, metadata, name, _LEAVE if self.look else _OCR)


def _recognition() -> Recognition:
    from ascribe.read.pdf.recognition import Recognition

    return Recognition()


def _pages(
    data: bytes, name: str, limits: Limits, look: Recognition | None
) -> tuple[list[list[Line]], dict[str, Any]]:
    with opened(data, name) as document:
        started = time.monotonic()
        count = len(document)
        if count == 0:
            raise SourceError(name, "the PDF has no pages; export it again.")
        if count > limits.max_pages:
            raise SourceError(
                name,
                f"{count} pages exceed the limit of {limits.max_pages}; split the file or raise max_pages.",
            )
        metadata = _metadata(document, count)
        pages = []
        for index in range(count):
            if time.monotonic() - started > limits.max_seconds:
                raise SourceError(name, _too_slow(index, count, limits))
            pages.append(_page(document, index, look, metadata))
        return pages, metadata


def _too_slow(done: int, count: int, limits: Limits) -> str:
    return (
        f"{done} of {count} pages took more than the limit of {limits.max_seconds:g} seconds; "
        "split the file, or raise the limit with Limits(max_seconds=…)."
    )


def _page(document: Any, index: int, look: Recognition | None, metadata: dict[str, Any]) -> list[Line]:
    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        return []
    try:
        lines = page_lines(page_fragments(page), index, page_paths(page))
        if look is not None and not is_language(line.text for line in legible_lines(lines)):
            lines = page_lines(picture_fragments(page, look), index)
            metadata["ocr"] = look.name
            metadata.setdefault("ocr_pages", []).append(index)
        return lines
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


def _extract(pages: list[list[Line]], metadata: dict[str, Any], name: str, way_out: str) -> Extract:
    lines = [line for page in pages for line in page]
    if not lines:
        raise SourceError(name, f"the PDF holds no readable text, only pictures; {way_out}.")
    legible = {id(line) for line in legible_lines(lines)}
    if not legible or not is_language(line.text for line in lines if id(line) in legible):
        raise SourceError(
            name, f"the fonts of the PDF have no Unicode map, so its text cannot be read; {way_out}."
        )
    kept = [[line for line in page if id(line) in legible] for page in pages]
    body, running = without_furniture(kept, metadata.get("title", ""))
    composer = Composer(joined(with_displays(without_note_marks(paragraphs(body)))))
    text = composer.compose()
    metadata = metadata | {"running_lines": running, "unreadable_lines": len(lines) - len(legible)}
    return Extract(text, composer.blocks, composer.page_breaks(len(pages)), composer.lines, metadata)
