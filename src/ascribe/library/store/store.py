"""The library file as a whole: a document goes in or out with all that belongs to it, or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ascribe.errors import UnknownDocumentError
from ascribe.library.chunking import Passage
from ascribe.library.store import documents, vectors, words
from ascribe.library.store.database import Database
from ascribe.records import Document

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ascribe.library.store.vectors import VectorTable

    Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """What a library says of a document without reading it.

    Args:
        row: its row.
        doc_id: the name that references use.
        source: what tells it from others: its path, its id or its digest.
        digest: of the file's bytes or of the text.
        reading: how it was read.
        metadata: what came with it.
        language: ISO 639-1 code; empty if unknown.
        pages: 0 where it has none.
        sentences: how many.
    """

    row: int
    doc_id: str
    source: str
    digest: str
    reading: str
    metadata: dict[str, Any]
    language: str
    pages: int
    sentences: int


_COLUMNS = "id, doc_id, source, digest, reading, metadata, language, pages, sentences"


class Store:
    """An open library file.

    Args:
        path: the file, made if it is not there; ``:memory:`` for none.

    Raises:
        LibraryError: it cannot be opened, or is no library.
    """

    def __init__(self, path: Path | str) -> None:
        self.database = Database(path)
        self._table: tuple[tuple[object, ...], VectorTable] | None = None

    def documents(self) -> list[StoredDocument]:
        """All documents, by id."""
        with self.database.reading() as run:
            rows = run(f"SELECT {_COLUMNS} FROM documents ORDER BY doc_id").fetchall()  # noqa: S608 (ours)
        return [
            StoredDocument(row, doc_id, source, digest, reading, msgspec.json.decode(metadata), *rest)
            for row, doc_id, source, digest, reading, metadata, *rest in rows
        ]

    def put(
        self,
        document: Document,
        passages: Sequence[Passage],
        *,
        source: str,
        reading: str,
        model: str = "",
        encoded: Sequence[Floats] = (),
    ) -> None:
        """Keep the document in place of that with the same source, if there is one.

        Args:
            document: with an id that no document of another source has.
            passages: all of its passages.
            source: what tells it from others.
            reading: how it was read.
            model: digest of the model that made the vectors.
            encoded: the vectors of the sentences of each passage; none to leave them for later.
        """
        language = document.language
        name = words.content_stems(Path(source).stem, language)
        with self.database.writing() as run:
            self._drop(run, "source", source)
            row = documents.insert(run, document, source, document.digest or "", reading)
            for position, passage in enumerate(passages):
                at = documents.insert_passage(run, row, position, passage)
                titles = [*name, *words.content_stems(passage.chunk.metadata["section"] or "", language)]
                words.add(run, at, words.content_stems(passage.chunk.text, language), titles)
                if len(encoded):
                    vectors.put(run, at, model, encoded[position])

    def remove(self, doc_id: str) -> bool:
        """Take a document out; False if there is none of that id."""
        with self.database.writing() as run:
            return self._drop(run, "doc_id", doc_id)

    def _drop(self, run: Any, column: str, value: str) -> bool:
        found = run(f"SELECT id FROM documents WHERE {column} = ?", (value,)).fetchone()  # noqa: S608 (ours)
        if found is None:
            return False
        words.remove(run, found[0])
        run("DELETE FROM documents WHERE id = ?", found)
        return True

    def document(self, doc_id: str) -> Document:
        """The document as it was put in.

        Raises:
            UnknownDocumentError: there is none of that id.
        """
        with self.database.reading() as run:
            found = run("SELECT id FROM documents WHERE doc_id = ?", (doc_id,)).fetchone()
            if found is None:
                raise UnknownDocumentError(self.database.name, doc_id)
            return documents.load(run, found[0])

    def parts(self, rows: Sequence[int]) -> list[Document]:
        """The documents of these passages, each with these alone, in the order of their first one."""
        with self.database.reading() as run:
            homes: dict[int, list[int]] = {}
            for row in rows:
                (home,) = run("SELECT document FROM passages WHERE id = ?", (row,)).fetchone()
                homes.setdefault(home, []).append(row)
            return [documents.load(run, home, held) for home, held in homes.items()]

    def passages(self, rows: Sequence[int]) -> dict[int, Passage]:
        """Row → passage."""
        with self.database.reading() as run:
            return documents.load_passages(run, rows)

    def by_words(
        self, stems: Sequence[str], limit: int, among: Sequence[int] | None
    ) -> list[tuple[int, float]]:
        """Rows of passages with their BM25 scores, best first; ``among`` has rows of documents."""
        with self.database.reading() as run:
            return words.best(run, stems, limit, among)

    def weights(self, stems: Sequence[str]) -> dict[str, float]:
        """How much each stem tells here."""
        with self.database.reading() as run:
            return words.weights(run, stems)

    def by_vectors(
        self, question: Floats, model: str, limit: int, among: Sequence[int] | None
    ) -> list[tuple[int, float]]:
        """Rows of passages with the cosine of their best sentence, best first."""
        import numpy as np

        with self.database.reading() as run:
            table = self._vectors(run, model)
            rows = None if among is None else np.array(self._passages_of(run, among), np.int64)
            return vectors.best(table, question, limit, rows)

    def vectors_of(self, rows: Sequence[int], model: str) -> Mapping[int, Floats]:
        """Row of the passage → the vectors of its sentences, for those that have any."""
        with self.database.reading() as run:
            return vectors.of_passages(run, rows, model)

    def count(self) -> int:
        """How many passages there are."""
        with self.database.reading() as run:
            return int(run("SELECT count(*) FROM passages").fetchone()[0])

    def without_vectors(self, model: str) -> list[int]:
        """Rows of the passages that this model has not encoded."""
        with self.database.reading() as run:
            return vectors.without(run, model)

    def put_vectors(self, model: str, encoded: Mapping[int, Floats]) -> None:
        """Keep the vectors of passages, by row; of passages that are gone by now, none."""
        with self.database.writing() as run:
            for row, found in encoded.items():
                if run("SELECT 1 FROM passages WHERE id = ?", (row,)).fetchone():
                    vectors.put(run, row, model, found)

    def close(self) -> None:
        """Nothing can be asked afterwards."""
        self.database.close()

    def _vectors(self, run: Any, model: str) -> VectorTable:
        """All vectors, read again only when the file has changed."""
        state = (*self.database.state, model)
        if self._table is None or self._table[0] != state:
            self._table = (state, vectors.table(run, model))
        return self._table[1]

    def _passages_of(self, run: Any, rows: Sequence[int]) -> list[int]:
        found = run(
            "SELECT id FROM passages WHERE document IN (SELECT value FROM json_each(?))",
            (json.dumps(list(rows)),),
        )
        return [row for (row,) in found]
