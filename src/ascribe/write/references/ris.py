"""References as RIS, which every reference manager imports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ascribe.records.work import CitedWork, Markup, Name
from ascribe.write.references.markup import clean_text, find_title

_TYPES = {
    "article-journal": "JOUR",
    "article-magazine": "MGZN",
    "article-newspaper": "NEWS",
    "book": "BOOK",
    "chapter": "CHAP",
    "dataset": "DATA",
    "paper-conference": "CPAPER",
    "patent": "PAT",
    "post-weblog": "BLOG",
    "report": "RPRT",
    "thesis": "THES",
    "webpage": "ELEC",
}
"""CSL type → RIS type; any other work is ``GEN``."""

_TAGS = {
    "volume": "VL", "issue": "IS", "edition": "ET", "publisher": "PB", "publisher-place": "CY",
    "DOI": "DO", "URL": "UR", "ISBN": "SN", "ISSN": "SN",
}  # fmt: skip


class RisReferences:
    """Writes one record for each work, every value on one line."""

    language = "ris"
    frame = ("", "\n\n", "\n")

    def entries(self, works: Sequence[CitedWork], markup: Markup) -> list[str]:  # noqa: ARG002 - the protocol's
        """Return one record for each work, in order."""
        return ["\n".join(f"{tag}  - {value}" for tag, value in _build_lines(cited)) for cited in works]


def _build_lines(cited: CitedWork) -> Iterator[tuple[str, str]]:
    work = cited.work
    yield "TY", _TYPES.get(work.kind, "GEN")
    yield "ID", work.key
    yield from (("AU", _render_name(name)) for name in work.authors)
    yield from (("ED", _render_name(name)) for name in work.editors)
    yield "TI", find_title(cited)
    if work.container:
        yield "T2", clean_text(work.container)
    if work.issued:
        yield "PY", str(work.issued[0])
        yield "DA", "/".join([*(f"{part:02}" for part in work.issued), "", "", ""][:4])
    first, _, last = work.fields.get("page", "").partition("-")
    yield from ((tag, clean_text(page)) for tag, page in (("SP", first), ("EP", last)) if page)
    yield from ((tag, clean_text(work.fields[name])) for name, tag in _TAGS.items() if name in work.fields)
    yield "ER", ""


def _render_name(name: Name) -> str:
    return clean_text(f"{name.family}, {name.given}" if name.given else name.family)
