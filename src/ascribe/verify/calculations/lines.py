"""The lines of the evidence, each a sentence or a row, by number."""

from __future__ import annotations

import re
from bisect import bisect_right

from ascribe.verify.comparison import Text, find_once

_LINE = re.compile(r"[^\n]*\S[^\n]*")


def find_line_number(text: Text, position: int) -> int:
    """Return the number of the line at this position, empty lines not counted."""
    return bisect_right(_find_line_starts(text), position)


@find_once
def _find_line_starts(text: Text) -> tuple[int, ...]:
    return tuple(line.start() for line in _LINE.finditer(text.text))
