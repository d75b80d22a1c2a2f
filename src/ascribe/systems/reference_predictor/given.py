"""Answers of any framework, as objects or dicts → what the predictor needs to know of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ascribe.errors import InputError
from ascribe.records import Reference
from ascribe.systems.answer_builder.source_documents import copied_with, source_document

META_KEY = "_references"

REFERENCE_KEYS = (
    "document_start_idx",
    "document_end_idx",
    "answer_start_idx",
    "answer_end_idx",
    "score",
    "document_id",
    "document_position",
    "label",
)
"""What each reference in the metadata has, no more and no less."""

_TEXTS = ("content", "page_content", "text")
_IDS = ("id", "doc_id", "id_")


@dataclass(frozen=True, slots=True)
class GivenDocument:
    """A document with text: ``position`` is its place among all of its answer, from 1."""

    position: int
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer as it was handed in, its text, and its documents that have text."""

    given: Any
    text: str
    documents: tuple[GivenDocument, ...]

    def with_references(self, references: Iterable[Reference]) -> Any:
        """A copy of what was given, of the same class, with the references in its metadata."""
        rows = [{key: getattr(reference, key) for key in REFERENCE_KEYS} for reference in references]
        meta = {**(_field(self.given, "meta") or {}), META_KEY: rows}
        if isinstance(self.given, Mapping):
            return {**self.given, "meta": meta}
        return copied_with(self.given, "meta", meta)


def read_answers(answers: Any) -> list[GivenAnswer]:
    """The answers in order; none of them is changed.

    Raises:
        InputError: no list of answers, or one of them is no answer; the message says which.
    """
    if isinstance(answers, str | bytes | Mapping) or not isinstance(answers, Iterable):
        raise InputError(
            f"answers: expected a list of answers, got {type(answers).__name__}; put a single one "
            "into a list."
        )
    return [_read(answer, number) for number, answer in enumerate(answers, 1)]


def _read(answer: Any, number: int) -> GivenAnswer:
    text, meta = _field(answer, "data"), _field(answer, "meta")
    if not isinstance(text, str):
        raise InputError(
            f"answer {number}: a {type(answer).__name__} without text in 'data'; give answers of an "
            "AnswerBuilder, or dicts with 'data', 'documents' and 'meta'."
        )
    if meta is not None and not isinstance(meta, Mapping):
        raise InputError(f"answer {number}: its meta must be a dict, got {type(meta).__name__}.")
    documents = [
        _document(document, number, position)
        for position, document in enumerate(_field(answer, "documents") or (), 1)
    ]
    return GivenAnswer(answer, text, tuple(document for document in documents if document.text.strip()))


def _document(document: Any, number: int, position: int) -> GivenDocument:
    one = source_document(document, position)
    text = next((value for name in _TEXTS if (value := getattr(one, name, None)) is not None), "")
    if not isinstance(text, str):
        raise InputError(
            f"answer {number}, document {position}: its text must be a string, got {type(text).__name__}."
        )
    name = next((value for name in _IDS if (value := getattr(one, name, None)) is not None), None)
    return GivenDocument(position, f"source-{position}" if name is None else str(name), text)


def _field(record: Any, name: str) -> Any:
    return record.get(name) if isinstance(record, Mapping) else getattr(record, name, None)
