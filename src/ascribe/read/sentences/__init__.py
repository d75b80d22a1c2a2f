"""Text → units with exact offsets: the sentences of prose and list items, every other block as a whole.

enclosures, citation_tails → full_stops → splitter.
"""

from ascribe.read.sentences.splitter import split_block, split_sentences

__all__ = ["split_block", "split_sentences"]
