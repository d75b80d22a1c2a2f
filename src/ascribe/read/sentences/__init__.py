"""Splits text into units with exact offsets: sentences of prose and list items, other blocks as a whole.

``boundaries`` decides whether a stop ends a sentence; ``splitter`` finds the stops and cuts the text.
"""

from ascribe.read.sentences.splitter import split_block, split_sentences

__all__ = ["split_block", "split_sentences"]
