"""What the store gives back: a document without its text, a passage with all that a search reads of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ascribe.library.chunking import Passage
from ascribe.library.store.words import Indexed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """What a library says of a document without reading it.

    Args:
        row: its row.
        doc_id: the name that references use.
        source: what tells it from others: its path, its id or its digest.
        digest: of what it was read from: the file's bytes, the text, or the document itself.
        reading: how it was read.
        language: ISO 639-1 code; empty if unknown.
        pages: 0 where it has none.
        sentences: how many.
        metadata: what came with it.
    """

    row: int
    doc_id: str
    source: str
    digest: str
    reading: str
    language: str
    pages: int
    sentences: int
    metadata: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Held:
    """A passage with all that a search reads of it.

    Args:
        row: of the passage.
        passage: itself.
        words: as the index has them.
        vectors: of its sentences; None where this model has not encoded them.
    """

    row: int
    passage: Passage
    words: Indexed
    vectors: Floats | None
