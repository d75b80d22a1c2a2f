"""How long to wait before a request is made again."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

RETRIED = frozenset((408, 425, 429, 500, 502, 503, 504, 529))
"""Statuses that pass: too early, too busy, or a fault of the server. 529 is "overloaded" at some vendors."""

FIRST = 0.5
"""Seconds before the second try; each later one waits twice as long."""

LONGEST = 60.0
"""Seconds; a server that asks for a longer wait is given up."""

_SECONDS = re.compile(r"\d{1,9}(?:\.\d+)?")


def pause(tries: int, retry_after: str | None, now: datetime) -> float | None:
    """Seconds to wait after that many failed tries; None if the server wants more than ``LONGEST``.

    Args:
        tries: from 1.
        retry_after: the header of that name (RFC 9110, section 10.2.3: seconds, or a date), if there was one.
        now: with a time zone.
    """
    asked = _asked_for(retry_after.strip(), now) if retry_after else None
    if asked is None:
        return min(FIRST * 2.0 ** (tries - 1), LONGEST)
    return asked if asked <= LONGEST else None


def _asked_for(retry_after: str, now: datetime) -> float | None:
    """Seconds; None if the header cannot be read."""
    if _SECONDS.fullmatch(retry_after):
        return float(retry_after)
    try:
        then = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - now).total_seconds())
