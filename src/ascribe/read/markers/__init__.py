"""Citation markers that a reply has already: where they stand and which documents they name.

styles, exceptions → parser; streams.
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
