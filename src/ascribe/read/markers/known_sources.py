"""What the markers of a reply may call the given sources, beside their numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownSources:
    """Names of the given sources, in lower case; false if there are none.

    They decide whether "(Smith, 2020)" is a marker, which may as well be a place and a year, and
    "(mill.txt)", which may as well be a remark.

    Args:
        works: first author and year of a source, such as ``smith 2020``.
        authors: first authors of the sources.
        names: ids, file names and titles.
    """

    works: frozenset[str] = frozenset()
    authors: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.works or self.authors or self.names)


NO_SOURCES = KnownSources()
