"""A source as a list of references names it: authors, year, title and where it appeared."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Markup = Literal["md", "html", "plain"]
"""What references are written in, unless they are data."""


@dataclass(frozen=True, slots=True)
class Name:
    """A person, or a body that goes by one name.

    Args:
        family: the family name with its particle (``van Dijk``); of a body, the whole name.
        given: given names or initials; empty for a body and for a person with one name.
    """

    family: str
    given: str = ""


@dataclass(frozen=True, slots=True)
class Work:
    """What is known of a published work. Empty text and empty tuples mean that it is not known.

    Args:
        key: names it in BibTeX, CSL-JSON and RIS; not given twice in one list.
        kind: a type of CSL 1.0.2, such as ``article-journal``; ``document`` if nothing tells.
        title: its title.
        authors: in order.
        editors: in order.
        issued: year, month and day, or as much of it as is known.
        container: the journal, book or site that it appeared in.
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
        work: what is known of it.
        name: how the list calls it where no title is known: the id of its document.
        suffix: the letter that tells it from works of the same authors and year; empty if none is needed.
        pages: the pages that were cited, as people count them (``pages 3, 7``); empty if it has none.
        label: how markers name it by author and year, without brackets; empty where only its number can.
    """

    number: int
    work: Work
    name: str
    suffix: str = ""
    pages: str = ""
    label: str = ""
