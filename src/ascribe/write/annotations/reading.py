"""Web Annotations that Ascribe wrote → the references they were made of."""

from __future__ import annotations

import json
from typing import Any

from ascribe.errors import InputError
from ascribe.records import BBox, PageBBox, Reference


def read_annotations(text: str | bytes) -> list[Reference]:
    """The references, in the order of the annotations; equal to those of the answer that was written.

    Raises:
        InputError: the text is no collection that Ascribe wrote; the message names the annotation.
    """
    try:
        items = json.loads(text)["first"]["items"]
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"this is no collection of annotations that Ascribe wrote: {error}.") from None
    return [_read(number, item) for number, item in enumerate(items, 1)]


def _read(number: int, item: dict[str, Any]) -> Reference:
    try:
        return _reference(item)
    except (KeyError, TypeError, ValueError, IndexError, StopIteration) as error:
        raise InputError(f"annotation {number} has no usable {error}; write the collection again.") from None


def _reference(item: dict[str, Any]) -> Reference:
    words, target = item["body"][0]["selector"], item["target"]["selector"]
    place, own = _selector(target, "TextPositionSelector"), _selector(words, "TextPositionSelector")
    boxes = (
        PageBBox(box["ascribe:page"], BBox(*box["ascribe:box"]["@list"])) for box in item["ascribe:boxes"]
    )
    return Reference(
        document_start_idx=place["start"],
        document_end_idx=place["end"],
        answer_start_idx=own["start"],
        answer_end_idx=own["end"],
        score=item["ascribe:score"],
        document_id=item["ascribe:documentId"],
        document_position=item["ascribe:documentPosition"],
        label=item["ascribe:label"],
        quote=_selector(target, "TextQuoteSelector").get("exact", ""),
        pages=tuple(item["ascribe:pages"]),
        bboxes=tuple(boxes),
    )


def _selector(selectors: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The selector of that type; empty if there is none."""
    return next((selector for selector in selectors if selector["type"] == kind), {})
