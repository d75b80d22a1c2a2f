"""References selected by the similarity of each chunk's embedding to that of the response."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ascribe.compat.reference_formatters.chunks import OfferedChunk
from ascribe.compat.reference_formatters.formatter import (
    ReferenceFormatter,
    ReferenceSelection,
    call_in_thread,
    find_without_text,
    resolve_function,
)
from ascribe.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DEFAULT_THRESHOLD = 0.5
"""Cosine from which a chunk is relevant."""

BUILTIN_THRESHOLD = 0.42
"""The same for the built-in encoder: the best mean F1 of ``python -m benchmarks.reference_threshold``."""

_DECIMALS = 9
"""Of a cosine. Sums of floats differ in later ones, which must not decide what reaches a threshold."""


class SimilarityBasedReferenceFormatter(ReferenceFormatter):
    """Formats the chunks whose cosine with the whole response reaches a threshold, the nearest first.

    Equal ones keep the order in which they were offered. A chunk without text is never relevant and is
    reported; a vector of zeros is like nothing (0).

    Args:
        em_invoker: text → vector and list of texts → vectors: an object with ``invoke``, or a function, sync
            or async. It is called once with the response and once with all chunks. None takes the built-in
            encoder, which has learnt English; see ``BUILTIN_THRESHOLD``.
        threshold: from -1, which keeps every chunk, to 1; it belongs to what it keeps.
        stringify: give one text; False gives the chunks themselves.
        format_references_func: lines → text; None takes ``format_references_as_string``.
        format_chunk_func: chunk → line; None takes ``format_chunk_as_string``.
        format_chunk_metadata_map: where the metadata has ``title`` and ``url``.
        streamable: False tells an event emitter nothing.

    Raises:
        InputError: a threshold that is no number, or an ``em_invoker`` that cannot be called.

    Example:
        >>> formatter = SimilarityBasedReferenceFormatter(
        ...     lambda texts: [0.0, 1.0] if isinstance(texts, str) else [[0.0, 1.0] for _ in texts]
        ... )
        >>> chunk = {"id": "c1", "content": "A mill.", "metadata": {"file_name": "mill.pdf"}}
        >>> formatter.format_reference_sync("The mill is old.", [chunk]).splitlines()
        ['References:', '1. mill.pdf']
    """

    def __init__(
        self,
        em_invoker: Any = None,
        threshold: float = DEFAULT_THRESHOLD,
        stringify: bool = True,
        format_references_func: Callable[[list[Any]], str] | None = None,
        format_chunk_func: Callable[[Any], Any] | None = None,
        format_chunk_metadata_map: Mapping[str, str] | None = None,
        streamable: bool = True,
    ) -> None:
        super().__init__(
            stringify, format_references_func, format_chunk_func, format_chunk_metadata_map, streamable
        )
        if isinstance(threshold, bool) or not isinstance(threshold, int | float) or math.isnan(threshold):
            raise InputError(f"threshold: expected a number, got {threshold!r}.")
        self.em_invoker = em_invoker
        self.threshold = threshold
        self._embed = _resolve_embedder(em_invoker)

    async def _relevant(self, response: str, chunks: list[OfferedChunk]) -> ReferenceSelection:
        texts = [chunk for chunk in chunks if chunk.has_text]
        failures = find_without_text(chunks)
        if not texts:
            return ReferenceSelection(failures=failures)
        one = await call_in_thread(self._embed, response)
        many = await call_in_thread(self._embed, [chunk.content for chunk in texts])
        scores = compute_similarities(one, many, len(texts))
        near = [n for n, score in enumerate(scores) if score >= self.threshold]
        near.sort(key=lambda n: -scores[n])
        return ReferenceSelection(tuple(texts[n] for n in near), tuple(scores[n] for n in near), failures)


def compute_similarities(response: Any, chunks: Any, count: int) -> list[float]:
    """The cosine of the response's vector with each chunk's, rounded to nine decimals; 0 for zeros.

    Raises:
        InputError: not ``count`` vectors of one length, or not finite numbers.
    """
    import numpy as np

    one, many = _to_floats(response), _to_floats(chunks)
    if one.ndim != 1 or many.shape != (count, *one.shape):
        raise InputError(
            f"em_invoker: expected one vector for the response and {count} of the same length for the "
            f"chunks, got shapes {one.shape} and {many.shape}."
        )
    if not (np.isfinite(one).all() and np.isfinite(many).all()):
        raise InputError("em_invoker: a vector has a number that is not finite.")
    products = _normalize_rows(many) @ _normalize_rows(one)
    return [round(float(score), _DECIMALS) for score in products]


def _to_floats(vectors: Any) -> Floats:
    import numpy as np

    try:
        return np.asarray(vectors, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(
            "em_invoker: expected vectors of numbers, all of one length, for a text or a list of texts."
        ) from None


def _normalize_rows(vectors: Floats) -> Floats:
    import numpy as np

    # Scaled first: the squares of very small or large numbers would leave the range of floats.
    largest = np.abs(vectors).max(axis=-1, keepdims=True, initial=0.0)
    scaled = vectors / np.where(largest > 0, largest, 1.0)
    lengths = np.linalg.norm(scaled, axis=-1, keepdims=True)
    unit: Floats = scaled / np.where(lengths > 0, lengths, 1.0)
    return unit


def _resolve_embedder(em_invoker: Any) -> Callable[[Any], Any]:
    """The function that makes vectors."""
    if em_invoker is None:
        return _embed_builtin
    way_out = "an object with invoke(text or list of texts), a function, or None for the built-in encoder."
    return resolve_function("em_invoker", em_invoker, "invoke", way_out)


def _embed_builtin(texts: str | Sequence[str]) -> Any:
    from ascribe.inference.encoder import Encoder

    vectors = Encoder().embed([texts] if isinstance(texts, str) else list(texts))
    return vectors[0] if isinstance(texts, str) else vectors
