"""Citation markers that a reply already contains: their offsets and the documents they name.

``styles`` is the table of marker forms; ``parser`` finds, masks and removes them. ``known_sources`` has the
names of the sources, which some forms need. ``note_numbers`` masks the
numbers of notes that name no document, and ``citing_words`` words that only lead to a marker.
"""

from ascribe.read.markers.citing_words import MARKER_SIGN, blank_citing_words
from ascribe.read.markers.known_sources import NO_SOURCES, KnownSources
from ascribe.read.markers.note_numbers import mask_note_numbers
from ascribe.read.markers.parser import (
    Marker,
    find_marker_parts,
    mask_markers,
    match_marker,
    parse_markers,
    safe_end,
    strip_markers,
)

__all__ = [
    "MARKER_SIGN",
    "NO_SOURCES",
    "KnownSources",
    "Marker",
    "blank_citing_words",
    "find_marker_parts",
    "mask_markers",
    "mask_note_numbers",
    "match_marker",
    "parse_markers",
    "safe_end",
    "strip_markers",
]
