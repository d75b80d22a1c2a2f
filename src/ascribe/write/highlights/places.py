"""Where the marks of a document are on the pages of its file, also if the file changed since it was read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ascribe.errors import SourceError
from ascribe.quotes import find_quote, select_quote
from ascribe.records import Document, PageBBox, Reference
from ascribe.stages import Limits, Reader
from ascribe.write.highlights.marks import Mark
from ascribe.write.visible import one_line

_SHOWN = 80
"""Characters of a quote in a message."""


@dataclass(frozen=True, slots=True)
class PlacedMark:
    """A mark and one box for each printed line that its words touch."""

    mark: Mark
    boxes: tuple[PageBBox, ...]


def placed_marks(document: Document, marks: list[Mark], data: bytes, reader: Reader) -> list[PlacedMark]:
    """The marks with their boxes in ``data``, the bytes that the file has now.

    Of a file with the digest of the document, the boxes are those of its references. Any other file is read
    anew and each quote is looked for in it.

    Raises:
        SourceError: a quote cannot be found, or stands there no longer in the same words.
    """
    is_same = document.digest == f"sha256:{sha256(data).hexdigest()}"
    known = [PlacedMark(mark, _boxes(mark.reference, document)) for mark in marks]
    if is_same and all(placed.boxes for placed in known):
        return known
    name = str(document.source_path)
    extract = reader.read(data, name, Limits())
    now = Document(document.doc_id, Path(name), [], full_text=extract.text, lines=extract.lines)
    return list(_found_again(document, marks, now))


def _boxes(reference: Reference, document: Document) -> tuple[PageBBox, ...]:
    return reference.bboxes or document.boxes(reference.document_start_idx, reference.document_end_idx)


def _found_again(document: Document, marks: list[Mark], now: Document) -> Iterator[PlacedMark]:
    for mark in marks:
        start, end = mark.reference.document_start_idx, mark.reference.document_end_idx
        quote = select_quote(document.full_text or "", start, end)
        words = quote.exact or mark.reference.quote
        found = find_quote(now, words, prefix=quote.prefix, suffix=quote.suffix, position=quote.position)
        if found is None or not found.same_words:
            shown = one_line(words)[:_SHOWN]
            raise SourceError(
                str(document.source_path),
                f"the file changed since it was read, and “{shown}” stands there no longer; "
                "check the reply against the new file.",
            )
        yield PlacedMark(mark, now.boxes(found.start, found.end))
