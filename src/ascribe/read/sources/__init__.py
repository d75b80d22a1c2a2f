"""Anything that holds text → Documents.

readers → files; files, inline → metadata, ids → loading, which calls the reader of each format.
"""

from ascribe.read.sources.files import Readers
from ascribe.read.sources.loading import SourceSet, load_sources, read_sources

__all__ = ["Readers", "SourceSet", "load_sources", "read_sources"]
