"""The library file as a whole.

Adds and removes documents atomically, and returns passages with what a search needs.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ascribe.errors import LibraryError, UnknownDocumentError
from ascribe.library.chunking import Passage
from ascribe.library.store import documents, vectors, words
from ascribe.library.store.connection import MEMORY
from ascribe.library.store.database import Database
from ascribe.library.store.packing import build_damage_error
from ascribe.library.store.protocol import IndexedPassage, StoredDocument
from ascribe.library.store.vectors import EMPTY_INDEX, VectorIndex
from ascribe.records import Document

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


_COLUMNS = "id, doc_id, source, digest, reading, language, pages, sentences, metadata"

_PASSAGE_DOCUMENTS = "SELECT id, document FROM passages WHERE id IN (SELECT value FROM json_each(?))"


class FileStore:
    """An open library file; see ``Store`` for its methods.

    Args:
        path: the file, created if it does not exist; ``:memory:`` for a store without a file.

    Raises:
        LibraryError: the file cannot be opened, or is not a library.
    """

    def __init__(self, path: Path | str) -> None:
        self.database = Database(path)
        self._index: tuple[tuple[object, ...], VectorIndex] = ((), EMPTY_INDEX)

    @property
    def name(self) -> str:
        """The file."""
        return self.database.name

    @property
    def in_memory(self) -> bool:
        """Whether the store has no file."""
        return self.database.name == MEMORY

    def documents(self, **having: str) -> list[StoredDocument]:
        """Return all documents, sorted by id, or those whose columns have these values."""
        asked = " AND ".join(f"{column} = ?" for column in having) or "TRUE"
        query = f"SELECT {_COLUMNS} FROM documents WHERE {asked} ORDER BY doc_id"  # noqa: S608 (ours)
        with self.database.reading() as run:
            rows = run(query, tuple(having.values())).fetchall()
        try:
            return [StoredDocument(*(*row[:-1], msgspec.json.decode(row[-1]))) for row in rows]
        except (msgspec.MsgspecError, TypeError) as error:
            raise LibraryError(
                f"{self.database.name}: rows of the library are damaged; add the documents to a new one."
            ) from error

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
        """Store a document in place of that with the same source; return False if another has its id."""
        stems = words.extract_passage_stems(document, passages, by_name=source != digest)
        with self.database.writing() as run:
            owner = run("SELECT source FROM documents WHERE doc_id = ?", (document.doc_id,)).fetchone()
            if owner is not None and owner[0] not in (source, instead_of):
                return False
            for replaced in (source, instead_of):
                _delete_document(run, "source", replaced)
            row = documents.insert_document(run, document, source, digest, reading)
            for position, passage in enumerate(passages):
                at = documents.insert_passage(run, row, position, passage)
                words.index_passage(run, at, stems[position])
                if len(encoded):
                    vectors.insert_vectors(run, at, model, encoded[position])
        return True

    def remove(self, doc_ids: Collection[str]) -> None:
        """Remove documents: all of them, or none.

        Raises:
            UnknownDocumentError: no document has that id.
        """
        with self.database.writing() as run:
            for doc_id in doc_ids:
                if not _delete_document(run, "doc_id", doc_id):
                    raise UnknownDocumentError(self.database.name, doc_id)

    def document(self, doc_id: str) -> Document:
        """Return the document as it was stored.

        Raises:
            UnknownDocumentError: no document has that id.
        """
        with self.database.reading() as run:
            found = run("SELECT id FROM documents WHERE doc_id = ?", (doc_id,)).fetchone()
            if found is None:
                raise UnknownDocumentError(self.database.name, doc_id)
            return documents.load_document(run, found[0])

    def load_parts(self, rows: Sequence[int]) -> list[Document]:
        """Return the documents of these passages, each with these passages alone, in order of first passage.

        Documents that have been removed are left out.
        """
        with self.database.reading() as run:
            found = dict(run(_PASSAGE_DOCUMENTS, (json.dumps(list(rows)),)).fetchall())
            homes: dict[int, list[int]] = {}
            for row in rows:
                if row in found:
                    homes.setdefault(found[row], []).append(row)
            return [documents.load_document(run, home, held) for home, held in homes.items()]

    def load_passages(self, rows: Sequence[int]) -> dict[int, Passage]:
        """Return the passages by row, those that exist."""
        with self.database.reading() as run:
            return documents.load_passages(run, rows)

    def load_neighbors(self, row: int, reach: int) -> dict[int, Passage]:
        """Return a passage and as many on either side of it in its section, by row, in reading order."""
        with self.database.reading() as run:
            return documents.load_neighbors(run, row, reach)

    def load_indexed(self, rows: Sequence[int], model: str) -> list[IndexedPassage]:
        """Return these passages, in this order, with the model's vectors; removed ones are left out.

        Raises:
            LibraryError: the words or the vectors of a passage do not fit it.
        """
        with self.database.reading() as run:
            found = documents.load_passages(run, rows)
            indexed = words.load_indexed_words(run, rows)
            known = vectors.load_vectors(run, rows, model)
            for row, passage in found.items():
                if row not in indexed or len(known.get(row, passage.sentences)) != len(passage.sentences):
                    raise build_damage_error(documents.find_owner(run, row))
        return [IndexedPassage(row, found[row], indexed[row], known.get(row)) for row in rows if row in found]

    def languages(self) -> set[str]:
        """Return the languages of the documents; an empty text for documents whose language is unknown."""
        with self.database.reading() as run:
            return {language for (language,) in run("SELECT DISTINCT language FROM documents")}

    def find_by_metadata(self, where: Mapping[str, Any]) -> list[int]:
        """Find the rows of the documents whose metadata have, for every key, one of the values."""
        with self.database.reading() as run:
            return documents.find_by_metadata(run, where)

    def snapshot(self) -> AbstractContextManager[Any]:
        """Open a read transaction: all that this thread reads inside shows one state of the file."""
        return self.database.reading()

    def rank_by_words(
        self, stems: Sequence[str], limit: int, among: Sequence[int] | None
    ) -> list[tuple[int, float]]:
        """Return the rows of passages with their BM25 scores, best first; ``among`` limits the documents."""
        with self.database.reading() as run:
            return words.rank_passages(run, stems, limit, among)

    def compute_weights(self, stems: Sequence[str]) -> dict[str, float]:
        """Compute the inverse document frequency of each stem in this library."""
        with self.database.reading() as run:
            return words.compute_weights(run, stems)

    def rank_by_vectors(
        self, question: Floats, model: str, limit: int, among: Sequence[int] | None
    ) -> list[tuple[int, float]]:
        """Return the rows of passages with the cosine of their best sentence, best first."""
        with self.database.reading() as run:
            index = self._load_index(run, model)
            rows = None if among is None else documents.find_passage_rows(run, among)
            return vectors.rank_passages(run, index, question, model, limit, rows)

    def count_contents(self) -> dict[str, int]:
        """Count the documents, pages, sentences and passages."""
        query = "SELECT count(*), coalesce(sum(pages), 0), coalesce(sum(sentences), 0) FROM documents"
        with self.database.reading() as run:
            counts = (*run(query).fetchone(), *run("SELECT count(*) FROM passages").fetchone())
        return dict(zip(("documents", "pages", "sentences", "passages"), counts, strict=True))

    def find_unencoded(self, model: str) -> list[int]:
        """Return the rows of the passages that this model has not encoded."""
        with self.database.reading() as run:
            return vectors.find_unencoded(run, model)

    def put_vectors(self, model: str, encoded: Mapping[int, Floats]) -> None:
        """Store the vectors of passages, by row; passages that have been removed are skipped."""
        with self.database.writing() as run:
            for row, found in encoded.items():
                if run("SELECT 1 FROM passages WHERE id = ?", (row,)).fetchone():
                    vectors.insert_vectors(run, row, model, found)

    def build_vector_index(self, model: str) -> None:
        """Do nothing: the file has the index already."""

    def close(self) -> None:
        """Close the file; the store cannot be used afterwards."""
        self.database.close()

    def _load_index(self, run: Any, model: str) -> VectorIndex:
        """Return the index of all vectors; if the file has changed, only what is new in it is read."""
        state = (*self.database.state, model)
        known, index = self._index
        if known != state:
            index = vectors.load_index(run, model, index if known[-1:] == (model,) else EMPTY_INDEX)
            self._index = (state, index)
        return index


def _delete_document(run: Any, column: str, value: str | None) -> bool:
    found = run(f"SELECT id FROM documents WHERE {column} = ?", (value,)).fetchone()  # noqa: S608 (ours)
    if found is None:
        return False
    words.remove_document(run, found[0])
    run("DELETE FROM documents WHERE id = ?", found)
    return True
