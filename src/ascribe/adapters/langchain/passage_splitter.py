"""A LangChain document transformer that splits at Ascribe's sentence boundaries."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from langchain_core.documents import BaseDocumentTransformer, Document

from ascribe.adapters.text_spans import Unit, check_unit, split_spans


class PassageSplitter(BaseDocumentTransformer):
    """Splits documents into passages or sentences that are slices of their text.

    A passage contains whole sentences of one section, about 1,200 characters; a text of up to 2,000
    characters is one passage. Each piece keeps the metadata of its document and gets ``start_index``, its
    offset in the document, as from LangChain's own splitters. If the document itself has a ``start_index``,
    it is added, so that the offset always refers to the original text.

    Args:
        unit: ``passage`` or ``sentence``.
        language: ISO 639-1 code; None detects it for each document.
    """

    def __init__(self, unit: Unit = "passage", language: str | None = None) -> None:
        check_unit(unit)
        self.unit = unit
        self.language = language

    def transform_documents(self, documents: Sequence[Document], **_: Any) -> list[Document]:
        """Split all documents and return the pieces in order; a blank document gives none.

        Raises:
            InputError: a document cannot be read.
        """
        return self.split_documents(documents)

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """Split all documents, under the name that LangChain's text splitters have for it."""
        return [piece for document in documents for piece in self._pieces(document)]

    def split_text(self, text: str) -> list[str]:
        """Split a text and return the pieces, under the name that LangChain's text splitters have for it."""
        return [text[start:end] for start, end in split_spans(text, self.unit, self.language)]

    def create_documents(
        self, texts: list[str], metadatas: list[dict[str, Any]] | None = None
    ) -> list[Document]:
        """Split texts into documents, under the name that LangChain's text splitters have for it."""
        given = metadatas or [{} for _ in texts]
        pairs = zip(texts, given, strict=True)
        return self.split_documents(Document(text, metadata=dict(metadata)) for text, metadata in pairs)

    def _pieces(self, document: Document) -> Iterator[Document]:
        text = document.page_content
        before = document.metadata.get("start_index")
        offset = before if isinstance(before, int) and before > 0 else 0
        for start, end in split_spans(text, self.unit, self.language):
            yield Document(text[start:end], metadata={**document.metadata, "start_index": offset + start})
