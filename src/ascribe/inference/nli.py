"""The built-in NLI model: (evidence, claim) → probabilities of entailment, contradiction and neither."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import numpy as np

from ascribe.inference.cache import hash_texts
from ascribe.inference.model_files import ModelName
from ascribe.inference.onnx import OnnxModel
from ascribe.inference.probabilities import compute_softmax
from ascribe.inference.tokens import TokenRow, build_pair_ids, split_claim, tokenize

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix: TypeAlias = NDArray[np.float64]

ENTAILED, CONTRADICTED, NEITHER = 0, 1, 2
"""The columns of ``EntailmentModel.probabilities``."""


class EntailmentModel(OnnxModel):
    """The built-in cross-encoder, or another ONNX file with the same interface; see ``OnnxModel``."""

    name: ClassVar[ModelName] = "verifier"

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Return probabilities of entailed, contradicted and neither, shape (pairs, 3); rows sum to 1.

        Args:
            pairs: (evidence, claim). If both together are too long for the model, the end of the evidence is
                cut off. A claim that is too long by itself is split, and the least entailed part decides.
        """
        if not pairs:
            return np.empty((0, 3))
        keys = [hash_texts(evidence, claim) for evidence, claim in pairs]
        return np.stack(
            self._onnx_session.result_cache.all(keys, lambda new: self._read([pairs[n] for n in new]))
        )

    def _read(self, pairs: Sequence[tuple[str, str]]) -> list[Matrix]:
        """Compute the probabilities of pairs that are not in the cache."""
        ids = {text: tokenize(text) for text in dict.fromkeys(text for pair in pairs for text in pair)}
        rows: list[TokenRow] = []
        ends = []
        for evidence, claim in pairs:
            parts = split_claim(ids[claim], len(ids[evidence]))
            rows += [TokenRow(*build_pair_ids(part, ids[evidence])) for part in parts]
            ends.append(len(rows))
        found = compute_softmax(np.stack(self._onnx_session.run("logits", rows)))
        of_pair = np.split(found, ends[:-1])
        return [
            part[part[:, ENTAILED].argmin()].copy() for part in of_pair
        ]  # a view would keep the whole array alive
