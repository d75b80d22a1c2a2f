"""Rendered pages on disk, the least recently used deleted first."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from ascribe.apps.server.settings import ServerSettings


class PageCache:
    """The rendered pages in the data folder.

    Args:
        settings: of the service.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._folder, self._most = settings.data / "pages", settings.page_cache_bytes

    def _find_path(self, digest: str, number: int, scale: float) -> Path:
        return self._folder / f"{digest}-{number}-{scale:.3f}.png"

    def get(self, digest: str, number: int, scale: float) -> bytes | None:
        """Return a rendered page, or None."""
        path = self._find_path(digest, number, scale)
        try:
            picture = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return picture

    def put(self, digest: str, number: int, scale: float, picture: bytes) -> None:
        """Keep a rendered page; a full disk only means that it is rendered again."""
        if len(picture) > self._most:
            return
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            draft = self._folder / f".{token_hex(8)}"
            draft.write_bytes(picture)
            draft.replace(self._find_path(digest, number, scale))
            self._shrink()

    def _shrink(self) -> None:
        stats = [(path.stat(), path) for path in self._folder.iterdir()]
        pages = sorted((found.st_mtime, found.st_size, path) for found, path in stats)
        total = sum(size for _, size, _ in pages)
        for _, size, path in pages:
            if total <= self._most:
                return
            path.unlink(missing_ok=True)
            total -= size

    def remove(self, digests: set[str]) -> None:
        """Delete the pages of files that are not among these digests."""
        if self._folder.is_dir():
            for path in self._folder.iterdir():
                if path.name[:64] not in digests:
                    path.unlink(missing_ok=True)
