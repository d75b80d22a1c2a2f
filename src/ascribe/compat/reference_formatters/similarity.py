"""Reference formatter that selects chunks by the cosine of their embeddings with the response's."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ascribe.compat.reference_formatters.chunks import OfferedChunk
from ascribe.compat.reference_formatters.formatter import (
    BatchFailure,
    ReferenceFormatter,
    ReferenceSelection,
    call_in_thread,
    resolve_function,
)
from ascribe.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DEFAULT_THRESHOLD = 0.5
"""Minimum cosine of a relevant chunk."""

BUILTIN_THRESHOLD = 0.42
"""The same for the built-in encoder: the best mean F1 of ``python -m benchmarks.reference_threshold``."""

_DECIMALS = 9
"""Decimals of a cosine. Rounding errors in later decimals must not decide what reaches a threshold."""


class SimilarityBasedReferenceFormatter(ReferenceFormatter):
    """Formats the chunks whose cosine with the whole response reaches a threshold, most similar first.

    Ties keep the order in which the chunks were given. A chunk without text is never relevant and is reported
    as a failure; the similarity of a zero vector is 0.

    Args:
        em_invoker: text → vector and list of texts → vectors: an object with ``invoke``, or a function, sync
            or async. It is called once with the response and once with all chunks. None uses the built-in
            encoder, which was trained on English; see ``BUILTIN_THRESHOLD``.
        threshold: minimum cosine (inclusive), from -1, which keeps every chunk, to 1.
        stringify: return one text; False returns the chunks themselves.
        format_references_func: lines → text; None uses ``format_references_as_string``.
        format_chunk_func: chunk → line; None uses ``format_chunk_as_string``.
        format_chunk_metadata_map: the metadata keys of ``title`` and ``url``.
        streamable: send events to an event emitter; False sends none.

    Raises:
        InputError: the threshold is not a number, or ``em_invoker`` is not callable.

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

    async def _select_relevant(self, response: str, chunks: list[OfferedChunk]) -> ReferenceSelection:
        texts = [chunk for chunk in chunks if chunk.has_text]
        blank = tuple(chunk.position for chunk in chunks if not chunk.has_text)
        failures = (BatchFailure(blank, "They have no text to compare."),) if blank else ()
        if not texts:
            return ReferenceSelection(failures=failures)
        one = await call_in_thread(self._embed, response)
        many = await call_in_thread(self._embed, [chunk.content for chunk in texts])
        scores = compute_similarities(one, many, len(texts))
        near = [n for n, score in enumerate(scores) if score >= self.threshold]
        near.sort(key=lambda n: -scores[n])
        return ReferenceSelection(tuple(texts[n] for n in near), tuple(scores[n] for n in near), failures)


def compute_similarities(response: Any, chunks: Any, count: int) -> list[float]:
    """Compute the cosine of the response and each chunk, rounded to nine decimals; 0 for zero vectors.

    Raises:
        InputError: there are not ``count`` vectors of one length, or a number is not finite.
    """
    import numpy as np

    one, many = _to_floats(response), _to_floats(chunks)
    if one.ndim != 1 or many.shape != (count, *one.shape):
        raise InputError(
            f"em_invoker: expected one vector for the response and {count} of the same length for the "
            f"chunks, got shapes {one.shape} and {many.shape}."
        )
    if not (np.isfinite(one).all() and np.isfinite(many).all()):
        raise InputError("em_invoker: a vector contains a number that is not finite.")
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

    # Scaled first: squares of very small or large numbers would underflow or overflow.
    largest = np.abs(vectors).max(axis=-1, keepdims=True, initial=0.0)
    scaled = vectors / np.where(largest > 0, largest, 1.0)
    lengths = np.linalg.norm(scaled, axis=-1, keepdims=True)
    unit: Floats = scaled / np.where(lengths > 0, lengths, 1.0)
    return unit


def _resolve_embedder(em_invoker: Any) -> Callable[[Any], Any]:
    """Return the function that computes embeddings."""
    if em_invoker is None:
        return _embed_builtin
    way_out = "an object with invoke(text or list of texts), a function, or None for the built-in encoder."
    return resolve_function("em_invoker", em_invoker, "invoke", way_out)


def _embed_builtin(texts: str | Sequence[str]) -> Any:
    from ascribe.inference.encoder import Encoder

    vectors = Encoder().embed([texts] if isinstance(texts, str) else list(texts))
    return vectors[0] if isinstance(texts, str) else vectors
