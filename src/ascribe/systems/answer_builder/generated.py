"""The answer that a builder gives: the text, the question, the documents, and where they are cited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, is_dataclass, replace
from typing import Any

from ascribe.pipeline import check
from ascribe.read.markers import Marker, cut_spans, strip_markers
from ascribe.read.sources import SourceSet, load_sources
from ascribe.records import Answer, Document, SkippedSource
from ascribe.systems.answer_builder.citations import ReferenceWarning
from ascribe.systems.answer_builder.source_documents import source_document


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
            document if isinstance(document, Document) else source_document(document, position)
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
            "documents": [_plain(document) for document in self.documents],
            "meta": _plain(self.meta),
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> GeneratedAnswer:
        """What ``to_dict`` gave, or Haystack's, also in its older envelope ``init_parameters``.

        Documents become ``SourceDocument``; messages in ``meta`` stay dicts.
        """
        fields = stored.get("init_parameters", stored)
        documents = [source_document(d, n) for n, d in enumerate(fields.get("documents") or (), 1)]
        return cls(fields["data"], fields["query"], documents, dict(fields.get("meta") or {}))


def _has_text(document: Any) -> bool:
    if isinstance(document, Document):
        return True
    values = (getattr(document, name, None) for name in ("content", "page_content", "text"))
    text = next((value for value in values if value is not None), None)
    return bool(text.strip()) if isinstance(text, str) else hasattr(document, "get_content")


def _plain(value: Any) -> Any:
    """Dicts, lists and plain values; of a record of any framework its own dict."""
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    for name in ("to_dict", "model_dump"):
        if hasattr(value, name) and not isinstance(value, type):
            return getattr(value, name)()
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
