"""What only the full report shows: figures, settings, sources, and passages that were offered in vain."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from ascribe.records import Answer, Document, Reference, RetrievedChunk, Span
from ascribe.records.outcomes import STATUSES
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


def report_of(answer: Answer, folder: Path | None = None) -> Report:
    """The answer as a report that will stand in that folder."""
    view = view_of(answer, folder)
    offered = _not_cited(answer, view)
    return Report(
        query=answer.query,
        checked=answer.verification_ran,
        refused=answer.was_refused,
        view=view,
        shares=_shares(view),
        references=tuple(_entries(view)),
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


def _entries(view: AnswerView) -> Iterator[ReferenceEntry]:
    users: dict[int | None, list[int]] = {}
    for sentence in view.sentences:
        for number in dict.fromkeys(evidence.number for evidence in sentence.evidence):
            users.setdefault(number, []).append(sentence.number)
    for evidence in view.references:
        yield ReferenceEntry(evidence, tuple(users[evidence.number]))


def _not_cited(answer: Answer, view: AnswerView) -> list[RetrievedChunk]:
    """The passages that share no character with a cited reference, best score first, then as offered."""
    cited: dict[str, list[Reference]] = {}
    for evidence in view.references:
        cited.setdefault(evidence.reference.document_id, []).append(evidence.reference)
    ids = answer.cited_sentence_ids
    stretches = {name: _Stretches(references) for name, references in cited.items()}
    nothing = _Stretches(())
    rest = [
        retrieved
        for retrieved in answer.retrieved_chunks
        if ids.isdisjoint(retrieved.chunk.sentence_ids)
        and not stretches.get(retrieved.chunk.doc_id, nothing).touch(retrieved.chunk.span)
    ]
    return sorted(rest, key=lambda retrieved: -retrieved.score)


class _Stretches:
    """Cited stretches of one document, to ask quickly whether a span shares a character with any."""

    def __init__(self, references: Iterable[Reference]) -> None:
        ordered = sorted((r.document_start_idx, r.document_end_idx) for r in references)
        self.starts = [start for start, _ in ordered]
        self.furthest = list(accumulate((end for _, end in ordered), max))

    def touch(self, span: Span) -> bool:
        before = bisect_left(self.starts, span.char_end)
        return before > 0 and self.furthest[before - 1] > span.char_start


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
