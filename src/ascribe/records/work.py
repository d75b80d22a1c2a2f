"""A source as a bibliographic record: authors, year, title and where it was published."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Markup = Literal["md", "html", "plain"]
"""The markup that references are written in, unless they are data such as BibTeX."""


@dataclass(frozen=True, slots=True)
class Name:
    """A person, or an organization with a single name.

    Args:
        family: the family name with its particle (``van Dijk``); for an organization, the whole name.
        given: given names or initials; empty for an organization and for a person with one name.
    """

    family: str
    given: str = ""


@dataclass(frozen=True, slots=True)
class Work:
    """What is known about a published work. An empty text or tuple means unknown.

    Args:
        key: its key in BibTeX, CSL-JSON and RIS; unique within one list.
        kind: a type of CSL 1.0.2, such as ``article-journal``; ``document`` if unknown.
        title: its title.
        authors: in order.
        editors: in order.
        issued: year, month and day, or as much of the date as is known.
        container: the journal, book or site that it was published in.
        fields: further CSL variables with text values: ``volume``, ``issue``, ``page``, ``publisher``,
            ``publisher-place``, ``edition``, ``DOI``, ``URL``, ``ISBN``, ``ISSN``.
    """

    key: str
    kind: str = "document"
    title: str = ""
    authors: tuple[Name, ...] = ()
    editors: tuple[Name, ...] = ()
    issued: tuple[int, ...] = ()
    container: str = ""
    fields: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CitedWork:
    """A work as one reply cites it.

    Args:
        number: its number in the reply.
        work: its bibliographic record.
        name: its name in the list where no title is known: the id of its document.
        suffix: the letter that distinguishes it from works of the same authors and year; empty if not needed.
        pages: the cited pages, counted from 1 (``pages 3, 7``); empty if it has none.
        label: author and year as markers show them, without brackets; empty where only its number can.
    """

    number: int
    work: Work
    name: str
    suffix: str = ""
    pages: str = ""
    label: str = ""
