"""Read the weights of a safetensors file, and quantise them to 8 or 4 bits in groups of 64.

A group is 64 neighbouring weights of one output (in a table: of one row). Its scale is its greatest absolute
value over 127, so the rounding error of a weight is at most 1/254 of the greatest in its group.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

GROUP = 64
"""Number of weights that share a scale."""

Floats = NDArray[np.float32]
Weights = dict[str, Floats]

_KINDS: dict[str, np.dtype[Any]] = {"F32": np.dtype("<f4"), "F16": np.dtype("<f2"), "F64": np.dtype("<f8")}


def read_weights(path: Path) -> Weights:
    """Read every float tensor of the file as float32, by name; the prefix ``bert.`` is dropped.

    Raises:
        ValueError: the file is not safetensors, or has floats of other than 16, 32 or 64 bits.
    """
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    if len(data) < 8 or size > len(data) - 8:
        raise ValueError(f"{path} is not a safetensors file; write the weights with safetensors")
    header: dict[str, Any] = json.loads(data[8 : 8 + size])
    header.pop("__metadata__", None)
    floats = {name: entry for name, entry in header.items() if not entry["dtype"].startswith("I")}
    return {
        name.removeprefix("bert."): _tensor(path, name, entry, data, 8 + size)
        for name, entry in floats.items()
    }


def _tensor(path: Path, name: str, entry: dict[str, Any], data: bytes, origin: int) -> Floats:
    if entry["dtype"] not in _KINDS:
        raise ValueError(f"{path}: {name} has type {entry['dtype']}; store it as F32 or F16")
    start, end = (origin + offset for offset in entry["data_offsets"])
    flat = np.frombuffer(data[start:end], _KINDS[entry["dtype"]])
    floats: Floats = flat.reshape(entry["shape"]).astype(np.float32)
    return floats


def quantise(weight: Floats, scale_type: type[np.floating[Any]]) -> tuple[NDArray[np.int8], NDArray[Any]]:
    """Quantise to int8 of the same shape (rows, columns), with scales of shape (rows, columns / 64).

    A scale is rounded to ``scale_type`` first, so that the int8 values fit the scale that is stored.
    """
    rows, columns = weight.shape
    grouped = weight.reshape(rows, columns // GROUP, GROUP)
    scales = (np.abs(grouped).max(axis=2) / 127).astype(scale_type)
    scales = np.maximum(scales, np.finfo(scale_type).tiny)
    whole = np.rint(grouped / scales[:, :, None].astype(np.float32)).clip(-127, 127)
    return whole.reshape(rows, columns).astype(np.int8), scales


def quantise_rows(weight: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Quantise to int8 of the same shape (rows, columns), with one scale per row."""
    scales = np.maximum(np.abs(weight).max(axis=1) / 127, np.finfo(np.float32).tiny)
    return np.rint(weight / scales[:, None]).astype(np.int8), scales


def quantise_halves(weight: Floats) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """Quantise to 4 bits, shape (rows, columns / 2), with scales of shape (rows, columns / 64).

    A byte contains two weights of its row: its low half is a column of the first half of the row, its high
    half the corresponding column of the second half. Each is an integer from -7 to 7 plus 8; a scale is the
    greatest absolute value of its group over 7.
    """
    rows, columns = weight.shape
    grouped = weight.reshape(rows, columns // GROUP, GROUP)
    scales = np.maximum((np.abs(grouped).max(axis=2) / 7).astype(np.float16), np.finfo(np.float16).tiny)
    whole = np.rint(grouped / scales[:, :, None].astype(np.float32)).clip(-7, 7).astype(np.int8) + 8
    low, high = np.split(whole.reshape(rows, columns).astype(np.uint8), 2, axis=1)
    packed: NDArray[np.uint8] = low | (high << 4)
    return packed, scales


def dequantise_halves(packed: NDArray[np.uint8], scales: NDArray[Any]) -> Floats:
    """Return the float weights that ``quantise_halves`` stored."""
    whole = np.concatenate([packed & 15, packed >> 4], axis=1).astype(np.int8) - 8
    return dequantise(whole, scales)


def dequantise(whole: NDArray[np.int8], scales: NDArray[Any]) -> Floats:
    """Return the float weights that the stored ones represent, as used by the models."""
    rows, columns = whole.shape
    grouped = whole.reshape(rows, columns // GROUP, GROUP).astype(np.float32)
    scaled: Floats = (grouped * scales[:, :, None].astype(np.float32)).reshape(rows, columns)
    return scaled
