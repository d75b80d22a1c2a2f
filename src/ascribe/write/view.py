"""An answer as plain records ready to be shown: the first of two steps, shared by every format.

The second step, a writer, turns these records into markup and decides nothing about content.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ascribe.records import Answer, CitedSentence, Reference, SkippedSource
from ascribe.records.outcomes import FAILING, Status
from ascribe.write.addresses import link_of
from ascribe.write.details import details_of
from ascribe.write.evidence import Passage, document_of, pages_of, passage_of, references_of, status_of
from ascribe.write.marked import clause_rows, marked_places
from ascribe.write.numbering import Numbering, words_of
from ascribe.write.spans import Place, places_of, reply_of
from ascribe.write.wording import SYMBOLS, headline, page_words, reason_words, status_words


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """A reference as people read it. ``number`` is None where it is not cited; ``pages`` may be empty.

    ``link`` opens the source at the quote; empty where it has no address.
    """

    reference: Reference
    number: int | None
    document: str
    pages: str
    quote: str
    passage: Passage
    language: str | None
    link: str = ""

    @property
    def where(self) -> str:
        """The document, and the page if it has pages."""
        return f"{self.document}, {self.pages}" if self.pages else self.document


@dataclass(frozen=True, slots=True)
class SentenceView:
    """A sentence with its finding in words. ``number`` counts from 1; ``place`` is where the reply has it.

    ``marked`` has the words without support, in the reply.
    """

    number: int
    text: str
    place: Place | None
    status: Status | None
    words: str
    symbol: str
    reason: str
    tier: str
    score: float | None
    threshold: float | None
    details: tuple[tuple[str, str], ...]
    evidence: tuple[EvidenceView, ...]
    marked: tuple[Place, ...] = ()

    @property
    def fails(self) -> bool:
        """True if a reader should look at it."""
        return self.status in FAILING

    @property
    def supporting(self) -> tuple[EvidenceView, ...]:
        """The evidence that is rendered as citation markers."""
        return tuple(e for e in self.evidence if e.reference.label == "supports")

    @property
    def contradicting(self) -> tuple[EvidenceView, ...]:
        """The evidence that says something else."""
        return tuple(e for e in self.evidence if e.reference.label == "contradicts")

    @property
    def flag(self) -> str:
        """The status and where to look, as in ``contradicted: see 4``; the status alone without evidence."""
        numbers = ", ".join(dict.fromkeys(str(e.number) for e in self.contradicting))
        return f"{self.words}: see {numbers}" if numbers else self.words


@dataclass(frozen=True, slots=True)
class AnswerView:
    """Everything that a text rendering of an answer shows."""

    reply: str
    summary: tuple[str, ...]
    sentences: tuple[SentenceView, ...]
    references: tuple[EvidenceView, ...]
    removed: tuple[SentenceView, ...]
    skipped: tuple[SkippedSource, ...]

    @property
    def headline(self) -> str:
        """The summary on one line."""
        return " ".join(self.summary)

    @property
    def failing(self) -> tuple[SentenceView, ...]:
        """The sentences that a reader should look at, in order."""
        return tuple(sentence for sentence in self.sentences if sentence.fails)

    @property
    def placed(self) -> list[tuple[Place, SentenceView]]:
        """The sentences that stand in the reply with their places, by place."""
        found = [(s.place, s) for s in self.sentences if s.place is not None]
        return sorted(found, key=lambda pair: pair[0])


def view_of(answer: Answer, folder: Path | None = None) -> AnswerView:
    """The answer, ready to be shown; links to files are made for a report in that folder."""
    reply, places = reply_of(answer), places_of(answer)
    statuses = [status_of(sentence, i, answer) for i, sentence in enumerate(answer.sentences)]
    numbering = Numbering.of_words(answer)
    shown = [_evidence(sentence, answer, numbering, folder) for sentence in answer.sentences]
    sentences = tuple(
        _sentence(number, *row, reply)
        for number, row in enumerate(zip(answer.sentences, places, statuses, shown, strict=True), 1)
    )
    return AnswerView(
        reply=reply,
        summary=headline(answer, statuses),
        sentences=sentences,
        references=_numbered(sentences),
        removed=tuple(_removed(i, sentence, answer, folder) for i, sentence in enumerate(answer.removed, 1)),
        skipped=tuple(answer.skipped),
    )


def _sentence(
    number: int,
    sentence: CitedSentence,
    place: Place | None,
    status: Status | None,
    evidence: tuple[EvidenceView, ...],
    reply: str,
) -> SentenceView:
    verdict = sentence.verdict
    return SentenceView(
        number=number,
        text=sentence.text,
        place=place,
        status=status,
        words=status_words(status),
        symbol=SYMBOLS[status] if status is not None else "",
        reason=reason_words(verdict.reason) if verdict else "",
        tier=verdict.tier if verdict else "",
        score=verdict.score if verdict else None,
        threshold=verdict.threshold if verdict else None,
        details=(*clause_rows(sentence, reply), *(details_of(verdict.details) if verdict else ())),
        evidence=evidence,
        marked=marked_places(verdict, place),
    )


def _removed(number: int, sentence: CitedSentence, answer: Answer, folder: Path | None) -> SentenceView:
    """A sentence that was taken out: it has no place, and its evidence gets no numbers."""
    status = sentence.verdict.status if sentence.verdict else None
    evidence = _evidence(sentence, answer, None, folder)
    return _sentence(number, sentence, None, status, evidence, sentence.text)


def _evidence(
    sentence: CitedSentence, answer: Answer, numbering: Numbering | None, folder: Path | None
) -> tuple[EvidenceView, ...]:
    """One view for each reference; of two to the same words under the same label, the first."""
    references = reversed(references_of(sentence, answer))
    distinct = {(words_of(reference), reference.label): reference for reference in references}
    return tuple(_evidence_view(r, answer, numbering, folder) for r in reversed([*distinct.values()]))


def _evidence_view(
    reference: Reference, answer: Answer, numbering: Numbering | None, folder: Path | None
) -> EvidenceView:
    document = document_of(reference, answer.documents)
    passage = passage_of(reference, document)
    cited = reference.label in ("supports", "contradicts")
    return EvidenceView(
        reference=reference,
        number=numbering.number_of(reference) if numbering is not None and cited else None,
        document=reference.document_id,
        pages=page_words(pages_of(reference)),
        quote=passage.quote,
        passage=passage,
        language=document.language if document else None,
        link=link_of(reference, answer.documents, folder),
    )


def _numbered(sentences: Iterable[SentenceView]) -> tuple[EvidenceView, ...]:
    """Every numbered reference once, by number."""
    by_number = {
        evidence.number: evidence
        for sentence in sentences
        for evidence in sentence.evidence
        if evidence.number is not None
    }
    return tuple(by_number[number] for number in sorted(by_number))
