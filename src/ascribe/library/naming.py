"""The ids and the key of a source in a library: both stay the same however often it is added."""

from __future__ import annotations

import os
import re
from pathlib import Path

from ascribe.read.sources.files import SourceFile
from ascribe.records.serialise import spelled

SHORTEST = 8
"""Hex digits of a digest that name a text, if they name no other."""

_GIVEN = "id:"

_ESCAPED = re.compile(r"\\u(dc[89a-f][0-9a-f])")
"""What ``spelled`` makes of a byte that is no UTF-8."""


def key_of_file(file: SourceFile) -> str:
    """What tells the file from others: its absolute path, links followed."""
    return spelled(os.path.realpath(file.path))


def is_gone(key: str) -> bool:
    """True if the file of that key is not there any more; one that may not be looked at is not gone."""
    return all(map(_is_missing, {key, _ESCAPED.sub(lambda code: chr(int(code[1], 16)), key)}))


def _is_missing(path: str) -> bool:
    try:
        Path(path).stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def ids_of_file(file: SourceFile) -> list[str]:
    """The file's name, or its path below the folder; then as much more of the path as makes it new."""
    parts = Path(os.path.realpath(file.path)).parts
    depth = 1 if file.folder is None else len(file.path.relative_to(file.folder).parts)
    return [spelled("/".join(parts[-length:])) for length in range(depth, len(parts) + 1)]


def key_of_text(doc_id: str | None, digest: str) -> str:
    """What tells a text from others: the id that it came with, or what it says."""
    return f"{_GIVEN}{doc_id}" if doc_id else digest


def is_given(key: str) -> bool:
    """True for the key of a text that came with an id."""
    return key.startswith(_GIVEN)


def ids_of_text(doc_id: str | None, name: str | None, digest: str) -> list[str]:
    """The id that it came with; or its name in the metadata, or what it says, made longer until new."""
    if doc_id:
        return [doc_id]
    digits = digest.removeprefix("sha256:")
    made = [f"{name or 'text'}-{digits[:length]}" for length in range(SHORTEST, len(digits) + 1)]
    return [name, *made] if name else made
