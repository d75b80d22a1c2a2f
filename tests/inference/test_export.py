"""The graphs that training writes, against a second writing of the same forward pass."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnx", reason="needs onnx, which only training installs")

from training.quantise import (
    GROUP,
    dequantise,
    dequantise_halves,
    quantise,
    quantise_halves,
    read_weights,
)

from ascribe.inference.onnx import OnnxSession
from ascribe.inference.tokens import TokenRow
from tests.inference import forward

TEXTS = ([101, 102], [101, 2023, 2003, 1037, 3231, 102], [101, *range(2000, 2040), 102])
PAIRS = [TokenRow(ids, [0] * (len(ids) // 2) + [1] * (len(ids) - len(ids) // 2)) for ids in TEXTS]


def test_the_encoder_gives_what_the_stored_weights_give(tiny, made) -> None:
    w = forward.stored(tiny)
    rows = [TokenRow(ids, [0] * len(ids)) for ids in TEXTS]
    network = OnnxSession(made["embedding"])
    tokens, vectors = network.run("tokens", rows), network.run("embedding", rows)
    for row, states, vector in zip(rows, tokens, vectors, strict=True):
        expected = forward.hidden(w, row.ids, row.types)
        assert np.abs(states[: len(row.ids)] - expected).max() < 1e-4
        mean = expected.mean(axis=0)
        assert np.abs(vector - mean / np.linalg.norm(mean)).max() < 1e-5


def test_the_verifier_gives_what_the_stored_weights_give(tiny, made) -> None:
    w = forward.stored(tiny)
    for row, found in zip(PAIRS, OnnxSession(made["entailment"]).run("logits", PAIRS), strict=True):
        assert np.abs(found - forward.logits(w, row.ids, row.types)).max() < 1e-4


def test_whole_number_products_give_nearly_the_same(made) -> None:
    rows = [TokenRow(ids, [0] * len(ids)) for ids in TEXTS]
    exact = np.stack(OnnxSession(made["embedding"]).run("embedding", rows))
    found = np.stack(OnnxSession(made["embedding-int8"]).run("embedding", rows))
    assert np.abs(found - exact).max() > 0, "the products changed nothing"
    assert (found * exact).sum(axis=1).min() > 0.99


def test_rounding_errs_by_half_a_step_at_most() -> None:
    weight = np.random.default_rng(1).normal(0, 1, (8, 4 * GROUP)).astype(np.float32)
    whole, scales = quantise(weight, np.float32)
    assert whole.dtype == np.int8
    error = np.abs(dequantise(whole, scales) - weight).reshape(8, 4, GROUP)
    assert (error <= scales[:, :, None] * 0.5001).all()


def test_four_bits_err_by_half_a_coarser_step_at_most() -> None:
    weight = np.random.default_rng(2).normal(0, 1, (8, 4 * GROUP)).astype(np.float32)
    packed, scales = quantise_halves(weight)
    assert packed.dtype == np.uint8
    assert packed.shape == (8, 2 * GROUP)
    error = np.abs(dequantise_halves(packed, scales) - weight).reshape(8, 4, GROUP)
    # Scales are stored in 16 bit: a value at the end of its group may lose a little more than half a step.
    assert (error <= scales[:, :, None].astype(np.float32) * 0.51).all()


def test_a_row_of_zeros_stays_zero() -> None:
    whole, scales = quantise(np.zeros((2, GROUP), np.float32), np.float16)
    assert not dequantise(whole, scales).any()


def _safetensors(path: Path, tensors: dict[str, np.ndarray], kind: str = "F32") -> Path:
    header, data = {}, b""
    for name, values in tensors.items():
        header[name] = {
            "dtype": kind,
            "shape": values.shape,
            "data_offsets": [len(data), len(data) + values.nbytes],
        }
        data += values.tobytes()
    head = json.dumps(header).encode()
    path.write_bytes(len(head).to_bytes(8, "little") + head + data)
    return path


def test_the_command_writes_a_listed_file_that_runs(tiny, tmp_path) -> None:
    weights = _safetensors(
        tmp_path / "w.safetensors", {f"bert.{n}": v for n, v in tiny.items() if n[0] == "e"}
    )
    out = tmp_path / "encoder.onnx"
    command = [sys.executable, "-m", "training.export", str(weights), str(out), "--head", "embedding"]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True, env={**os.environ})
    assert str(out) in done.stdout
    assert out.name in (tmp_path / "SHA256SUMS").read_text()
    (vector,) = OnnxSession(out).run("embedding", [TokenRow(TEXTS[1], [0] * 6)])
    assert abs(float(np.linalg.norm(vector)) - 1) < 1e-5


def test_unknown_weights_are_refused_with_the_way_out(tmp_path) -> None:
    path = _safetensors(tmp_path / "w.safetensors", {"a": np.zeros(4, np.uint16)}, "BF16")
    with pytest.raises(ValueError, match="a has type BF16; store it as F32 or F16"):
        read_weights(path)
    (tmp_path / "x").write_bytes(b"no weights")
    with pytest.raises(ValueError, match="is not a safetensors file"):
        read_weights(tmp_path / "x")
