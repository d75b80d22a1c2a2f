"""The id and the key of a source in a library: both stay the same however often it is added."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from ascribe.read.sources.files import SourceFile


def key_of_file(file: SourceFile) -> str:
    """What tells the file from others: its absolute path, links followed."""
    return os.path.realpath(file.path)


def id_of_file(file: SourceFile, taken: Collection[str]) -> str:
    """The file's name, or its path below the folder; as much more of the path as makes it new.

    Of two files with the same bytes and path there is one id, so that there always is a new one.
    """
    parts = Path(key_of_file(file)).parts
    depth = 1 if file.folder is None else len(file.path.relative_to(file.folder).parts)
    names = ["/".join(parts[-length:]) for length in range(depth, len(parts) + 1)]
    return next((name for name in names if name not in taken), "/".join(parts))


def key_of_text(doc_id: str | None, digest: str) -> str:
    """What tells a text from others: the id that it came with, or what it says."""
    return f"id:{doc_id}" if doc_id else digest


def id_of_text(doc_id: str | None, digest: str) -> str:
    """The id that it came with, or one made of what it says."""
    return doc_id or f"text-{digest.removeprefix('sha256:')[:8]}"
