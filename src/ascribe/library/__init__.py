"""Documents in, a question in, an answer out of which every sentence was checked, or a refusal that says why.

adding → placing → chunking → store → searching → generators → answering. ``Library`` wires them: indexing
takes in, questions asks.
"""

from ascribe.library.adding import Added
from ascribe.library.library import Library
from ascribe.library.once import aask, ask, astream_answer, stream_answer

__all__ = ["Added", "Library", "aask", "ask", "astream_answer", "stream_answer"]
