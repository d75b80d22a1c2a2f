"""Citation markers that a reply has already: where they stand and which documents they name.

styles, exceptions → parser.
"""

from ascribe.read.markers.parser import Marker, mask_markers, parse_markers, strip_markers

__all__ = ["Marker", "mask_markers", "parse_markers", "strip_markers"]
