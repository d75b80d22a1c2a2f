"""Stage 1: reads sources and replies as text with exact offsets.

A source goes through ``sources``, the reader of its format (``text``, ``html``, ``pdf`` or ``docx``),
``blocks``, ``sentences``, ``document`` and ``passages``. A reply goes through ``replies``, ``blocks`` and
``sentences``, with its markers and its markup blanked.
"""

from ascribe.read.sentences import split_sentences
from ascribe.read.sources import read_sources

__all__ = ["read_sources", "split_sentences"]
