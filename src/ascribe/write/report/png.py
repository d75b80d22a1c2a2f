"""Writes small PNG images of print: sixteen shades of grey, each also in the colour of a marker pen.

ISO/IEC 15948 (PNG), with a palette. Sixteen shades make a crop of text about half as large as 256 would.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any

_SHADES = 16
_SIGNATURE = b"\x89PNG\r\n\x1a\n"

Colour = tuple[int, int, int]


def encode_png(grey: Any, marked: Any, colour: Colour) -> bytes:
    """Return a PNG of the picture.

    Args:
        grey: array (height, width) of ``uint8``; 255 is white.
        marked: array of the same shape, of ``bool``; these pixels look as if seen through the colour.
        colour: red, green, blue, from 0 to 255.
    """
    import numpy as np

    levels = (grey.astype(np.uint16) * (_SHADES - 1) + 127) // 255
    pixels = (levels + _SHADES * marked).astype(np.uint8)
    height, width = pixels.shape
    rows = np.zeros((height, width + 1), np.uint8)  # each row begins with the number of its filter: none
    rows[:, 1:] = pixels
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", header),
        (b"PLTE", _build_palette(colour)),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(_build_chunk(kind, data) for kind, data in parts)


def _build_palette(colour: Colour) -> bytes:
    shades = [255 * level // (_SHADES - 1) for level in range(_SHADES)]
    plain = [channel for shade in shades for channel in (shade, shade, shade)]
    seen_through = [shade * channel // 255 for shade in shades for channel in colour]
    return bytes([*plain, *seen_through])


def _build_chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)
