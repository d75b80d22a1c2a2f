"""API keys: a file of salted hashes, never of the keys themselves.

A key is 256 random bits, so one SHA-256 with a salt is enough: nobody can try 2²⁵⁶ keys, and a slow hash such
as scrypt, which is for passwords that people choose, would only make every request slower.
"""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_hex, token_urlsafe

from ascribe.errors import InputError

PREFIX = "ascribe_"


@dataclass(frozen=True, slots=True)
class StoredKey:
    """What is kept of a key: its name, and the hash of salt and key."""

    name: str
    salt: str
    hash: str


class KeyFile:
    """The file of the API keys; it is read again when it has changed.

    Args:
        path: the file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: tuple[tuple[int, int], tuple[StoredKey, ...]] = ((0, 0), ())

    def list_keys(self) -> Sequence[StoredKey]:
        """Return the stored keys.

        Raises:
            InputError: the file is not one of keys.
        """
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return ()
        stamp = (found.st_mtime_ns, found.st_size)
        if stamp != self._read[0]:
            self._read = (stamp, self._parse())
        return self._read[1]

    def _parse(self) -> tuple[StoredKey, ...]:
        try:
            return tuple(StoredKey(**row) for row in json.loads(self._path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise InputError(
                f"{self._path}: is not a file of keys ({error}); make one with: ascribe serve keys add NAME"
            ) from None

    def add(self, name: str) -> str:
        """Make a key, store its hash under the name, and return the key, which is kept nowhere.

        Raises:
            InputError: the name is empty or taken.
        """
        if not name.strip():
            raise InputError("the name of a key must not be empty; give the name of its user.")
        known = self.list_keys()
        if any(key.name == name for key in known):
            raise InputError(f"{self._path} has a key named {name!r}; remove it first, or give another name.")
        key, salt = PREFIX + token_urlsafe(32), token_hex(16)
        self._write([*known, StoredKey(name, salt, hash_key(key, salt))])
        return key

    def remove(self, name: str) -> None:
        """Delete a key.

        Raises:
            InputError: there is none with that name.
        """
        known = self.list_keys()
        kept = [key for key in known if key.name != name]
        if len(kept) == len(known):
            raise InputError(
                f"{self._path} has no key named {name!r}; list them with: ascribe serve keys list"
            )
        self._write(kept)

    def find(self, key: str) -> str | None:
        """Return the name of a key, or None; every stored key is compared, in constant time."""
        found = None
        for stored in self.list_keys():
            if hmac.compare_digest(hash_key(key, stored.salt), stored.hash):
                found = stored.name
        return found

    def _write(self, keys: Sequence[StoredKey]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        draft = self._path.with_name(f".{self._path.name}.{token_hex(4)}")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump([asdict(key) for key in keys], file, indent=2)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self._path)


def hash_key(key: str, salt: str) -> str:
    """Return the SHA-256 of salt and key, in hex."""
    return sha256(f"{salt}{key}".encode("utf-8", "surrogatepass")).hexdigest()
