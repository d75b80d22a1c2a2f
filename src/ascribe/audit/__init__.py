"""The audit log: a file with one line for each reply, chained by hashes, that others can verify and replay.

lines builds and hashes a line, entry says what a line records, log appends lines, verification finds the
first broken one, and replay checks the recorded replies again.
"""

from ascribe.audit.log import AuditLog
from ascribe.audit.replay import Replayed, ReplayOptions, VerdictChange, replay_log
from ascribe.audit.verification import Break, LogState, verify_log

__all__ = [
    "AuditLog",
    "Break",
    "LogState",
    "ReplayOptions",
    "Replayed",
    "VerdictChange",
    "replay_log",
    "verify_log",
]
