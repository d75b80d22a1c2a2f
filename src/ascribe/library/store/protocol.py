"""The interface of a store, which every kind of library implements, and the records that it returns."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from ascribe.library.chunking import Passage
from ascribe.library.store.words import IndexedWords
from ascribe.records import Document

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """What a library knows about a document without reading it.

    Args:
        row: its row.
        doc_id: the name that references use.
        source: its unique key: its path, its id or its digest.
        digest: of the content that it was read from: the file's bytes, the text, or the document itself.
        reading: how it was read.
        language: ISO 639-1 code; empty if unknown.
        pages: number of pages; 0 if it has none.
        sentences: number of sentences.
        metadata: the metadata of the source.
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
class IndexedPassage:
    """A passage with all that a search reads of it.

    Args:
        row: row of the passage.
        passage: the passage.
        words: its words, as the index encodes them.
        vectors: of its sentences; None if this model has not encoded them.
    """

    row: int
    passage: Passage
    words: IndexedWords
    vectors: Floats | None


class Store(Protocol):
    """Where a library keeps its documents, their passages, the index of their words, and their vectors.

    A change is stored as a whole or not at all, and is durable when its method returns. Readers never wait
    for a writer; a second writer waits. Rows ascend in the order in which passages were stored, and are
    never reused. Threads may share a store. Whatever fails raises ``LibraryError``.
    """

    @property
    def name(self) -> str:
        """The file or the server, for messages; never with a password."""

    @property
    def in_memory(self) -> bool:
        """Whether the store ends with the process."""

    def documents(self, **having: str) -> list[StoredDocument]:
        """Return all documents, sorted by id, or those whose columns have these values."""

    def put(
        self,
        document: Document,
        passages: Sequence[Passage],
        *,
        source: str,
        digest: str,
        reading: str,
        instead_of: str | None = None,
        model: str = "",
        encoded: Sequence[Floats] = (),
    ) -> bool:
        """Store a document in place of that with the same source; return False if another has its id.

        Args:
            document: the document.
            passages: all of its passages.
            source: its unique key.
            digest: of the content that it was read from.
            reading: how it was read.
            instead_of: another source whose document it replaces as well.
            model: digest of the model that made the vectors.
            encoded: the vectors of the sentences of each passage; empty to compute them later.
        """

    def remove(self, doc_ids: Collection[str]) -> None:
        """Remove documents: all of them, or none.

        Raises:
            UnknownDocumentError: no document has that id.
        """

    def document(self, doc_id: str) -> Document:
        """Return the document as it was stored.

        Raises:
            UnknownDocumentError: no document has that id.
        """

    def load_parts(self, rows: Sequence[int]) -> list[Document]:
        """Return the documents of these passages, each with these passages alone, in order of first passage.

        Documents that have been removed are left out.
        """

    def load_passages(self, rows: Sequence[int]) -> dict[int, Passage]:
        """Return the passages by row, those that exist."""

    def load_neighbors(self, row: int, reach: int) -> dict[int, Passage]:
        """Return a passage and as many on either side of it in its section, by row, in reading order."""

    def load_indexed(self, rows: Sequence[int], model: str) -> list[IndexedPassage]:
        """Return these passages, in this order, with the model's vectors; removed ones are left out.

        Raises:
            LibraryError: the words or the vectors of a passage do not fit it.
        """

    def languages(self) -> set[str]:
        """Return the languages of the documents; an empty text for documents whose language is unknown."""

    def find_by_metadata(self, where: Mapping[str, Any]) -> list[int]:
        """Find the rows of the documents whose metadata have, for every key, one of the values."""

    def snapshot(self) -> AbstractContextManager[Any]:
        """Open a read transaction: all that this thread reads inside shows one state of the store."""

    def rank_by_words(
        self, stems: Sequence[str], limit: int, among: Sequence[int] | None
    ) -> list[tuple[int, float]]:
        """Return the rows of passages with their BM25 scores, best first; ``among`` limits the documents."""

    def compute_weights(self, stems: Sequence[str]) -> dict[str, float]:
        """Compute the inverse document frequency of each stem in this library."""

    def rank_by_vectors(
        self, question: Floats, model: str, limit: int, among: Sequence[int] | None
    ) -> list[tuple[int, float]]:
        """Return the rows of passages with the cosine of their best sentence, best first.

        The cosines are exact. In a large store, a passage that belongs there may be missing.
        """

    def count_contents(self) -> dict[str, int]:
        """Count the documents, pages, sentences and passages."""

    def find_unencoded(self, model: str) -> list[int]:
        """Return the rows of the passages that this model has not encoded."""

    def put_vectors(self, model: str, encoded: Mapping[int, Floats]) -> None:
        """Store the vectors of passages, by row; passages that have been removed are skipped."""

    def build_vector_index(self, model: str) -> None:
        """Build the approximate index of the model's vectors, where the store does not do so by itself."""

    def close(self) -> None:
        """Close the store; it cannot be used afterwards."""
