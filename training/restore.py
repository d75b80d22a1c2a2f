"""Restore trainable weights from a shipped ONNX file.

    python -m training.restore src/ascribe/inference/weights/verifier.onnx --out build/verifier.safetensors

The int8 weights are dequantised, so the result differs from the trained weights by the rounding of the
shipped model. A new stage can thus start from the shipped models without repeating the earlier stages.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from safetensors.torch import save_file

from training.graph import RELATIVE, WORDS, relative_buckets
from training.quantise import Floats, dequantise, dequantise_halves

BUCKETS = 32
"""Rows of MPNet's table of relative positions."""


def restore_weights(model: onnx.ModelProto) -> dict[str, Floats]:
    """Return the weights by the names of ``training.graph``, with joined layers split again."""
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    places = stored["places"]
    found = {
        WORDS: _words(stored),
        "embeddings.position_embeddings.weight": places,
        "embeddings.token_type_embeddings.weight": stored.get("segments", np.zeros((2, places.shape[1]))),
    }
    if "nearness" in stored:
        found[RELATIVE] = _restore_buckets(stored["nearness"])
    for name, values in stored.items():
        layers, _, kind = name.rpartition(".")
        if kind == "int8" and layers != "words":
            product = _product(values, stored[f"{layers}.scales"])
            found |= _split_joined([f"{layer}.weight" for layer in layers.split("+")], product)
        elif kind in ("weight", "bias"):
            found |= _split_joined(name.split("+"), values)
    return {name: np.ascontiguousarray(values, np.float32) for name, values in found.items()}


def _restore_buckets(nearness: Floats) -> Floats:
    """Return the row of each bucket; the file has a column per distance. A bucket without one is zero."""
    heads, distances = nearness.shape
    buckets = relative_buckets((distances + 1) // 2, BUCKETS)
    rows = np.zeros((BUCKETS, heads), np.float32)
    rows[np.concatenate([buckets[-1], buckets[0, 1:]])] = nearness.T
    return rows


def _words(stored: Mapping[str, NDArray[Any]]) -> Floats:
    """Return the table of words, stored in 8 or 4 bits, as floats."""
    if "words.int4" in stored:
        return dequantise_halves(stored["words.int4"], stored["words.scales"])
    return dequantise(stored["words.int8"], stored["words.scales"])


def _product(whole: NDArray[np.int8], scales: Floats) -> Floats:
    """Return a matrix (outputs, inputs); there is a scale per output or per group of inputs."""
    if scales.ndim == 2:
        return dequantise(np.ascontiguousarray(whole.T), np.ascontiguousarray(scales.T))
    multiplied: Floats = whole.T.astype(np.float32) * scales[:, None]
    return multiplied


def _split_joined(names: Sequence[str], joined: Floats) -> dict[str, Floats]:
    """Split a tensor into the layers that it joins."""
    return dict(zip(names, np.split(joined, len(names)), strict=True))


def main() -> None:
    """Write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("model", type=Path, help="an ONNX file of training.export")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    weights = restore_weights(onnx.load(chosen.model))
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    save_file({name: torch.tensor(values) for name, values in weights.items()}, chosen.out)


if __name__ == "__main__":
    main()
