"""The PDF reader: opens the file, runs the steps of this package, and refuses files without readable text."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import pypdfium2

from ascribe.errors import SourceError
from ascribe.pdfium import open_pdf
from ascribe.protocols import Extract, Limits
from ascribe.read.pdf.composer import TextComposer
from ascribe.read.pdf.drawings import read_drawings
from ascribe.read.pdf.furniture import remove_furniture
from ascribe.read.pdf.glyphs import read_text_runs
from ascribe.read.pdf.lines import LEADER, Line
from ascribe.read.pdf.ocr import RapidOcrRecognizer, recognize_text_runs
from ascribe.read.pdf.page_layout import build_page_lines
from ascribe.read.pdf.paragraph_merge import merge_display_math, merge_paragraphs, remove_note_marks
from ascribe.read.pdf.paragraphs import build_paragraphs

_OCR_HINT = (
    "read it with ocr=True (--ocr on the command line), or run OCR first: ocrmypdf --force-ocr in.pdf out.pdf"
)
_LEAVE_OUT_HINT = "OCR found no text either, so leave it out"
_DATE = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?")
_EMPTY_NAMES = {"untitled", "anonymous", "unspecified", "unknown"}
"""Placeholders that programs write into metadata fields that nobody filled in."""


class PdfReader:
    """Reads a PDF in reading order, with wrapped lines joined and running heads removed.

    Args:
        ocr: recognize the text of pages that have no readable text; needs the extra ``ocr``.
    """

    def __init__(self, *, ocr: bool = False) -> None:
        self.recognizer = RapidOcrRecognizer() if ocr else None

    def read(self, data: bytes, name: str, limits: Limits) -> Extract:
        """Return text, blocks, page breaks, and one ``TextLine`` for each printed line.

        ``metadata`` contains ``pages``; ``title``, ``author`` and ``date`` if the file has them;
        ``running_lines`` (number of heads and footers removed); ``unreadable_lines`` (number of lines removed
        because their font has no Unicode map); and, if OCR was used, ``ocr`` (the engine) and ``ocr_pages``
        (from 0).

        Raises:
            SourceError: the file is damaged, encrypted, without text, unreadable, or beyond the limits.
        """
        pages, metadata = _read_pages(data, name, limits, self.recognizer)
        return _build_extract(pages, metadata, name, _LEAVE_OUT_HINT if self.recognizer else _OCR_HINT)


def _read_pages(
    data: bytes, name: str, limits: Limits, recognizer: RapidOcrRecognizer | None
) -> tuple[list[list[Line]], dict[str, Any]]:
    with open_pdf(data, name) as document:
        started = time.monotonic()
        count = len(document)
        if count == 0:
            raise SourceError(name, "the PDF has no pages; export it again.")
        if count > limits.max_pages:
            raise SourceError(
                name,
                f"{count} pages exceed the limit of {limits.max_pages}; split the file or raise max_pages.",
            )
        metadata = _read_metadata(document, count)
        pages = []
        for index in range(count):
            if time.monotonic() - started > limits.max_seconds:
                raise SourceError(name, _describe_timeout(index, count, limits))
            pages.append(_read_page(document, index, recognizer, metadata))
        return pages, metadata


def _describe_timeout(done: int, count: int, limits: Limits) -> str:
    return (
        f"{done} of {count} pages took longer than the limit of {limits.max_seconds:g} seconds; "
        "split the file, or raise the limit with Limits(max_seconds=…)."
    )


def _read_page(
    document: Any, index: int, recognizer: RapidOcrRecognizer | None, metadata: dict[str, Any]
) -> list[Line]:
    try:
        page = document[index]
    except pypdfium2.PdfiumError:
        return []
    try:
        lines = build_page_lines(read_text_runs(page), index, read_drawings(page))
        if recognizer is not None and not is_language(line.text for line in select_legible_lines(lines)):
            lines = build_page_lines(recognize_text_runs(page, recognizer), index)
            metadata["ocr"] = recognizer.name
            metadata.setdefault("ocr_pages", []).append(index)
        return lines
    finally:
        page.close()


def _read_metadata(document: Any, count: int) -> dict[str, Any]:
    info = document.get_metadata_dict(skip_empty=True)
    found: dict[str, Any] = {"pages": count}
    for key, field in (("title", "Title"), ("author", "Author")):
        value = info.get(field, "").strip()
        if value and value.lower() not in _EMPTY_NAMES:
            found[key] = value
    if match := _DATE.match(info.get("CreationDate", "")):
        found["date"] = "-".join(part for part in match.groups() if part)
    return found


def _build_extract(pages: list[list[Line]], metadata: dict[str, Any], name: str, hint: str) -> Extract:
    lines = [line for page in pages for line in page]
    if not lines:
        raise SourceError(name, f"the PDF contains no readable text, only images; {hint}.")
    legible = {id(line) for line in select_legible_lines(lines)}
    if not legible or not is_language(line.text for line in lines if id(line) in legible):
        raise SourceError(
            name, f"the fonts of the PDF have no Unicode map, so its text cannot be read; {hint}."
        )
    kept = [[line for line in page if id(line) in legible] for page in pages]
    body, running = remove_furniture(kept, metadata.get("title", ""))
    composer = TextComposer(merge_paragraphs(merge_display_math(remove_note_marks(build_paragraphs(body)))))
    text = composer.compose()
    metadata = metadata | {"running_lines": running, "unreadable_lines": len(lines) - len(legible)}
    return Extract(text, composer.blocks, composer.page_breaks(len(pages)), composer.lines, metadata)


# --- Legibility ---

_MAX_UNMAPPED_SHARE = 0.3
"""Share of characters without a Unicode map above which a line is suspect."""

_MIN_WORD_SHARE = 0.25
"""Minimum share of the characters of a text that are in words or numbers."""

_VOWEL_SHARES = (0.2, 0.65)
"""Minimum and maximum share of vowels among the basic Latin letters of words. European languages have 0.35
to 0.5; text that is shifted by a constant, because glyph numbers were taken for letters, has 0.1 to 0.15."""

_MIN_LETTERS = 100
"""Minimum letters for a meaningful share of vowels."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_TOKEN = re.compile(r"[^\W\d_]{2,}(?:['’-][^\W\d_]+)*|[-+$€£]?\d[\d.,:/%-]*|[^\W\d_](?=\W|$)")
_LATIN = re.compile(r"[a-z]", re.IGNORECASE)
_VOWEL = re.compile(r"[aeiouy]", re.IGNORECASE)


def select_legible_lines(lines: Sequence[Line]) -> list[Line]:
    """Return the lines, except those whose font has no Unicode map and whose text is not language.

    Many old fonts lack the map and still give correct text through the names of their glyphs. Therefore the
    suspect lines of a page are checked together, by their text.
    """
    kept: list[Line] = []
    for _, page in groupby(lines, key=lambda line: line.page):
        on_page = list(page)
        suspects = [line for line in on_page if line.unmapped > _MAX_UNMAPPED_SHARE]
        good = is_language(line.text for line in suspects)
        kept += [line for line in on_page if good or line.unmapped <= _MAX_UNMAPPED_SHARE]
    return kept


def is_language(texts: Iterable[str]) -> bool:
    """Return True if the text consists of words and numbers and has a usual share of vowels."""
    text = LEADER.sub(" ", " ".join(texts))
    printed = sum(not char.isspace() for char in text)
    if not printed:
        return False
    in_words = sum(len(token) for token in _TOKEN.findall(text))
    return in_words >= _MIN_WORD_SHARE * printed and _has_usual_vowels(text)


def _has_usual_vowels(text: str) -> bool:
    words = [word for word in _WORD.findall(text) if word.isascii()]
    letters = "".join(words)
    if len(letters) < _MIN_LETTERS:
        return True
    return _VOWEL_SHARES[0] <= len(_VOWEL.findall(letters)) / len(letters) <= _VOWEL_SHARES[1]
