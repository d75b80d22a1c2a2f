"""The citations of a sentence in words: what the reply cites for it, and what it lacks.

The published data model cites source sentences by id, without a finding. An id that no document and no
passage of the answer has is a citation of something that was not given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ascribe.records.citation import CITATION_FINDINGS, Citation

if TYPE_CHECKING:
    from ascribe.records.answer import Answer
    from ascribe.records.cited_sentence import CitedSentence
    from ascribe.records.document import Document

_LACKING_WORDS = {"second_source": "the rest of the support is in"}
"""Reason of a missing citation → words for a sentence that cites another source."""


def list_citations(sentence: CitedSentence, answer: Answer) -> tuple[Citation, ...]:
    """Return the citations of a sentence about which something is to be said, and one for each lost id.

    At words that state no fact, nothing is to be said of a citation.
    """
    own = (citation for citation in sentence.citations if citation.finding != "not_checkable")
    return (*own, *(Citation("not_given", one) for one in find_lost_ids(sentence, answer)))


def find_lost_ids(sentence: CitedSentence, answer: Answer) -> list[str]:
    """Return the ids of a sentence that no document and no passage of the answer has.

    An answer without any of them says nothing about the ids of a sentence that brings its references along.
    """
    if (sentence.references or sentence.verdict) and not (answer.documents or answer.retrieved_chunks):
        return []
    return [one for one in sentence.supporting_sentence_ids if not _is_known(one, answer)]


def _is_known(cited: str, answer: Answer) -> bool:
    """Return True for the id of a sentence, of a document, or of a passage."""
    return any(one.doc_id == cited or one.has_sentence(cited) for one in answer.documents) or any(
        cited in (one.chunk.chunk_id, one.chunk.doc_id, *one.chunk.sentence_ids)
        for one in answer.retrieved_chunks
    )


def describe_citation(citation: Citation, documents: Sequence[Document]) -> str:
    """Return ``[2] (mill.txt) does not say this; the support is in bridge.txt (source 1)`` and the like.

    Only what the reply itself prints has brackets: in a report, a number in brackets leads to a quote, and
    the number of a source would be taken for it.
    """
    others = ", ".join(_name_source(place, documents) for place in citation.supported_by)
    if citation.finding == "missing":
        return f"{_LACKING_WORDS.get(citation.reason, CITATION_FINDINGS['missing'].phrase)} {others}"
    support = f"; the support is in {others}" if others else ""
    return f"{_name_cited(citation, documents)} {CITATION_FINDINGS[citation.finding].phrase}{support}"


def describe_citations(sentence: CitedSentence, answer: Answer) -> list[str]:
    """Return one line for each citation of ``list_citations``."""
    return [describe_citation(one, answer.documents) for one in list_citations(sentence, answer)]


def _name_cited(citation: Citation, documents: Sequence[Document]) -> str:
    """Return the marker as the reply has it, followed by the id of its document."""
    marker = f"[{citation.key}]" if isinstance(citation.key, int) else f"“{citation.key}”"
    name = _find_id(citation.document_position or 0, documents)
    return f"{marker} ({name})" if name else marker


def _name_source(position: int, documents: Sequence[Document]) -> str:
    """Return the id of a source followed by its number: ``bridge.txt (source 1)``."""
    name = _find_id(position, documents)
    return f"{name} (source {position})" if name else f"source {position}"


def _find_id(position: int, documents: Sequence[Document]) -> str:
    return documents[position - 1].doc_id if 1 <= position <= len(documents) else ""
