"""What only the full report shows: figures, settings, sources, and passages that were offered in vain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ascribe.records import Answer, Document, Reference, RetrievedChunk
from ascribe.records.outcomes import STATUSES
from ascribe.write.markers import CITED_LABELS
from ascribe.write.view import AnswerView, EvidenceView, view_of
from ascribe.write.wording import SYMBOLS, page_words, status_words

_MOST_PASSAGES = 50
"""Passages that are listed in full; of the others only their number is given."""


@dataclass(frozen=True, slots=True)
class Row:
    """A name, its value, and a remark that may be empty."""

    name: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Share:
    """How many sentences have a status, with its code, words and symbol."""

    code: str
    words: str
    symbol: str
    count: int


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """A numbered reference and the numbers of the sentences that rest on it."""

    evidence: EvidenceView
    sentences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OfferedPassage:
    """A passage that no sentence cites."""

    document: str
    pages: str
    text: str
    score: float
    method: str


@dataclass(frozen=True, slots=True)
class Source:
    """A source as an auditor needs it."""

    name: str
    path: str
    digest: str
    reader: str
    pages: int


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that the report shows. ``more_offered`` counts the passages beyond those in ``offered``."""

    query: str
    checked: bool
    refused: bool
    view: AnswerView
    shares: tuple[Share, ...]
    references: tuple[ReferenceEntry, ...]
    offered: tuple[OfferedPassage, ...]
    more_offered: int
    figures: tuple[Row, ...]
    settings: tuple[Row, ...]
    sources: tuple[Source, ...]
    language: str | None


def report_of(answer: Answer) -> Report:
    """The answer as a report."""
    view = view_of(answer)
    offered = _not_cited(answer, view)
    return Report(
        query=answer.query,
        checked=answer.verification_ran,
        refused=answer.was_refused,
        view=view,
        shares=_shares(view),
        references=tuple(_entry(evidence, view) for evidence in view.references),
        offered=tuple(_passage(chunk) for chunk in offered[:_MOST_PASSAGES]),
        more_offered=max(0, len(offered) - _MOST_PASSAGES),
        figures=tuple(_figures(answer)),
        settings=tuple(_settings(answer)),
        sources=tuple(_source(document) for document in answer.documents),
        language=answer.settings.language,
    )


def _shares(view: AnswerView) -> tuple[Share, ...]:
    counts = Counter(sentence.status for sentence in view.sentences)
    return tuple(Share(s, status_words(s), SYMBOLS[s], counts[s]) for s in STATUSES if counts[s])


def _entry(evidence: EvidenceView, view: AnswerView) -> ReferenceEntry:
    users = (s.number for s in view.sentences if any(e.number == evidence.number for e in s.evidence))
    return ReferenceEntry(evidence, tuple(users))


def _not_cited(answer: Answer, view: AnswerView) -> list[RetrievedChunk]:
    """The passages that share no character with a cited reference, best score first, then as offered."""
    cited = [
        evidence.reference
        for sentence in view.sentences
        for evidence in sentence.evidence
        if evidence.reference.label in CITED_LABELS
    ]
    ids = answer.cited_sentence_ids
    rest = [
        retrieved
        for retrieved in answer.retrieved_chunks
        if ids.isdisjoint(retrieved.chunk.sentence_ids) and not _shares_words(retrieved, cited)
    ]
    return sorted(rest, key=lambda retrieved: -retrieved.score)


def _shares_words(retrieved: RetrievedChunk, cited: Iterable[Reference]) -> bool:
    span = retrieved.chunk.span
    return any(
        reference.document_id == span.doc_id
        and reference.document_start_idx < span.char_end
        and span.char_start < reference.document_end_idx
        for reference in cited
    )


def _passage(retrieved: RetrievedChunk) -> OfferedPassage:
    chunk = retrieved.chunk
    pages = page_words(chunk.span.pages)
    return OfferedPassage(chunk.doc_id, pages, chunk.text, retrieved.score, retrieved.retrieval_method)


def _figures(answer: Answer) -> Iterable[Row]:
    parts = answer.faithfulness_components
    if answer.verification_ran:
        meaning = "mean probability that a checked sentence is supported"
        yield Row("Faithfulness", f"{answer.faithfulness_score:.2f}", meaning)
        yield Row("Worst sentence", f"{answer.min_nli_score:.2f}", "the lowest of these probabilities")
        yield Row("Evidence score", f"{parts.retrieval_score:.2f}", "how well the best passages fit")
    else:
        yield Row("Faithfulness", "not known", "nothing was checked")
    if parts.generation_logprob is not None:
        yield Row("Generation log probability", f"{parts.generation_logprob:.3f}", "as the generator gave it")


def _settings(answer: Answer) -> Iterable[Row]:
    settings = answer.settings
    yield Row("Tier", settings.tier or "none")
    yield Row("Strictness", answer.strictness)
    yield Row("Language", settings.language or "detected for each text")
    for stage, component in settings.components.items():
        yield Row(f"Component: {stage}", component)
    for name, value in settings.thresholds.items():
        yield Row(f"Threshold: {name}", f"{value:g}")
    for name, version in settings.versions.items():
        yield Row(f"Version: {name}", version)


def _source(document: Document) -> Source:
    path = document.source_path.as_posix()
    return Source(
        name=document.doc_id,
        path="" if path == document.doc_id else path,
        digest=document.digest or "",
        reader=document.parser_name or "",
        pages=document.num_pages,
    )
