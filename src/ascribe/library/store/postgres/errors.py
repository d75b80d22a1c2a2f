"""Messages for what goes wrong with a server, in plain words and without passwords."""

from __future__ import annotations

from typing import Any

from ascribe.errors import LibraryError

_MESSAGES = {
    "55P03": "another process kept the library locked; try again later.",
    "40001": "another process changed the library meanwhile; try again.",
    "40P01": "another process changed the library meanwhile; try again.",
    "42501": "the user may not do this; ask the administrator for the rights to create and write the schema.",
    "53100": "the disk of the server is full; free some space and try again.",
    "53300": "the server has too many connections; try again later.",
    "25006": "the server accepts no changes; give the URL of the primary server.",
    "54000": "an id or a name is too long for the server's index; give the document an id of at most 2,000 "
    "characters.",
    "57014": "the server stopped the statement after its time limit; raise statement_timeout for this user.",
    "42P01": "its tables are gone; another program has removed them.",
}
"""SQLSTATE → message."""


def build_server_error(shown: str, error: Exception, hide: Any) -> LibraryError:
    """Build the error for a failed statement: one sentence with a way out.

    Args:
        shown: the URL without a password.
        error: what the driver raised.
        hide: removes passwords from a text.
    """
    code = getattr(error, "sqlstate", None) or ""
    if code in _MESSAGES:
        return LibraryError(f"{shown}: {_MESSAGES[code]}")
    detail = hide(" ".join(str(error).split())) or type(error).__name__
    if "NUL" in detail or "0x00" in detail:
        return LibraryError(f"{shown}: an id contains a null character; leave it out.")
    if not code or code.startswith(("08", "57P")):
        return LibraryError(
            f"{shown}: the connection to the server broke ({detail}); add the last documents again if they "
            "are not there."
        )
    return LibraryError(f"{shown}: the library cannot be used ({detail}).")


def build_connection_error(shown: str, error: Exception, hide: Any) -> LibraryError:
    """Build the error for a server that cannot be reached, or refuses the user."""
    detail = hide(" ".join(str(error).split()))
    return LibraryError(
        f"{shown}: the server cannot be reached ({detail.rstrip('.')}); check that it runs, and the host, "
        "port, database, user and password of the URL."
    )
