"""References as BibTeX, in UTF-8, for BibTeX with a Unicode-aware LaTeX and for biber."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ascribe.records.work import CitedWork, Markup, Name, Work
from ascribe.write.references.markup import clean_text, find_title

_TYPES = {
    "article": "misc",
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "book": "book",
    "chapter": "incollection",
    "paper-conference": "inproceedings",
    "report": "techreport",
    "thesis": "phdthesis",
}
"""CSL type → entry type of the classic BibTeX styles; any other work is ``misc``."""

_CONTAINERS = {"article": "journal", "incollection": "booktitle", "inproceedings": "booktitle"}
_PUBLISHERS = {"techreport": "institution", "phdthesis": "school", "misc": "organization"}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FIELDS = {
    "volume": "volume", "issue": "number", "edition": "edition", "publisher-place": "address",
    "ISBN": "isbn", "ISSN": "issn",
}  # fmt: skip
_SPECIAL = {
    "\\": r"\textbackslash{}",
    # An escaped brace counts as a brace when BibTeX looks for the end of a field.
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "$&#_%"},
}
_ESCAPES = str.maketrans(_SPECIAL)
_WORD = re.compile(r"\w+")
_IN_ADDRESS = str.maketrans({"\\": "%5C", "{": "%7B", "}": "%7D", " ": "%20"})


class BibtexReferences:
    """Writes one entry for each work. Capitals in titles are kept; LaTeX special characters are escaped."""

    language = "bibtex"
    frame = ("", "\n\n", "\n")

    def entries(self, works: Sequence[CitedWork], markup: Markup) -> list[str]:  # noqa: ARG002 - the protocol's
        """Return one entry for each work, in order."""
        return [_render_entry(cited) for cited in works]


def escape_latex(text: str) -> str:
    """Return the text on one line with every LaTeX special character escaped."""
    return clean_text(text).translate(_ESCAPES)


def _render_entry(cited: CitedWork) -> str:
    kind = _TYPES.get(cited.work.kind, "misc")
    lines = "".join(
        f"  {name} = {value},\n" for name, value in _build_fields(cited, kind) if value not in ("", "{}")
    )
    return f"@{kind}{{{cited.work.key},\n{lines}}}"


def _build_fields(cited: CitedWork, kind: str) -> Iterator[tuple[str, str]]:
    """Yield field names and their values, braces included."""
    work = cited.work
    yield "author", f"{{{_render_names(work.authors)}}}"
    yield "editor", f"{{{_render_names(work.editors)}}}"
    yield "title", f"{{{_protect_capitals(find_title(cited))}}}"
    yield _CONTAINERS.get(kind, "howpublished"), f"{{{escape_latex(work.container)}}}"
    yield from _build_date_fields(work)
    for name, field in _FIELDS.items():
        yield field, f"{{{escape_latex(work.fields.get(name, ''))}}}"
    yield "pages", f"{{{escape_latex(work.fields.get('page', '')).replace('-', '--')}}}"
    yield _PUBLISHERS.get(kind, "publisher"), f"{{{escape_latex(work.fields.get('publisher', ''))}}}"
    yield "doi", f"{{{_escape_verbatim(work.fields.get('DOI', ''))}}}"
    yield "url", f"{{{_escape_verbatim(work.fields.get('URL', ''))}}}"


def _build_date_fields(work: Work) -> Iterator[tuple[str, str]]:
    if work.issued:
        yield "year", f"{{{work.issued[0]}}}"
    if len(work.issued) > 1:
        yield "month", _MONTHS[work.issued[1] - 1]


def _render_names(names: Sequence[Name]) -> str:
    return " and ".join(map(_render_name, names))


def _render_name(name: Name) -> str:
    """Return ``Family, Given``; in braces an organization, and a part that contains a comma or "and"."""
    family, given = escape_latex(name.family), escape_latex(name.given)
    if not given:
        return f"{{{family}}}"
    return f"{_protect_name_part(family)}, {_protect_name_part(given)}"


def _protect_name_part(text: str) -> str:
    return f"{{{text}}}" if re.search(r",|\band\b", text, re.IGNORECASE) else text


def _protect_capitals(words: str) -> str:
    """Put words with capitals in braces, so that styles keep them; the first initial does not count."""
    kept, position = [], 0
    for match in _WORD.finditer(words):
        word, shown = match.group(), escape_latex(match.group())
        kept.append(_escape_signs(words[position : match.start()]))
        is_kept = word.lower() != word if position else word[1:].lower() != word[1:]
        kept.append(f"{{{shown}}}" if is_kept else shown)
        position = match.end()
    return "".join([*kept, _escape_signs(words[position:])])


def _escape_signs(text: str) -> str:
    """Escape the text as ``escape_latex`` does, but keep its spaces."""
    return text.translate(_ESCAPES)


def _escape_verbatim(text: str) -> str:
    """Encode the braces, backslashes and spaces of a DOI or URL, which LaTeX reads verbatim."""
    return clean_text(text).translate(_IN_ADDRESS)
