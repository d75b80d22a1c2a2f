"""Documents in, a question in, an answer out of which every sentence was checked, or a refusal that says why.

adding → placing → chunking → store → searching → generators → answering. ``Library`` wires them.
"""

from ascribe.library.adding import Added
from ascribe.library.library import Library
from ascribe.library.once import aask, ask

__all__ = ["Added", "Library", "aask", "ask"]
