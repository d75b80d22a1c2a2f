"""A document's metadata as a work: the one table of keys.

Keys are compared without case, and ``-``, ``_`` and blanks are one. The first key of a row that holds
something usable wins. Names are those of CSL-JSON, BibTeX, Dublin Core, schema.org and common loaders.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from ascribe.records import Document
from ascribe.records.work import Work
from ascribe.write.visible import one_line
from ascribe.write.works.dates import Issued, issued_of
from ascribe.write.works.names import names_of

_KEYS: dict[str, tuple[str, ...]] = {
    "title": ("title", "headline", "document_title", "dc.title"),
    "author": ("author", "authors", "creator", "creators", "byline", "dc.creator"),
    "editor": ("editor", "editors"),
    "issued": (
        "issued", "published", "publication_date", "published_date", "date_published", "datepublished",
        "published_at", "pubdate", "pub_date", "publication_year", "year", "date", "dc.date",
    ),
    "container": (
        "container_title", "journal", "journaltitle", "journal_title", "booktitle", "book_title",
        "publication_title", "publication", "venue", "newspaper", "magazine", "website_title", "site_name",
    ),
    "kind": ("csl_type", "type", "entrytype", "document_type", "item_type"),
    "key": ("citation_key", "citekey", "citationkey", "bibtex_key"),
    "publisher": ("publisher", "institution", "organization", "organisation", "school", "dc.publisher"),
    "publisher-place": ("publisher_place", "place", "address"),
    "volume": ("volume",),
    "issue": ("issue", "number"),
    "edition": ("edition",),
    "ISBN": ("isbn",),
    "ISSN": ("issn",),
}  # fmt: skip

_KINDS = {
    "article": "article-journal",
    "articlejournal": "article-journal",
    "journalarticle": "article-journal",
    "scholarlyarticle": "article-journal",
    "articlemagazine": "article-magazine",
    "articlenewspaper": "article-newspaper",
    "newsarticle": "article-newspaper",
    "preprint": "article",
    "book": "book",
    "mvbook": "book",
    "chapter": "chapter",
    "bookchapter": "chapter",
    "inbook": "chapter",
    "incollection": "chapter",
    "conference": "paper-conference",
    "conferencepaper": "paper-conference",
    "inproceedings": "paper-conference",
    "paperconference": "paper-conference",
    "proceedingsarticle": "paper-conference",
    "dataset": "dataset",
    "mastersthesis": "thesis",
    "phdthesis": "thesis",
    "thesis": "thesis",
    "report": "report",
    "techreport": "report",
    "online": "webpage",
    "webpage": "webpage",
    "website": "webpage",
    "blogposting": "post-weblog",
    "postweblog": "post-weblog",
    "manual": "book",
    "patent": "patent",
}
"""What metadata calls a work, in small letters alone → CSL type. Others, such as ``pdf``, tell nothing."""

_RANGE = re.compile(r"[A-Za-z]{0,3}\d+\s*[-–—]+\s*[A-Za-z]{0,3}\d+")
"""Pages of an article. A number in ``page`` is where a chunk stands, in ``pages`` how long a file is."""

_DOI = re.compile(r"10\.\d{4,9}/\S+")


def work_of(document: Document | None, key: str) -> Work:
    """The work that the document is, as far as its metadata tells; nothing is guessed from its text."""
    found = _normalised(document.metadata if document is not None else {})
    container, fields = _text(found, "container"), _fields(found)
    return Work(
        key=key,
        kind=_kind(found, container, fields),
        title=_text(found, "title"),
        authors=next((names for v in _values(found, "author") if (names := names_of(v))), ()),
        editors=next((names for v in _values(found, "editor") if (names := names_of(v))), ()),
        issued=_issued(found),
        container=container,
        fields=fields,
    )


def key_given(document: Document | None) -> str:
    """The key that the metadata names; empty if it names none."""
    return _text(_normalised(document.metadata), "key") if document is not None else ""


def is_web_address(text: str) -> bool:
    """True for an ``http`` or ``https`` address with a host: the only ones that a list makes links of."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not re.search(r"[\s<>\"\\`]", text)


def _normalised(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Keys as the table has them. ``creator`` beside ``producer`` is the program that made a PDF."""
    named = ((re.sub(r"[-_\s]+", "_", str(key)).lower(), value) for key, value in metadata.items())
    found = {key: value for key, value in reversed([*named]) if value not in (None, "", [], {})}
    return {key: value for key, value in found.items() if key != "creator" or "producer" not in found}


def _values(found: Mapping[str, Any], name: str) -> Iterable[Any]:
    return (found[key] for key in _KEYS[name] if key in found)


def _text(found: Mapping[str, Any], name: str) -> str:
    """The first value as one line; of a list, as Crossref has titles, its first."""
    for value in _values(found, name):
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, str | int) and not isinstance(first, bool) and one_line(str(first)):
            return one_line(str(first))
    return ""


def _issued(found: Mapping[str, Any]) -> Issued:
    """The first date; where only its year is given, with a month beside it."""
    issued = next((date for value in _values(found, "issued") if (date := issued_of(value))), ())
    month = str(found.get("month", ""))
    return (*issued, int(month)) if len(issued) == 1 and re.fullmatch(r"0?[1-9]|1[0-2]", month) else issued


def _fields(found: Mapping[str, Any]) -> dict[str, str]:
    plain = ("publisher", "publisher-place", "volume", "issue", "edition", "ISBN", "ISSN")
    fields = {name: _text(found, name) for name in plain}
    pages = (str(found.get(k, "")).strip() for k in ("page_range", "pages", "page"))
    fields["page"] = re.sub(r"\s*[-–—]+\s*", "-", next(filter(_RANGE.fullmatch, pages), ""))
    doi = _DOI.search(str(found.get("doi", "")))
    fields["DOI"] = one_line(doi.group()) if doi else ""
    addresses = (found.get(k) for k in ("url", "link", "source_url", "file_url", "uri", "source"))
    fields["URL"] = next(
        (a.strip() for a in addresses if isinstance(a, str) and is_web_address(a.strip())), ""
    )
    return {name: value for name, value in fields.items() if value}


def _kind(found: Mapping[str, Any], container: str, fields: Mapping[str, str]) -> str:
    """As the metadata says; else by what only such a work has."""
    for value in _values(found, "kind"):
        if isinstance(value, str) and (kind := _KINDS.get(re.sub(r"[^a-z]", "", value.lower()))):
            return kind
    if container:
        is_book = any(key in found for key in ("booktitle", "book_title"))
        return "chapter" if is_book else "webpage" if "site_name" in found else "article-journal"
    if "ISBN" in fields or "edition" in fields:
        return "book"
    if "institution" in found:
        return "report"
    return "webpage" if "URL" in fields and "DOI" not in fields else "document"
