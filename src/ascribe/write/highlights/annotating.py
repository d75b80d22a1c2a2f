"""The bytes of a PDF with highlight annotations (ISO 32000-1, 12.5.6.10), written by pdfium.

The file is written whole: pdfium's incremental form breaks files that have cross-reference streams. What is
in it stays: text, links, forms, outline, metadata, page boxes, encryption and permissions.
"""

from __future__ import annotations

import ctypes
import io
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pypdfium2.raw as pdfium

from ascribe.pdfium import opened
from ascribe.records import BBox, PageBBox
from ascribe.write.highlights.marks import Mark
from ascribe.write.highlights.places import PlacedMark

_PRINTED = 4
"""The flag that lets an annotation be printed."""


def annotated(data: bytes, name: str, placed: Sequence[PlacedMark]) -> bytes:
    """The PDF with one highlight for each mark and page.

    Raises:
        SourceError: it cannot be opened.
    """
    by_page = sorted(((b.page, at) for at, p in enumerate(placed) for b in p.boxes), key=lambda row: row[0])
    with opened(data, name) as document:
        for number, rows in groupby(by_page, key=lambda row: row[0]):
            page = document[number]
            for at in dict.fromkeys(at for _, at in rows):
                boxes = [box for box in placed[at].boxes if box.page == number]
                _highlight(page, placed[at].mark, boxes)
            _draw_appearances(page)
            page.close()
        out = io.BytesIO()
        document.save(out, flags=pdfium.FPDF_NO_INCREMENTAL)
        return out.getvalue()


def _highlight(page: Any, mark: Mark, boxes: Sequence[PageBBox]) -> None:
    annotation = pdfium.FPDFPage_CreateAnnot(page.raw, pdfium.FPDF_ANNOT_HIGHLIGHT)
    try:
        pdfium.FPDFAnnot_SetColor(annotation, pdfium.FPDFANNOT_COLORTYPE_Color, *mark.colour, 255)
        for box in boxes:
            pdfium.FPDFAnnot_AppendAttachmentPoints(annotation, _quad(box.bbox))
        pdfium.FPDFAnnot_SetRect(annotation, _around([box.bbox for box in boxes]))
        pdfium.FPDFAnnot_SetFlags(annotation, _PRINTED)
        _set_text(annotation, b"Contents", mark.note)
        _set_text(annotation, b"T", "Ascribe")
        _set_text(annotation, b"Subj", f"[{mark.number}] {mark.reference.label}")
        _set_text(annotation, b"NM", f"ascribe-{mark.number}-{mark.reference.label}-{boxes[0].page + 1}")
    finally:
        pdfium.FPDFPage_CloseAnnot(annotation)


def _quad(box: BBox) -> Any:
    """Upper left, upper right, lower left, lower right: the order that viewers expect."""
    return pdfium.FS_QUADPOINTSF(box.x0, box.y1, box.x1, box.y1, box.x0, box.y0, box.x1, box.y0)


def _around(boxes: Sequence[BBox]) -> Any:
    return pdfium.FS_RECTF(
        left=min(box.x0 for box in boxes),
        top=max(box.y1 for box in boxes),
        right=max(box.x1 for box in boxes),
        bottom=min(box.y0 for box in boxes),
    )


def _set_text(annotation: Any, key: bytes, text: str) -> None:
    encoded = ctypes.create_string_buffer(text.encode("utf-16-le", errors="replace") + b"\0\0")
    pdfium.FPDFAnnot_SetStringValue(annotation, key, ctypes.cast(encoded, pdfium.FPDF_WIDESTRING))


def _draw_appearances(page: Any) -> None:
    """Lets pdfium write the appearance of what was added, which it does when it draws a page.

    Some viewers show no annotation without one.
    """
    bitmap = pdfium.FPDFBitmap_Create(1, 1, 0)
    pdfium.FPDF_RenderPageBitmap(bitmap, page.raw, 0, 0, 1, 1, 0, pdfium.FPDF_ANNOT)
    pdfium.FPDFBitmap_Destroy(bitmap)
