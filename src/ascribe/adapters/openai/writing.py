"""An answer as an output text with annotations, and sources as blocks of an input."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ascribe.adapters.supported import supporting
from ascribe.read import read_sources
from ascribe.records import Answer, Document
from ascribe.records.offsets import OffsetUnit, from_code_points
from ascribe.write.spans import places_of, reply_of


def output_text(answer: Answer, *, offset_unit: OffsetUnit = "code_point") -> dict[str, Any]:
    """The untouched reply as an ``output_text``, an annotation for each source of each supported sentence.

    A source with an address (``url`` in its metadata) is a ``url_citation`` round the sentence; any other is
    a ``file_citation`` behind it, with ``file_id`` and ``filename`` of the metadata, or the id.

    Args:
        answer: as ``check`` gives it.
        offset_unit: what the offsets in the reply count.
    """
    reply = reply_of(answer)
    annotations = []
    for start, end, document in _cited(answer):
        bounds = from_code_points(reply, start, offset_unit), from_code_points(reply, end, offset_unit)
        annotations.append(_annotation(document, *bounds))
    return {"type": "output_text", "text": reply, "annotations": annotations}


def _cited(answer: Answer) -> Iterator[tuple[int, int, Document]]:
    for index, place in enumerate(places_of(answer)):
        positions = dict.fromkeys(r.document_position for r in supporting(answer, index))
        if place is not None:
            yield from ((*place, answer.documents[position - 1]) for position in positions)


def _annotation(document: Document, start: int, end: int) -> dict[str, Any]:
    url, title = _text(document, "url"), _text(document, "title")
    if url:
        where = {"start_index": start, "end_index": end}
        return {"type": "url_citation", **where, "url": url, "title": title or document.doc_id}
    file = {
        "file_id": _text(document, "file_id") or document.doc_id,
        "filename": _text(document, "filename") or document.source_path.name,
    }
    return {"type": "file_citation", **file, "index": end}


def input_blocks(sources: Any) -> list[dict[str, Any]]:
    """The sources as texts of an input, each behind its number, so that a reply can cite it as ``[1]``.

    OpenAI annotates what its own tools find and not what is sent with the input: a reply over these has
    markers, which ``check`` and ``repair`` read, if the prompt asks for them.

    Args:
        sources: as for ``check``.

    Raises:
        InputError: a source cannot be used; the message says which.
    """
    return [
        {"type": "input_text", "text": f"[{number}] {_text(document, 'title') or document.doc_id}\n\n{text}"}
        for number, document in enumerate(read_sources(sources), 1)
        for text in [document.full_text or ""]
    ]


def _text(document: Document, name: str) -> str:
    value = document.metadata.get(name)
    return value.strip() if isinstance(value, str) else ""
