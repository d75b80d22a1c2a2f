"""Copies of the cited PDF files in which each quote is highlighted and has a note.

A note on the first page has the warnings of the answer, and the sentences to review that no highlight belongs
to. No file is overwritten but an older copy, and a copy neither runs a script nor has attachments.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from ascribe.errors import InputError, SourceError
from ascribe.protocols import Limits, Reader
from ascribe.quotes import find_quote, select_quote
from ascribe.records import Answer, Document, PageBBox, Reference
from ascribe.records.serialization import compute_digest
from ascribe.write.display_text import to_one_line
from ascribe.write.numbering import Key, build_words_key
from ascribe.write.pdf_annotations import Color, HighlightNote, add_annotations, has_own_annotation
from ascribe.write.view import EvidenceView, SentenceView
from ascribe.write.view_builder import build_view
from ascribe.write.whole_files import check_not_sources, write_whole_file


class PdfHighlighter:
    """Writes a highlighted copy of each PDF file that an answer cites.

    Args:
        reader: reads a PDF again if it has changed since the answer was made.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def write(self, answer: Answer, path: Path) -> list[Path]:
        """Write the copies and return their paths, by position of the source; no file if no PDF is cited.

        Args:
            answer: the answer.
            path: a file name that ends in ``.pdf``, for an answer that cites one PDF; otherwise a folder,
                which is created if it does not exist.

        Raises:
            InputError: one file for several PDFs or for none, a copy that would replace a source or any other
                file that is no copy, or a path that cannot be written.
            SourceError: a source that is missing, cannot be opened, or no longer contains a quote.
        """
        marks = build_highlights(answer)
        cited = find_cited_pdfs(answer)
        targets = [path] if path.suffix.lower() == ".pdf" else _choose_paths(cited, path)
        if targets and not cited:
            raise InputError(f"{path}: no PDF file is cited, so there is none to highlight.")
        if len(cited) > len(targets):
            raise InputError(
                f"{path}: the reply cites {len(cited)} PDF files; give a folder for their copies."
            )
        check_not_sources(targets[: len(cited)], answer.documents)
        for target in targets[: len(cited)]:
            _check_replaceable(target)
        # Build every copy before writing any, so that an error leaves no partial output.
        summary = build_summary(answer, cited)
        copies = [self._copy(document, marks[document.doc_id], summary) for document in cited]
        for target, copy in zip(targets, copies, strict=False):
            _write_file(target, copy)
        return targets[: len(cited)]

    def _copy(self, document: Document, marks: list[Highlight], summary: str) -> bytes:
        path = document.source_path
        try:
            data = path.read_bytes()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise SourceError(
                str(path),
                f"it can no longer be read ({reason}); restore the file to highlight its quotes.",
            ) from None
        placed = place_highlights(document, marks, data, self.reader)
        return add_annotations(data, str(path), [_build_highlight_note(one) for one in placed], summary)


def find_cited_pdfs(answer: Answer) -> list[Document]:
    """Return the PDF files that the answer cites, by position."""
    marks = build_highlights(answer)
    return [d for d in answer.documents if d.doc_id in marks and d.source_path.suffix.lower() == ".pdf"]


def _choose_paths(documents: list[Document], folder: Path) -> list[Path]:
    """Choose the paths of the copies: the file names, or ids with dashes where two files share a name.

    If that is the name of another copy, the first free number is appended.
    """
    counts = Counter(document.source_path.name.casefold() for document in documents)
    taken = {name for name, times in counts.items() if times == 1}
    names = []
    for document in documents:
        name = document.source_path.name
        if counts[name.casefold()] > 1:
            name = _find_free_name(_flatten_id(document.doc_id), taken)
            taken.add(name.casefold())
        names.append(folder / name)
    return names


def _find_free_name(name: str, taken: set[str]) -> str:
    numbered = (f"{name[:-4]}-{number}{name[-4:]}" for number in count(2))
    return next(free for free in chain([name], numbered) if free.casefold() not in taken)


def _flatten_id(doc_id: str) -> str:
    name = re.sub(r"[^\w.-]+", "-", doc_id).strip("-.")
    return name if name.lower().endswith(".pdf") else f"{name}.pdf"


def _check_replaceable(target: Path) -> None:
    """Check that nothing is lost where the copy goes: there is nothing, or an older copy."""
    if target.is_symlink() or (target.exists() and not has_own_annotation(target)):
        raise InputError(
            f"{target}: this is no copy of Ascribe, and is not replaced; move it, or choose another path."
        )


def _write_file(target: Path, data: bytes) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole_file(target, data)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror}); choose another path.") from None


# --- Building the highlights ---

SUPPORTED: Color = (150, 230, 130)
DOUBTFUL: Color = (255, 225, 90)
CONTRADICTED: Color = (255, 150, 140)
"""Green for evidence of a supported sentence, red for evidence that contradicts one, yellow for evidence of a
sentence that is not fully supported, or may not answer the question."""


_SUMMARY_HEAD = "To review: sentences of the reply for which nothing is highlighted"


@dataclass(frozen=True, slots=True)
class Highlight:
    """Words of a document to highlight once, with a note about every sentence that uses them.

    Args:
        reference: the words.
        number: number of the marker that points to them in every report.
        color: red, green, blue, from 0 to 255.
        note: for each sentence that is based on the words: number, status, reason, the sentence, and what was
            found about its citations.
    """

    reference: Reference
    number: int | None
    color: Color
    note: str


def build_highlights(answer: Answer) -> dict[str, list[Highlight]]:
    """Build the highlights of each document id, sorted by number; ``related`` passages get none."""
    uses: dict[tuple[Key, str], list[tuple[SentenceView, EvidenceView]]] = {}
    for sentence, evidence in _iterate_cited(answer):
        key = (build_words_key(evidence.reference), evidence.reference.label)
        uses.setdefault(key, []).append((sentence, evidence))
    marks: dict[str, list[Highlight]] = {}
    for found in uses.values():
        reference = found[0][1].reference
        marks.setdefault(reference.document_id, []).append(_build_highlight(found))
    return {name: sorted(rows, key=lambda mark: mark.number or 0) for name, rows in marks.items()}


def build_summary(answer: Answer, cited: Sequence[Document]) -> str:
    """Return the warnings of the answer, and the sentences to review without a highlight in these documents.

    It is empty if there are none. Each sentence has its number, its status and reason, its words, and what
    was found about its citations.
    """
    view = build_view(answer)
    names = {document.doc_id for document in cited}
    lacking = [
        sentence
        for sentence in view.sentences
        if sentence.needs_review
        and not any(
            evidence.reference.document_id in names
            for evidence in (*sentence.supporting, *sentence.contradicting)
        )
    ]
    listed = [_SUMMARY_HEAD, *map(_build_summary_note, lacking)] if lacking else []
    return "\n\n".join([*map(to_one_line, view.warnings), *listed])


def _build_summary_note(sentence: SentenceView) -> str:
    return f"{_describe_sentence(sentence)}\nSentence {sentence.number} of the reply: {_quote(sentence)}" + (
        _render_citations(sentence)
    )


def _iterate_cited(answer: Answer) -> Iterator[tuple[SentenceView, EvidenceView]]:
    for sentence in build_view(answer).sentences:
        for evidence in (*sentence.supporting, *sentence.contradicting):
            yield sentence, evidence


def _build_highlight(found: list[tuple[SentenceView, EvidenceView]]) -> Highlight:
    evidence = found[0][1]
    return Highlight(
        evidence.reference,
        evidence.number,
        _choose_color(evidence.reference.label, [sentence for sentence, _ in found]),
        "\n\n".join(_build_note(sentence, own) for sentence, own in found),
    )


def _choose_color(label: str, sentences: list[SentenceView]) -> Color:
    if label == "contradicts":
        return CONTRADICTED
    sure = any(s.status == "supported" and not s.is_doubtful for s in sentences)
    return SUPPORTED if sure else DOUBTFUL


def _build_note(sentence: SentenceView, evidence: EvidenceView) -> str:
    """Return ``[2] contradicted: The source gives a different number.``, the sentence and the words read.

    Then follows what was found about the citations of the reply for that sentence.
    """
    against = " (these words contradict it)" if evidence.reference.label == "contradicts" else ""
    claim = f"Sentence {sentence.number} of the reply{against}: {_quote(sentence)}"
    has_context = any(one.kind != "number" for one in evidence.reference.context)
    context = f"\n{_render_context(evidence)}" if has_context else ""
    cited = _render_citations(sentence)
    return f"[{evidence.number}] {_describe_sentence(sentence)}\n{claim}{context}{cited}"


def _describe_sentence(sentence: SentenceView) -> str:
    return f"{sentence.words}: {to_one_line(sentence.message)}" if sentence.message else sentence.words


def _quote(sentence: SentenceView) -> str:
    return f"“{to_one_line(sentence.text)}”"


def _render_citations(sentence: SentenceView) -> str:
    return "".join(f"\nCitation: {to_one_line(words)}" for words in sentence.citation_findings)


def _render_context(evidence: EvidenceView) -> str:
    """Return the words that the highlighted ones were read with; they may be on another page."""
    quote = to_one_line(evidence.printed)
    return to_one_line(f"Read as: {evidence.path}: “{quote}”" if evidence.path else f"Read as: “{quote}”")


# --- Placing them on pages ---

_MAX_SHOWN = 80
"""Characters of a quote in a message."""


@dataclass(frozen=True, slots=True)
class PlacedHighlight:
    """A highlight and one box for each printed line that its words touch."""

    mark: Highlight
    boxes: tuple[PageBBox, ...]


def _build_highlight_note(placed: PlacedHighlight) -> HighlightNote:
    mark = placed.mark
    label = mark.reference.label
    return HighlightNote(
        f"{mark.number}-{label}", f"[{mark.number}] {label}", mark.note, mark.color, placed.boxes
    )


def place_highlights(
    document: Document, marks: list[Highlight], data: bytes, reader: Reader
) -> list[PlacedHighlight]:
    """Return the highlights with their boxes in ``data``, the current bytes of the file.

    If the file has the digest of the document, the boxes are those of the references. Any other file is read
    again, and each quote is searched for in it.

    Raises:
        SourceError: a quote cannot be found, or is no longer there in the same words.
    """
    is_same = document.digest == compute_digest(data)
    known = [PlacedHighlight(mark, _find_boxes(mark.reference, document)) for mark in marks]
    if is_same and all(placed.boxes for placed in known):
        return known
    name = str(document.source_path)
    extract = reader.read(data, name, Limits())
    now = Document(document.doc_id, Path(name), [], full_text=extract.text, lines=extract.lines)
    return list(_relocate_highlights(document, marks, now))


def _find_boxes(reference: Reference, document: Document) -> tuple[PageBBox, ...]:
    return reference.bboxes or document.boxes(reference.document_start_idx, reference.document_end_idx)


def _relocate_highlights(
    document: Document, marks: list[Highlight], now: Document
) -> Iterator[PlacedHighlight]:
    for mark in marks:
        start, end = mark.reference.document_start_idx, mark.reference.document_end_idx
        quote = select_quote(document.full_text or "", start, end)
        words = quote.exact or mark.reference.quote
        found = find_quote(now, words, prefix=quote.prefix, suffix=quote.suffix, position=quote.position)
        if found is None or not found.same_words:
            shown = to_one_line(words)[:_MAX_SHOWN]
            raise SourceError(
                str(document.source_path),
                f"the file changed since it was read and no longer contains “{shown}”; "
                "check the reply against the new file.",
            )
        yield PlacedHighlight(mark, now.boxes(found.start, found.end))
