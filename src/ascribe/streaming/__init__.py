"""Check a reply while it is being written.

api has what users call; session buffers the reply and verifies each complete claim once; events renders the
changes.
"""

from ascribe.streaming.api import astream, stream
from ascribe.streaming.session import Session

__all__ = ["Session", "astream", "stream"]
