"""Citation markers that a reply has already: where they stand and which documents they name.

styles, exceptions → parser.
"""

from ascribe.read.markers.parser import (
    Marker,
    gap_around,
    mask_markers,
    match_marker,
    parse_markers,
    strip_markers,
)

__all__ = ["Marker", "gap_around", "mask_markers", "match_marker", "parse_markers", "strip_markers"]
