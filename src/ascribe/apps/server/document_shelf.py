"""The uploaded documents: a library in the data folder, filled by uploads and encoded in the background."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from threading import Event, Lock, Thread

from ascribe.apps.server.failures import ServiceError, WorkStoppedError
from ascribe.apps.server.files import StoredFile
from ascribe.apps.server.settings import ServerSettings
from ascribe.inference.interruption import interrupted_by
from ascribe.library import Library
from ascribe.library.options import AskOptions
from ascribe.library.store import StoredDocument
from ascribe.records import Document

_LOGGER = logging.getLogger("ascribe.server")

DIGEST_KEY, NAME_KEY = "file_digest", "file_name"
"""Metadata of an uploaded document: the SHA-256 of its file, and the name that it was uploaded with."""


class DocumentShelf:
    """The library of one service. Threads may share it.

    An uploaded document is found by its words at once; a thread encodes its passages afterwards, so that an
    upload does not wait for the models.

    Args:
        settings: of the service.

    Raises:
        LibraryError: the library cannot be opened.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._most = settings.max_library_documents
        options = AskOptions(generator=settings.generator, tier=settings.tier)
        path = settings.data / "library.ascribe"
        self.library = Library(path, encode=False, limits=settings.limits, options=options)
        self._reserved: dict[str, str] = {}
        self._lock = Lock()
        self._closing = Event()
        self._encoder: Thread | None = None
        self._again = False

    def list_documents(self) -> list[StoredDocument]:
        """Return the documents, sorted by id."""
        return self.library.documents()

    def find(self, doc_id: str) -> StoredDocument:
        """Return a document without its text.

        Raises:
            UnknownDocumentError: none has that id.
        """
        found = [one for one in self.list_documents() if one.doc_id == doc_id]
        if not found:
            self.library.document(doc_id)  # raises the error
        return found[0]

    def used_digests(self) -> set[str]:
        """Return the digests of the files of all documents."""
        return {str(one.metadata.get(DIGEST_KEY)) for one in self.list_documents()}

    def reserve(self, files: Sequence[StoredFile]) -> dict[str, str]:
        """Return digest → the id that the document of each file has or gets; ``release`` gives ids back.

        An id is the name of the file, with a number if a document of another content has that name.

        Raises:
            ServiceError: the library would hold too many documents.
        """
        with self._lock:
            known = self.list_documents()
            by_digest = {str(one.metadata.get(DIGEST_KEY)): one.doc_id for one in known} | self._reserved
            taken = {one.doc_id for one in known} | set(self._reserved.values())
            ids: dict[str, str] = {}
            for file in files:
                if file.digest not in ids:
                    ids[file.digest] = by_digest.get(file.digest) or _find_free_name(file.name, taken)
                    taken.add(ids[file.digest])
            if len(taken) > self._most:
                raise ServiceError(
                    422,
                    "library_full",
                    f"the library holds {len(known):,} of {self._most:,} documents; delete some first.",
                )
            self._reserved |= ids
            return ids

    def release(self, ids: dict[str, str]) -> None:
        """Give reserved ids back: their documents are stored now, or will not be."""
        with self._lock:
            for digest in ids:
                self._reserved.pop(digest, None)

    def add(self, document: Document) -> None:
        """Store a document; once this returns, it survives a crash."""
        self.library.add(document)

    def remove(self, doc_id: str) -> None:
        """Delete a document.

        Raises:
            UnknownDocumentError: none has that id.
        """
        self.library.remove(doc_id)

    def encode_in_background(self) -> None:
        """Encode what has no vectors yet, unless a thread is at it."""
        with self._lock:
            self._again = True
            if self._closing.is_set() or (self._encoder is not None and self._encoder.is_alive()):
                return
            self._encoder = Thread(target=self._encode, name="ascribe-encode", daemon=True)
            self._encoder.start()

    def _encode(self) -> None:
        while self._take_request():
            try:
                with interrupted_by(self._check_open):
                    self.library.reindex()
            except WorkStoppedError:
                return
            except Exception:  # passages without vectors are still found by their words
                _LOGGER.exception("uploaded documents cannot be encoded")
                return

    def _take_request(self) -> bool:
        with self._lock:
            wanted, self._again = self._again and not self._closing.is_set(), False
            if not wanted:
                self._encoder = None
            return wanted

    def _check_open(self) -> None:
        if self._closing.is_set():
            raise WorkStoppedError

    def close(self) -> None:
        """Stop the encoding and close the library."""
        self._closing.set()
        encoder = self._encoder
        if encoder is not None:
            encoder.join()
        self.library.close()


def _find_free_name(name: str, taken: set[str]) -> str:
    """Return the name, or, if it is taken, the name with a number: ``mill.pdf (2)``."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name} ({number})"
    return found
