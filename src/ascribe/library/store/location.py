"""Where a library is: a file, or a schema of a PostgreSQL database; open its store."""

from __future__ import annotations

from pathlib import Path

from ascribe.library.store.file_store import FileStore
from ascribe.library.store.protocol import Store

SERVER_SCHEMES = ("postgresql://", "postgres://")


def is_on_server(location: Path | str) -> bool:
    """Return True for the URL of a server."""
    return isinstance(location, str) and location.startswith(SERVER_SCHEMES)


def parse_location(given: Path | str) -> Path | str:
    """Return the URL of a server as it is, and anything else as the path of a file."""
    return given if is_on_server(given) else Path(given)


def open_store(location: Path | str) -> Store:
    """Open the store of a library, and create it if it does not exist.

    Args:
        location: a file, ``:memory:``, or the URL of a PostgreSQL database.

    Raises:
        LibraryError: it cannot be opened, or is not a library.
        MissingExtraError: a URL needs the extra ``postgres``.
    """
    if not is_on_server(location):
        return FileStore(location)
    from ascribe.library.store.postgres.server_store import ServerStore

    return ServerStore(str(location))
