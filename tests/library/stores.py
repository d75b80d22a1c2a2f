"""The store behind a library on a server, as what it is."""

from __future__ import annotations

from ascribe.library import Library
from ascribe.library.store.postgres.server_store import ServerStore


def get_server_store(library: Library) -> ServerStore:
    """The store of a library on a server."""
    assert isinstance(library._store, ServerStore)
    return library._store
