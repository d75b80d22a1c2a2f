"""Loads texts, files, folders and framework objects as ``Document`` records.

``files`` finds files and chooses a reader for each, ``inline`` takes sources that are already in memory, and
``loading`` builds documents from both and gives each an id.
"""

from ascribe.read.sources.files import Readers
from ascribe.read.sources.loading import SourceSet, load_sources, read_sources

__all__ = ["Readers", "SourceSet", "load_sources", "read_sources"]
