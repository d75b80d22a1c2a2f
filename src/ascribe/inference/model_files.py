"""Files of the built-in models: where they are, their digests, and the errors raised when one is missing or
damaged."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Literal

from ascribe.errors import ModelFileError

ModelName = Literal["encoder", "reader", "verifier"]

FOLDER = Path(__file__).parent / "weights"

DIGESTS = "SHA256SUMS"
"""Beside the files: one line each, as ``sha256sum`` writes them. ``training.export`` keeps it."""

TOKENIZER = "tokenizer.json"

_REMEDY = "reinstall ascribe, or use tier='rules', which needs no model"


def get_model_path(name: ModelName) -> Path:
    """The ONNX file of a model, checked."""
    return verify_file(FOLDER / f"{name}.onnx")


def get_tokenizer_path() -> Path:
    """The tokenizer's file, checked; all models use it."""
    return verify_file(FOLDER / TOKENIZER)


def is_installed(name: ModelName) -> bool:
    """True if the files that the model needs are there; they are not read."""
    return all((FOLDER / file).is_file() for file in (f"{name}.onnx", TOKENIZER, DIGESTS))


@cache
def get_model_versions() -> dict[str, str]:
    """File name → the first 12 digits of its sha256, for the records; only files that are there."""
    listed = _read_digests(FOLDER)
    return {name: digest[:12] for name, digest in sorted(listed.items()) if (FOLDER / name).is_file()}


def verify_file(path: Path) -> Path:
    """The path itself, if the file holds what the list of digests beside it says.

    Raises:
        ModelFileError: the file is missing, not listed, or differs.
    """
    expected = _read_digests(path.parent).get(path.name)
    if not path.is_file():
        raise ModelFileError(f"The model file {path} is missing; {_REMEDY}.")
    if expected is None:
        raise ModelFileError(f"The model file {path} is not listed in {path.parent / DIGESTS}; {_REMEDY}.")
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != expected:
        raise ModelFileError(
            f"The model file {path} is damaged (sha256 {found[:12]}, not {expected[:12]}); {_REMEDY}."
        )
    return path


def _read_digests(folder: Path) -> dict[str, str]:
    """File name → sha256, as the list says."""
    path = folder / DIGESTS
    if not path.is_file():
        raise ModelFileError(f"The list of model files {path} is missing; {_REMEDY}.")
    rows = (line.split() for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return {name.removeprefix("*"): digest for digest, name in rows}
