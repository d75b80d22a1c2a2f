"""The forward pass of a BERT-like encoder as an ONNX graph, written by hand.

The large weights are int8 in the file; the runtime converts them to float32 once, while loading. The word
embeddings are never converted as a whole: only the rows of the current tokens are read and scaled. Source of
the architecture: Devlin et al. 2019, section 3, with the constants of MiniLM-L6-H384 (Wang et al. 2020) and,
with a table of relative positions, those of MPNet (Song et al. 2020) with the buckets of T5 (Raffel et al.
2020).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from training.quantise import GROUP, Floats, Weights, quantise, quantise_halves, quantise_rows

Head = Literal["embedding", "entailment"]

CLASSES = ("entailed", "contradicted", "neither")
"""Classes of the logits of a verifier, in order."""

WORDS = "embeddings.word_embeddings.weight"

RELATIVE = "encoder.relative_attention_bias.weight"
"""Attention bias for the distance of two tokens: a row per bucket of distances, a column per head."""

FARTHEST = 128
"""Distances from here on share the last bucket."""

Bits = Literal[4, 8]
"""Bits per weight of the table of words."""

Products = Literal["float32", "int8"]
"""Number format of matrix products. ``int8`` rounds every token's vector to int8 first: 2.3 to 2.6 times as
fast on processors with VNNI, but less exact (cosine to the unrounded vectors 0.997 instead of 0.9998). It
exists for measurements; no shipped model uses it."""

OPSET = 21
"""First opset that supports scales for groups of weights."""

ORT = "com.microsoft"
"""Domain of ONNX Runtime's own operators; only ``int8`` products use one."""

MASKED = -10000.0
"""Bias on the attention to padding, whose share becomes zero in float32."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes that the weights do not determine.

    Args:
        heads: attention heads per layer.
        epsilon: added to the variance in layer norms.
    """

    heads: int = 12
    epsilon: float = 1e-12

    @classmethod
    def of(cls, *, relative: bool) -> Shape:
        """Return the shape of MPNet for weights with relative positions, else that of BERT."""
        return cls(epsilon=1e-5) if relative else cls()


def relative_buckets(tokens: int, buckets: int) -> NDArray[np.int64]:
    """Return the bucket of the distance of each pair of tokens, shape (tokens, tokens), query token first.

    Half of the buckets are for earlier tokens and half for later ones; in each half the first half are exact
    distances and the others grow with the logarithm of the distance (Raffel et al. 2020, section 2.1).
    """
    place = np.arange(tokens)
    ahead = place[None, :] - place[:, None]
    half, exact = buckets // 2, buckets // 4
    far = np.log(np.maximum(np.abs(ahead), 1) / exact) / np.log(FARTHEST / exact) * (half - exact)
    coarse = np.minimum(exact + far.astype(np.int64), half - 1)
    found: NDArray[np.int64] = np.where(ahead > 0, half, 0) + np.where(
        np.abs(ahead) < exact, np.abs(ahead), coarse
    )
    return found


class Graph:
    """A graph under construction: nodes and stored tensors. Every method returns the name of a value."""

    def __init__(self, weights: Weights, products: Products = "float32", word_bits: Bits = 8) -> None:
        self.weights = weights
        self.products = products
        self.word_bits = word_bits
        self.nodes: list[onnx.NodeProto] = []
        self.stored: dict[str, onnx.TensorProto] = {}

    def op(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node and return the name of its result."""
        (name,) = self.ops(kind, 1, *inputs, **attributes)
        return name

    def ops(self, kind: str, results: int, *inputs: str, **attributes: Any) -> list[str]:
        """Add a node with several results and return their names."""
        names = [f"{kind.lower()}_{len(self.nodes)}_{n}" for n in range(results)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names

    def store(self, name: str, values: np.ndarray[Any, Any]) -> str:
        """Store a tensor in the file."""
        if name not in self.stored:
            self.stored[name] = numpy_helper.from_array(np.ascontiguousarray(values), name)
        return name

    def whole(self, *values: int) -> str:
        """Store a list of int64, for shapes and axes."""
        return self.store("int_" + "_".join(map(str, values)), np.array(values, np.int64))

    def number(self, value: float) -> str:
        """Store one float."""
        return self.store(f"float_{value}", np.array(value, np.float32))

    def vector(self, *names: str) -> str:
        """Store weights as float32, concatenated to one vector."""
        return self.store("+".join(names), np.concatenate([self.weights[name] for name in names]))

    def linear(self, x: str, *layers: str) -> str:
        """Compute ``x @ W.T + b`` of one or several layers side by side."""
        weight = np.concatenate([self.weights[f"{layer}.weight"] for layer in layers])
        multiply = self._float_product if self.products == "float32" else self._int8_product
        product = multiply(x, weight, "+".join(layers))
        return self.op("Add", product, self.vector(*(f"{layer}.bias" for layer in layers)))

    def _float_product(self, x: str, weight: Floats, name: str) -> str:
        """Multiply by W, stored as int8 in groups along the input; the runtime converts it while loading."""
        whole, scales = quantise(weight, np.float32)
        stored = [self.store(f"{name}.int8", whole.T), self.store(f"{name}.scales", scales.T)]
        return self.op("MatMul", x, self.op("DequantizeLinear", *stored, axis=0, block_size=GROUP))

    def _int8_product(self, x: str, weight: Floats, name: str) -> str:
        """Multiply in int8; x has one scale per token, so that no other row of the batch changes a result."""
        whole, scales = quantise_rows(weight)
        outputs, inputs = weight.shape
        flat = self.op("Reshape", x, self.whole(-1, inputs))
        top = self.op("ReduceMax", self.op("Abs", flat), self.whole(1), keepdims=0)
        scale = self.op("Max", self.op("Mul", top, self.number(1 / 127)), self.number(1e-30))
        middle = self.store("middle", np.array(128, np.uint8))
        middles = self.op("Expand", middle, self.op("Shape", scale))
        rounded = self.op("QuantizeLinear", flat, scale, middles, axis=0)
        stored = [self.store(f"{name}.int8", whole.T), self.number(1.0), self.store(f"{name}.scales", scales)]
        product = self.op("MatMulIntegerToFloat", rounded, *stored, middle, domain=ORT)
        product = self.op("Mul", product, self.op("Unsqueeze", scale, self.whole(1)))
        shape = self.op("Concat", self.op("Shape", x, end=-1), self.whole(outputs), axis=0)
        return self.op("Reshape", product, shape)

    def norm(self, x: str, layer: str, shape: Shape) -> str:
        """Apply layer norm over the last axis."""
        scale, bias = self.vector(f"{layer}.weight"), self.vector(f"{layer}.bias")
        return self.op("LayerNormalization", x, scale, bias, epsilon=shape.epsilon)


def build(
    weights: Weights,
    head: Head,
    shape: Shape | None = None,
    products: Products = "float32",
    word_bits: Bits = 8,
) -> onnx.ModelProto:
    """Build the model: inputs ``ids``, ``mask`` and for pairs ``types``, int64 of shape (texts, tokens).

    ``embedding`` gives ``embedding`` (texts, width), rows of length 1, and ``tokens`` (texts, tokens, width);
    ``entailment`` gives ``logits`` (texts, 3): entailed, contradicted, neither.
    """
    shape = shape or Shape.of(relative=RELATIVE in weights)
    graph = Graph(weights, products, word_bits)
    pairs = head == "entailment"
    x = _embeddings(graph, pairs, shape)
    bias = _padding(graph)
    if RELATIVE in weights:
        bias = graph.op("Add", bias, _nearness(graph))
    layers = sorted({int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer.")})
    for layer in layers:
        # A pair model reads only the first token of the last layer, so only that is computed.
        x = _layer(graph, x, bias, f"encoder.layer.{layer}", shape, first_only=pairs and layer == layers[-1])
    outputs = _entailment(graph, x) if pairs else _mean(graph, x)
    inputs = ["ids", "mask", *(["types"] if pairs else [])]
    return _model(graph, inputs, outputs, weights["encoder.layer.0.output.dense.bias"].size)


def _embeddings(g: Graph, pairs: bool, shape: Shape) -> str:
    """Sum the embeddings of words, positions and segments, and apply layer norm."""
    words = _words(g)
    places = g.weights["embeddings.position_embeddings.weight"]
    segments = g.weights["embeddings.token_type_embeddings.weight"]
    if not pairs:
        places = places + segments[0]
    length = g.op("Shape", "ids", start=1, end=2)
    held = places.astype(np.float16) if g.word_bits == 4 else places
    placed = g.op("Slice", g.store("places", held), g.whole(0), length, g.whole(0))
    placed = g.op("Cast", placed, to=TensorProto.FLOAT)
    summed = g.op("Add", words, placed)
    if pairs:
        summed = g.op("Add", summed, g.op("Gather", g.store("segments", segments), "types"))
    return g.norm(summed, "embeddings.LayerNorm", shape)


def _words(g: Graph) -> str:
    """Return the dequantised rows of the word table for the current ids."""
    table = g.weights[WORDS]
    if g.word_bits == 4:
        packed, scales = quantise_halves(table)
        held = g.op("Gather", g.store("words.int4", packed), "ids")
        low = g.op("BitwiseAnd", held, g.store("low", np.array(15, np.uint8)))
        high = g.op("BitShift", held, g.store("half", np.array(4, np.uint8)), direction="RIGHT")
        rows = g.op("Cast", g.op("Concat", low, high, axis=-1), to=TensorProto.FLOAT)
        rows = g.op("Sub", rows, g.number(8.0))
    else:
        whole, scales = quantise(table, np.float16)
        rows = g.op("Cast", g.op("Gather", g.store("words.int8", whole), "ids"), to=TensorProto.FLOAT)
    rows = g.op("Reshape", rows, g.whole(0, 0, scales.shape[1], GROUP))
    scale = g.op("Cast", g.op("Gather", g.store("words.scales", scales), "ids"), to=TensorProto.FLOAT)
    words = g.op("Mul", rows, g.op("Unsqueeze", scale, g.whole(3)))
    return g.op("Reshape", words, g.whole(0, 0, table.shape[1]))


def _padding(g: Graph) -> str:
    """Compute the padding bias of attention, shape (texts, 1, 1, tokens): 0 for tokens, ``MASKED`` else."""
    mask = g.op("Cast", "mask", to=TensorProto.FLOAT)
    mask = g.op("Unsqueeze", mask, g.whole(1, 2))
    return g.op("Mul", g.op("Sub", g.number(1.0), mask), g.number(MASKED))


def _nearness(g: Graph) -> str:
    """Compute the attention bias for the distance of two tokens, of shape (heads, tokens, tokens).

    The stored table has a column per distance, from the farthest earlier to the farthest later token.
    """
    most = g.weights["embeddings.position_embeddings.weight"].shape[0]
    table = g.weights[RELATIVE]
    buckets = relative_buckets(most, table.shape[0])
    columns = np.concatenate([buckets[-1], buckets[0, 1:]])
    length = g.op("Squeeze", g.op("Shape", "ids", start=1, end=2), g.whole(0))
    steps = [g.store(f"int_{value}", np.array(value, np.int64)) for value in (0, 1)]
    places = g.op("Range", steps[0], length, steps[1])
    ahead = g.op("Sub", g.op("Unsqueeze", places, g.whole(0)), g.op("Unsqueeze", places, g.whole(1)))
    column = g.op("Add", ahead, g.whole(most - 1))
    return g.op("Gather", g.store("nearness", table[columns].T), column, axis=1)


def _layer(g: Graph, x: str, bias: str, name: str, shape: Shape, *, first_only: bool) -> str:
    """Apply self-attention and the two-layer network, each with a residual connection and layer norm."""
    asking = x
    if first_only:
        asking = g.op("Slice", x, g.whole(0), g.whole(1), g.whole(1))
        bias = g.op("Slice", bias, g.whole(0), g.whole(1), g.whole(2))
    mixed = _attention(g, asking, x, bias, name, shape)
    mixed = g.linear(mixed, f"{name}.attention.output.dense")
    x = g.norm(g.op("Add", mixed, asking), f"{name}.attention.output.LayerNorm", shape)
    wide = g.op("Gelu", g.linear(x, f"{name}.intermediate.dense"))
    back = g.linear(wide, f"{name}.output.dense")
    return g.norm(g.op("Add", back, x), f"{name}.output.LayerNorm", shape)


def _attention(g: Graph, asking: str, x: str, bias: str, name: str, shape: Shape) -> str:
    """Apply attention from every token of ``asking`` to all tokens of ``x``."""
    layers = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
    size = g.weights[f"{layers[0]}.bias"].size // shape.heads
    if asking == x:
        query, key, value = g.ops("Split", 3, g.linear(x, *layers), axis=2, num_outputs=3)
    else:
        query = g.linear(asking, layers[0])
        key, value = g.ops("Split", 2, g.linear(x, *layers[1:]), axis=2, num_outputs=2)
    split = g.whole(0, 0, shape.heads, size)
    query = g.op("Transpose", g.op("Reshape", query, split), perm=[0, 2, 1, 3])
    key = g.op("Transpose", g.op("Reshape", key, split), perm=[0, 2, 3, 1])
    value = g.op("Transpose", g.op("Reshape", value, split), perm=[0, 2, 1, 3])
    near = g.op("Mul", g.op("MatMul", query, key), g.number(float(size) ** -0.5))
    share = g.op("Softmax", g.op("Add", near, bias), axis=-1)
    mixed = g.op("Transpose", g.op("MatMul", share, value), perm=[0, 2, 1, 3])
    return g.op("Reshape", mixed, g.whole(0, 0, shape.heads * size))


def _mean(g: Graph, x: str) -> dict[str, str]:
    """Return the mean over the tokens without padding, scaled to length 1, and the tokens themselves."""
    mask = g.op("Unsqueeze", g.op("Cast", "mask", to=TensorProto.FLOAT), g.whole(2))
    summed = g.op("ReduceSum", g.op("Mul", x, mask), g.whole(1), keepdims=0)
    # The sum and the mean have the same direction, so one division by the length is enough.
    return {"embedding": g.op("LpNormalization", summed, axis=1, p=2), "tokens": x}


def _entailment(g: Graph, x: str) -> dict[str, str]:
    """Apply a tanh layer and a layer with three outputs to the first token."""
    first = g.op("Squeeze", x, g.whole(1))
    hidden = g.op("Tanh", g.linear(first, "head.dense"))
    return {"logits": g.linear(hidden, "head.out")}


def _model(g: Graph, inputs: Sequence[str], outputs: dict[str, str], width: int) -> onnx.ModelProto:
    for output, value in outputs.items():
        g.nodes.append(helper.make_node("Identity", [value], [output]))
    given = [helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"]) for name in inputs]
    sizes = {"logits": ["texts", 3], "embedding": ["texts", width], "tokens": ["texts", "tokens", width]}
    made = [helper.make_tensor_value_info(name, TensorProto.FLOAT, sizes[name]) for name in outputs]
    body = helper.make_graph(g.nodes, "ascribe", given, made, list(g.stored.values()))
    domains = [helper.make_opsetid("", OPSET), helper.make_opsetid(ORT, 1)]
    model = helper.make_model(body, opset_imports=domains, ir_version=10)
    onnx.checker.check_model(model, full_check=True)
    return model
