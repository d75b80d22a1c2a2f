"""Stage 1: sources and replies become text with exact offsets.

A source: sources → text, html, pdf, docx, by its format → blocks → sentences → document → passages.
A reply: replies → blocks → sentences, with markers and markup blanked out.
"""

from ascribe.read.sentences import split_sentences
from ascribe.read.sources import read_sources

__all__ = ["read_sources", "split_sentences"]
