"""The numbered sources of a reply as cited works, each with its key, its label and the pages cited."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from ascribe.records.work import CitedWork, Work
from ascribe.write.evidence import pages_of
from ascribe.write.numbering import NumberedSource, Numbering
from ascribe.write.wording import page_words
from ascribe.write.works.labels import labels_of, letters
from ascribe.write.works.metadata import key_given, work_of

_SMALL_WORDS = {"a", "an", "and", "das", "der", "die", "el", "for", "in", "la", "le", "of", "on", "the"}


def cited_works(numbering: Numbering) -> tuple[CitedWork, ...]:
    """One work for each numbered source, by number."""
    works = _with_keys([(work_of(s.document, ""), key_given(s.document)) for s in numbering.sources])
    labels = labels_of(works)
    return tuple(
        CitedWork(source.number, work, source.document_id, letter, _pages(source), label)
        for source, work, (label, letter) in zip(numbering.sources, works, labels, strict=True)
    )


def _pages(source: NumberedSource) -> str:
    return page_words([page for reference in source.references for page in pages_of(reference)])


def _with_keys(works: Sequence[tuple[Work, str]]) -> list[Work]:
    """The works with keys: as given, or made of author, year and title; a letter tells equal ones apart."""
    taken: dict[str, int] = {}
    keyed = []
    for number, (work, given) in enumerate(works, 1):
        stem = re.sub(r"[^A-Za-z0-9_:.+/-]", "", given) or _made_key(work) or f"source{number}"
        key = stem
        while key.lower() in taken:
            taken[stem.lower()] += 1
            key = f"{stem}-{letters(taken[stem.lower()])}"
        taken[key.lower()] = 1
        keyed.append(replace(work, key=key))
    return keyed


def _made_key(work: Work) -> str:
    """``kohl2019mills``: the first author, the year, the first word of the title that says something."""
    people = work.authors or work.editors
    words = [word for word in map(_ascii, work.title.split()) if word and word not in _SMALL_WORDS]
    author = _ascii(people[0].family) if people else ""
    year = str(work.issued[0]) if work.issued else ""
    key = author + year + (words[0] if words else "")
    return key if re.search("[a-z]", key) else ""


def _ascii(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKD", text).casefold())
