"""A reply checked while it is being written.

deltas → session → running, which is what users call.
"""

from ascribe.streaming.running import astream, stream
from ascribe.streaming.session import Session

__all__ = ["Session", "astream", "stream"]
