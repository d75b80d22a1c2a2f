"""Which PDF files are copied, under which names, and never over a source."""

from __future__ import annotations

import os
import re
from collections import Counter
from itertools import chain, count
from pathlib import Path

from ascribe.errors import InputError, SourceError
from ascribe.records import Answer, Document
from ascribe.stages import Reader
from ascribe.write.highlights.annotating import annotated
from ascribe.write.highlights.marks import Mark, marks_of
from ascribe.write.highlights.places import placed_marks


class PdfHighlighter:
    """Writes a highlighted copy of each PDF file that an answer cites.

    Args:
        reader: reads a PDF anew that changed since the answer was made.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def write(self, answer: Answer, path: Path) -> list[Path]:
        """The copies that were written, by position of their source; in a folder, none if no PDF is cited.

        Args:
            answer: the answer.
            path: a file name that ends in ``.pdf``, for an answer that cites one PDF; else a folder, which is
                made where there is none.

        Raises:
            InputError: one file for several PDFs or for none, a copy that would replace a source, or a place
                that cannot be written.
            SourceError: a source that is gone, cannot be opened, or holds a quote no longer.
        """
        marks = marks_of(answer)
        cited = cited_pdfs(answer)
        targets = [path] if path.suffix.lower() == ".pdf" else _names(cited, path)
        if targets and not cited:
            raise InputError(f"{path}: no PDF file is cited, so there is none to highlight.")
        if len(cited) > len(targets):
            raise InputError(
                f"{path}: the reply cites {len(cited)} PDF files; give a folder for their copies."
            )
        _refuse_sources(targets[: len(cited)], answer.documents)
        # Nothing is written unless everything can be.
        copies = [self._copy(document, marks[document.doc_id]) for document in cited]
        for target, copy in zip(targets, copies, strict=False):
            _write(target, copy)
        return targets[: len(cited)]

    def _copy(self, document: Document, marks: list[Mark]) -> bytes:
        path = document.source_path
        try:
            data = path.read_bytes()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise SourceError(
                str(path),
                f"it cannot be read any more ({reason}); put it back to have its quotes highlighted.",
            ) from None
        return annotated(data, str(path), placed_marks(document, marks, data, self.reader))


def cited_pdfs(answer: Answer) -> list[Document]:
    """The PDF files that the answer cites, by position."""
    marks = marks_of(answer)
    return [d for d in answer.documents if d.doc_id in marks and d.source_path.suffix.lower() == ".pdf"]


def _names(documents: list[Document], folder: Path) -> list[Path]:
    """The names of the files; of files with the same name, their whole ids with dashes for folders.

    Where that is the name of another copy, with the first number that makes it new.
    """
    counts = Counter(document.source_path.name.casefold() for document in documents)
    taken = {name for name, times in counts.items() if times == 1}
    names = []
    for document in documents:
        name = document.source_path.name
        if counts[name.casefold()] > 1:
            name = _free(_flat(document.doc_id), taken)
            taken.add(name.casefold())
        names.append(folder / name)
    return names


def _free(name: str, taken: set[str]) -> str:
    numbered = (f"{name[:-4]}-{number}{name[-4:]}" for number in count(2))
    return next(free for free in chain([name], numbered) if free.casefold() not in taken)


def _flat(doc_id: str) -> str:
    name = re.sub(r"[^\w.-]+", "-", doc_id).strip("-.")
    return name if name.lower().endswith(".pdf") else f"{name}.pdf"


def _refuse_sources(targets: list[Path], documents: list[Document]) -> None:
    sources = {os.path.realpath(document.source_path) for document in documents}
    for target in targets:
        if os.path.realpath(target) in sources:
            raise InputError(f"{target}: the copy would replace a source; give another file or folder.")


def _write(target: Path, data: bytes) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror}); give another place.") from None
