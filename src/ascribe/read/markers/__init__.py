"""Citation markers that a reply has already: where they stand and which documents they name.

styles, exceptions → parser.
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

__all__ = [
    "Marker",
    "cut_spans",
    "gap_around",
    "mask_markers",
    "match_marker",
    "parse_markers",
    "strip_markers",
]
