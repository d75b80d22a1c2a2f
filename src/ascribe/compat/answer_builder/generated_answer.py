"""The answer that a builder returns, and its source documents with their positions."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, is_dataclass, replace
from typing import Any

from ascribe.compat.answer_builder.citations import ReferenceWarning
from ascribe.errors import InputError
from ascribe.pipeline import check
from ascribe.read.markers import Marker, cut_spans, strip_markers
from ascribe.read.sources import SourceSet, load_sources
from ascribe.records import Answer, Document, SkippedSource


@dataclass(frozen=True, slots=True)
class GeneratedAnswer:
    """An answer with the documents it was made from. The first four fields are those of Haystack.

    Args:
        data: the text of the answer; ``""`` if a pattern was given and did not match.
        query: what was asked.
        documents: copies of the documents, in the order in which they were given.
        meta: what came with the reply; ``all_messages`` has all replies of the run.
        reply: the whole reply, of which ``data`` is a part or all.
        data_start: where ``data`` starts in the reply.
        reply_markers: the markers of the whole reply; offsets are code points in ``reply``.
        warnings: what is odd about them.
        sources: the documents as they were given, for ``check``; not compared, not printed.
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
        """The markers within ``data``, with offsets in it: ``data[m.start:m.end]`` is the marker."""
        start, end = self.data_start, self.data_start + len(self.data)
        inside = (m for m in self.reply_markers if start <= m.start and m.end <= end)
        return [replace(m, start=m.start - start, end=m.end - start) for m in inside]

    @property
    def citations(self) -> dict[int, int]:
        """Position of a document, from 1 → how many markers of the reply name it; in order of position."""
        named = (n for m in self.reply_markers for n in dict.fromkeys(m.documents) if isinstance(n, int))
        counts = Counter(number for number in named if 1 <= number <= self._offered)
        return dict(sorted(counts.items()))

    @property
    def text_without_markers(self) -> str:
        """``data`` without its markers and the blanks that only they needed."""
        markers = self.markers
        if markers and markers[0].style != "pattern":
            return strip_markers(self.data, self._offered)
        return cut_spans(self.data, [(m.start, m.end) for m in markers])

    @property
    def _offered(self) -> int:
        return len(self.sources or self.documents)

    def check(self, **options: Any) -> Answer:
        """``data`` checked against all documents that were given; documents without text are skipped.

        Args:
            options: those of ``ascribe.check``.

        Raises:
            InputError: there is no document with text.
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
        """The four fields of Haystack as plain data; records inside become dicts."""
        return {
            "data": self.data,
            "query": self.query,
            "documents": [_to_plain(document) for document in self.documents],
            "meta": _to_plain(self.meta),
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> GeneratedAnswer:
        """What ``to_dict`` gave, or Haystack's, also in its older envelope ``init_parameters``.

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
    """Dicts, lists and plain values; of a record of any framework its own dict."""
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


def copy_with_meta(document: Any, position: int, added: Mapping[str, Any]) -> Any:
    """A copy of the document with more metadata; the document itself stays as it is.

    The class of a framework's document is kept; a string, a dict and an Ascribe ``Document`` become a
    ``SourceDocument``.

    Raises:
        InputError: it is no document.
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
    """A string, dict or Ascribe document as a ``SourceDocument``; any other object as it is."""
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
    """A copy of any object, of its class, with that field set to ``value``."""
    if hasattr(record, "model_copy"):
        return record.model_copy(update={name: value})
    if is_dataclass(record) and not isinstance(record, type):
        return replace(record, **{name: value})
    copied = copy.copy(record)
    setattr(copied, name, value)
    return copied
