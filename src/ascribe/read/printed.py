"""Documents that hold nothing but what is printed for a verdict: quotes, each with its context.

They are the sources of a replay: ``check(sentence.text, sentence.references)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from ascribe.errors import InputError
from ascribe.records import Context, Document, Paragraph, Reference, Section, Sentence, Span
from ascribe.records.serialization import compute_digest
from ascribe.text.language_detection import resolve_language

PARSER_NAME = "references"


def build_printed_documents(
    references: Iterable[Reference], languages: Mapping[str, str | None] | None = None
) -> list[Document]:
    """Build one document for each document that is quoted, with its quotes in their order there.

    The documents are in the order of their first reference. Each quote is one sentence of its document; what
    it was read with precedes it.

    Args:
        references: the references; of several to the same words, the last one counts.
        languages: document id → ISO 639-1 code. A few headings and cells are too little to detect a language
            in, so without a code it is unknown, and the quotes are read in the language of the claims.

    Raises:
        InputError: a reference has no quote.
    """
    distinct = {(r.document_id, r.document_start_idx, r.document_end_idx): r for r in references}
    rank = {document_id: place for place, (document_id, *_) in reversed(list(enumerate(distinct)))}
    ordered = sorted(distinct.values(), key=lambda r: (rank[r.document_id], r.document_start_idx))
    return [
        _build_document(document_id, list(quoted), (languages or {}).get(document_id))
        for document_id, quoted in groupby(ordered, key=attrgetter("document_id"))
    ]


def detect_quoted_languages(references: Iterable[Reference]) -> dict[str, str | None]:
    """Return the language of each document that is quoted, by its quotes; rows of tables tell none."""
    quotes: dict[str, list[str]] = {}
    for reference in references:
        if "|" not in reference.quote and "\t" not in reference.quote:
            quotes.setdefault(reference.document_id, []).append(reference.quote)
    return {name: resolve_language("\n".join(texts)) for name, texts in quotes.items()}


def _build_document(document_id: str, references: Sequence[Reference], language: str | None) -> Document:
    if not all(reference.quote.strip() for reference in references):
        raise InputError(
            f"sources: a reference to {document_id!r} has no quote, so it holds no words to check against; "
            "give the source itself."
        )
    page = _Page(document_id)
    sentences = [page.add_quote(number, reference) for number, reference in enumerate(references)]
    text = "".join(page.parts)
    whole = Span(document_id, 0, len(text))
    paragraphs = [Paragraph(f"{document_id}::p{n}", [one], one.span) for n, one in enumerate(sentences)]
    return Document(
        document_id,
        Path(document_id),
        [Section(f"{document_id}::sec0", None, paragraphs, whole)],
        full_text=text,
        parser_name=PARSER_NAME,
        digest=compute_digest(text.encode()),
        language=language,
    )


def _move_numbers(context: Iterable[Context], moves: Sequence[tuple[int, int, int]]) -> Iterator[Context]:
    """Yield the numbers with the stretches that they stand in: where each begins, ends, and moves by."""
    for one in context:
        if one.kind == "number":
            step = next((by for first, last, by in moves if first <= one.char_start < last), 0)
            yield replace(one, char_start=one.char_start + step, char_end=one.char_end + step)


@dataclass(slots=True)
class _Page:
    """The text of a printed document while it is put together; each context is printed once."""

    document_id: str
    parts: list[str] = field(default_factory=list)
    length: int = 0
    contexts: dict[Context, Context] = field(default_factory=dict)

    def add_quote(self, number: int, reference: Reference) -> Sentence:
        """Append the quote of a reference after what it was read with, and return it as a sentence."""
        words = [one for one in reference.context if one.kind != "number"]
        placed = [(one, self._add_context(one)) for one in words]
        start, end = self._append(reference.quote)
        moves = [(one.char_start, one.char_end, new.char_start - one.char_start) for one, new in placed]
        first, last = reference.document_start_idx, reference.document_end_idx
        numbers = _move_numbers(reference.context, [*moves, (first, last, start - first)])
        context = (*(new for _, new in placed), *numbers)
        span = Span(self.document_id, start, end)
        return Sentence(f"{self.document_id}::s{number}", reference.quote, span, context)

    def _add_context(self, context: Context) -> Context:
        if context.kind == "question":
            return context
        if context not in self.contexts:
            start, end = self._append(context.text)
            self.contexts[context] = replace(context, char_start=start, char_end=end)
        return self.contexts[context]

    def _append(self, text: str) -> tuple[int, int]:
        start = self.length
        self.parts.append(f"{text}\n\n")
        self.length += len(text) + 2
        return start, start + len(text)
