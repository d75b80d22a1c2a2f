"""References as BibTeX, in UTF-8, for BibTeX with a Unicode-aware LaTeX and for biber."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ascribe.records.work import CitedWork, Markup, Name, Work
from ascribe.write.references.markup import clean, title_of

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
"""CSL type → entry type of the classic styles; any other work is ``misc``."""

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


class Bibtex:
    """Writes one entry for each work. Capitals of titles are kept; signs of LaTeX are escaped."""

    language = "bibtex"
    frame = ("", "\n\n", "\n")

    def entries(self, works: Sequence[CitedWork], markup: Markup) -> list[str]:  # noqa: ARG002 - the protocol's
        """One entry for each work, in order."""
        return [_entry(cited) for cited in works]


def latex(text: str) -> str:
    """The text on one line with every sign escaped that LaTeX reads as a command."""
    return clean(text).translate(_ESCAPES)


def _entry(cited: CitedWork) -> str:
    kind = _TYPES.get(cited.work.kind, "misc")
    lines = "".join(
        f"  {name} = {value},\n" for name, value in _fields(cited, kind) if value not in ("", "{}")
    )
    return f"@{kind}{{{cited.work.key},\n{lines}}}"


def _fields(cited: CitedWork, kind: str) -> Iterator[tuple[str, str]]:
    """Field names with their values, braces included."""
    work = cited.work
    yield "author", f"{{{_names(work.authors)}}}"
    yield "editor", f"{{{_names(work.editors)}}}"
    yield "title", f"{{{_title(title_of(cited))}}}"
    yield _CONTAINERS.get(kind, "howpublished"), f"{{{latex(work.container)}}}"
    yield from _issued(work)
    for name, field in _FIELDS.items():
        yield field, f"{{{latex(work.fields.get(name, ''))}}}"
    yield "pages", f"{{{latex(work.fields.get('page', '')).replace('-', '--')}}}"
    yield _PUBLISHERS.get(kind, "publisher"), f"{{{latex(work.fields.get('publisher', ''))}}}"
    yield "doi", f"{{{_verbatim(work.fields.get('DOI', ''))}}}"
    yield "url", f"{{{_verbatim(work.fields.get('URL', ''))}}}"


def _issued(work: Work) -> Iterator[tuple[str, str]]:
    if work.issued:
        yield "year", f"{{{work.issued[0]}}}"
    if len(work.issued) > 1:
        yield "month", _MONTHS[work.issued[1] - 1]


def _names(names: Sequence[Name]) -> str:
    return " and ".join(map(_name, names))


def _name(name: Name) -> str:
    """``Family, Given``; a body in braces, and so is a part with a comma or an "and" of its own."""
    family, given = latex(name.family), latex(name.given)
    if not given:
        return f"{{{family}}}"
    return f"{_whole(family)}, {_whole(given)}"


def _whole(text: str) -> str:
    return f"{{{text}}}" if re.search(r",|\band\b", text, re.IGNORECASE) else text


def _title(words: str) -> str:
    """The title, each word in braces that styles could make small: all with capitals but the first's."""
    kept, position = [], 0
    for match in _WORD.finditer(words):
        word, shown = match.group(), latex(match.group())
        kept.append(_escaped(words[position : match.start()]))
        is_kept = word.lower() != word if position else word[1:].lower() != word[1:]
        kept.append(f"{{{shown}}}" if is_kept else shown)
        position = match.end()
    return "".join([*kept, _escaped(words[position:])])


def _escaped(text: str) -> str:
    """Escaped as ``latex`` does, blanks as they are."""
    return text.translate(_ESCAPES)


def _verbatim(text: str) -> str:
    """A DOI or an address, which LaTeX takes as it is; only braces and backslashes are coded."""
    return clean(text).translate(_IN_ADDRESS)
