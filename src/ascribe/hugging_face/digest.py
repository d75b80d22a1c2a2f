"""Which model it was: a digest of its files."""

from __future__ import annotations

import hashlib
from pathlib import Path

READ = (".json", ".txt", ".model", ".safetensors", ".bin")
"""Endings of configurations, vocabularies and weights."""


def digest(folder: Path) -> str:
    """12 hex digits of the SHA-256 over the names and digests of the model's files."""
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.suffix in READ)
    return hashlib.sha256("\n".join(map(_line, files)).encode()).hexdigest()[:12]


def _line(file: Path) -> str:
    with file.open("rb") as data:
        return f"{hashlib.file_digest(data, 'sha256').hexdigest()}  {file.name}"
