"""Where a source goes in a library: whether it is there, what it replaces, and under which id."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ascribe.errors import InputError
from ascribe.library.adding import Incoming
from ascribe.library.naming import is_gone
from ascribe.library.store import Store, StoredDocument
from ascribe.version import __version__


@dataclass(frozen=True, slots=True)
class Place:
    """Where a source goes.

    Args:
        doc_id: its id.
        reading: how it is read.
        is_there: True if the library holds the same already, so that nothing is to be done.
        is_new: False if it replaces a document.
        moved_from: the key of the document whose file had these bytes and is gone.
    """

    doc_id: str
    reading: str = ""
    is_there: bool = False
    is_new: bool = False
    moved_from: str | None = None


class Shelf:
    """Says what has to be read, and under which id. It asks the file each time, as others may write it.

    Args:
        store: where the sources go.
        language: the language asked for, as another one reads otherwise.
    """

    def __init__(self, store: Store, language: str | None) -> None:
        self._store = store
        self._language = language or ""

    def place(self, source: Incoming, hashed: str) -> Place:
        """Where a source of that digest goes.

        Raises:
            InputError: it came with an id that another document has.
        """
        reading = " ".join(filter(None, (__version__, self._language, source.kind)))
        known = next(iter(self._store.documents(source=source.key)), None)
        if known is not None and (known.digest, known.reading) == (hashed, reading):
            return Place(known.doc_id, is_there=True)
        gone = None
        for copy in self._copies(source, hashed, reading):
            if is_gone(copy.source):
                gone = gone or copy
            elif known is None:
                return Place(copy.doc_id, is_there=True)
        moved_from = gone.source if gone else None
        if known is not None:
            return Place(known.doc_id, reading, moved_from=moved_from)
        return Place(self._new_id(source, moved_from), reading, is_new=gone is None, moved_from=moved_from)

    def _copies(self, source: Incoming, hashed: str, reading: str) -> list[StoredDocument]:
        """Documents of other files that had the same bytes."""
        if not Path(source.key).is_absolute():
            return []
        alike = self._store.documents(digest=hashed, reading=reading)
        return [copy for copy in alike if copy.source != source.key and Path(copy.source).is_absolute()]

    def _new_id(self, source: Incoming, moved_from: str | None) -> str:
        """An id that no other document has; that of the one it replaces is free."""
        owner = ""
        for doc_id in source.ids:
            owner = next((other.source for other in self._store.documents(doc_id=doc_id)), source.key)
            if owner in (source.key, moved_from):
                return doc_id
        raise InputError(
            f"{source.name}: its id {source.ids[-1]!r} is that of {owner} in the library; give it another "
            "id, or remove that one first."
        )
