"""A library on a PostgreSQL server as a whole; see ``Store`` for its methods."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import msgspec

from ascribe.errors import UnknownDocumentError
from ascribe.library.chunking import Passage
from ascribe.library.store.packing import build_damage_error
from ascribe.library.store.postgres import documents, vectors, words
from ascribe.library.store.postgres.address import parse_address
from ascribe.library.store.postgres.connection import READ, WRITE, Connection, Run
from ascribe.library.store.postgres.tables import prepare_schema
from ascribe.library.store.protocol import IndexedPassage, StoredDocument
from ascribe.library.store.words import extract_passage_stems
from ascribe.records import Document

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_COLUMNS = "id, doc_id, source, digest, reading, language, pages, sentences, metadata"

_FIGURES = (
    "SELECT count(*), coalesce(sum(pages), 0)::bigint, coalesce(sum(sentences), 0)::bigint FROM documents"
)


class ServerStore:
    """A library in a schema of a database; it is created if it does not exist.

    Args:
        url: such as ``postgresql://user@host/database?library=papers``; the schema has that name.

    Raises:
        LibraryError: the server cannot be reached, lacks pgvector, or the schema is not a library.
        MissingExtraError: the extra ``postgres`` is not installed.
    """

    def __init__(self, url: str) -> None:
        address = parse_address(url)
        self._name = address.shown
        self._lock = f"ascribe: write {address.schema}"
        self._writer = Connection(address)
        try:
            prepare_schema(self._writer)
            self._reader = Connection(address)
        except BaseException:
            self._writer.close()
            raise
        self._reader.use_schemas(self._writer.path)

    @property
    def name(self) -> str:
        """The URL without a password."""
        return self._name

    @property
    def in_memory(self) -> bool:
        """False: the server keeps it."""
        return False

    def reading(self) -> AbstractContextManager[Run]:
        """Open a read transaction: it sees one state of the library."""
        return self._reader.transaction(READ)

    def writing(self) -> AbstractContextManager[Run]:
        """Open a write transaction, after those of other writers: all of it is stored, or nothing."""
        return self._writer.transaction(WRITE, self._lock)

    def documents(self, **having: str) -> list[StoredDocument]:
        """Return all documents, sorted by id, or those whose columns have these values."""
        asked = " AND ".join(f"{column} = %s" for column in having) or "TRUE"
        query = f"SELECT {_COLUMNS} FROM documents WHERE {asked} ORDER BY doc_id"  # noqa: S608 (ours)
        with self.reading() as run:
            found = run(query, tuple(having.values())).fetchall()
        return [StoredDocument(*(*row[:-1], msgspec.json.decode(row[-1]))) for row in found]

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
        stems = extract_passage_stems(document, passages, by_name=source != digest)
        packed = [words.pack_stems(each) for each in stems]
        with self.writing() as run:
            owner = run("SELECT source FROM documents WHERE doc_id = %s", (document.doc_id,)).fetchone()
            if owner is not None and owner[0] not in (source, instead_of):
                return False
            for replaced in (source, instead_of):
                _delete_document(run, "source", replaced)
            row = documents.insert_document(run, document, source, digest, reading)
            made = documents.insert_passages(run, row, passages, packed)
            words.index_passages(run, dict(zip(made, packed, strict=True)))
            if len(encoded):
                vectors.insert_vectors(run, model, dict(zip(made, encoded, strict=True)))
        return True

    def remove(self, doc_ids: Collection[str]) -> None:
        """Remove documents: all of them, or none.

        Raises:
            UnknownDocumentError: no document has that id.
        """
        with self.writing() as run:
            for doc_id in doc_ids:
                if not _delete_document(run, "doc_id", doc_id):
                    raise UnknownDocumentError(self._name, doc_id)

    def document(self, doc_id: str) -> Document:
        """Return the document as it was stored.

        Raises:
            UnknownDocumentError: no document has that id.
        """
        with self.reading() as run:
            found = run("SELECT id FROM documents WHERE doc_id = %s", (doc_id,)).fetchone()
            if found is None:
                raise UnknownDocumentError(self._name, doc_id)
            return documents.load_document(run, found[0])

    def load_parts(self, rows: Sequence[int]) -> list[Document]:
        """Return the documents of these passages, each with these passages alone, by first passage."""
        query = "SELECT id, document FROM passages WHERE id = ANY(%s::bigint[])"
        with self.reading() as run:
            found = dict(run(query, (list(rows),)).fetchall())
            homes: dict[int, list[int]] = {}
            for row in rows:
                if row in found:
                    homes.setdefault(found[row], []).append(row)
            return [documents.load_document(run, home, held) for home, held in homes.items()]

    def load_passages(self, rows: Sequence[int]) -> dict[int, Passage]:
        """Return the passages by row, those that exist."""
        with self.reading() as run:
            return documents.load_passages(run, rows)

    def load_neighbors(self, row: int, reach: int) -> dict[int, Passage]:
        """Return a passage and as many on either side of it in its section, by row, in reading order."""
        with self.reading() as run:
            return documents.load_neighbors(run, row, reach)

    def load_indexed(self, rows: Sequence[int], model: str) -> list[IndexedPassage]:
        """Return these passages, in this order, with the model's vectors; removed ones are left out.

        Raises:
            LibraryError: the words or the vectors of a passage do not fit it.
        """
        with self.reading() as run:
            found = documents.load_passages(run, rows)
            try:
                indexed = words.load_indexed_words(run, rows)
            except (zlib.error, ValueError) as error:
                owners = ", ".join(sorted({documents.find_owner(run, row) for row in found}))
                raise build_damage_error(f"one of {owners}") from error
            known = vectors.load_vectors(run, rows, model)
            for row, passage in found.items():
                if len(known.get(row, passage.sentences)) != len(passage.sentences):
                    raise build_damage_error(documents.find_owner(run, row))
        return [IndexedPassage(row, found[row], indexed[row], known.get(row)) for row in rows if row in found]

    def languages(self) -> set[str]:
        """Return the languages of the documents; an empty text for documents whose language is unknown."""
        with self.reading() as run:
            return {language for (language,) in run("SELECT DISTINCT language FROM documents")}

    def find_by_metadata(self, where: Mapping[str, Any]) -> list[int]:
        """Find the rows of the documents whose metadata have, for every key, one of the values."""
        with self.reading() as run:
            return documents.find_by_metadata(run, where)

    def snapshot(self) -> AbstractContextManager[Any]:
        """Open a read transaction: all that this thread reads inside shows one state of the library."""
        return self.reading()

    def rank_by_words(
        self, stems: Sequence[str], limit: int, among: Sequence[int] | None
    ) -> list[tuple[int, float]]:
        """Return the rows of passages with their BM25 scores, best first; ``among`` limits the documents."""
        with self.reading() as run:
            return words.rank_passages(run, stems, limit, among)

    def compute_weights(self, stems: Sequence[str]) -> dict[str, float]:
        """Compute the inverse document frequency of each stem in this library."""
        with self.reading() as run:
            return words.compute_weights(run, stems)

    def rank_by_vectors(
        self, question: Floats, model: str, limit: int, among: Sequence[int] | None
    ) -> list[tuple[int, float]]:
        """Return the rows of passages with the cosine of their best sentence, best first."""
        with self.reading() as run:
            return vectors.rank_passages(run, question, model, limit, among)

    def count_contents(self) -> dict[str, int]:
        """Count the documents, pages, sentences and passages."""
        with self.reading() as run:
            counts = (*run(_FIGURES).fetchone(), *run("SELECT passages FROM library").fetchone())
        return dict(zip(("documents", "pages", "sentences", "passages"), counts, strict=True))

    def find_unencoded(self, model: str) -> list[int]:
        """Return the rows of the passages that this model has not encoded."""
        with self.reading() as run:
            return vectors.find_unencoded(run, model)

    def put_vectors(self, model: str, encoded: Mapping[int, Floats]) -> None:
        """Store the vectors of passages, by row; passages that have been removed are skipped."""
        with self.writing() as run:
            vectors.replace_vectors(run, model, encoded)

    def build_vector_index(self, model: str) -> None:
        """Build the approximate index (HNSW) of the model's vectors, or build it again."""
        with self.writing() as run:
            vectors.build_index(run, model)

    def close(self) -> None:
        """Close the connections; the store cannot be used afterwards."""
        self._reader.close()
        self._writer.close()


def _delete_document(run: Run, column: str, value: str | None) -> bool:
    found = run(f"SELECT id FROM documents WHERE {column} = %s", (value,)).fetchone()  # noqa: S608 (ours)
    if found is None:
        return False
    words.remove_document(run, found[0])
    run("DELETE FROM documents WHERE id = %s", found)
    return True
