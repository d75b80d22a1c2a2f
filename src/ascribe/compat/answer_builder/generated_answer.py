"""The answer that ``AnswerBuilder`` returns, and its source documents."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, is_dataclass, replace
from typing import Any

from ascribe.compat.answer_builder.citations import ReferenceWarning
from ascribe.errors import InputError
from ascribe.pipeline import check
from ascribe.read.markers import Marker, strip_markers
from ascribe.read.sources import SourceSet, load_sources
from ascribe.records import Answer, Document, SkippedSource
from ascribe.text.cuts import cut_spans


@dataclass(frozen=True, slots=True)
class GeneratedAnswer:
    """An answer with its source documents. The first four fields are the same as Haystack's.

    Args:
        data: the text of the answer; ``""`` if a pattern was given and did not match.
        query: the question.
        documents: copies of the documents, in the order given.
        meta: metadata of the reply; ``all_messages`` contains all replies of the run.
        reply: the whole reply, of which ``data`` is a part or all.
        data_start: start of ``data`` in the reply.
        reply_markers: the markers of the whole reply; offsets are code points in ``reply``.
        warnings: problems with the markers.
        sources: the documents as they were given, for ``check``; excluded from comparison and ``repr``.
    """

    data: str
    query: str
    documents: list[Any] = field(default_factory=list)
    meta: dict[str, Any] = field(default_factory=dict)
    reply: str = field(default="", repr=False)
    data_start: int = field(default=0, repr=False)
    reply_markers: tuple[Marker, ...] = field(default=(), repr=False)
    warnings: tuple[ReferenceWarning, ...] = field(default=(), repr=False)
    sources: tuple[Any, ...] = field(default=(), repr=False, compare=False)

    @property
    def markers(self) -> list[Marker]:
        """The markers within ``data``; offsets refer to it: ``data[m.start:m.end]`` is the marker."""
        start, end = self.data_start, self.data_start + len(self.data)
        inside = (m for m in self.reply_markers if start <= m.start and m.end <= end)
        return [replace(m, start=m.start - start, end=m.end - start) for m in inside]

    @property
    def citations(self) -> dict[int, int]:
        """Position of a document, from 1 → number of markers that cite it, ordered by position."""
        named = (n for m in self.reply_markers for n in dict.fromkeys(m.documents) if isinstance(n, int))
        counts = Counter(number for number in named if 1 <= number <= self._offered)
        return dict(sorted(counts.items()))

    @property
    def text_without_markers(self) -> str:
        """``data`` without its markers and the spaces around them that are no longer needed."""
        markers = self.markers
        if markers and markers[0].style != "pattern":
            return strip_markers(self.data, self._offered)
        return cut_spans(self.data, [(m.start, m.end) for m in markers])

    @property
    def _offered(self) -> int:
        return len(self.sources or self.documents)

    def check(self, **options: Any) -> Answer:
        """Check ``data`` against all documents that were given; documents without text are skipped.

        Args:
            options: options of ``ascribe.check``.

        Raises:
            InputError: no document has text.
        """
        given = [
            document if isinstance(document, Document) else to_source_document(document, position)
            for position, document in enumerate(self.sources or self.documents, 1)
        ]
        loaded = load_sources([document for document in given if _has_text(document)])
        skipped = [
            SkippedSource(str(getattr(document, "id", position)), "it has no text")
            for position, document in enumerate(given, 1)
            if not _has_text(document)
        ]
        return check(self.data, SourceSet(loaded.documents, skipped), self.query, **options)

    def to_dict(self) -> dict[str, Any]:
        """Return Haystack's four fields as plain data; nested records become dicts."""
        return {
            "data": self.data,
            "query": self.query,
            "documents": [_to_plain(document) for document in self.documents],
            "meta": _to_plain(self.meta),
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> GeneratedAnswer:
        """Load the output of ``to_dict``, ours or Haystack's, also in the older ``init_parameters`` form.

        Documents become ``SourceDocument``; messages in ``meta`` stay dicts.
        """
        fields = stored.get("init_parameters", stored)
        documents = [to_source_document(d, n) for n, d in enumerate(fields.get("documents") or (), 1)]
        return cls(fields["data"], fields["query"], documents, dict(fields.get("meta") or {}))


def _has_text(document: Any) -> bool:
    if isinstance(document, Document):
        return True
    values = (getattr(document, name, None) for name in ("content", "page_content", "text"))
    text = next((value for value in values if value is not None), None)
    return bool(text.strip()) if isinstance(text, str) else hasattr(document, "get_content")


def _to_plain(value: Any) -> Any:
    """Convert a value to dicts, lists and plain values; a framework's record converts itself to a dict."""
    if isinstance(value, Mapping):
        return {key: _to_plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_to_plain(each) for each in value]
    for name in ("to_dict", "model_dump"):
        if hasattr(value, name) and not isinstance(value, type):
            return getattr(value, name)()
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


_TEXTS = ("content", "text", "page_content")
_IDS = ("id", "doc_id", "id_")
_METAS = ("meta", "metadata")


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A source document of a reply.

    Args:
        id: its identifier.
        content: its text; None if it has none, such as an image.
        meta: its metadata; ``source_index`` is its position among the given documents, from 1, and
            ``referenced``, with a reference pattern, whether the reply cites it.
        score: the retriever's score, if there is one.
    """

    id: str
    content: str | None = None
    meta: dict[str, Any] = field(default_factory=dict)
    score: float | None = None


def copy_with_meta(document: Any, position: int, added: Mapping[str, Any]) -> Any:
    """Return a copy of a document with added metadata; the original is not changed.

    A framework's document keeps its class; a string, a dict or an Ascribe ``Document`` becomes a
    ``SourceDocument``.

    Raises:
        InputError: the object is not a document.
    """
    document = to_source_document(document, position)
    name = next((name for name in _METAS if hasattr(document, name)), None)
    if name is None:
        raise InputError(
            f"document {position}: a {type(document).__name__} has neither 'meta' nor 'metadata'; give text, "
            "a dict, or a document of Haystack, LangChain or LlamaIndex."
        )
    return copy_with_field(document, name, {**(getattr(document, name) or {}), **added})


def to_source_document(document: Any, position: int) -> Any:
    """Convert a string, dict or Ascribe document to a ``SourceDocument``; return other objects unchanged."""
    if isinstance(document, str):
        return SourceDocument(f"source-{position}", document)
    if isinstance(document, Document):
        return SourceDocument(document.doc_id, document.full_text, dict(document.metadata))
    if isinstance(document, Mapping):
        return _build_source_document(document, position)
    return document


def _build_source_document(given: Mapping[str, Any], position: int) -> SourceDocument:
    known = {*_TEXTS, *_IDS, *_METAS, "score"}
    rest = {key: value for key, value in given.items() if key not in known}
    name, meta = _find_first(given, _IDS), _find_first(given, _METAS)
    if meta is not None and not isinstance(meta, Mapping):
        raise InputError(f"document {position}: its metadata must be a dict, got {type(meta).__name__}.")
    return SourceDocument(
        f"source-{position}" if name is None else str(name),
        _find_first(given, _TEXTS),
        {**rest, **(meta or {})},
        given.get("score"),
    )


def _find_first(given: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((given[name] for name in names if given.get(name) is not None), None)


def copy_with_field(record: Any, name: str, value: Any) -> Any:
    """Return a copy of an object, of the same class, with one field replaced."""
    if hasattr(record, "model_copy"):
        return record.model_copy(update={name: value})
    if is_dataclass(record) and not isinstance(record, type):
        return replace(record, **{name: value})
    copied = copy.copy(record)
    setattr(copied, name, value)
    return copied
