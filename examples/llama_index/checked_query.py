"""A LlamaIndex query engine over a PDF, every sentence of whose response is checked.

A stand-in writes the reply, and the built-in encoder finds the nodes: no key, no network. Needs
``pip install ".[llama-index]"``; run it as ``python examples/llama_index/checked_query.py``.
"""

from pathlib import Path
from typing import Any

from llama_index.core import Document, VectorStoreIndex
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.llms.types import CompletionResponse, LLMMetadata
from llama_index.core.llms import CustomLLM
from llama_index.core.node_parser import SentenceSplitter

from ascribe import read_sources
from ascribe.adapters.llama_index import CheckedQueryEngine, locate
from ascribe.inference.encoder import Encoder

APOLLO = Path(__file__).parent.parent / "apollo11"


class StandIn(CustomLLM):
    """Says what stands in ``reply.md``, in the place of a language model."""

    @property
    def metadata(self) -> LLMMetadata:
        """Nothing special."""
        return LLMMetadata()

    def complete(self, *_: Any, **__: Any) -> CompletionResponse:
        """Return the whole reply."""
        return CompletionResponse(text=(APOLLO / "reply.md").read_text(encoding="utf-8"))

    def stream_complete(self, *_: Any, **__: Any) -> Any:
        """Yield the reply, word by word."""
        said = ""
        for word in self.complete().text.split(" "):
            said += word + " "
            yield CompletionResponse(text=said, delta=word + " ")


class BuiltinEmbedding(BaseEmbedding):
    """The encoder that comes with Ascribe."""

    def _get_text_embedding(self, text: str) -> list[float]:
        return Encoder().embed([text])[0].tolist()

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


def pages() -> list[Document]:
    """Return the PDF, a document for each page, with the metadata of LlamaIndex's own reader."""
    (source,) = read_sources(APOLLO / "apollo11.pdf")
    ends = [*source.page_breaks[1:], None]
    texts = [source.full_text[start:end] for start, end in zip(source.page_breaks, ends, strict=True)]
    return [
        Document(text=text, metadata={"file_name": "apollo11.pdf", "page_label": str(number)})
        for number, text in enumerate(texts, 1)
    ]


def main() -> None:
    """Ask, and print what was found."""
    documents = {document.doc_id: document for document in pages()}
    index = VectorStoreIndex.from_documents(
        list(documents.values()),
        transformations=[SentenceSplitter(chunk_size=160, chunk_overlap=0)],
        embed_model=BuiltinEmbedding(),
    )
    engine = CheckedQueryEngine(index.as_query_engine(llm=StandIn(), similarity_top_k=4, streaming=True))
    response = engine.query("How did Apollo 11 go?")
    response.print_response_stream()
    answer = response.metadata["ascribe"]
    print(f"\n{answer}\n")
    for sentence in answer.sentences:
        for reference in sentence.references[:1]:
            span = locate(reference, response.source_nodes)
            page = documents[span.document_id]
            quote = page.text[span.document_start : span.document_end]
            where = f"page {page.metadata['page_label']}, {span.document_start}-{span.document_end}"
            print(f"{sentence.verdict.status}: {sentence.text}\n     {where}: {quote}\n")


if __name__ == "__main__":
    main()
