"""Encode a picture of a page, in colour, as PNG."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ascribe.write.report.png import assemble_png

if TYPE_CHECKING:
    from numpy.typing import NDArray

_COLOR_TYPES = {1: 0, 3: 2, 4: 6}
"""Channels → colour type of PNG: grey, RGB, RGB with transparency."""


def encode_png(pixels: NDArray[np.uint8]) -> bytes:
    """Encode pixels of shape (height, width, channels), with 1, 3 or 4 channels of 8 bits, as a PNG file."""
    height, width, channels = pixels.shape
    rows = np.zeros((height, 1 + width * channels), np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = pixels.reshape(height, width * channels)
    return assemble_png(rows, (width, height), _COLOR_TYPES[channels])
