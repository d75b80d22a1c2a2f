"""Crops of PDF pages around the quoted words, for the report: problems first, within a limit for the page.

A picture is made only from the very bytes that were checked: the file must have the digest of its document.
So an answer that came from elsewhere cannot bring a file of this machine into a report: whoever knows the
digest of a file has its content already. Until the digest is found equal, the bytes are only hashed; only
regular files of a bounded size are opened, and none on a network share.
"""

from __future__ import annotations

import os
import stat
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from ascribe.errors import SourceError
from ascribe.pdfium import open_pdf
from ascribe.protocols import Limits
from ascribe.records import BBox, Document, Reference
from ascribe.records.serialization import compute_digest
from ascribe.write.evidence import find_document
from ascribe.write.numbering import Key, build_words_key
from ascribe.write.report.png import Color, encode_png

MAX_CROP_BYTES = 40_000
MAX_ALL_BYTES = 2_000_000
MAX_CROPS = 60

_COLORS: dict[str, Color] = {"supports": (190, 240, 170), "contradicts": (255, 190, 184)}
_OTHER_COLOR: Color = (255, 234, 150)

_SCALES = (2.0, 1.5, 1.0)
"""Pixels for each point of the page, sharpest first; the next is tried if the picture is too large."""

_ABOVE = 30.0
"""Points of the page above and below the words: about two lines."""

_CSS_PIXELS = 4 / 3
"""CSS pixels for a point."""

_PHONE_WIDTH = 480

_MARGIN = 8.0
"""Points beside the lines."""

_LEADING = 2.0
"""Points above the first line and below the last, so few that no other line is cut through."""

_MAX_HEIGHT = 240.0
_MAX_SIDE = 2000.0
"""Points; pages that are larger get no picture, as drawing them would take long."""

CropKey = tuple[Key, str]
"""The words of a source and what they are to the sentence."""


@dataclass(frozen=True, slots=True)
class PageCrop:
    """A picture of the printed words. ``page`` counts from 0.

    ``width`` and ``height`` are the size of the print in CSS pixels; the picture has more pixels, for sharp
    screens.
    """

    png: bytes
    page: int
    width: int
    height: int

    @property
    def is_wide(self) -> bool:
        """Return True if the print could not be read when shrunk to the width of a phone."""
        return self.width > _PHONE_WIDTH

    @property
    def address(self) -> str:
        """The picture as a ``data:`` URL."""
        return f"data:image/png;base64,{b64encode(self.png).decode('ascii')}"


def build_crop_key(reference: Reference) -> CropKey:
    """Return the key under which ``crop_pages`` files the picture of a reference."""
    return build_words_key(reference), reference.label


def crop_pages(references: Iterable[Reference], documents: list[Document]) -> dict[CropKey, PageCrop]:
    """Return the pictures that could be made, for the first references as many as fit the limits."""
    wanted = {build_crop_key(one): one for one in references if one.bboxes}
    by_document: dict[int, list[tuple[CropKey, Reference]]] = {}
    for key, reference in [*wanted.items()][:MAX_CROPS]:
        found = find_document(reference, documents)
        index = next((i for i, document in enumerate(documents) if document is found), None)
        if index is not None:
            by_document.setdefault(index, []).append((key, reference))
    made: dict[CropKey, PageCrop] = {}
    for index, rows in by_document.items():
        made.update(_crop_document(documents[index], rows))
    return _keep_within_limit((key, made[key]) for key in wanted if key in made)


def _keep_within_limit(crops: Iterable[tuple[CropKey, PageCrop]]) -> dict[CropKey, PageCrop]:
    kept: dict[CropKey, PageCrop] = {}
    total = 0
    for key, crop in crops:
        if total + len(crop.png) <= MAX_ALL_BYTES:
            kept[key] = crop
            total += len(crop.png)
    return kept


def _crop_document(
    document: Document, rows: Sequence[tuple[CropKey, Reference]]
) -> Iterator[tuple[CropKey, PageCrop]]:
    data = read_checked_pdf(document)
    if data is None:
        return
    try:
        with open_pdf(data, document.doc_id) as pdf:
            for number, group in groupby(sorted(rows, key=_find_first_page), key=_find_first_page):
                yield from _crop_page(pdf, number, document, [*group])
    except SourceError:
        return


def _find_first_page(row: tuple[CropKey, Reference]) -> int:
    return min(box.page for box in row[1].bboxes)


def read_checked_pdf(document: Document) -> bytes | None:
    """Return the bytes of the PDF if they are still those that were read, otherwise None."""
    path = document.source_path
    if document.parser_name != "pdf" or document.digest is None or _is_on_network(path):
        return None
    limit = Limits().max_bytes
    try:
        # Without O_NONBLOCK, opening a named pipe would wait for somebody to write to it.
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(file, "rb") as stream:
            status = os.fstat(stream.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > limit:
                return None
            data = stream.read(limit)
    except (OSError, ValueError):  # ValueError: a null character in the path
        return None
    return data if compute_digest(data) == document.digest else None


def _is_on_network(path: Path) -> bool:
    """Return True for a share of Windows, which learns the user's name from whoever opens it."""
    return str(path).startswith(("\\\\", "//"))


def _crop_page(
    pdf: Any, number: int, document: Document, rows: Sequence[tuple[CropKey, Reference]]
) -> Iterator[tuple[CropKey, PageCrop]]:
    """Yield the pictures of one page, which is drawn once for each scale that is needed."""
    import pypdfium2

    try:
        page = pdf[number]
    except (pypdfium2.PdfiumError, IndexError):
        return
    try:
        if max(page.get_size()) > _MAX_SIDE:
            return
        drawn = _DrawnPage(page, number)
        for key, reference in rows:
            boxes = [box.bbox for box in reference.bboxes if box.page == number]
            region = _find_region(boxes, document, number)
            color = _COLORS.get(reference.label, _OTHER_COLOR)
            crops = (drawn.crop(region, boxes, color, scale) for scale in _SCALES)
            crop = next(filter(None, crops), None)
            if crop is not None:
                yield key, crop
    finally:
        page.close()


def _find_region(boxes: Sequence[BBox], document: Document, page: int) -> BBox:
    """Return the part of the page around the words: whole lines of their column, about two on each side."""
    top = max(box.y1 for box in boxes) + _ABOVE
    bottom = max(min(box.y0 for box in boxes) - _ABOVE, top - _MAX_HEIGHT)
    left, right = min(box.x0 for box in boxes), max(box.x1 for box in boxes)
    lines = [line.bbox for line in document.lines if line.page == page]
    shown = [
        box
        for box in [*lines, *boxes]
        if bottom < (box.y0 + box.y1) / 2 < top and box.x0 < right and box.x1 > left
    ] or [*boxes]
    return BBox(
        min(box.x0 for box in shown) - _MARGIN,
        min(box.y0 for box in shown) - _LEADING,
        max(box.x1 for box in shown) + _MARGIN,
        max(box.y1 for box in shown) + _LEADING,
    )


class _DrawnPage:
    """A page as arrays of grey, one for each scale."""

    def __init__(self, page: Any, number: int) -> None:
        self.page = page
        self.number = number
        self._drawn: dict[float, tuple[Any, Any]] = {}

    def crop(self, region: BBox, boxes: Sequence[BBox], color: Color, scale: float) -> PageCrop | None:
        """Return the picture at that scale; None if it is too large a file or shows no marked words."""
        import numpy as np

        gray, convert = self._draw(scale)
        marked = np.zeros(gray.shape, bool)
        for box in boxes:
            marked[_to_pixels(convert, box, gray.shape)] = True
        shown = _to_pixels(convert, region, gray.shape)
        if not marked[shown].any():
            return None
        png = encode_png(gray[shown], marked[shown], color)
        height, width = (max(1, round(side / scale * _CSS_PIXELS)) for side in gray[shown].shape)
        return PageCrop(png, self.number, width, height) if len(png) <= MAX_CROP_BYTES else None

    def _draw(self, scale: float) -> tuple[Any, Any]:
        """Return the grey of the page and what converts its points to pixels."""
        import numpy as np

        if scale not in self._drawn:
            bitmap = self.page.render(scale=scale, grayscale=True)
            gray = np.array(bitmap.to_numpy()).reshape(bitmap.height, bitmap.width)
            self._drawn[scale] = gray, bitmap.get_posconv(self.page)
            bitmap.close()
        return self._drawn[scale]


def _to_pixels(convert: Any, box: BBox, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """Return rows and columns of the box, also where the page is rotated."""
    xs, ys = zip(convert.to_bitmap(box.x0, box.y0), convert.to_bitmap(box.x1, box.y1), strict=True)
    return (
        slice(max(0, min(ys)), min(shape[0], max(ys) + 1)),
        slice(max(0, min(xs)), min(shape[1], max(xs) + 1)),
    )
