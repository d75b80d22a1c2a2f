"""Sources into the store: read, cut into passages, encoded, kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ascribe.library.adding import Added, Incoming
from ascribe.library.chunking import cut
from ascribe.library.encoding import encode
from ascribe.library.placing import Place, Shelf
from ascribe.library.store import Store
from ascribe.neural.encoder import Encoder
from ascribe.records import Document

_AT_ONCE = 64
"""Passages that are encoded and kept at once."""


@dataclass(frozen=True, slots=True)
class Index:
    """Where sources go.

    Args:
        store: keeps them.
        encoder: makes their vectors.
        encodes: False leaves the vectors to the questions.
    """

    store: Store
    encoder: Encoder
    encodes: bool

    def take_in(self, source: Incoming, shelf: Shelf, outcome: Added) -> None:
        """One source, into the store and into the outcome.

        Raises:
            InputError: it cannot be used.
            MissingExtraError: its reader needs an optional package.
            LibraryError: the library cannot be written.
        """
        hashed = source.digest()
        place = shelf.place(source, hashed)
        while not (place.is_there or self._put(source, hashed, place)):
            place = shelf.place(source, hashed)  # another writer has just taken the id
        known = outcome.unchanged if place.is_there else outcome.updated
        (outcome.added if place.is_new else known).append(place.doc_id)

    def _put(self, source: Incoming, hashed: str, place: Place) -> bool:
        """Read and keep a source; False if its id is another's by now."""
        document = self._found_from_anywhere(source.read(place.doc_id), source.key)
        passages = cut(document)
        encoded = encode(self.encoder, passages) if self.encodes else ()
        return self.store.put(
            document,
            passages,
            source=source.key,
            digest=hashed,
            reading=place.reading,
            instead_of=place.moved_from,
            model=self.encoder.digest if self.encodes else "",
            encoded=encoded,
        )

    def _found_from_anywhere(self, document: Document, key: str) -> Document:
        """The document with the absolute path of its file; as it is if it has none, or goes into memory.

        A library file is asked from other folders than the one it was filled from.
        """
        if self.store.in_memory or not Path(key).is_absolute():
            return document
        return replace(document, source_path=document.source_path.absolute())

    def complete(self) -> int:
        """Encode what has no vectors of the encoder; gives how many passages that were."""
        rows = self.store.without_vectors(self.encoder.digest)
        for start in range(0, len(rows), _AT_ONCE):
            part = self.store.passages(rows[start : start + _AT_ONCE])
            encoded = encode(self.encoder, list(part.values()))
            self.store.put_vectors(self.encoder.digest, dict(zip(part, encoded, strict=True)))
        return len(rows)
