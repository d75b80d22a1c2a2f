"""The forward pass of BERT once more, in float64 and as the papers write it: what the graphs are held to."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from training.quantise import dequantise, quantise

Array = Any
Floats = Any
Weights = dict[str, Array]

HEADS = 12
_erf = np.vectorize(math.erf)


def stored(weights: Mapping[str, Floats]) -> Weights:
    """The weights that the file stands for: matrices rounded to int8 in groups, all else as it is."""
    found = {name: value.astype(np.float64) for name, value in weights.items()}
    for name, value in weights.items():
        if value.ndim == 2 and not name.startswith(("embeddings.pos", "embeddings.token")):
            kind = np.float16 if name.startswith("embeddings") else np.float32
            found[name] = dequantise(*quantise(value, kind)).astype(np.float64)
    return found


def _norm(x: Array, w: Weights, name: str) -> Array:
    centred = x - x.mean(-1, keepdims=True)
    return (
        centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12) * w[f"{name}.weight"]
        + w[f"{name}.bias"]
    )


def _linear(x: Array, w: Weights, name: str) -> Array:
    return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]


def hidden(w: Weights, ids: Sequence[int], types: Sequence[int]) -> Array:
    """The last hidden states of one text without padding, shape (tokens, width)."""
    x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.token_type_embeddings.weight"][types]
    x = _norm(x + w["embeddings.position_embeddings.weight"][: len(ids)], w, "embeddings.LayerNorm")
    layers = 1 + max(int(name.split(".")[2]) for name in w if name.startswith("encoder"))
    for layer in (f"encoder.layer.{n}" for n in range(layers)):
        q, k, v = (
            _linear(x, w, f"{layer}.attention.self.{part}").reshape(len(ids), HEADS, -1).swapaxes(0, 1)
            for part in ("query", "key", "value")
        )
        near = q @ k.swapaxes(1, 2) / math.sqrt(q.shape[-1])
        share = np.exp(near - near.max(-1, keepdims=True))
        mixed = (share / share.sum(-1, keepdims=True)) @ v
        mixed = mixed.swapaxes(0, 1).reshape(len(ids), -1)
        x = _norm(
            x + _linear(mixed, w, f"{layer}.attention.output.dense"), w, f"{layer}.attention.output.LayerNorm"
        )
        wide = _linear(x, w, f"{layer}.intermediate.dense")
        wide = wide * (1 + _erf(wide / math.sqrt(2))) / 2
        x = _norm(x + _linear(wide, w, f"{layer}.output.dense"), w, f"{layer}.output.LayerNorm")
    return x


def logits(w: Weights, ids: Sequence[int], types: Sequence[int]) -> Array:
    """Of one pair, shape (3,)."""
    first = hidden(w, ids, types)[0]
    return _linear(np.tanh(_linear(first, w, "head.dense")), w, "head.out")
