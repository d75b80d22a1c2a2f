"""``Library``: documents in one file, searched and asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ascribe.errors import AscribeError, InputError
from ascribe.library.adding import Added, Incoming, Shelf, incoming
from ascribe.library.chunking import cut
from ascribe.library.encoding import encode
from ascribe.library.searching import Search
from ascribe.library.store import Store, StoredDocument
from ascribe.neural.encoder import Encoder
from ascribe.read.sources.loading import Progress
from ascribe.records import Document, RetrievedChunk, SkippedSource
from ascribe.stages import Limits


class Library:
    """Documents in one file, with an index of their words and of what they mean.

    Several processes may read it while one writes. What ``add`` has taken in stays, whatever happens next.

    Args:
        path: the file, made if it is not there; ``:memory:`` for none.
        encoder: another one than the built-in.
        encode: False leaves the vectors to the questions, which then encode what the words have found.

    Raises:
        LibraryError: the file cannot be opened, or is no library.

    Example:
        >>> library = Library(":memory:", encode=False)
        >>> library.add("The mill has 12 sails.").added
        ['text-cb8a29ff']
    """

    def __init__(
        self, path: Path | str = ":memory:", *, encoder: Encoder | None = None, encode: bool = True
    ) -> None:
        self._store = Store(path)
        self._encoder = encoder or Encoder()
        self._encodes = encode

    def add(
        self,
        sources: Any,
        *,
        language: str | None = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Added:
        """Take in sources; what is there already is not read again, what has changed is replaced.

        Each document is kept as soon as it is read. A file of a folder that cannot be read is skipped.

        Args:
            sources: as of ``check``.
            language: ISO 639-1 code of all of them; None detects it.
            limits: how large a source may be.
            progress: told of every source that is done.

        Raises:
            InputError: a source cannot be used; those before it are kept.
            LibraryError: the library cannot be written.
        """
        found = incoming(sources, language, limits or Limits())
        shelf = Shelf(self._store, language)
        outcome = Added()
        for done, source in enumerate(found, start=1):
            try:
                self._take_in(source, shelf, outcome)
            except InputError as error:
                if source.is_listed:
                    raise
                outcome.skipped.append(SkippedSource(source.name, getattr(error, "reason", str(error))))
            if progress is not None:
                progress(source.name, done, len(found))
        return outcome

    def _take_in(self, source: Incoming, shelf: Shelf, outcome: Added) -> None:
        """One source, into the library and into the outcome."""
        hashed = source.digest()
        same = shelf.same(source.key, hashed)
        if same is not None:
            outcome.unchanged.append(same)
            return
        known, moved = shelf.known(source.key), shelf.moved(source.key, hashed)
        document = source.read(known or shelf.new_id(source))
        self._put(document, source.key, shelf.reading)
        if moved is not None:
            self._store.remove(moved)
        shelf.keep(source.key, document.doc_id, hashed, shelf.reading)
        (outcome.updated if known or moved else outcome.added).append(document.doc_id)

    def _put(self, document: Document, key: str, reading: str) -> None:
        passages = cut(document)
        encoded = encode(self._encoder, passages) if self._encodes else ()
        self._store.put(
            document, passages, source=key, reading=reading, model=self._encoder.digest, encoded=encoded
        )

    def reindex(self) -> int:
        """Encode what has no vectors of the model in use; gives how many passages that were."""
        rows = self._store.without_vectors(self._encoder.digest)
        for start in range(0, len(rows), _AT_ONCE):
            part = self._store.passages(rows[start : start + _AT_ONCE])
            self._store.put_vectors(
                self._encoder.digest,
                dict(zip(part, encode(self._encoder, list(part.values())), strict=True)),
            )
        return len(rows)

    def search(
        self, query: str, top: int = 5, *, where: Mapping[str, Any] | None = None
    ) -> list[RetrievedChunk]:
        """The passages that fit best, best first; fewer where nothing else has to do with it.

        Args:
            query: a question or keywords.
            top: how many at most.
            where: key of the metadata → a value, or a list of values of which it must have one.
        """
        return [found.retrieved for found in self._search.passages(query, top, where=where)]

    @property
    def _search(self) -> Search:
        return Search(self._store, self._encoder)

    def documents(self) -> list[StoredDocument]:
        """What is there, by id."""
        return self._store.documents()

    def document(self, doc_id: str) -> Document:
        """The document as it was read.

        Raises:
            KeyError: there is none of that id.
        """
        return self._store.document(doc_id)

    def remove(self, *doc_ids: str) -> None:
        """Take documents out.

        Raises:
            KeyError: there is none of that id; those before it are gone.
        """
        for doc_id in doc_ids:
            if not self._store.remove(doc_id):
                raise KeyError(f"Document {doc_id!r} is not in the library")

    def close(self) -> None:
        """Let go of the file."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


_AT_ONCE = 64
"""Passages that are encoded and kept at once."""
