"""Annotations in PDF files, which pdfium writes: highlights with notes, and a note about the whole file.

ISO 32000-1 describes highlights in 12.5.6.10 and notes in 12.5.6.4.
"""

from __future__ import annotations

import ctypes
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium

from ascribe.errors import SourceError
from ascribe.pdfium import open_pdf
from ascribe.records import BBox, PageBBox
from ascribe.write.pdf_actions import switch_off_actions

Color = tuple[int, int, int]
"""Red, green, blue, from 0 to 255."""

_OWN_NAME = "ascribe-"
"""What the names of our annotations begin with."""

_SUMMARY_NAME = f"{_OWN_NAME}review"
_SUMMARY_COLOR: Color = (255, 225, 90)

_PRINT_FLAG = 4
"""The flag that lets an annotation be printed."""

_UPRIGHT_FLAGS = 8 | 16
"""The flags that keep the icon of a note upright and at its size."""

_ICON_SIZE, _ICON_MARGIN = 20.0, 6.0
"""Points."""


@dataclass(frozen=True, slots=True)
class HighlightNote:
    """Words that are highlighted on their pages, with a note.

    Args:
        name: what tells it apart from the others.
        subject: the title of the note.
        text: the note.
        color: that of the highlight.
        boxes: a box for each printed line.
    """

    name: str
    subject: str
    text: str
    color: Color
    boxes: tuple[PageBBox, ...]


def add_annotations(data: bytes, name: str, notes: Sequence[HighlightNote], summary: str = "") -> bytes:
    """Return the PDF with an annotation for each highlight and page.

    Args:
        data: the file.
        name: its name, for messages.
        notes: the highlights.
        summary: what a note in the corner of the first page says; no such note if it is empty.

    Raises:
        SourceError: the PDF cannot be opened.
    """
    by_page = sorted(((b.page, at) for at, note in enumerate(notes) for b in note.boxes), key=_get_page)
    rows = {number: list(group) for number, group in groupby(by_page, key=_get_page)}
    with open_pdf(data, name) as document:
        for number in sorted({*rows, *((0,) if summary else ())}):
            page = document[number]
            for at in dict.fromkeys(at for _, at in rows.get(number, [])):
                _add_highlight(page, notes[at], [box for box in notes[at].boxes if box.page == number])
            if summary and number == 0:
                _add_summary(page, summary)
            _draw_appearances(page)
            page.close()
        out = io.BytesIO()
        document.save(out, flags=pdfium.FPDF_NO_INCREMENTAL)
        return switch_off_actions(out.getvalue())


def _get_page(row: tuple[int, int]) -> int:
    return row[0]


def has_own_annotation(path: Path) -> bool:
    """Return True if the file has an annotation of ours; False for one that cannot be read."""
    try:
        with open_pdf(path.read_bytes(), str(path)) as document:
            return any(_has_own_note(page) for page in document)
    except (OSError, SourceError):
        return False


def _has_own_note(page: Any) -> bool:
    for number in range(pdfium.FPDFPage_GetAnnotCount(page.raw)):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, number)
        try:
            if _get_text(annotation, b"NM").startswith(_OWN_NAME):
                return True
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)
    return False


@contextmanager
def _create_annotation(page: Any, kind: int) -> Iterator[Any]:
    annotation = pdfium.FPDFPage_CreateAnnot(page.raw, kind)
    try:
        yield annotation
    finally:
        pdfium.FPDFPage_CloseAnnot(annotation)


def _add_highlight(page: Any, note: HighlightNote, boxes: Sequence[PageBBox]) -> None:
    with _create_annotation(page, pdfium.FPDF_ANNOT_HIGHLIGHT) as annotation:
        for box in boxes:
            pdfium.FPDFAnnot_AppendAttachmentPoints(annotation, _build_quad(box.bbox))
        pdfium.FPDFAnnot_SetRect(annotation, _build_bounding_rect([box.bbox for box in boxes]))
        pdfium.FPDFAnnot_SetFlags(annotation, _PRINT_FLAG)
        name = f"{_OWN_NAME}{note.name}-{boxes[0].page + 1}"
        _describe(annotation, note.color, note.text, note.subject, name)


def _add_summary(page: Any, text: str) -> None:
    """Add a note with an icon in the corner that a reader sees at the upper left."""
    left, bottom, right, top = page.get_cropbox()
    turn = page.get_rotation()
    across = right - _ICON_MARGIN - _ICON_SIZE if turn in (180, 270) else left + _ICON_MARGIN
    up = bottom + _ICON_MARGIN if turn in (90, 180) else top - _ICON_MARGIN - _ICON_SIZE
    icon = BBox(across, up, across + _ICON_SIZE, up + _ICON_SIZE)
    with _create_annotation(page, pdfium.FPDF_ANNOT_TEXT) as annotation:
        pdfium.FPDFAnnot_SetRect(annotation, _build_bounding_rect([icon]))
        pdfium.FPDFAnnot_SetFlags(annotation, _PRINT_FLAG | _UPRIGHT_FLAGS)
        _describe(annotation, _SUMMARY_COLOR, text, "to review", _SUMMARY_NAME)


def _describe(annotation: Any, color: Color, text: str, subject: str, name: str) -> None:
    pdfium.FPDFAnnot_SetColor(annotation, pdfium.FPDFANNOT_COLORTYPE_Color, *color, 255)
    _set_text(annotation, b"Contents", text)
    _set_text(annotation, b"T", "Ascribe")
    _set_text(annotation, b"Subj", subject)
    _set_text(annotation, b"NM", name)


def _build_quad(box: BBox) -> Any:
    """Build upper left, upper right, lower left, lower right: the order that viewers expect."""
    return pdfium.FS_QUADPOINTSF(box.x0, box.y1, box.x1, box.y1, box.x0, box.y0, box.x1, box.y0)


def _build_bounding_rect(boxes: Sequence[BBox]) -> Any:
    return pdfium.FS_RECTF(
        left=min(box.x0 for box in boxes),
        top=max(box.y1 for box in boxes),
        right=max(box.x1 for box in boxes),
        bottom=min(box.y0 for box in boxes),
    )


def _get_text(annotation: Any, key: bytes) -> str:
    size = pdfium.FPDFAnnot_GetStringValue(annotation, key, None, 0)
    buffer = ctypes.create_string_buffer(size)
    pdfium.FPDFAnnot_GetStringValue(
        annotation, key, ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), size
    )
    return buffer.raw.decode("utf-16-le", "replace").rstrip("\0")


def _set_text(annotation: Any, key: bytes, text: str) -> None:
    encoded = ctypes.create_string_buffer(text.encode("utf-16-le", errors="replace") + b"\0\0")
    pdfium.FPDFAnnot_SetStringValue(annotation, key, ctypes.cast(encoded, pdfium.FPDF_WIDESTRING))


def _draw_appearances(page: Any) -> None:
    """Make pdfium write the appearance streams of the annotations, which it does when it draws a page.

    Some viewers do not show an annotation without one.
    """
    bitmap = pdfium.FPDFBitmap_Create(1, 1, 0)
    pdfium.FPDF_RenderPageBitmap(bitmap, page.raw, 0, 0, 1, 1, 0, pdfium.FPDF_ANNOT)
    pdfium.FPDFBitmap_Destroy(bitmap)
