"""References in a plain form of our own: all that is known of each work, in the order of most styles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ascribe.records.work import CitedWork, Markup, Name, Work
from ascribe.write.references.markup import ITALIC, clean, italic, rendered, title_of
from ascribe.write.works.labels import NO_DATE, with_letter

_MOST_AUTHORS = 20
"""More are cut to "et al."; APA 7, section 9.8, names as many."""


_ENDED = re.compile(rf"[.?!…]{ITALIC[1]}?\Z|\bhttps?://\S+\Z")


class OwnReferences:
    """Writes authors, year, title, where it appeared, address and the pages that were cited.

    What is not known is left out; a work without a title goes by the id of its document.
    """

    language = ""
    frame = ("", "\n", "\n")

    def entries(self, works: Sequence[CitedWork], markup: Markup) -> list[str]:
        """One line for each work, in order."""
        return [rendered(_sentences(_parts(cited)), markup) for cited in works]


def _sentences(parts: Iterable[str]) -> str:
    """The parts, each with a full stop; none behind an address, of which it would become a part."""
    ended = (part if _ENDED.search(part) else f"{part}." for part in parts)
    return " ".join(ended)


def _parts(cited: CitedWork) -> Iterator[str]:
    """The sentences of an entry, without their full stops."""
    work, year = cited.work, _year(cited)
    people = _people(work.authors) or _people(work.editors)
    title = italic(title_of(cited))
    if people:
        yield f"{people} ({year})" if year else people
        yield title
    else:
        yield f"{title} ({year})" if year else title
    yield from filter(None, (_appeared(work), _published(work), _address(work)))
    if cited.pages:
        yield f"Cited: {cited.pages}"


def _year(cited: CitedWork) -> str:
    if cited.work.issued:
        return with_letter(str(cited.work.issued[0]), cited.suffix)
    return with_letter(NO_DATE, cited.suffix) if cited.suffix else ""


def _people(names: Sequence[Name]) -> str:
    shown = [clean(f"{name.family}, {name.given}" if name.given else name.family) for name in names]
    if len(shown) > _MOST_AUTHORS:
        return "; ".join(shown[:_MOST_AUTHORS]) + " et al."
    return "; ".join(shown)


def _appeared(work: Work) -> str:
    """``Journal of Mills 12(3), 100–112``."""
    fields = {name: clean(value) for name, value in work.fields.items()}
    issue = f"({fields['issue']})" if "issue" in fields else ""
    volume = f" {fields.get('volume', '')}{issue}" if "volume" in fields or issue else ""
    place = italic(clean(work.container)) + volume
    pages = fields.get("page", "").replace("-", "–")
    return ", ".join(part for part in (place.strip(), pages) if part)


def _published(work: Work) -> str:
    parts = (work.fields.get("publisher-place", ""), work.fields.get("publisher", ""))
    return ": ".join(clean(part) for part in parts if part)


def _address(work: Work) -> str:
    """The DOI as an address if there is one; else the URL."""
    doi = work.fields.get("DOI")
    return f"https://doi.org/{clean(doi)}" if doi else clean(work.fields.get("URL", ""))
