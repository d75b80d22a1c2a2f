"""A reply checked while it is being written.

deltas → growing → remembering → showing → session; threads → running, which is
what users call.
"""

from ascribe.streaming.api import astream, stream
from ascribe.streaming.session import Session

__all__ = ["Session", "astream", "stream"]
