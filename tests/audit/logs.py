"""Logs for the tests, of real checks in the tier without a model."""

from pathlib import Path

import ascribe
from ascribe.audit import AuditLog

MILL = {"id": "mill.txt", "text": "The mill on the Arle has 12 sails. It was built in 1871."}
REPLIES = (
    "The mill has 12 sails.",
    "The mill has 14 sails [1].",
    "Die Mühle wurde 1871 gebaut.",
    "Thanks for asking!",
)


def check(reply: str, *sources: object) -> ascribe.Answer:
    return ascribe.check(reply, list(sources) or [MILL], "How many?", tier="rules")


def write_log(path: Path, *, texts: bool = True) -> list[str]:
    """Record all replies; give the hashes of the lines."""
    log = AuditLog(path, texts=texts)
    return [log.record(check(reply)) for reply in REPLIES]
