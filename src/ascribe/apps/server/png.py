"""Encode a picture as PNG with the standard library alone."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_COLOR_TYPES = {1: 0, 3: 2, 4: 6}
"""Channels → colour type of PNG: grey, RGB, RGB with transparency."""


def encode_png(pixels: NDArray[np.uint8]) -> bytes:
    """Encode pixels of shape (height, width, channels), with 1, 3 or 4 channels of 8 bits, as a PNG file."""
    height, width, channels = pixels.shape
    rows = np.zeros((height, 1 + width * channels), np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = pixels.reshape(height, width * channels)
    head = struct.pack(">IIBBBBB", width, height, 8, _COLOR_TYPES[channels], 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_build_chunk(kind, data) for kind, data in chunks)


def _build_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
