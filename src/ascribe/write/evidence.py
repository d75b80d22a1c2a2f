"""Lookups in answers that may be incomplete: reply, places, statuses, references, quote contexts."""

from __future__ import annotations

from dataclasses import dataclass

from ascribe.records import Answer, Chunk, CitedSentence, Document, Reference, Sentence
from ascribe.records.outcomes import Status

_MAX_CONTEXT = 320
"""Characters of context on either side of a quote: about two sentences."""


@dataclass(frozen=True, slots=True)
class QuoteContext:
    """A quote with the text around it: its paragraph, or about two sentences on either side."""

    before: str
    quote: str
    after: str


def find_document(reference: Reference, documents: list[Document]) -> Document | None:
    """Return the document of the reference, by its position if the id matches, otherwise by its id."""
    position = reference.document_position - 1
    if position < len(documents) and documents[position].doc_id == reference.document_id:
        return documents[position]
    return next((d for d in documents if d.doc_id == reference.document_id), None)


def is_markdown_source(document: Document | None) -> bool:
    """Return True for a Markdown file, in whose quotes the marks of Markdown are no words."""
    return document is not None and document.source_path.suffix.lower() in (".md", ".markdown")


def find_pages(reference: Reference) -> tuple[int, ...]:
    """Return the pages (from 0) of the reference, taken from its boxes if it names none."""
    return reference.pages or tuple(box.page for box in reference.bboxes)


def find_status(sentence: CitedSentence, index: int, answer: Answer) -> Status | None:
    """Return the status of the verdict; without a verdict, that of the sentence's verification result."""
    if sentence.verdict is not None:
        return sentence.verdict.status
    result = answer.verification_for(index)
    if result is None:
        return None
    return result.status or ("supported" if result.is_supported else "unsupported")


def find_context(reference: Reference, document: Document | None) -> QuoteContext:
    """Return the quote with its context; without context if the source text is missing or differs."""
    text = (document.full_text or "") if document is not None else ""
    start, end = reference.document_start_idx, reference.document_end_idx
    if not reference.quote or text[start:end] != reference.quote:
        return QuoteContext("", reference.quote or text[start:end], "")
    return QuoteContext(_find_context_before(text, start), reference.quote, _find_context_after(text, end))


def find_references(sentence: CitedSentence, answer: Answer) -> tuple[Reference, ...]:
    """Return the references of the sentence; without any, references built from its sentence ids.

    An id that is in no document and no passage of the answer gives none: see ``records.citation_rows``.
    """
    if sentence.references:
        return sentence.references
    if sentence.verdict is not None:
        return sentence.verdict.references
    made = (_build_from_id(i, sentence, answer) for i in sentence.supporting_sentence_ids)
    return tuple(reference for reference in made if reference is not None)


def _find_context_before(text: str, start: int) -> str:
    """Return the text from the start of the paragraph, or from the first whole word within reach."""
    low = max(0, start - _MAX_CONTEXT)
    paragraph = text.rfind("\n\n", low, start)
    if paragraph >= 0:
        return text[paragraph + 2 : start]
    if low == 0:
        return text[:start]
    return "… " + text[low:start].partition(" ")[2]


def _find_context_after(text: str, end: int) -> str:
    high = min(len(text), end + _MAX_CONTEXT)
    paragraph = text.find("\n\n", end, high)
    if paragraph >= 0:
        return text[end:paragraph]
    if high == len(text):
        return text[end:]
    return text[end:high].rpartition(" ")[0] + " …"


def _build_from_id(sentence_id: str, cited: CitedSentence, answer: Answer) -> Reference | None:
    for position, document in enumerate(answer.documents, 1):
        try:
            source = document.sentence_by_id(sentence_id)
        except KeyError:
            continue
        return _build_reference(cited, source, document.doc_id, position)
    for retrieved in answer.retrieved_chunks:
        if sentence_id in retrieved.chunk.sentence_ids:
            return _build_reference(cited, retrieved.chunk, retrieved.chunk.doc_id, 1)
    return None


def _build_reference(cited: CitedSentence, source: Sentence | Chunk, doc_id: str, position: int) -> Reference:
    return Reference(
        document_start_idx=source.span.char_start,
        document_end_idx=source.span.char_end,
        answer_start_idx=cited.char_start or 0,
        answer_end_idx=cited.char_end or cited.char_start or 0,
        score=cited.confidence,
        document_id=doc_id,
        document_position=position,
        label="supports",
        quote=source.text,
        pages=source.span.pages,
        bboxes=source.span.bboxes,
    )


# --- Places of sentences in the reply ---

Place = tuple[int, int]
"""First and one past the last character, in code points of the reply."""


def get_reply(answer: Answer) -> str:
    """Return the untouched reply; of an answer without one, its sentences joined by spaces."""
    return answer.text if answer.reply is None else answer.reply


def locate_sentences(answer: Answer) -> list[Place | None]:
    """Return the place of each sentence in ``get_reply(answer)``; None where the reply does not contain it.

    White space at the end is left out, and no two places overlap: where sentences do, the earlier one keeps
    the characters.
    """
    reply = get_reply(answer)
    wanted = _place_joined(answer) if answer.reply is None else _place_stated(answer, reply)
    places: list[Place | None] = [None] * len(wanted)
    position = 0
    for index in sorted(range(len(wanted)), key=lambda i: wanted[i]):
        start, end = wanted[index]
        start, end = max(start, position), min(end, len(reply))
        end = start + len(reply[start:end].rstrip())
        if start < end:
            places[index] = (start, end)
            position = end
    return places


def _place_joined(answer: Answer) -> list[Place]:
    places, position = [], 0
    for sentence in answer.sentences:
        places.append((position, position + len(sentence.text)))
        position += len(sentence.text) + 1
    return places


def _place_stated(answer: Answer, reply: str) -> list[Place]:
    places: list[Place] = []
    position = 0
    for sentence in answer.sentences:
        place = _find_place(sentence, reply, position)
        places.append(place)
        position = max(position, place[1])
    return places


def _find_place(sentence: CitedSentence, reply: str, position: int) -> Place:
    """Return the stated place; without one, the next occurrence of the text; (0, 0) if there is none."""
    if sentence.char_start is not None:
        return sentence.char_start, sentence.char_end or sentence.char_start
    start = reply.find(sentence.text, position)
    return (start, start + len(sentence.text)) if start >= 0 else (0, 0)
