"""The content of the report: what is shown of the answer, in which order, before it becomes HTML."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from ascribe.records import Answer, Document, Reference, RetrievedChunk, Span
from ascribe.records.answer_warnings import LOW_CONFIDENCE
from ascribe.text.counts import format_count
from ascribe.write.contexts import render_readable
from ascribe.write.evidence import is_markdown_source
from ascribe.write.reply_citations import CITATION_SYMBOL
from ascribe.write.report.claims import ClaimPart, build_claim
from ascribe.write.report.page_crops import CropKey, PageCrop, build_crop_key, crop_pages
from ascribe.write.report.reply_markup import ReplyMarkup, name_classes
from ascribe.write.view import AnswerView, EvidenceView, SentenceView
from ascribe.write.view_builder import build_view
from ascribe.write.wording import (
    DOUBT_SYMBOL,
    SYMBOLS,
    describe_pages,
    describe_status,
)

_MAX_PASSAGES = 50
"""Passages that are listed in full; the others are only counted."""


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A name, its value, and a remark that may be empty."""

    name: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class StatusShare:
    """A status with its code, words and symbol, the number of its sentences and of those before them."""

    code: str
    words: str
    symbol: str
    count: int
    before: int
    is_doubtful: bool = False

    @property
    def classes(self) -> str:
        """The classes of its element."""
        return f"{self.code} doubtful" if self.is_doubtful else self.code


@dataclass(frozen=True, slots=True)
class CitationShare:
    """What is to be reviewed about citations, in words, and the number of sentences with it."""

    code: str
    words: str
    symbol: str
    count: int


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of the page: its name, which is its class in the style sheet, a sample, and what it means."""

    name: str
    sample: str
    words: str


@dataclass(frozen=True, slots=True)
class Card:
    """A sentence, its words as they are read, and for each piece of evidence the picture of its page."""

    sentence: SentenceView
    claim: tuple[ClaimPart, ...]
    crops: tuple[PageCrop | None, ...]

    @property
    def where(self) -> str:
        """Where its support is, in a few words; empty without any."""
        found = dict.fromkeys(evidence.where for evidence in self.sentence.supporting)
        return "; ".join(found)

    @property
    def kind(self) -> str:
        """The classes of its element: its status, and what is to be reviewed about its citations."""
        return f"{name_classes(self.sentence)} {self.sentence.citation_words.replace(' ', '-')}".rstrip()


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """A numbered reference and the numbers of the sentences that use it."""

    evidence: EvidenceView
    sentences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UncitedPassage:
    """A passage that no sentence cites."""

    document: str
    pages: str
    text: str
    score: float
    method: str


@dataclass(frozen=True, slots=True)
class ReportSource:
    """A source, with what an auditor needs to identify it."""

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
    reply: ReplyMarkup
    problems: tuple[Card, ...]
    others: tuple[Card, ...]
    removed: tuple[Card, ...]
    shares: tuple[StatusShare, ...]
    citations: tuple[CitationShare, ...]
    references: tuple[ReferenceEntry, ...]
    offered: tuple[UncitedPassage, ...]
    more_offered: int
    figures: tuple[ReportRow, ...]
    settings: tuple[ReportRow, ...]
    sources: tuple[ReportSource, ...]
    language: str | None
    legend: tuple[Sign, ...] = ()


def build_report(answer: Answer, folder: Path | None = None, *, images: bool = True) -> Report:
    """Build the content of a report that will be stored in ``folder``."""
    view = build_view(answer, folder)
    reply = ReplyMarkup(view, is_plain=answer.settings.is_quoted)
    crops = _crop_evidence(view, answer) if images else {}
    cards = [Card(one, build_claim(one, reply), _select_crops(one, crops)) for one in view.by_gravity]
    offered = _find_uncited(answer, view)
    markdown = {document.doc_id for document in answer.documents if is_markdown_source(document)}
    return Report(
        query=answer.query,
        checked=answer.verification_ran,
        refused=answer.was_refused,
        view=view,
        reply=reply,
        problems=tuple(card for card in cards if not card.sentence.is_folded),
        others=tuple(card for card in cards if card.sentence.is_folded),
        removed=tuple(Card(one, build_claim(one, reply), _select_crops(one, crops)) for one in view.removed),
        shares=tuple(_build_shares(view)),
        citations=tuple(_build_citation_shares(view)),
        references=tuple(_build_entries(view)),
        offered=tuple(_build_uncited_passage(one, markdown) for one in offered[:_MAX_PASSAGES]),
        more_offered=max(0, len(offered) - _MAX_PASSAGES),
        figures=tuple(_build_figures(answer)),
        settings=tuple(_build_settings(answer)),
        sources=tuple(_build_source(document) for document in answer.documents),
        language=answer.settings.language,
        legend=tuple(_build_legend(view, answer)),
    )


def _build_legend(view: AnswerView, answer: Answer) -> Iterator[Sign]:
    """Yield the signs that this page has."""
    quotes = [evidence for sentence in view.sentences for evidence in sentence.evidence]
    if any(sentence.marked for sentence in view.sentences):
        yield Sign("unsaid", "words", "of the reply that no source says")
    if any(one.differing for one in view.sentences) or any(one.differing for one in quotes):
        yield Sign("differing", "words", "that differ between the reply and the source")
    if quotes:
        yield Sign("quoted", "words", "quoted from a source")
    numbers = [one.number for one in view.references]
    if numbers:
        yield Sign("numbered", f"[{numbers[0]}]", "reference of this report")
        if any(sentence.citations for sentence in answer.sentences):
            yield Sign("own", "[1]", "without a frame: citation of the reply itself")


def _crop_evidence(view: AnswerView, answer: Answer) -> dict[CropKey, PageCrop]:
    """Return pictures of the evidence, that of problems first."""
    shown = (evidence for sentence in (*view.by_gravity, *view.removed) for evidence in sentence.evidence)
    return crop_pages((evidence.reference for evidence in shown), answer.documents)


def _select_crops(sentence: SentenceView, crops: Mapping[CropKey, PageCrop]) -> tuple[PageCrop | None, ...]:
    return tuple(crops.get(build_crop_key(evidence.reference)) for evidence in sentence.evidence)


def _build_shares(view: AnswerView) -> Iterator[StatusShare]:
    """Yield the statuses that occur, problems first, as the cards are sorted."""
    counts = Counter(sentence.status for sentence in view.by_gravity)
    before = 0
    for status, count in counts.items():
        code, symbol = (status, SYMBOLS[status]) if status else ("unchecked", "")
        if status == "supported" and view.is_doubtful:
            yield StatusShare(code, LOW_CONFIDENCE, DOUBT_SYMBOL, count, before, is_doubtful=True)
        else:
            yield StatusShare(code, describe_status(status), symbol, count, before)
        before += count


def _build_citation_shares(view: AnswerView) -> Iterator[CitationShare]:
    counts = Counter(one.citation_words for one in view.by_gravity if one.citation_words)
    for words, count in counts.items():
        yield CitationShare(words.replace(" ", "-"), words, CITATION_SYMBOL, count)


def _build_entries(view: AnswerView) -> Iterator[ReferenceEntry]:
    users: dict[int | None, list[int]] = {}
    for sentence in view.sentences:
        for number in dict.fromkeys(evidence.number for evidence in sentence.evidence):
            users.setdefault(number, []).append(sentence.number)
    for evidence in view.references:
        yield ReferenceEntry(evidence, tuple(users[evidence.number]))


def _find_uncited(answer: Answer, view: AnswerView) -> list[RetrievedChunk]:
    """Return the passages that share no character with a cited reference, best score first."""
    cited: dict[str, list[Reference]] = {}
    for evidence in view.references:
        cited.setdefault(evidence.reference.document_id, []).append(evidence.reference)
    ids = answer.cited_sentence_ids
    ranges = {name: _CitedRanges(references) for name, references in cited.items()}
    nothing = _CitedRanges(())
    rest = [
        retrieved
        for retrieved in answer.retrieved_chunks
        if ids.isdisjoint(retrieved.chunk.sentence_ids)
        and not ranges.get(retrieved.chunk.doc_id, nothing).overlaps(retrieved.chunk.span)
    ]
    return sorted(rest, key=lambda retrieved: -retrieved.score)


class _CitedRanges:
    """Cited ranges of one document, with a fast test whether a span shares a character with any."""

    def __init__(self, references: Iterable[Reference]) -> None:
        ordered = sorted((r.document_start_idx, r.document_end_idx) for r in references)
        self.starts = [start for start, _ in ordered]
        self.furthest = list(accumulate((end for _, end in ordered), max))

    def overlaps(self, span: Span) -> bool:
        before = bisect_left(self.starts, span.char_end)
        return before > 0 and self.furthest[before - 1] > span.char_start


def _build_uncited_passage(retrieved: RetrievedChunk, markdown: Collection[str]) -> UncitedPassage:
    """Build the view of a passage; ``markdown`` has the ids of the documents that are Markdown."""
    chunk = retrieved.chunk
    pages = describe_pages(chunk.span.pages)
    text = render_readable(chunk.text) if chunk.doc_id in markdown else chunk.text
    return UncitedPassage(chunk.doc_id, pages, text, retrieved.score, retrieved.retrieval_method)


def _build_figures(answer: Answer) -> Iterable[ReportRow]:
    parts = answer.faithfulness_components
    if answer.verification_ran:
        yield ReportRow("Faithfulness", f"{answer.faithfulness_score:.2f}", _describe_faithfulness(answer))
        yield ReportRow("Worst sentence", f"{answer.min_nli_score:.2f}", "the lowest of these probabilities")
        yield ReportRow("Evidence score", f"{parts.retrieval_score:.2f}", "mean score of the best evidence")
    else:
        yield ReportRow("Faithfulness", "not known", "nothing was checked")
    if parts.generation_logprob is not None:
        yield ReportRow(
            "Generation log probability", f"{parts.generation_logprob:.3f}", "as reported by the generator"
        )


def _describe_faithfulness(answer: Answer) -> str:
    """Say what the score is the mean of, and how many sentences it leaves out because they are undecided."""
    count = len(answer.verification_results)
    meaning = f"mean probability that a checked sentence is supported, over {format_count(count, 'sentence')}"
    undecided = answer.status_counts().get("unknown", 0)
    return f"{meaning}; {undecided} undecided left out" if undecided else meaning


def _build_settings(answer: Answer) -> Iterable[ReportRow]:
    settings = answer.settings
    yield ReportRow("Tier", settings.tier or "none")
    yield ReportRow("Strictness", answer.strictness)
    yield ReportRow("Language", settings.language or "detected for each text")
    for stage, component in settings.components.items():
        yield ReportRow(f"Component: {stage}", component)
    for name, value in settings.thresholds.items():
        yield ReportRow(f"Threshold: {name}", f"{value:g}")
    for name, version in settings.versions.items():
        yield ReportRow(f"Version: {name}", version)


def _build_source(document: Document) -> ReportSource:
    path = document.source_path.as_posix()
    return ReportSource(
        name=document.doc_id,
        path="" if path == document.doc_id else path,
        digest=document.digest or "",
        reader=document.parser_name or "",
        pages=document.num_pages,
    )
