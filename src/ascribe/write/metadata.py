"""A document's metadata as a bibliographic record: the table of keys, and parsers for names and dates.

Keys are compared without case, and ``-``, ``_`` and spaces are equal. The first key of a row that has a
usable value wins. Key names are those of CSL-JSON, BibTeX, Dublin Core, schema.org and common loaders.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from ascribe.records import Document
from ascribe.records.work import Name, Work
from ascribe.write.display_text import to_one_line

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
"""Type in the metadata, reduced to lowercase letters → CSL type. Others, such as ``pdf``, are ignored."""

_RANGE = re.compile(r"[A-Za-z]{0,3}\d+\s*[-–—]+\s*[A-Za-z]{0,3}\d+")
"""Pages of an article. A single number in ``page`` locates a chunk; in ``pages`` it counts a file's pages."""

_DOI = re.compile(r"10\.\d{4,9}/\S+")


def build_work(document: Document | None, key: str) -> Work:
    """Build the work from the document's metadata; nothing is guessed from its text."""
    found = _normalize_keys(document.metadata if document is not None else {})
    container, fields = _find_text(found, "container"), _build_fields(found)
    return Work(
        key=key,
        kind=_find_kind(found, container, fields),
        title=_find_text(found, "title"),
        authors=next((names for v in _iterate_values(found, "author") if (names := parse_names(v))), ()),
        editors=next((names for v in _iterate_values(found, "editor") if (names := parse_names(v))), ()),
        issued=_find_issued(found),
        container=container,
        fields=fields,
    )


def find_key(document: Document | None) -> str:
    """Return the citation key in the metadata; empty if there is none."""
    return _find_text(_normalize_keys(document.metadata), "key") if document is not None else ""


def is_web_address(text: str) -> bool:
    """Return True for an ``http`` or ``https`` URL with a host: the only ones that lists link."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not re.search(r"[\s<>\"\\`]", text)


def _normalize_keys(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Normalize the keys. A ``creator`` next to a ``producer`` is dropped: it is the program of a PDF."""
    named = ((re.sub(r"[-_\s]+", "_", str(key)).lower(), value) for key, value in metadata.items())
    found = {key: value for key, value in reversed([*named]) if value not in (None, "", [], {})}
    return {key: value for key, value in found.items() if key != "creator" or "producer" not in found}


def _iterate_values(found: Mapping[str, Any], name: str) -> Iterable[Any]:
    return (found[key] for key in _KEYS[name] if key in found)


def _find_text(found: Mapping[str, Any], name: str) -> str:
    """Return the first value as one line; of a list, such as the titles of Crossref, the first item."""
    for value in _iterate_values(found, name):
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, str | int) and not isinstance(first, bool) and to_one_line(str(first)):
            return to_one_line(str(first))
    return ""


def _find_issued(found: Mapping[str, Any]) -> Issued:
    """Return the first date; if it is only a year, with the value of ``month``."""
    issued = next((date for value in _iterate_values(found, "issued") if (date := parse_issued(value))), ())
    month = str(found.get("month", ""))
    return (*issued, int(month)) if len(issued) == 1 and re.fullmatch(r"0?[1-9]|1[0-2]", month) else issued


def _build_fields(found: Mapping[str, Any]) -> dict[str, str]:
    plain = ("publisher", "publisher-place", "volume", "issue", "edition", "ISBN", "ISSN")
    fields = {name: _find_text(found, name) for name in plain}
    pages = (str(found.get(k, "")).strip() for k in ("page_range", "pages", "page"))
    fields["page"] = re.sub(r"\s*[-–—]+\s*", "-", next(filter(_RANGE.fullmatch, pages), ""))
    doi = _DOI.search(str(found.get("doi", "")))
    fields["DOI"] = to_one_line(doi.group()) if doi else ""
    addresses = (found.get(k) for k in ("url", "link", "source_url", "file_url", "uri", "source"))
    fields["URL"] = next(
        (a.strip() for a in addresses if isinstance(a, str) and is_web_address(a.strip())), ""
    )
    return {name: value for name, value in fields.items() if value}


def _find_kind(found: Mapping[str, Any], container: str, fields: Mapping[str, str]) -> str:
    """Return the CSL type that the metadata names; otherwise infer it from its other keys."""
    for value in _iterate_values(found, "kind"):
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


# --- Names ---

_PARTICLES = {
    "af", "al", "bin", "da", "das", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el", "la",
    "le", "ten", "ter", "van", "von", "zu", "zum", "zur",
}  # fmt: skip
_ORGANIZATION = re.compile(
    r"\b(?:agency|association|bank|board|bureau|center|centre|college|commission|committee|company|consortium"
    r"|corporation|council|department|foundation|gmbh|group|inc|institute|laboratory|ltd|ministry|museum"
    r"|office|organi[sz]ation|press|school|service|society|team|trust|union|university|universität|université"
    r"|verein|of|for|the|für|pour)\b",
    re.IGNORECASE,
)
"""Words of organizations, which have no given name to put after a comma."""

_BETWEEN = re.compile(r"\s*[;\n]\s*")
_AND = re.compile(r"\s+(?:and|und|et|y|e|&)\s+")
_INITIALS = re.compile(r"(?:[^\W\d_a-z]\.?[\s-]?){1,4}")
_SUFFIXES = ("jr", "sr", "ii", "iii", "iv")


def parse_names(value: Any) -> tuple[Name, ...]:
    """Parse the names in a metadata value: text, a dict, or a list of either; each once, in order.

    One text may contain several names, separated by ``;`` or a word for "and", or by commas where no other
    reading is possible: ``Anna Kohl, Ben Ray``, ``Kohl, A., Ray, B.``. A name in braces, as in BibTeX, is not
    split.
    """
    return tuple(dict.fromkeys(_iterate_names(value)))


def _iterate_names(value: Any) -> Iterable[Name]:
    if isinstance(value, str):
        for part in _split_names(to_one_line(value)):
            yield from _parse_name_text(part)
    elif isinstance(value, Mapping):
        yield from _parse_name_dict(value)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _iterate_names(item)


def _split_names(text: str) -> list[str]:
    """Split the text between names, but not at the "and" of an organization ("Board of Rivers and Lakes")."""
    if text.startswith("{") and text.endswith("}") and text.count("{") == 1:
        return [text]
    people = ([w] if _ORGANIZATION.search(w) else _AND.split(w) for w in _BETWEEN.split(text))
    parts = [part for several in people for part in several]
    return [part.strip(" ,") for part in parts if part.strip(" ,")]


def _parse_name_text(text: str) -> Iterable[Name]:
    if text.startswith("{") and text.endswith("}"):
        yield Name(text[1:-1].strip())
        return
    pieces = [piece.strip() for piece in text.split(",") if piece.strip()]
    if len(pieces) == 1:
        yield _parse_given_first(pieces[0])
    elif len(pieces) % 2 == 0 and all(_INITIALS.fullmatch(given) for given in pieces[1::2]):
        for family, given in zip(pieces[::2], pieces[1::2], strict=True):
            yield Name(family, given)
    elif _ORGANIZATION.search(text):
        yield Name(text)
    elif len(pieces) == 2 and _is_family(pieces[0]):
        yield Name(pieces[0], pieces[1])
    elif len(pieces) == 3 and pieces[1].lower().rstrip(".") in _SUFFIXES:
        yield Name(f"{pieces[0]} {pieces[1]}", pieces[2])
    else:
        for piece in pieces:
            yield _parse_given_first(piece)


def _is_family(text: str) -> bool:
    """Return True for a single word, or for words that begin with a particle: ``van der Berg``."""
    words = text.split()
    return len(words) == 1 or words[0].lower() in _PARTICLES


def _parse_given_first(text: str) -> Name:
    """Parse a name with the given names first."""
    words = text.split()
    if len(words) < 2 or _ORGANIZATION.search(text):
        return Name(text)
    start = len(words) - 1
    while start > 1 and words[start - 1].lower() in _PARTICLES:
        start -= 1
    return Name(" ".join(words[start:]), " ".join(words[:start]))


def _parse_name_dict(value: Mapping[Any, Any]) -> Iterable[Name]:
    def text(*keys: str) -> str:
        return next((to_one_line(str(value[k])) for k in keys if isinstance(value.get(k), str)), "")

    family = text("family", "last", "lastName", "last_name", "surname", "familyName")
    particle = text("non-dropping-particle", "dropping-particle")
    given = text("given", "first", "firstName", "first_name", "givenName", "forename")
    if family:
        yield Name(f"{particle} {family}".strip(), given)
    elif literal := text("literal"):
        yield Name(literal)
    else:
        yield from _parse_name_text(name) if (name := text("name", "full_name", "fullName")) else ()


# --- Dates ---

Issued = tuple[int, ...]
"""Year, month and day, or as many of them as are known."""

_ISO = re.compile(r"(\d{4})(?:[-/.]?(\d{2})(?:[-/.]?(\d{2}))?)?(?!\d)")
"""``2019-05-03T…``, ``2019/05``, ``20190503``."""

_PDF = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?")
"""PDF 2.0, section 7.9.4; the time may follow."""

_YEAR = re.compile(r"(?<!\d)(1[0-9]{3}|20[0-9]{2})(?!\d)")


def parse_issued(value: Any) -> Issued:
    """Parse year, month and day, or as much as there is; empty without a year from 1000 to 2099.

    Of a date that is not in ISO 8601, only the year is used: ``03/04/2019`` is ambiguous.
    """
    if isinstance(value, bool):
        return ()
    if isinstance(value, int):
        return (value,) if 1000 <= value <= 2099 else ()
    if isinstance(value, str):
        return _parse_date_text(value.strip())
    if isinstance(value, Mapping):
        return _parse_date_dict(value)
    return parse_issued(value[0]) if isinstance(value, list | tuple) and value else ()


def _parse_date_text(text: str) -> Issued:
    if match := _PDF.match(text) or _ISO.match(text):
        return _validate_parts(match.groups())
    years = _YEAR.findall(text)
    return (int(years[0]),) if years else ()


def _validate_parts(parts: tuple[Any, ...]) -> Issued:
    """Return the parts up to the first that is missing or out of range."""
    kept: list[int] = []
    for part, (low, high) in zip(parts, ((1000, 2099), (1, 12), (1, 31)), strict=False):
        if not str(part or "").isdecimal() or not low <= int(part) <= high:
            break
        kept.append(int(part))
    return tuple(kept)


def _parse_date_dict(value: Mapping[Any, Any]) -> Issued:
    """Parse a date of CSL-JSON, or one with named parts."""
    parts = value.get("date-parts")
    if isinstance(parts, list | tuple) and parts:
        first = parts[0]
        return (
            _validate_parts(tuple(first))
            if isinstance(first, list | tuple)
            else _validate_parts(tuple(parts))
        )
    if "year" in value:
        return _validate_parts((value["year"], value.get("month"), value.get("day")))
    return parse_issued(value.get("raw") or value.get("literal"))
