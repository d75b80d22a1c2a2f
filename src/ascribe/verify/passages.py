"""Sentences of the sources as the rules read them: alone, together, and after what stands before them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ascribe.records import Document
from ascribe.stages import Evidence
from ascribe.verify.rules import Text

CONTEXT = 2
"""Sentences before a passage whose names it may rely on ("It opened in 1999")."""

_APART = "\n\n"
"""Between sentences that are read together; a single break is one inside a sentence."""

read_text = lru_cache(maxsize=8192)(Text.read)


def read_one(evidence: Sequence[Evidence], member: int, language: str | None) -> Text:
    """One sentence, in the language of its source, else in that one."""
    here = evidence[member]
    return read_text(here.sentence.text, here.document.language or language)


def read_joined(evidence: Sequence[Evidence], members: Iterable[int], language: str | None) -> Text:
    """Sentences in that order as one text in that language."""
    return read_text(_APART.join(evidence[i].sentence.text for i in members), language)


def up_to(evidence: Sequence[Evidence], member: int) -> Text:
    """The passage with the sentences before it in the same source, and the source's first sentence."""
    here = evidence[member]
    near = evidence[max(0, member - CONTEXT) : member + 1]
    texts = [e.sentence.text for e in near if e.document is here.document]
    return read_text(_APART.join([*_opening(here.document), *texts]), here.document.language)


def _opening(document: Document) -> list[str]:
    """The first sentence of a source: its title, or what names its topic."""
    paragraphs = document.sections[0].paragraphs if document.sections else []
    return [sentence.text for paragraph in paragraphs[:1] for sentence in paragraph.sentences[:1]]
