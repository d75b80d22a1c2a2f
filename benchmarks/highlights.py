"""Highlight every sentence of every PDF file and read the copies back with pdfium.

Usage: ``python benchmarks/highlights.py FOLDER``, where the folder contains the PDF files.
"""

from __future__ import annotations

import argparse
import ctypes
import re
import tempfile
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from ascribe import AscribeError, read_sources
from ascribe.protocols import Claim
from ascribe.records import Answer, CitedSentence, Document, FaithfulnessComponents, Verdict
from ascribe.records.source_sentence import SourceSentence
from ascribe.write.numbering import Numbering


def main() -> None:
    """Print one row for each file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    print("| file | pages | sentences | highlights | words in them as quoted | text of the copy | s |")
    print("|---|---|---|---|---|---|---|")
    for path in sorted(parser.parse_args().folder.glob("*.pdf")):
        try:
            document = read_sources([path])[0]
        except AscribeError:
            continue
        print("| " + " | ".join(map(str, measure_file(path, document))) + " |", flush=True)


def measure_file(path: Path, document: Document) -> tuple[object, ...]:
    """Build the row of one file."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        answer = cite_everything(document)
        (copy,) = answer.to_pdf(folder)
        seconds = time.perf_counter() - started
        found = read_highlights(copy)
        numbers = Numbering.of_words(answer).sentences
        wanted = [(found.get(n, ""), s.text) for (n,), s in zip(numbers, document.sentences, strict=True)]
        same = sum(sort_letters(words) == sort_letters(text) for words, text in wanted)
        kept = "same" if read_page_texts(copy) == read_page_texts(path) else "differs"
    total = len(document.sentences)
    return path.name, document.num_pages, total, len(found), f"{same} of {total}", kept, f"{seconds:.2f}"


def cite_everything(document: Document) -> Answer:
    """Build an answer whose reply is the document itself, with each sentence cited for itself."""
    sentences, at = [], 0
    for source in document.sentences:
        claim = Claim(source.text, at, at + len(source.text), "prose", source.text)
        reference = SourceSentence(document, 1, source).reference(claim, 1.0, "supports")
        verdict = Verdict("supported", "verbatim", "rules", 1.0, None, (reference,))
        sentences.append(CitedSentence(source.text, (source.id,), 1.0, at, claim.end, (reference,), verdict))
        at = claim.end + 1
    reply = " ".join(sentence.text for sentence in sentences)
    parts = FaithfulnessComponents(1.0, 1.0)
    return Answer("", sentences, 1.0, parts, [], [], [], reply=reply, documents=[document])


def read_highlights(path: Path) -> dict[int, str]:
    """Return marker number → the printed characters whose centre is in a quad of its annotations."""
    found: dict[int, str] = {}
    document = pypdfium2.PdfDocument(path)
    for index in range(len(document)):
        page = document[index]
        characters = list(iterate_characters(page))
        for number, quads in find_own_highlights(page):
            words = (
                c for c, x, y in characters if any(a <= x <= b and c0 <= y <= d for a, c0, b, d in quads)
            )
            found[number] = found.get(number, "") + "".join(words)
        page.close()
    document.close()
    return found


def find_own_highlights(page: Any) -> Iterator[tuple[int, list[tuple[float, float, float, float]]]]:
    """Yield marker number and quads (left, bottom, right, top) of each annotation by Ascribe."""
    for index in range(pdfium.FPDFPage_GetAnnotCount(page.raw)):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, index)
        if pdfium.FPDFAnnot_GetSubtype(annotation) == pdfium.FPDF_ANNOT_HIGHLIGHT:
            name = re.match(r"ascribe-(\d+)-", get_text(annotation, b"NM"))
            if name:
                yield int(name[1]), list(get_quads(annotation))
        pdfium.FPDFPage_CloseAnnot(annotation)


def get_quads(annotation: Any) -> Iterator[tuple[float, float, float, float]]:
    """Yield the quads of one annotation."""
    quad = pdfium.FS_QUADPOINTSF()
    for index in range(pdfium.FPDFAnnot_CountAttachmentPoints(annotation)):
        pdfium.FPDFAnnot_GetAttachmentPoints(annotation, index, quad)
        yield quad.x3, quad.y3, quad.x2, quad.y2


def get_text(annotation: Any, key: bytes) -> str:
    """Return the string value of an annotation's key."""
    length = pdfium.FPDFAnnot_GetStringValue(annotation, key, None, 0)
    buffer = ctypes.create_string_buffer(length)
    pdfium.FPDFAnnot_GetStringValue(annotation, key, ctypes.cast(buffer, pdfium.FPDF_WIDESTRING), length)
    return buffer.raw.decode("utf-16-le").rstrip("\0")


def iterate_characters(page: Any) -> Iterator[tuple[str, float, float]]:
    """Yield every character that pdfium finds on the page, with the centre of its box."""
    textpage = page.get_textpage()
    for index in range(textpage.count_chars()):
        left, bottom, right, top = textpage.get_charbox(index, loose=True)
        yield textpage.get_text_range(index, 1), (left + right) / 2, (bottom + top) / 2


def sort_letters(text: str) -> str:
    """Return the letters and digits of the text in sorted order, to compare the words of two texts."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(sorted(c for c in plain if c.isalnum()))


def read_page_texts(path: Path) -> list[str]:
    """Return the text of each page, as extracted by pdfium."""
    document = pypdfium2.PdfDocument(path)
    texts = [document[index].get_textpage().get_text_range() for index in range(len(document))]
    document.close()
    return texts


if __name__ == "__main__":
    main()
