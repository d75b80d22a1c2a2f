"""Citation markers that a reply has already: where they stand and which documents they name.

styles, exceptions → parser; streams.
"""

from ascribe.read.markers.parser import (
    Marker,
    cut_spans,
    gap_around,
    mask_markers,
    match_marker,
    parse_markers,
    strip_markers,
)
from ascribe.read.markers.streams import safe_end

__all__ = [
    "Marker",
    "cut_spans",
    "gap_around",
    "mask_markers",
    "match_marker",
    "parse_markers",
    "safe_end",
    "strip_markers",
]
