"""Files of the built-in models: paths, digests, and errors for a missing or damaged file."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from ascribe.errors import InputError, MissingExtraError, ModelFileError
from ascribe.install_command import build_large_command

ModelName = Literal["encoder", "reader", "verifier"]

FOLDER = Path(__file__).parent / "weights"

DIGESTS = "SHA256SUMS"
"""The list of digests beside the files, in the format of ``sha256sum``. ``training.export`` updates it."""

TOKENIZER = "tokenizer.json"

LARGE_PACKAGE = "ascribe_large"
"""Module of the distribution with the large verifier; its folder ``weights`` has verifier and combiner."""

TIERS_WITH_WEIGHTS = ("builtin", "large")

_REMEDY = "reinstall ascribe, or use tier='rules', which needs no model"


def get_model_path(name: ModelName) -> Path:
    """Return the path of a model's ONNX file after checking its digest."""
    return verify_file(FOLDER / f"{name}.onnx")


def get_tokenizer_path() -> Path:
    """Return the path of the tokenizer's file, shared by all models, after checking its digest."""
    return verify_file(FOLDER / TOKENIZER)


def get_weights_folder(tier: str) -> Path:
    """Return the folder with the verifier and the combiner of a tier.

    Raises:
        InputError: the tier has no weights of ours.
        MissingExtraError: the package with its weights is not installed.
    """
    if tier not in TIERS_WITH_WEIGHTS:
        raise InputError(f"The tier must be 'builtin' or 'large', got {tier!r}.")
    if tier == "builtin":
        return FOLDER
    found = find_spec(LARGE_PACKAGE)
    if found is None or found.origin is None:
        raise MissingExtraError(
            "The tier 'large' needs the package ascribe-large, which is in Ascribe's repository; "
            f"run: {build_large_command()}"
        )
    return Path(found.origin).parent / "weights"


@cache
def get_verifier_path(tier: str) -> Path:
    """Return the path of a tier's verifier after checking its digest, once per process."""
    return verify_file(get_weights_folder(tier) / "verifier.onnx")


def is_installed(name: ModelName) -> bool:
    """Return True if all files that the model needs exist; they are not read."""
    return all((FOLDER / file).is_file() for file in (f"{name}.onnx", TOKENIZER, DIGESTS))


@cache
def get_model_versions(folder: Path = FOLDER) -> dict[str, str]:
    """Return file name → the first 12 digits of its SHA-256, for existing files, as stored in answers."""
    listed = _read_digests(folder)
    return {name: digest[:12] for name, digest in sorted(listed.items()) if (folder / name).is_file()}


def verify_file(path: Path) -> Path:
    """Check a file against the list of digests beside it and return its path.

    Raises:
        ModelFileError: the file is missing, not listed, or has another digest.
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
    """Read the list of digests: file name → SHA-256."""
    path = folder / DIGESTS
    if not path.is_file():
        raise ModelFileError(f"The list of model files {path} is missing; {_REMEDY}.")
    try:
        rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        return {name.removeprefix("*"): digest for digest, name in rows}
    except ValueError as error:  # not UTF-8, or a line of more or fewer than two words
        raise ModelFileError(f"The list of model files {path} is damaged; {_REMEDY}.") from error
