"""Writes small PNG images of print: sixteen shades of grey, each also in the colour of a marker pen.

ISO/IEC 15948 (PNG), with a palette. Sixteen shades make a crop of text about half as large as 256 would.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any

_SHADES = 16
_SIGNATURE = b"\x89PNG\r\n\x1a\n"

Color = tuple[int, int, int]


def encode_png(gray: Any, marked: Any, color: Color) -> bytes:
    """Return a PNG of the picture.

    Args:
        gray: array (height, width) of ``uint8``; 255 is white.
        marked: array of the same shape, of ``bool``; these pixels look as if seen through the colour.
        color: red, green, blue, from 0 to 255.
    """
    import numpy as np

    levels = (gray.astype(np.uint16) * (_SHADES - 1) + 127) // 255
    pixels = (levels + _SHADES * marked).astype(np.uint8)
    height, width = pixels.shape
    rows = np.zeros((height, width + 1), np.uint8)  # each row begins with the number of its filter: none
    rows[:, 1:] = pixels
    return assemble_png(rows, (width, height), 3, _build_palette(color))


def assemble_png(rows: Any, size: tuple[int, int], color_type: int, palette: bytes = b"") -> bytes:
    """Return a PNG of rows of 8 bits a channel.

    Args:
        rows: array (height, 1 + width × channels) of ``uint8``; each row begins with its filter.
        size: width and height in pixels.
        color_type: as the standard numbers them: 0 grey, 2 RGB, 3 palette, 6 RGB with transparency.
        palette: red, green and blue of each colour, for type 3.
    """
    parts = [(b"IHDR", struct.pack(">IIBBBBB", *size, 8, color_type, 0, 0, 0))]
    parts += [(b"PLTE", palette)] if palette else []
    parts += [(b"IDAT", zlib.compress(rows.tobytes(), 9 if palette else 6)), (b"IEND", b"")]
    return _SIGNATURE + b"".join(_build_chunk(kind, data) for kind, data in parts)


def _build_palette(color: Color) -> bytes:
    shades = [255 * level // (_SHADES - 1) for level in range(_SHADES)]
    plain = [channel for shade in shades for channel in (shade, shade, shade)]
    seen_through = [shade * channel // 255 for shade in shades for channel in color]
    return bytes([*plain, *seen_through])


def _build_chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)
