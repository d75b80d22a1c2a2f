"""Export the weights of a trained model to one self-contained ONNX file, and list it in ``SHA256SUMS``.

``python -m training.export WEIGHTS.safetensors OUT.onnx --head {embedding,entailment}``

The weights are named as in Hugging Face's BERT; ``entailment`` also needs ``head.dense`` and ``head.out``.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

from training.graph import build
from training.quantise import read_weights

SUMS = "SHA256SUMS"


def write_listed(path: Path, data: bytes) -> str:
    """Write the data to the file, list its SHA-256 beside it, and return the digest."""
    path.write_bytes(data)
    digest = hashlib.sha256(data).hexdigest()
    sums = path.parent / SUMS
    lines = sums.read_text(encoding="utf-8").splitlines() if sums.is_file() else []
    kept = [line for line in lines if line.split()[1:] != [path.name]]
    sums.write_text("\n".join(sorted([*kept, f"{digest}  {path.name}"])) + "\n", encoding="utf-8")
    return digest


def main() -> None:
    """Write the file and print its size and digest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("weights", type=Path, help="safetensors file")
    parser.add_argument("out", type=Path, help="ONNX file to write")
    parser.add_argument("--head", choices=("embedding", "entailment"), required=True)
    parser.add_argument("--products", choices=("float32", "int8"), default="float32")
    parser.add_argument("--word-bits", type=int, choices=(4, 8), default=8, help="of the table of words")
    asked = parser.parse_args()
    weights = read_weights(asked.weights)
    model = build(weights, asked.head, products=asked.products, word_bits=asked.word_bits)
    data = model.SerializeToString(deterministic=True)
    digest = write_listed(asked.out, data)
    sys.stdout.write(f"{asked.out}: {len(data) / 1e6:.1f} MB, sha256 {digest}\n")


if __name__ == "__main__":
    main()
