"""A LangChain retriever over a ``Library``."""

from collections.abc import Mapping
from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import InstanceOf

from ascribe.library import Library
from ascribe.records import RetrievedChunk


class LibraryRetriever(BaseRetriever):
    """Retrieves the passages of a library that fit a question best.

    A document has the passage as its text, its id as ``id``, and in its metadata those of the library's
    document, ``source`` (its id), ``start_index`` (the offset of the passage in it), ``score`` and, for a
    file with pages, ``page_label``.

    Args:
        library: the library.
        top: the most passages to return.
        where: metadata key → a value, or a list of values, as in ``Library.search``.
    """

    library: InstanceOf[Library]
    top: int = 5
    where: Mapping[str, Any] | None = None

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002 - LangChain passes it
    ) -> list[Document]:
        return [self._build_document(one) for one in self.library.search(query, self.top, where=self.where)]

    def _build_document(self, found: RetrievedChunk) -> Document:
        chunk = found.chunk
        pages = chunk.metadata.get("pages")
        metadata = {
            **self.library.document(chunk.doc_id).metadata,
            "source": chunk.doc_id,
            "start_index": chunk.span.char_start,
            "score": found.score,
            **({"page_label": str(pages[0] + 1)} if pages else {}),
        }
        return Document(chunk.text, id=chunk.chunk_id, metadata=metadata)
