"""One realistic answer, built by hand: two invented sources, a reply with a heading, a list and a table."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ascribe.records import (
    Answer,
    BBox,
    Chunk,
    CitedSentence,
    Clause,
    Context,
    Document,
    FaithfulnessComponents,
    PageBBox,
    Paragraph,
    Reference,
    RetrievedChunk,
    Section,
    Sentence,
    Settings,
    SkippedSource,
    Span,
    Verdict,
    VerificationResult,
)
from ascribe.records.outcomes import CHECKED, Status

GOLDEN = Path(__file__).parent.parent / "golden"

MANUAL = (
    "The Halden 3 circulation pump delivers 4.2 cubic metres per hour. "
    "In normal operation it runs at 40 °C.\n\n"
    "The seal must be replaced every 24 months. It must not be lubricated.\n\n"
    "Service\n\n"
    "Before opening the housing, disconnect the pump from the mains. "
    "The warranty covers parts for five years but excludes the seal."
)
PAGE_2 = MANUAL.index("Service")
SERVICE = Context("heading", "Service", PAGE_2, PAGE_2 + len("Service"))
NOTES = "Install date: 12 May 2019.\nThe pump in building C was noisy in winter; bearings_checked *twice*."

REPLY = """\
## Halden 3: care & service

The Halden 3 delivers 4.2 m³ per hour. The seal should be replaced every 18 months, \
and the pump was installed in May 2019.

- Disconnect it from the mains before opening the housing.
- Lubricate the seal once a year.

| Topic | Rule |
|---|---|
| Warranty | five years, parts & labour |

It is the best-selling pump in Norway. I can look up a dealer for you.
"""

ROWS: tuple[tuple[str, Status, str, float | None, tuple[tuple[str, str, str], ...]], ...] = (
    ("## Halden 3: care & service", "not_checkable", "heading", None, ()),
    (
        "The Halden 3 delivers 4.2 m³ per hour.",
        "supported",
        "confirmed",
        0.97,
        (
            (
                "manual.pdf",
                "supports",
                "The Halden 3 circulation pump delivers 4.2 cubic metres per hour.",
            ),
        ),
    ),
    (
        "The seal should be replaced every 18 months, and the pump was installed in May 2019.",
        "contradicted",
        "number_mismatch",
        0.04,
        (
            ("manual.pdf", "contradicts", "The seal must be replaced every 24 months."),
            ("site notes", "supports", "Install date: 12 May 2019."),
        ),
    ),
    (
        "- Disconnect it from the mains before opening the housing.",
        "supported",
        "confirmed",
        0.93,
        (("manual.pdf", "supports", "Before opening the housing, disconnect the pump from the mains."),),
    ),
    (
        "- Lubricate the seal once a year.",
        "contradicted",
        "negation_mismatch",
        0.08,
        (("manual.pdf", "contradicts", "It must not be lubricated."),),
    ),
    ("| Topic | Rule |", "not_checkable", "table_header", None, ()),
    (
        "| Warranty | five years, parts & labour |",
        "partial",
        "acme_half_covered",
        0.46,
        (
            (
                "manual.pdf",
                "supports",
                "The warranty covers parts for five years but excludes the seal.",
            ),
        ),
    ),
    (
        "It is the best-selling pump in Norway.",
        "unsupported",
        "not_found",
        0.11,
        (
            (
                "site notes",
                "related",
                "The pump in building C was noisy in winter; bearings_checked *twice*.",
            ),
        ),
    ),
    ("I can look up a dealer for you.", "unknown", "partly_covered", 0.4, ()),
)
DETAILS: dict[str, dict[str, Any]] = {
    "number_mismatch": {
        "coverage": 0.7405,
        "compared": [
            {"rule": "numbers", "finding": "clash", "claim": "18", "evidence": "24"},
            {"rule": "dates", "finding": "agree", "claim": "May 2019", "evidence": "12 May 2019"},
        ],
        "models_alone": 0.314,
        "rules": "number_mismatch",
        "features": {"cosine": 0.9357},
        "phrases": {"claim": {"18": "18 months"}, "evidence": {"24": "24 months"}},
    },
    "not_found": {"coverage": 0.21875, "compared": [], "words_not_found": ["best-selling", "Norway"]},
}


CLAUSES: dict[str, tuple[tuple[str, Status, str], ...]] = {
    "number_mismatch": (
        ("The seal should be replaced every 18 months", "contradicted", "number_mismatch"),
        ("the pump was installed in May 2019", "supported", "confirmed"),
    ),
}
UNSUPPORTED = {"number_mismatch": "18", "not_found": "best-selling pump in Norway"}
"""By the reason of the sentence: its statements, and its words without support."""


def build_document(doc_id: str, text: str, page_breaks: list[int]) -> Document:
    """A document with one sentence for each full stop, and a box for each sentence where it has pages."""
    ends = [i + 1 for i, c in enumerate(text) if c in ".\n" and text[i + 1 : i + 2] in ("", " ", "\n")]
    sentences: list[Sentence] = []
    for start, end in pairwise([0, *ends, len(text)]):
        words = text[start:end].strip()
        if words:
            first = text.index(words, start)
            page = sum(first >= b for b in page_breaks) - 1
            boxes = [PageBBox(page, BBox(72, 700, 500, 712))] if page_breaks else []
            span = Span(doc_id, first, first + len(words), tuple(boxes))
            sentences.append(Sentence(f"{doc_id}::s{len(sentences)}", words, span))
    whole = Span(doc_id, 0, len(text))
    section = Section(f"{doc_id}::sec0", None, [Paragraph(f"{doc_id}::p0", sentences, whole)], whole)
    return Document(
        doc_id,
        Path(doc_id),
        [section],
        page_breaks=page_breaks,
        full_text=text,
        parser_name="pdf" if page_breaks else "text",
        digest="sha256:" + "ab12" * 16,
        language="en",
    )


def build_reference(
    documents: list[Document], doc_id: str, label: str, quote: str, place: tuple[int, int]
) -> Reference:
    """A reference to the quote where it stands in the document."""
    position = next(i for i, d in enumerate(documents, 1) if d.doc_id == doc_id)
    document = documents[position - 1]
    start = (document.full_text or "").index(quote)
    pages = (document.page_for_offset(start),) if document.page_breaks else ()
    context = (SERVICE,) if document.page_breaks and start > PAGE_2 else ()
    boxes = document.boxes(*place)
    return Reference(
        start, start + len(quote), *place, 0.9, doc_id, position, label, quote, pages, boxes, context
    )


def place_of(words: str, start: int) -> tuple[int, int]:
    """Where the words stand in the reply, from that place on."""
    first = REPLY.index(words, start)
    return first, first + len(words)


def build_sentences(documents: list[Document]) -> list[CitedSentence]:
    """The sentences of the reply with their verdicts."""
    sentences, position = [], 0
    for text, status, reason, score, evidence in ROWS:
        start = REPLY.index(text, position)
        position = start + len(text)
        references = tuple(build_reference(documents, *row, (start, position)) for row in evidence)
        threshold = 0.5 if score is not None else None
        details, places = DETAILS.get(reason, {}), partial(place_of, start=start)
        clauses = [Clause(*places(words), said, why) for words, said, why in CLAUSES.get(reason, ())]
        marked = [places(UNSUPPORTED[reason])] if reason in UNSUPPORTED else []
        verdict = Verdict(
            status, reason, "rules", score, threshold, references, details, tuple(clauses), tuple(marked)
        )
        ids = [r.document_id for r in references if r.label == "supports"]
        sentences.append(CitedSentence(text, tuple(ids), score or 0.0, start, position, references, verdict))
    return sentences


def build_answer() -> Answer:
    """The realistic answer."""
    documents = [
        build_document("manual.pdf", MANUAL, [0, PAGE_2]),
        build_document("site notes", NOTES, []),
    ]
    sentences = build_sentences(documents)
    results = [
        VerificationResult(i, s.text, s.verdict.status == "supported", s.verdict.score or 0.0)
        for i, s in enumerate(sentences)
        if s.verdict is not None and s.verdict.status in CHECKED
    ]
    chunks = [
        RetrievedChunk(
            Chunk(f"{s.id}::chunk", s.text, s.span.doc_id, (s.id,), s.span), 0.8 - n / 10, "lexical"
        )
        for n, s in enumerate(documents[0].sentences)
    ]
    return Answer(
        query="How do I look after a Halden 3 pump?",
        sentences=sentences,
        faithfulness_score=0.43,
        faithfulness_components=FaithfulnessComponents(0.71, 0.43),
        unsupported_claims=[s.text for s in sentences if s.verdict and s.verdict.status == "unsupported"],
        retrieved_chunks=chunks,
        verification_results=results,
        reply=REPLY,
        documents=documents,
        removed=[
            CitedSentence(
                "It weighs 9 kg.", (), 0.02, verdict=Verdict("unsupported", "not_found", "rules", 0.02)
            )
        ],
        skipped=[SkippedSource("scan.pdf", "The file has no text layer; run OCR on it first.")],
        settings=Settings(
            tier="rules",
            language="en",
            components={"score": "lexical", "verify": "rules"},
            thresholds={"supported": 0.5, "floor": 0.2},
            versions={"ascribe": "0.1.0"},
        ),
    )


@pytest.fixture
def answer() -> Answer:
    """The realistic answer."""
    return build_answer()


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compares a text with a golden file; with ``ASCRIBE_REGENERATE=1`` writes the file instead."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if os.environ.get("ASCRIBE_REGENERATE") == "1":
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.read_text(encoding="utf-8") == text

    return compare


def bare_answer(reply: str | None, sentences: list[CitedSentence], **more: Any) -> Answer:
    """An answer that knows nothing but these."""
    empty = Answer("", sentences, 1.0, FaithfulnessComponents(0.0, 1.0), [], [], [], reply=reply)
    return replace(empty, **more)


def judged_answer(text: str, status: Status, reason: str = "own_code", **more: Any) -> Answer:
    """An answer of one sentence with that verdict, and the result that goes with it."""
    verdict = Verdict(status, reason, "rules", 0.5)
    sentence = CitedSentence(text, (), 0.5, 0, len(text), (), verdict)
    result = VerificationResult(0, text, status == "supported", 0.5)
    return bare_answer(text, [sentence], verification_results=[result] if status in CHECKED else [], **more)
