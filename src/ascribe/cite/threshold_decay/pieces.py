"""The pieces that an answer is cut into: where RAGFlow ends a sentence, fenced code in one."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FENCE = "```"

_ALWAYS = "；。？!！،؛؟۔\n"
"""Characters that end a piece after anything but a table's bar."""

_BEFORE_BLANK = ".?;!،؛؟"
"""Characters that end a piece after a small Latin or an Arabic letter, if a blank or line end follows."""

_END = re.compile(rf"[^|](?=[{_ALWAYS}])|[a-z\u0600-\u06FF](?=[{_BEFORE_BLANK}][ \n])")
"""The last character of a piece. What ends it follows as a piece of its own."""


def split_pieces(answer: str) -> list[str]:
    """The pieces in order; joined, they are the answer, with one line end more after each fenced part.

    The rules are RAGFlow's, faults included: no end after a digit, a capital or a Cyrillic letter, and one
    inside ``x != y``.
    """
    parts = answer.split(_FENCE)
    if len(parts) == 1:
        return list(_prose(answer))
    pieces: list[str] = []
    for number, part in enumerate(parts):
        if number % 2:
            closed = number + 1 < len(parts)
            pieces.append(_FENCE + part + (_FENCE if closed else "") + "\n")
        else:
            pieces += _prose(part)
    return pieces


def _prose(text: str) -> Iterator[str]:
    """Sentences, and between them what ends them: a mark alone, or with the blank after it."""
    start = 0
    while end := _END.search(text, start):
        stop = end.end() + (1 if text[end.end()] in _ALWAYS else 2)
        yield text[start : end.end()]
        yield text[end.end() : stop]
        start = stop
    yield text[start:]
