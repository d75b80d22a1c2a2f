"""Anything that holds text → Documents.

files, inline → metadata, ids → loading, which calls the reader of each format.
"""

from ascribe.read.sources.loading import SourceSet, load_sources, read_sources

__all__ = ["SourceSet", "load_sources", "read_sources"]
