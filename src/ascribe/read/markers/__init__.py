"""Citation markers that a reply already contains: their offsets and the documents they name.

``styles`` is the table of marker forms; ``parser`` finds, masks and removes them.
"""

from ascribe.read.markers.parser import (
    Marker,
    cut_spans,
    find_gap,
    mask_markers,
    match_marker,
    parse_markers,
    safe_end,
    strip_markers,
)

__all__ = [
    "Marker",
    "cut_spans",
    "find_gap",
    "mask_markers",
    "match_marker",
    "parse_markers",
    "safe_end",
    "strip_markers",
]
