"""What a marker names → the position of a document: numbers by position, keys by id, file name or title."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from ascribe.read.markers import Marker
from ascribe.records import Document

_NUMBERED = re.compile(r"(?:s|src|source|d|doc|document|ref|chunk)?[-_:. ]?(\d{1,6})", re.IGNORECASE)
_OPENAI_NAME = re.compile(r"†([^†】]+?)(?:†[^】]*)?】")
_CITED_WORK = re.compile(r"([^\W\d_][\w'’-]+).*?((?:1[5-9]|20)\d\d)", re.DOTALL)
_NAMES = ("title", "name", "file_name", "filename", "file_id", "source", "url", "uri", "key", "citekey")
"""Fields of a document's metadata by which a reply may call it."""

FOREIGN = ("openai", "author_year")
"""Styles whose keys may belong to a system that the sources know nothing of: never said to point nowhere."""


class Keys:
    """The documents by all that a reply may call them.

    Args:
        documents: the sources, in order.
    """

    def __init__(self, documents: Sequence[Document]) -> None:
        self._count = len(documents)
        self._by_name: dict[str, set[int]] = {}
        self._said = [" ".join(_names_of(document)).casefold() for document in documents]
        for position, document in enumerate(documents, 1):
            for name in _names_of(document):
                self._by_name.setdefault(name.casefold(), set()).add(position)

    def position(self, key: int | str, marker: Marker, written: str) -> int | None:
        """The 1-based position of the one document that the key names; None if it names none, or several.

        Args:
            key: one of ``marker.documents``.
            marker: the marker that has it.
            written: the marker as the reply has it.
        """
        if isinstance(key, int):
            return key if 1 <= key <= self._count else None
        if marker.style == "author_year":
            return self._by_author(key)
        name = _OPENAI_NAME.search(written) if marker.style == "openai" else None
        found = self._by_name.get((name.group(1) if name else key).strip().casefold(), set())
        if len(found) == 1:
            return next(iter(found))
        number = _NUMBERED.fullmatch(key) if marker.style == "tag" else None
        return self.position(int(number.group(1)), marker, written) if number and not found else None

    def _by_author(self, key: str) -> int | None:
        """``Moss et al., 2019`` names the one document whose names hold "moss" and "2019"."""
        work = _CITED_WORK.match(key)
        if work is None:
            return None
        parts = [part.casefold() for part in work.groups()]
        found = [i for i, said in enumerate(self._said, 1) if all(part in said for part in parts)]
        return found[0] if len(found) == 1 else None


def is_foreign(key: int | str, marker: Marker) -> bool:
    """True if the key may belong to another system, or to a note that the reply itself has."""
    return isinstance(key, str) and (marker.style in FOREIGN or marker.style == "footnote")


def _names_of(document: Document) -> Iterator[str]:
    """Id, file name and title, with and without the ending of a file."""
    values = [document.doc_id, document.source_path.name]
    values += [value for name in _NAMES if isinstance(value := document.metadata.get(name), str)]
    for value in values:
        path = PurePath(value)
        yield from dict.fromkeys(name for name in (value, path.name, path.stem) if name)
