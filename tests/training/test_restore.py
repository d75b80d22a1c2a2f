"""Weights restored from a model that was exported: the table of relative positions."""

import numpy as np
import pytest

pytestmark = pytest.mark.training

POSITIONS, WIDTH, INNER, HEADS, BUCKETS, UNUSED = 300, 192, 256, 12, 32, 16


def random_weights() -> dict[str, np.ndarray]:
    random = np.random.default_rng(3)
    shapes = {
        "embeddings.word_embeddings.weight": (50, WIDTH),
        "embeddings.position_embeddings.weight": (POSITIONS, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "encoder.relative_attention_bias.weight": (BUCKETS, HEADS),
        "head.dense": (WIDTH, WIDTH),
        "head.out": (3, WIDTH),
        "encoder.layer.0.attention.self.query": (WIDTH, WIDTH),
        "encoder.layer.0.attention.self.key": (WIDTH, WIDTH),
        "encoder.layer.0.attention.self.value": (WIDTH, WIDTH),
        "encoder.layer.0.attention.output.dense": (WIDTH, WIDTH),
        "encoder.layer.0.intermediate.dense": (INNER, WIDTH),
        "encoder.layer.0.output.dense": (WIDTH, INNER),
    }
    norms = ("embeddings", "encoder.layer.0.attention.output", "encoder.layer.0.output")
    found = {}
    for name, shape in shapes.items():
        whole = name if name.endswith(".weight") else f"{name}.weight"
        found[whole] = random.normal(size=shape)
        if whole != name:
            found[f"{name}.bias"] = random.normal(size=shape[0])
    for name in norms:
        found[f"{name}.LayerNorm.weight"] = np.ones(WIDTH)
        found[f"{name}.LayerNorm.bias"] = np.zeros(WIDTH)
    return {name: values.astype(np.float32) for name, values in found.items()}


def test_relative_positions_are_restored() -> None:
    from training.graph import RELATIVE, build
    from training.restore import restore_weights

    weights = random_weights()
    restored = restore_weights(build(weights, "entailment", products="int8", word_bits=4))
    assert set(restored) == set(weights)
    used = np.arange(BUCKETS) != UNUSED
    np.testing.assert_array_equal(restored[RELATIVE][used], weights[RELATIVE][used])
