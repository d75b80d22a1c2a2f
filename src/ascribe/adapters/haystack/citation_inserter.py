"""``ThresholdDecay.insert_citations`` as a component: markers by a falling threshold, as in RAGFlow."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from haystack import component
from haystack.dataclasses import Document, GeneratedAnswer

from ascribe.adapters.haystack import nested_components
from ascribe.adapters.haystack.offered_documents import require_answers
from ascribe.cite.threshold_decay import CitedPiece, ThresholdDecay, join_pieces
from ascribe.errors import InputError
from ascribe.inference.encoder import Encoder
from ascribe.option_names import explain_unknown_options

META_KEY = "_pieces"


@component
class CitationInserter:
    """Inserts `` [ID:n]`` into answers; ``n`` counts the documents of an answer from 0.

    Each answer's ``meta`` gets ``_pieces``: the pieces of the text with the cited documents, their
    similarities, the threshold at which they were cited, and the best similarity.

    Args:
        text_embedder: a text embedder of Haystack, the one that goes with the embeddings of the documents;
            None uses the built-in encoder, which reads English, and no embeddings of documents.
        token_weight: weight of the token similarity.
        vector_weight: weight of the cosine.
        start: the first threshold.
        decay: each threshold is the previous one times this factor.
        floor: thresholds at or below it are not tried.
        band: share of the best similarity that a document must exceed.
        max_citations: maximum number of documents cited for one piece.
        min_piece_length: pieces of an answer with fewer characters are never cited.
    """

    @explain_unknown_options()
    def __init__(
        self,
        text_embedder: Any = None,
        token_weight: float = 0.1,
        vector_weight: float = 0.9,
        start: float = 0.63,
        decay: float = 0.8,
        floor: float = 0.3,
        band: float = 0.99,
        max_citations: int = 4,
        min_piece_length: int = 5,
    ) -> None:
        self.parameters = {name: value for name, value in locals().items() if name != "self"}
        own = ("text_embedder", "token_weight", "vector_weight")
        self._policy = ThresholdDecay(**{k: v for k, v in self.parameters.items() if k not in own})

    def to_dict(self) -> dict[str, Any]:
        """Serialize the component to plain data."""
        return nested_components.store(self, self.parameters, "text_embedder")

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "CitationInserter":
        """Create the component from the data of ``to_dict``."""
        made: CitationInserter = nested_components.load(cls, data, "text_embedder")
        return made

    def warm_up(self) -> None:
        """Warm up the embedder now instead of at the first answer."""
        if self.parameters["text_embedder"] is None:
            Encoder().embed(["The mill is old."])
        nested_components.warm_up(self.parameters["text_embedder"])

    @component.output_types(answers=list[GeneratedAnswer])
    def run(self, answers: list[GeneratedAnswer]) -> dict[str, list[GeneratedAnswer]]:
        """Return ``{"answers": [...]}``: copies of the answers with markers.

        Raises:
            InputError: there is a text embedder, and a document has no embedding.
        """
        require_answers(answers)
        return {"answers": [self._insert(answer) for answer in answers]}

    @component.output_types(answers=list[GeneratedAnswer])
    async def run_async(self, answers: list[GeneratedAnswer]) -> dict[str, list[GeneratedAnswer]]:
        """Run in a thread; the result is that of ``run``."""
        return await asyncio.to_thread(self.run, answers)

    def _insert(self, answer: GeneratedAnswer) -> GeneratedAnswer:
        texts = [document.content or "" for document in answer.documents]
        pieces = self._policy.cite_pieces(
            answer.data,
            texts,
            self._embed_documents(answer.documents, texts),
            self._embed,
            token_weight=self.parameters["token_weight"],
            vector_weight=self.parameters["vector_weight"],
        )
        text, _ = join_pieces(answer.data, pieces)
        return replace(answer, data=text, meta={**answer.meta, META_KEY: [_describe(one) for one in pieces]})

    def _embed(self, texts: list[str]) -> Any:
        embedder = self.parameters["text_embedder"]
        if embedder is None:
            return Encoder().embed(texts)
        return [embedder.run(text=text)["embedding"] for text in texts]

    def _embed_documents(self, documents: Sequence[Document], texts: list[str]) -> Any:
        if self.parameters["text_embedder"] is None:
            return Encoder().embed(texts)
        for number, document in enumerate(documents, 1):
            if document.embedding is None:
                raise InputError(
                    f"document {number} has no embedding; put a document embedder before the retriever, or "
                    "leave text_embedder out."
                )
        return [document.embedding for document in documents]


def _describe(piece: CitedPiece) -> dict[str, Any]:
    """Return a piece as plain data without tuples, which a stored pipeline would turn into lists."""
    return {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(piece).items()}
