"""A LangChain document transformer that splits at Ascribe's sentence boundaries."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args

from langchain_core.documents import BaseDocumentTransformer, Document

from ascribe.errors import InputError
from ascribe.read import read_sources
from ascribe.read.passages import split_passages
from ascribe.records import Span

Unit = Literal["passage", "sentence"]


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
        if unit not in get_args(Unit):
            raise InputError(f"unit must be one of {', '.join(get_args(Unit))}, got {unit!r}.")
        self.unit = unit
        self.language = language

    def transform_documents(self, documents: Sequence[Document], **_: Any) -> list[Document]:
        """Split all documents and return the pieces in order; a blank document gives none.

        Raises:
            InputError: a document cannot be read.
        """
        return [piece for document in documents for piece in self._pieces(document)]

    def _pieces(self, document: Document) -> Iterator[Document]:
        text = document.page_content
        before = document.metadata.get("start_index")
        offset = before if isinstance(before, int) and before > 0 else 0
        for span in self._spans(text):
            metadata = {**document.metadata, "start_index": offset + span.char_start}
            yield Document(page_content=text[span.char_start : span.char_end], metadata=metadata)

    def _spans(self, text: str) -> list[Span]:
        if not text.strip():
            return []
        (read,) = read_sources({"text": text}, language=self.language)
        return [piece.span for piece in (read.sentences if self.unit == "sentence" else split_passages(read))]
