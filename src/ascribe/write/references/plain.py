"""References in a plain format: everything known about each work, in the order of most styles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ascribe.records.work import CitedWork, Markup, Name, Work
from ascribe.write.references.markup import (
    ITALIC,
    clean_text,
    find_title,
    mark_italic,
    render_entry,
)
from ascribe.write.works import NO_DATE, add_letter

_MAX_AUTHORS = 20
"""Further authors are cut to "et al."; the limit is that of APA 7, section 9.8."""


_ENDED = re.compile(rf"[.?!…]{ITALIC[1]}?\Z|\bhttps?://\S+\Z")


class PlainReferences:
    """Writes authors, year, title, container, publisher, address and the cited pages.

    What is not known is left out; a work without a title is listed by the id of its document.
    """

    language = ""
    frame = ("", "\n", "\n")

    def entries(self, works: Sequence[CitedWork], markup: Markup) -> list[str]:
        """Return one line for each work, in order."""
        return [render_entry(_join_sentences(_build_parts(cited)), markup) for cited in works]


def _join_sentences(parts: Iterable[str]) -> str:
    """Join the parts, each with a full stop; none after an address, which it would become part of."""
    ended = (part if _ENDED.search(part) else f"{part}." for part in parts)
    return " ".join(ended)


def _build_parts(cited: CitedWork) -> Iterator[str]:
    """Yield the sentences of an entry, without their full stops."""
    work, year = cited.work, _render_year(cited)
    people = _render_people(work.authors) or _render_people(work.editors)
    title = mark_italic(find_title(cited))
    if people:
        yield f"{people} ({year})" if year else people
        yield title
    else:
        yield f"{title} ({year})" if year else title
    yield from filter(None, (_render_container(work), _render_publisher(work), _find_address(work)))
    if cited.pages:
        yield f"Cited: {cited.pages}"


def _render_year(cited: CitedWork) -> str:
    if cited.work.issued:
        return add_letter(str(cited.work.issued[0]), cited.suffix)
    return add_letter(NO_DATE, cited.suffix) if cited.suffix else ""


def _render_people(names: Sequence[Name]) -> str:
    shown = [clean_text(f"{name.family}, {name.given}" if name.given else name.family) for name in names]
    if len(shown) > _MAX_AUTHORS:
        return "; ".join(shown[:_MAX_AUTHORS]) + " et al."
    return "; ".join(shown)


def _render_container(work: Work) -> str:
    """Return the container with volume, issue and pages: ``Journal of Mills 12(3), 100–112``."""
    fields = {name: clean_text(value) for name, value in work.fields.items()}
    issue = f"({fields['issue']})" if "issue" in fields else ""
    volume = f" {fields.get('volume', '')}{issue}" if "volume" in fields or issue else ""
    place = mark_italic(clean_text(work.container)) + volume
    pages = fields.get("page", "").replace("-", "–")
    return ", ".join(part for part in (place.strip(), pages) if part)


def _render_publisher(work: Work) -> str:
    parts = (work.fields.get("publisher-place", ""), work.fields.get("publisher", ""))
    return ": ".join(clean_text(part) for part in parts if part)


def _find_address(work: Work) -> str:
    """Return the DOI as a URL if there is one; otherwise the URL of the work."""
    doi = work.fields.get("DOI")
    return f"https://doi.org/{clean_text(doi)}" if doi else clean_text(work.fields.get("URL", ""))
