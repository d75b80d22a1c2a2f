"""A library as the sources of ``check``: all of a small one, what a search finds of a large one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ascribe.errors import InputError, UnknownDocumentError
from ascribe.inference.encoder import Encoder
from ascribe.library.retrieval import MAX_READ_PASSAGES, Retriever
from ascribe.library.store import Store, StoredDocument
from ascribe.protocols import Claim
from ascribe.read.document import to_json_values
from ascribe.read.sources import SourceSet
from ascribe.records import SkippedSource

MAX_WHOLE_SENTENCES = 20_000
"""Sentences up to which a reply is checked against all of them."""

PASSAGES_PER_CLAIM = MAX_READ_PASSAGES
"""Passages that are searched for each claim where there are more sentences."""

_EMPTY = "the library is empty; add documents with: ascribe add"


@dataclass(frozen=True, slots=True)
class LibrarySources:
    """Documents of a library, as the sources of ``check``.

    With up to ``MAX_WHOLE_SENTENCES`` sentences, a reply is checked against all of them, as if their files
    had been read again. With more, ``PASSAGES_PER_CLAIM`` passages are searched for each claim, by words and
    by meaning, and the reply is checked against the passages found for any of its claims. The answer then
    lists the library among what was skipped, with the number of sentences that were looked at: that a
    statement is unsupported says nothing about the others.

    Args:
        store: where they are.
        encoder: the encoder that made the vectors.
        ids: their ids; None for all.
        where: metadata key → a value, or a list of values; a document must have one of them.
    """

    store: Store
    encoder: Encoder
    ids: tuple[str, ...] | None = None
    where: Mapping[str, Any] | None = None

    def find_sources(self, claims: Sequence[Claim] | None) -> SourceSet:
        """Return the documents against which a reply with these claims is checked.

        Args:
            claims: the claims; None if they are not known yet, which needs a small library.

        Raises:
            InputError: no document is there, or claims are needed.
            UnknownDocumentError: no document has one of the ids.
        """
        with self.store.snapshot():
            chosen = self._choose_documents()
            figures = self.store.count_contents() if chosen is None else _count(chosen)
            if not figures["documents"]:
                raise InputError(f"{self.store.name}: {self._explain_absence()}")
            if figures["sentences"] <= MAX_WHOLE_SENTENCES:
                documents = self.store.documents() if chosen is None else chosen
                return SourceSet([self.store.document(each.doc_id) for each in documents])
            if claims is None:
                raise InputError(
                    f"{self.store.name}: the library has {figures['sentences']:,} sentences, more than the "
                    f"{MAX_WHOLE_SENTENCES:,} that can be read before the reply is known; choose some of its "
                    "documents."
                )
            rows = None if chosen is None else [each.row for each in chosen]
            return self._find_passages(claims, rows, figures)

    def check_not_empty(self) -> None:
        """Raise ``InputError`` if the library has no documents, so that it answers no question."""
        if not self.store.count_contents()["documents"]:
            raise InputError(f"{self.store.name}: {_EMPTY}")

    def _choose_documents(self) -> list[StoredDocument] | None:
        """Return the chosen documents, sorted by id; None for all."""
        if self.ids is None and not self.where:
            return None
        if self.ids is None:
            chosen = self.store.documents()
        else:
            found = {doc_id: self.store.documents(doc_id=doc_id) for doc_id in sorted(set(self.ids))}
            missing = next((doc_id for doc_id, rows in found.items() if not rows), None)
            if missing is not None:
                raise UnknownDocumentError(self.store.name, missing)
            chosen = [each for rows in found.values() for each in rows]
        if self.where:
            having = set(self.store.find_by_metadata(to_json_values(self.where)))
            chosen = [each for each in chosen if each.row in having]
        return chosen

    def _explain_absence(self) -> str:
        """Return why no document is there, and what to do."""
        if self.where:
            lists = {key: value if isinstance(value, list) else [value] for key, value in self.where.items()}
            wanted = ", ".join(f"{key}={' or '.join(map(str, values))}" for key, values in lists.items())
            among = "of the library" if self.ids is None else "that was chosen"
            return f"no document {among} has the metadata {wanted}; choose other values."
        if self.ids is not None:
            return "no document was chosen; give the id of at least one."
        return _EMPTY

    def _find_passages(
        self, claims: Sequence[Claim], among: Sequence[int] | None, figures: Mapping[str, int]
    ) -> SourceSet:
        """Return the documents of the passages found for the claims, with these passages alone."""
        finder = Retriever(self.store, self.encoder)
        readings = dict.fromkeys(claim.reading for claim in claims if claim.reading.strip())
        rows = {
            hit.row
            for reading in readings
            for hit in finder.find_hits(reading, PASSAGES_PER_CLAIM, among=among)
        }
        documents = self.store.load_parts(sorted(rows))
        read = sum(len(document.sentences) for document in documents)
        reason = (
            f"not read as a whole, as it has {figures['sentences']:,} sentences. The reply was checked "
            f"against the {read:,} that a search for its statements found, in {len(documents):,} of "
            f"{figures['documents']:,} documents; what is unsupported was not found among these."
        )
        return SourceSet(documents, [SkippedSource(f"library {self.store.name}", reason)])


def _count(documents: Sequence[StoredDocument]) -> dict[str, int]:
    return {"documents": len(documents), "sentences": sum(each.sentences for each in documents)}
