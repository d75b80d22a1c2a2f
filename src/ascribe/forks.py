"""What a forked process has to renew: locks that another thread of its parent held stay locked in it."""

from __future__ import annotations

import os
from collections.abc import Callable


def run_after_fork(renew: Callable[[], None]) -> None:
    """Call the function in every process that is forked from this one, before it does anything else."""
    if hasattr(os, "register_at_fork"):  # not on Windows, which does not fork
        os.register_at_fork(after_in_child=renew)
