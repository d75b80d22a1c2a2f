"""Question answering over documents, with verified answers.

The flow is ingest → chunking → store → retrieval → reranking → context → answering. Every sentence of an
answer is verified, or the library abstains and gives the reason. ``Library`` wires the parts; ``ask``
answers a question from documents without a library file.
"""

from ascribe.library.ingest import AddResult
from ascribe.library.library import Library
from ascribe.library.single_question import aask, ask, astream_answer, stream_answer

__all__ = ["AddResult", "Library", "aask", "ask", "astream_answer", "stream_answer"]
