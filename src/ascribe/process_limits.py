"""Limits of memory and processor time for a process that opens files of strangers."""

from __future__ import annotations

import math

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""Environment of such a process: its limit counts address space, of which each thread reserves much."""


def set_process_limits(seconds: float, memory: int) -> None:
    """Limit the processor time from now on and the memory of this process; nothing where the system cannot.

    Args:
        seconds: processor seconds that may still be used.
        memory: bytes of address space; its soft limit may be raised again by a later call.
    """
    try:
        import resource
    except ModuleNotFoundError:  # Windows
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = used.ru_utime + used.ru_stime
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, math.ceil(spent + seconds)),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (limit, hard))
