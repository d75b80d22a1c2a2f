"""Style sheets and scripts of the pages, under an address that contains the digest of all of them.

They are written by hand and served as they are: plain CSS and ES modules, no build, nothing of others. As
the digest is part of the folder, modules import one another by relative names, and browsers may keep them.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from importlib.resources import files

from ascribe.write.report.page import read_stylesheet

_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


@lru_cache(maxsize=1)
def read_assets() -> dict[str, bytes]:
    """Return every file by its name; the style sheet of the report is among them."""
    own = sorted((files("ascribe.apps.web") / "static").iterdir(), key=lambda file: file.name)
    found = {file.name: file.read_bytes() for file in own if file.name.rpartition(".")[2] in _TYPES}
    return {**found, "report.css": read_stylesheet().encode()}


@lru_cache(maxsize=1)
def compute_digest() -> str:
    """Return the first characters of the SHA-256 of all names and contents."""
    total = sha256()
    for name, content in read_assets().items():
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()[:16]


def find_type(name: str) -> str:
    """Return the media type of a file by its ending."""
    return f"{_TYPES[name.rpartition('.')[2]]}; charset=utf-8"
