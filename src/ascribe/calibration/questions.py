"""Questions whose answers are known → what a library answers, how sure it is, and whether that is right."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ascribe.calibration.risk import Asked
from ascribe.errors import InputError
from ascribe.evaluation.files import records
from ascribe.library import Library
from ascribe.library.answering.extractive import ExtractiveGenerator
from ascribe.pipeline import Progress
from ascribe.records import Answer, Reference

SHARED = 20
"""Letters and digits in a row that two quotes must share if neither has all of the other."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and where its answer stands.

    Args:
        text: what to ask.
        quotes: passages that answer; none if the documents do not.
        doc: id of the document that they are in; empty for any.
    """

    text: str
    quotes: tuple[str, ...]
    doc: str = ""

    def is_answered_by(self, text: str) -> bool:
        """True if the text and a quote that answers have text in common."""
        held = _folded(text)
        return any(overlap(held, _folded(quote)) for quote in self.quotes)


def read_questions(path: Path) -> list[Question]:
    """The questions of a file, JSON Lines with ``question``, ``answerable``, ``quotes`` and perhaps ``doc``.

    Raises:
        InputError: it cannot be read, is empty, or a line is bad or asks what another one asks, as a bound
            counts each question as one of its own; the message names file and line.
    """
    found: list[Question] = []
    lines: dict[str, int] = {}
    for line, record in records(path):
        try:
            found.append(_question(record))
        except InputError as error:
            raise InputError(f"{path}, line {line}: {error}") from error
        first = lines.setdefault(_asked_for(found[-1].text), line)
        if first != line:
            raise InputError(f"{path}, line {line}: asks the same as line {first}; leave one of them out.")
    if not found:
        raise InputError(f"{path}: the file has no questions.")
    return found


def _asked_for(question: str) -> str:
    """What two questions have in common that differ in signs, spaces and capitals alone."""
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", question).casefold())) or question


def _question(record: Mapping[str, Any]) -> Question:
    text, answerable, doc = record.get("question"), record.get("answerable"), record.get("doc") or ""
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"question must be a text, got {text!r}.")
    if not isinstance(answerable, bool):
        raise InputError(f"answerable must be true or false, got {answerable!r}.")
    if not isinstance(doc, str):
        raise InputError(f"doc must be the id of a document, got {doc!r}.")
    entries = record.get("quotes") or []
    if not isinstance(entries, list):
        raise InputError(f"quotes must be a list, got {entries!r}.")
    quotes = tuple(_quote(entry) for entry in entries)
    if answerable != bool(quotes):
        raise InputError("an answerable question needs quotes that answer it, and no other has any.")
    return Question(text, quotes, doc)


def _quote(entry: Any) -> str:
    """A quote is a text, or an object with one."""
    text = entry.get("text") if isinstance(entry, Mapping) else entry
    if not isinstance(text, str) or not _folded(text):
        raise InputError(f"a quote must be a text, or have one as text, got {entry!r}.")
    return text


def ask_all(questions: list[Question], library: Library, progress: Progress | None = None) -> list[Asked]:
    """What the library answers where no bar holds it back, in order.

    Args:
        questions: what to ask.
        library: the one that is asked, by its options.
        progress: told of every question.
    """
    drafting = ExtractiveGenerator(0.0)
    rows = []
    for done, question in enumerate(questions, 1):
        answer = library.ask(question.text, generator=drafting)
        rows.append(asked(question, answer))
        if progress is not None:
            progress("", done, len(questions))
    return rows


def asked(question: Question, answer: Answer) -> Asked:
    """The row of a question: what is refused without a bar is refused with any."""
    if answer.was_refused:
        return Asked(None, False)
    return Asked(answer.confidence, is_right(question, answer))


def is_right(question: Question, answer: Answer) -> bool:
    """True if a citation and a quote that answers have text in common."""
    cited = [r for s in answer.supported_sentences for r in s.references if r.label == "supports"]
    return any(_is_quoted(question, reference) for reference in cited)


def _is_quoted(question: Question, reference: Reference) -> bool:
    if question.doc not in ("", reference.document_id):
        return False
    return question.is_answered_by(reference.quote)


def overlap(one: str, other: str) -> bool:
    """True if one has the other, or the end of one is the beginning of the other.

    A short citation inside a longer quote, such as "Yes.", is no answer that the quote would confirm.
    """
    if other in one or (len(one) >= SHARED and one in other):
        return True
    sizes = range(SHARED, min(len(one), len(other)))
    return any(one.endswith(other[:size]) or other.endswith(one[:size]) for size in sizes)


def _folded(text: str) -> str:
    """Letters and digits only: line ends, hyphens and quotation marks differ between readers."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())
