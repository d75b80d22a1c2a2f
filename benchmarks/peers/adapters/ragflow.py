"""RAGFlow's citation loop, written out plainly from its description: a threshold that decays.

Similarity is 0.1 × tokens + 0.9 × cosine; the threshold starts at 0.63 and is multiplied by 0.8, while it is
above 0.3 and nothing is cited; a piece cites what is above 0.99 × its best, at most four. The vectors are
those of Ascribe's encoder, in place of the model that a user of RAGFlow chooses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ascribe.cite.token_similarity import compute_token_similarity
from ascribe.inference.encoder import Encoder
from benchmarks.peers.adapters.ranking import split_sentences


def load() -> dict[str, Callable[..., Any]]:
    """Load the encoder and return the operations."""
    encoder = Encoder()
    encoder.embed(["warm"])

    def compare(pieces: list[str], chunks: list[str]) -> list[list[float]]:
        cosines = encoder.embed(pieces) @ encoder.embed(chunks).T
        tokens = compute_token_similarity(pieces, chunks)
        mixed: list[list[float]] = (0.1 * tokens + 0.9 * cosines).tolist()
        return mixed

    def rank(claim: str, sentences: list[str], **_: Any) -> list[int]:
        return cite(compare([claim], sentences)).get(0, [])

    def verify(claim: str, texts: list[str]) -> dict[str, Any]:
        similar = compare([claim], split_sentences(texts))
        return {"supported": bool(cite(similar)), "score": max(similar[0])}

    def answer(claims: list[str], passages: list[list[str]]) -> None:
        cite(compare(claims, [" ".join(passage) for passage in passages]))

    return {"rank": rank, "verify": verify, "answer": answer}


def cite(similar: list[list[float]]) -> dict[int, list[int]]:
    """Return the chunks cited for each piece that gets some, best first."""
    cited: dict[int, list[int]] = {}
    threshold = 0.63
    while threshold > 0.3 and not cited:
        for piece, row in enumerate(similar):
            most = max(row) * 0.99
            if most >= threshold:
                above = [chunk for chunk, number in enumerate(row) if number > most]
                cited[piece] = sorted(above, key=lambda chunk: (-row[chunk], chunk))[:4]
        threshold *= 0.8
    return cited
