"""Documents of any framework → copies that say at which place they stood and whether they are cited."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass, replace
from typing import Any

from ascribe.errors import InputError
from ascribe.records import Document

_TEXTS = ("content", "text", "page_content")
_IDS = ("id", "doc_id", "id_")
_METAS = ("meta", "metadata")


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document that a reply was made from.

    Args:
        id: its name.
        content: its text; None if it has none, as an image.
        meta: anything known of it; ``source_index`` is its place among the documents that were given, from
            1, and ``referenced`` says whether the reply cites it, where references were read.
        score: of the retriever, if it gave one.
    """

    id: str
    content: str | None = None
    meta: dict[str, Any] = field(default_factory=dict)
    score: float | None = None


def with_meta(document: Any, position: int, added: Mapping[str, Any]) -> Any:
    """A copy of the document with more metadata; the document itself stays as it is.

    The class of a framework's document is kept; a string, a dict and an Ascribe ``Document`` become a
    ``SourceDocument``.

    Raises:
        InputError: it is no document.
    """
    document = source_document(document, position)
    name = next((name for name in _METAS if hasattr(document, name)), None)
    if name is None:
        raise InputError(
            f"document {position}: a {type(document).__name__} has neither 'meta' nor 'metadata'; give text, "
            "a dict, or a document of Haystack, LangChain or LlamaIndex."
        )
    return copied_with(document, name, {**(getattr(document, name) or {}), **added})


def source_document(document: Any, position: int) -> Any:
    """A string, dict or Ascribe document as a ``SourceDocument``; any other object as it is."""
    if isinstance(document, str):
        return SourceDocument(f"source-{position}", document)
    if isinstance(document, Document):
        return SourceDocument(document.doc_id, document.full_text, dict(document.metadata))
    if isinstance(document, Mapping):
        return _from_dict(document, position)
    return document


def _from_dict(given: Mapping[str, Any], position: int) -> SourceDocument:
    known = {*_TEXTS, *_IDS, *_METAS, "score"}
    rest = {key: value for key, value in given.items() if key not in known}
    name, meta = _first(given, _IDS), _first(given, _METAS)
    if meta is not None and not isinstance(meta, Mapping):
        raise InputError(f"document {position}: its metadata must be a dict, got {type(meta).__name__}.")
    return SourceDocument(
        f"source-{position}" if name is None else str(name),
        _first(given, _TEXTS),
        {**rest, **(meta or {})},
        given.get("score"),
    )


def _first(given: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((given[name] for name in names if given.get(name) is not None), None)


def copied_with(record: Any, name: str, value: Any) -> Any:
    """A copy of any object, of its class, with that field set to ``value``."""
    if hasattr(record, "model_copy"):
        return record.model_copy(update={name: value})
    if is_dataclass(record) and not isinstance(record, type):
        return replace(record, **{name: value})
    copied = copy.copy(record)
    setattr(copied, name, value)
    return copied
