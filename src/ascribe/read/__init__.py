"""Stage 1: sources and replies become text with exact offsets."""

from ascribe.read.sentences import split_sentences
from ascribe.read.sources import read_sources

__all__ = ["read_sources", "split_sentences"]
