"""Build the view of an answer: the first of two steps, shared by every text format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from ascribe.records import Answer, CitedSentence, Reference, Verdict
from ascribe.records.answer_warnings import LOW_CONFIDENCE, list_warnings
from ascribe.records.messages import find_deciding_comparison
from ascribe.records.outcomes import FAILING, Status
from ascribe.text.phrases import find_only_place
from ascribe.write.contexts import render_path, render_quote, render_readable
from ascribe.write.evidence import (
    Place,
    find_context,
    find_document,
    find_pages,
    find_references,
    find_status,
    get_reply,
    is_markdown_source,
    locate_sentences,
)
from ascribe.write.links import build_link
from ascribe.write.numbering import Numbering, build_words_key, explain_numbers
from ascribe.write.reply_citations import (
    build_citation_headline,
    build_citation_rows,
    describe_citation_problem,
)
from ascribe.write.verdict_rows import build_clause_rows, build_figure_rows, build_note_rows
from ascribe.write.view import AnswerView, ClauseView, EvidenceView, SentenceView
from ascribe.write.wording import (
    DOUBT_SYMBOL,
    SYMBOLS,
    build_headline,
    describe_label,
    describe_pages,
    describe_status,
)


def build_view(answer: Answer, folder: Path | None = None) -> AnswerView:
    """Build the view of an answer; links to files are relative to ``folder``, where the report will be."""
    reply, places = get_reply(answer), locate_sentences(answer)
    statuses = find_statuses(answer)
    numbering = Numbering.of_words(answer)
    shown = [
        _build_evidence_views(sentence, status, answer, numbering, folder)
        for sentence, status in zip(answer.sentences, statuses, strict=True)
    ]
    sentences = tuple(
        _build_sentence_view(number, *row, answer, reply)
        for number, row in enumerate(zip(answer.sentences, places, statuses, shown, strict=True), 1)
    )
    return AnswerView(
        reply=reply,
        summary=(
            *build_headline(answer, statuses),
            *build_citation_headline(answer),
            *explain_numbers(numbering),
        ),
        sentences=sentences,
        references=_collect_numbered(sentences),
        removed=tuple(
            _build_removed_view(i, sentence, answer, folder) for i, sentence in enumerate(answer.removed, 1)
        ),
        skipped=tuple(answer.skipped),
        warnings=tuple(list_warnings(answer)),
    )


def find_statuses(answer: Answer) -> list[Status | None]:
    """Return the status of each sentence; None where it was not checked."""
    return [find_status(sentence, index, answer) for index, sentence in enumerate(answer.sentences)]


def _build_sentence_view(
    number: int,
    sentence: CitedSentence,
    place: Place | None,
    status: Status | None,
    evidence: tuple[EvidenceView, ...],
    answer: Answer,
    reply: str,
) -> SentenceView:
    verdict = sentence.verdict
    is_doubtful = status == "supported" and answer.is_doubtful
    return SentenceView(
        number=number,
        text=sentence.text,
        place=place,
        status=status,
        words=LOW_CONFIDENCE if is_doubtful else describe_status(status),
        symbol=DOUBT_SYMBOL if is_doubtful else SYMBOLS[status] if status is not None else "",
        message=verdict.message if verdict else "",
        details=(
            *build_citation_rows(sentence, answer),
            *build_clause_rows(sentence, reply),
            *(build_note_rows(verdict.details) if verdict else ()),
        ),
        figures=tuple(build_figure_rows(verdict)) if verdict else (),
        evidence=evidence,
        marked=_find_unsupported_places(verdict, place),
        differing=_find_differing_words(verdict, reply, place),
        citation_words=describe_citation_problem(sentence, answer),
        is_doubtful=is_doubtful,
        clauses=tuple(_build_clause_views(verdict, reply)) if verdict else (),
    )


def _build_clause_views(verdict: Verdict, reply: str) -> Iterator[ClauseView]:
    for one in verdict.clauses:
        text = reply[one.char_start : one.char_end]
        yield ClauseView(text, one.status, describe_status(one.status), SYMBOLS[one.status])


def _build_removed_view(
    number: int, sentence: CitedSentence, answer: Answer, folder: Path | None
) -> SentenceView:
    """Build the view of a removed sentence: it has no place, and its evidence gets no numbers."""
    status = sentence.verdict.status if sentence.verdict else None
    evidence = _build_evidence_views(sentence, status, answer, None, folder)
    return _build_sentence_view(number, sentence, None, status, evidence, answer, sentence.text)


def _build_evidence_views(
    sentence: CitedSentence,
    status: Status | None,
    answer: Answer,
    numbering: Numbering | None,
    folder: Path | None,
) -> tuple[EvidenceView, ...]:
    """Build one view for each reference; of two to the same words with the same label, the first."""
    references = reversed(find_references(sentence, answer))
    distinct = {(build_words_key(reference), reference.label): reference for reference in references}
    shown = (
        _build_evidence_view(reference, sentence.text, status, answer, numbering, folder)
        for reference in reversed([*distinct.values()])
    )
    words = _find_words_in_source(sentence.verdict)
    placed: list[EvidenceView | None] = [
        replace(one, differing=_find_differing_place(one, words)) for one in shown
    ]
    return tuple(
        replace(one, repeats_path=before is not None and _has_same_path(one, before))
        for before, one in pairwise([None, *placed])
        if one is not None
    )


def _has_same_path(evidence: EvidenceView, before: EvidenceView) -> bool:
    return (evidence.document, evidence.path) == (before.document, before.path)


def _find_words_in_source(verdict: Verdict | None) -> str:
    """Return the words of the source that differ from the reply; empty if they are not known."""
    return _find_compared_words(verdict, "evidence")


def _find_differing_words(verdict: Verdict | None, reply: str, place: Place | None) -> Place | None:
    """Return the place of the words that differ from the source; None if they are in no or several places."""
    if place is None or not _find_words_in_source(verdict):
        return None
    words = _find_compared_words(verdict, "claim")
    start = find_only_place(reply[slice(*place)], words)
    return None if start is None else (place[0] + start, place[0] + start + len(words))


def _find_compared_words(verdict: Verdict | None, side: str) -> str:
    if verdict is None or verdict.status not in FAILING:
        return ""
    compared = find_deciding_comparison(verdict.reason, verdict.details)
    words = compared.get(side) if compared is not None else None
    return words if isinstance(words, str) else ""


def _find_differing_place(evidence: EvidenceView, words: str) -> Place | None:
    start = find_only_place(evidence.quote, words) if evidence.reference.label != "supports" else None
    return None if start is None else (start, start + len(words))


def _build_evidence_view(
    reference: Reference,
    claim: str,
    status: Status | None,
    answer: Answer,
    numbering: Numbering | None,
    folder: Path | None,
) -> EvidenceView:
    document = find_document(reference, answer.documents)
    passage = find_context(reference, document)
    cited = reference.label in ("supports", "contradicts")
    return EvidenceView(
        reference=reference,
        number=numbering.number_of(reference) if numbering is not None and cited else None,
        document=reference.document_id,
        pages=describe_pages(find_pages(reference)),
        quote=passage.quote,
        passage=passage,
        language=document.language if document else None,
        relation=describe_label(reference.label, status),
        link=build_link(reference, answer.documents, folder),
        printed=_print_quote(
            replace(reference, quote=passage.quote),
            is_markdown=is_markdown_source(document),
            claim=claim,
            language=answer.settings.language,
        ),
        is_markdown=is_markdown_source(document),
        path=render_path(reference.context),
    )


def _print_quote(
    reference: Reference, *, is_markdown: bool, claim: str = "", language: str | None = None
) -> str:
    quote = render_quote(reference, claim, language)
    return " ".join(render_readable(quote).split()) if is_markdown else quote


def _collect_numbered(sentences: Iterable[SentenceView]) -> tuple[EvidenceView, ...]:
    """Return every numbered reference once, by number."""
    by_number: dict[int, EvidenceView] = {}
    for evidence in (one for sentence in sentences for one in sentence.evidence):
        if evidence.number is not None:
            other = by_number.get(evidence.number, evidence)
            by_number[evidence.number] = _print_for_all(evidence, other)
    return tuple(by_number[number] for number in sorted(by_number))


def _print_for_all(evidence: EvidenceView, other: EvidenceView) -> EvidenceView:
    """Return the evidence with a path; a row of which two sentences are about different cells is whole."""
    is_same = evidence.printed == other.printed
    whole = replace(evidence.reference, quote=evidence.quote)
    printed = evidence.printed if is_same else _print_quote(whole, is_markdown=evidence.is_markdown)
    return replace(evidence, repeats_path=False, printed=printed)


def _find_unsupported_places(verdict: Verdict | None, place: Place | None) -> tuple[Place, ...]:
    """Return the places of unsupported words within that of the sentence, in order, not overlapping."""
    if verdict is None or place is None:
        return ()
    kept: list[Place] = []
    position, last = place
    for start, end in sorted(verdict.unsupported):
        first, position = max(start, position), max(position, min(end, last))
        if first < position:
            kept.append((first, position))
    return tuple(kept)
