"""The store behind a library of a test, as what it is."""

from __future__ import annotations

from ascribe.library import Library
from ascribe.library.store.file_store import FileStore
from ascribe.library.store.postgres.server_store import ServerStore


def get_file_store(library: Library) -> FileStore:
    """The store of a library in a file."""
    assert isinstance(library._store, FileStore)
    return library._store


def get_server_store(library: Library) -> ServerStore:
    """The store of a library on a server."""
    assert isinstance(library._store, ServerStore)
    return library._store
