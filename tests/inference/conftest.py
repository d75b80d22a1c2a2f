"""The built-in models, and tiny real ones made here."""

from pathlib import Path

import numpy as np
import pytest

from ascribe.inference import model_files
from ascribe.inference.encoder import Encoder
from ascribe.inference.nli import EntailmentModel

WIDTH, INNER, LAYERS, WORDS = 384, 1536, 2, 30522


def _needs(name: model_files.ModelName) -> None:
    if not model_files.is_installed(name):
        pytest.skip(f"needs {model_files.FOLDER / name}.onnx")


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    """The built-in one."""
    _needs("encoder")
    return Encoder()


@pytest.fixture(scope="session")
def entailment() -> EntailmentModel:
    """The built-in one."""
    _needs("verifier")
    return EntailmentModel()


@pytest.fixture(scope="session")
def tiny() -> dict[str, np.ndarray]:
    """Random weights of two layers, with the names of a real model."""
    chance = np.random.default_rng(7)
    shapes = {
        "embeddings.word_embeddings.weight": (WORDS, WIDTH),
        "embeddings.position_embeddings.weight": (512, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "head.dense.weight": (WIDTH, WIDTH),
        "head.out.weight": (3, WIDTH),
        "head.dense.bias": (WIDTH,),
        "head.out.bias": (3,),
    }
    for layer in (f"encoder.layer.{n}" for n in range(LAYERS)):
        for part in ("self.query", "self.key", "self.value", "output.dense"):
            shapes[f"{layer}.attention.{part}.weight"] = (WIDTH, WIDTH)
            shapes[f"{layer}.attention.{part}.bias"] = (WIDTH,)
        shapes[f"{layer}.intermediate.dense.weight"] = (INNER, WIDTH)
        shapes[f"{layer}.intermediate.dense.bias"] = (INNER,)
        shapes[f"{layer}.output.dense.weight"] = (WIDTH, INNER)
        shapes[f"{layer}.output.dense.bias"] = (WIDTH,)
    weights = {
        name: chance.normal(0, 0.05, shape).astype(np.float32) for name, shape in sorted(shapes.items())
    }
    norms = ["embeddings.LayerNorm"]
    norms += [
        f"encoder.layer.{n}.{part}"
        for n in range(LAYERS)
        for part in ("attention.output.LayerNorm", "output.LayerNorm")
    ]
    for norm in norms:
        weights[f"{norm}.weight"] = 1 + chance.normal(0, 0.1, WIDTH).astype(np.float32)
        weights[f"{norm}.bias"] = chance.normal(0, 0.1, WIDTH).astype(np.float32)
    return weights


@pytest.fixture(scope="session")
def made(tiny, tmp_path_factory) -> dict[str, Path]:
    """Head or ``head-int8`` → an ONNX file of the tiny weights, listed beside it."""
    pytest.importorskip("onnx", reason="needs onnx, which only training installs")
    from training.export import write_listed
    from training.graph import build

    folder, files = tmp_path_factory.mktemp("tiny"), {}
    for head in ("embedding", "entailment"):
        for products in ("float32", "int8"):
            name = head if products == "float32" else f"{head}-int8"
            files[name] = folder / f"{name}.onnx"
            data = build(tiny, head, products=products).SerializeToString(deterministic=True)
            write_listed(files[name], data)
    return files
