"""The end of a text that is still being written: what may be the first half of a marker."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from ascribe.read.markers.styles import STYLES_OPENED_BY

LONGEST = 2_500
"""Code points that are held back at most; a tag round more words than that is let go."""

_SIGN = re.compile("[" + re.escape("".join(STYLES_OPENED_BY)) + "]")


def safe_end(text: str) -> int:
    """Up to where the beginning of a text can be shown: what follows may be the first half of a marker.

    A whole marker at the very end is held back as well, for ``[1]`` may go on as ``[1](address)`` and ``¹``
    as ``¹²``. Whatever comes next, a marker that it completes starts here or later, unless it is longer
    than ``LONGEST``.

    Args:
        text: all that has been written so far; its last ``LONGEST`` code points are looked at.
    """
    for sign in _SIGN.finditer(text, max(0, len(text) - LONGEST)):
        if any(_may_go_on(pattern, text, sign.start()) for pattern in _patterns(sign.group())):
            return sign.start()
    return len(text)


def _may_go_on(pattern: Any, text: str, start: int) -> bool:
    match = pattern.match(text, start, partial=True)
    return match is not None and (match.partial or match.end() == len(text))


@cache
def _patterns(sign: str) -> tuple[Any, ...]:
    """The patterns of the styles that the sign opens, for a package that matches beginnings too."""
    import regex

    return tuple(
        regex.compile(
            style.pattern.pattern, regex.IGNORECASE if style.pattern.flags & re.IGNORECASE else regex.UNICODE
        )
        for style in STYLES_OPENED_BY[sign]
    )
