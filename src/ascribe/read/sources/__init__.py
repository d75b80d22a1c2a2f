"""Anything that holds text → Documents.

readers → files; files, inline → metadata, ids → loading, which calls the reader of each format.
"""

from ascribe.read.sources.loading import SourceSet, load_sources, read_sources
from ascribe.read.sources.readers import Readers

__all__ = ["Readers", "SourceSet", "load_sources", "read_sources"]
