"""The numbered sources of a reply as cited works, each with a key, an author-year label and pages."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ascribe.records import Answer, Document
from ascribe.records.work import CitedWork, Work
from ascribe.write.evidence import find_pages
from ascribe.write.metadata import build_work, find_key
from ascribe.write.numbering import NumberedSource, Numbering
from ascribe.write.wording import describe_pages

_SMALL_WORDS = {"a", "an", "and", "das", "der", "die", "el", "for", "in", "la", "le", "of", "on", "the"}


def build_cited_works(sources: Sequence[NumberedSource]) -> tuple[CitedWork, ...]:
    """Build one work for each numbered source, by number."""
    works = _assign_keys([(build_work(s.document, ""), find_key(s.document)) for s in sources])
    labels = build_labels(works)
    return tuple(
        CitedWork(source.number, work, source.document_id, letter, _describe_cited_pages(source), label)
        for source, work, (label, letter) in zip(sources, works, labels, strict=True)
    )


def list_works(documents: Sequence[Document]) -> tuple[CitedWork, ...]:
    """Build one work for each document, numbered in order, as a list shows them that no reply cites."""
    works = _assign_keys([(build_work(document, ""), find_key(document)) for document in documents])
    labels = build_labels(works)
    return tuple(
        CitedWork(number, work, document.doc_id, letter, "", label)
        for number, (document, work, (label, letter)) in enumerate(
            zip(documents, works, labels, strict=True), 1
        )
    )


def has_names(answer: Answer) -> bool:
    """Return True if a cited source has an author, an editor or a title, which a name in a marker needs."""
    return any(work.label for work in build_cited_works(Numbering.of_sources(answer).sources))


def _describe_cited_pages(source: NumberedSource) -> str:
    return describe_pages([page for reference in source.references for page in find_pages(reference)])


def _assign_keys(works: Sequence[tuple[Work, str]]) -> list[Work]:
    """Give works keys: from metadata, or of author, year and title; letters tell equal keys apart."""
    taken: dict[str, int] = {}
    keyed = []
    for number, (work, given) in enumerate(works, 1):
        stem = re.sub(r"[^A-Za-z0-9_:.+/-]", "", given) or _build_key(work) or f"source{number}"
        key = stem
        while key.lower() in taken:
            taken[stem.lower()] += 1
            key = f"{stem}-{number_to_letters(taken[stem.lower()])}"
        taken[key.lower()] = 1
        keyed.append(replace(work, key=key))
    return keyed


def _build_key(work: Work) -> str:
    """Build a key such as ``kohl2019mills``: first author, year, first significant word of the title."""
    people = work.authors or work.editors
    words = [word for word in map(_to_ascii, work.title.split()) if word and word not in _SMALL_WORDS]
    author = _to_ascii(people[0].family) if people else ""
    year = str(work.issued[0]) if work.issued else ""
    key = author + year + (words[0] if words else "")
    return key if re.search("[a-z]", key) else ""


def _to_ascii(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKD", text).casefold())


# --- Author-year labels ---

NO_DATE = "n.d."
_MAX_TITLE = 40
_MAX_NAMES = 2
"""With more authors, only the first is named, followed by "et al.": APA 7, section 8.17."""


def build_labels(works: Sequence[Work]) -> list[tuple[str, str]]:
    """Build for each work its label and the letter in it: ``("Kohl & Ray, 2019b", "b")``.

    The letter is empty where no other work has the same label; letters follow the given order. The title
    replaces missing authors and editors, and ``n.d.`` a missing year. A work without authors, editors and
    title has the label "".
    """
    names = [_join_names(work) for work in works]
    years = [str(work.issued[0]) if work.issued else NO_DATE for work in works]
    pairs = [(name.casefold(), year) for name, year in zip(names, years, strict=True)]
    counts, seen = Counter(pairs), Counter[tuple[str, str]]()
    labels = []
    for name, year, pair in zip(names, years, pairs, strict=True):
        seen[pair] += 1
        letter = number_to_letters(seen[pair]) if name and counts[pair] > 1 else ""
        labels.append((f"{name}, {add_letter(year, letter)}" if name else "", letter))
    return labels


def add_letter(year: str, letter: str) -> str:
    """Return ``2019a``; without a date, ``n.d.-a``."""
    return f"{year}-{letter}" if letter and year == NO_DATE else year + letter


def number_to_letters(number: int) -> str:
    """Convert 1 to ``a``, 26 to ``z``, 27 to ``aa``."""
    text = ""
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def _join_names(work: Work) -> str:
    people = work.authors or work.editors
    if not people:
        return f"“{_shorten_title(work.title)}”" if work.title else ""
    families = [name.family for name in people]
    return " & ".join(families) if len(families) <= _MAX_NAMES else f"{families[0]} et al."


def _shorten_title(title: str) -> str:
    """Cut the title after the last whole word that fits in ``_MAX_TITLE`` characters."""
    if len(title) <= _MAX_TITLE:
        return title
    words = title[:_MAX_TITLE].rpartition(" ")[0].rstrip(" ,;:–-")
    return f"{words} …" if words else f"{title[:_MAX_TITLE]}…"
