"""Documents in, a question in, an answer out of which every sentence was checked, or a refusal that says why.

adding → placing → chunking → store → searching → generators → answering. ``Library`` wires them: indexing
takes in, questions asks.
"""

from ascribe.library.api import aask, ask, astream_answer, stream_answer
from ascribe.library.ingest import AddResult
from ascribe.library.library import Library

__all__ = ["AddResult", "Library", "aask", "ask", "astream_answer", "stream_answer"]
