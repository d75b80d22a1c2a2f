"""The URL of a library on a server: the database, the schema of the library, and what may be shown."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

from ascribe.errors import LibraryError

DEFAULT_SCHEMA = "ascribe"
SCHEMA_PARAMETER = "library"

_SCHEMA = re.compile(r"[a-z_][a-z0-9_]{0,62}")
_HIDDEN = "***"


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where a library on a server is.

    Args:
        url: what the driver gets, with the password.
        schema: name of the schema that holds the library.
        shown: the URL for messages, without a password.
        secrets: passwords in any spelling, to be removed from messages of the driver.
    """

    url: str = field(repr=False)
    schema: str
    shown: str
    secrets: tuple[str, ...] = field(repr=False)

    def hide_secrets(self, text: str) -> str:
        """Return the text without the passwords."""
        for secret in self.secrets:
            text = text.replace(secret, _HIDDEN)
        return text


def parse_address(url: str) -> ServerAddress:
    """Parse a URL such as ``postgresql://user@host/database?library=papers``.

    Raises:
        LibraryError: it is not such a URL; the message does not repeat it, as it may contain a password.
    """
    try:
        parts = urlsplit(url)
        given = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        password = parts.password
    except ValueError:
        raise LibraryError(
            "the URL of the library cannot be read; write postgresql://user@host:5432/database, with special "
            "characters of the password as %40 and the like."
        ) from None
    schema = next((value for key, value in given if key == SCHEMA_PARAMETER), DEFAULT_SCHEMA)
    if not _SCHEMA.fullmatch(schema) or schema.startswith("pg_"):
        raise LibraryError(
            f"library={schema!r} in the URL must be a name of small letters, digits and underscores, such as "
            "library=papers."
        )
    passwords = [password, *(value for key, value in given if key in ("password", "sslpassword"))]
    passed = [(key, value) for key, value in given if key != SCHEMA_PARAMETER]
    public = [(key, value) for key, value in passed if key not in ("password", "sslpassword")]
    place = parts.netloc.rpartition("@")
    user = place[0].partition(":")[0]
    if schema != DEFAULT_SCHEMA:
        public.append((SCHEMA_PARAMETER, schema))
    return ServerAddress(
        _join_url(parts, parts.netloc, passed),
        schema,
        _join_url(parts, f"{user}@{place[2]}" if user else place[2], public),
        tuple(spelling for each in passwords if each for spelling in {each, unquote(each)}),
    )


def _join_url(parts: SplitResult, netloc: str, query: list[tuple[str, str]]) -> str:
    """Return the URL with this place and these parameters; its two slashes stay where the place is empty."""
    return f"{parts.scheme}://{netloc}{parts.path}" + (f"?{urlencode(query)}" if query else "")
