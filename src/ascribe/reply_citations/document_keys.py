"""The names by which a reply calls its sources: numbers, ids, titles, authors and years, notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

from ascribe.read.markers import KnownSources, Marker
from ascribe.read.source_entries import SourceEntry, names_source
from ascribe.records import Document
from ascribe.records.work import Work
from ascribe.write.metadata import build_work

_NUMBERED = re.compile(r"(?:s|src|source|d|doc|document|ref|chunk)?[-_:. ]?(\d{1,6})", re.IGNORECASE)
_OPENAI_NAME = re.compile(r"†([^†】]+?)(?:†[^】]*)?】")
_CITED_WORK = re.compile(r"(.*?[^\W\d_][\w'’-]+.*?),?\s*((?:1[5-9]|20)\d\d)[a-z]?\b", re.DOTALL)
_CITED_NAME = re.compile(r"[^\W\d_][\w'’-]+")
_NAME_FIELDS = ("title", "name", "file_name", "filename", "file_id", "source", "url", "uri", "key", "citekey")
"""Metadata fields of a document by which a reply may name it."""

FOREIGN_STYLES = ("openai", "author_year")
"""Styles whose keys may belong to a system unknown to the sources; they are never reported as pointing
nowhere."""


class DocumentKeys:
    """Documents by all names that a reply may use for them.

    Args:
        documents: the sources, in order.
        entries: what the reply itself says of its numbers and names: notes, and a list of sources.
        quoted: label of a note that states something → the documents that say so, best first.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        entries: Sequence[SourceEntry] = (),
        quoted: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        self._quoted = {label.casefold(): places for label, places in (quoted or {}).items() if places}
        self._count = len(documents)
        self._by_name: dict[str, set[int]] = {}
        self._said = [" ".join(_iterate_names(document)).casefold() for document in documents]
        self._works = [build_work(document, "") for document in documents]
        for position, document in enumerate(documents, 1):
            for name in _iterate_names(document):
                self._by_name.setdefault(name.casefold(), set()).add(position)
        names = [name for document in documents for name in _iterate_names(document)]
        self._has_names = any(map(names_source, names)) or any(one.title for one in self._works)
        self._noted = {
            entry.label.casefold(): found
            for entry in reversed(entries)
            if entry.label and (found := self._find_in_entry(entry.text)) is not _UNSAID
        }

    @property
    def numbers(self) -> dict[int, int] | None:
        """Position of a document → its number in the reply; None if the reply numbers them in their order."""
        pairs = {int(label): place for label, place in self._noted.items() if label.isdecimal()}
        if all(number == place for number, place in pairs.items()):
            return None
        return {place: number for number, place in pairs.items() if place is not None}

    def position(self, key: int | str, marker: Marker, written: str) -> int | None:
        """Return the 1-based position of the document that the key names; None if it names none or several.

        Args:
            key: one of ``marker.documents``.
            marker: the marker that contains it.
            written: the text of the marker in the reply.
        """
        if str(key).casefold() in self._noted and marker.style in _NOTED_STYLES:
            return self._noted[str(key).casefold()]
        if (places := self._quoted.get(str(key).casefold())) and marker.style in _NOTED_STYLES:
            return key if key in places and isinstance(key, int) else places[0]
        if isinstance(key, int):
            return key if 1 <= key <= self._count else None
        if marker.style == "author_year":
            return self._find_by_author(key)
        name = _OPENAI_NAME.search(written) if marker.style == "openai" else None
        found = self._by_name.get((name.group(1) if name else key).strip().casefold(), set())
        if len(found) == 1:
            return next(iter(found))
        number = _NUMBERED.fullmatch(key) if marker.style == "tag" else None
        return self.position(int(number.group(1)), marker, written) if number and not found else None

    def _find_by_author(self, key: str) -> int | None:
        """Find the one document for ``Moss et al., 2019``, by its authors and year or else by its names."""
        work = _CITED_WORK.match(key)
        if work is None:
            return None
        names = [name.casefold() for name in _CITED_NAME.findall(work[1]) if name.casefold() not in _JOINERS]
        found = [i for i, one in enumerate(self._works, 1) if _is_by(one, names, int(work[2]))]
        if not found:
            parts = [*names[:1], work[2]]
            found = [i for i, said in enumerate(self._said, 1) if all(part in said for part in parts)]
        return found[0] if len(found) == 1 else None

    def _find_in_entry(self, text: str) -> int | None:
        """Find the one document that an entry names; None if that is none of them.

        ``_UNSAID`` is returned for an entry that only has words or names several, and for any entry where the
        documents themselves have no names that a reply could know.
        """
        said = text.casefold()
        lengths = {
            place: len(name)
            for name, places in sorted(self._by_name.items(), key=lambda pair: len(pair[0]))
            for place in places
            if len(name) >= _LEAST_NAME and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said)
        }
        longest = [place for place, length in lengths.items() if length == max(lengths.values())]
        if not longest:
            by = self._find_by_author(text)
            longest = [by] if by else []
        if len(longest) == 1:
            return longest[0]
        return None if not longest and self._has_names and names_source(text) else _UNSAID


_UNSAID = -1
"""Stands for an entry that does not say which document it means."""

_LEAST_NAME = 3
"""Fewest characters of a name that is looked for in an entry."""

_NOTED_STYLES = ("bracket", "range", "footnote", "superscript", "linked", "named")
"""Styles whose numbers and names a note or a list of sources explains."""

_JOINERS = frozenset(
    ("and", "und", "et", "al", "see", "van", "von", "de", "der", "den", "di", "la", "le", "y", "e")
)


def _is_by(work: Work, names: Sequence[str], year: int) -> bool:
    """Return True for a work of that year by these names, its first author first."""
    people = [
        {part.casefold() for part in _CITED_NAME.findall(one.family)} for one in work.authors or work.editors
    ]
    if not people or not names or work.issued[:1] != (year,) or names[0] not in people[0]:
        return False
    initials = {
        part.casefold() for one in work.authors or work.editors for part in _CITED_NAME.findall(one.given)
    }
    return all(name in initials or any(name in one for one in people) for name in names[:_MOST_NAMES])


_MOST_NAMES = 2
"""Names of a citation that must be authors: those before the title in an entry."""


def list_known_sources(documents: Sequence[Document]) -> KnownSources:
    """Return author and year of each document, by its metadata or by its id, and its other names."""
    works = [build_work(document, "") for document in documents]
    firsts = [(one.family, work.issued[:1]) for work in works for one in (work.authors or work.editors)[:1]]
    written = [(family, str(issued[0])) for family, issued in firsts if issued]
    written += [(one.doc_id, year) for one in documents for year in _YEAR.findall(one.doc_id)]
    names = (name.casefold() for document in documents for name in _iterate_names(document))
    return KnownSources(
        works=frozenset(
            f"{name.casefold()} {year}" for said, year in written for name in _CITED_NAME.findall(said)
        ),
        authors=frozenset(name.casefold() for family, _ in firsts for name in _CITED_NAME.findall(family)),
        names=frozenset(name for name in names if len(name) >= _LEAST_NAME and not name.isdecimal()),
    )


_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")


def is_foreign(key: int | str, marker: Marker) -> bool:
    """Return True if the key may belong to another system, or to a note in the reply itself."""
    return isinstance(key, str) and (marker.style in FOREIGN_STYLES or marker.style == "footnote")


def _iterate_names(document: Document) -> Iterator[str]:
    """Yield id, file name and title, with and without file extension."""
    values = [document.doc_id, document.source_path.name]
    values += [value for name in _NAME_FIELDS if isinstance(value := document.metadata.get(name), str)]
    for value in values:
        path = PurePath(value)
        yield from dict.fromkeys(name for name in (value, path.name, path.stem) if name)
