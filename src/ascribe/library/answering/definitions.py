"""Notes and links that a text defines on lines of their own: which of them nothing points to any more."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascribe.read.markdown import DEFINITION
from ascribe.records import CitedSentence

_DEFINITION = re.compile(DEFINITION)
_LINE = re.compile(r"(?:\A|\n)[ ]{0,3}\Z")
"""What stands before the first character of a line, as Markdown allows it."""

_ON_THE_SAME = re.compile(r"[^\n]*|\s*\n[ \t]+")
"""Between two sentences of one definition: nothing new begins, or an indented line."""


def with_definitions(text: str, sentences: Sequence[CitedSentence], out: set[int]) -> set[int]:
    """The places that are taken out, and those of definitions that only these pointed to."""
    labels = _labels(text, sentences)
    gone = set(out)
    while True:
        named = "".join(sentences[place].text for place in gone)
        left = _left(text, [s for place, s in enumerate(sentences) if place in gone or labels[place]])
        orphaned = {label for label in labels if label and label in _folded(named) and label not in left}
        found = gone | {place for place, label in enumerate(labels) if label in orphaned}
        if found == gone:
            return gone
        gone = found


def _labels(text: str, sentences: Sequence[CitedSentence]) -> list[str]:
    """For each sentence the mark of the definition that it is of, such as ``[^1]``; empty for none."""
    labels: list[str] = []
    end, label = 0, ""
    for sentence in sentences:
        start = sentence.char_start or 0
        mark = _DEFINITION.match(text, start) if _LINE.search(text, end, start) else None
        if mark is not None:
            label = _folded(mark[0][:-1])
        elif not _ON_THE_SAME.fullmatch(text, end, start):
            label = ""
        labels.append(label)
        end = sentence.char_end or 0
    return labels


def _left(text: str, without: Sequence[CitedSentence]) -> str:
    """The text without these sentences."""
    edges = [0, *(edge for s in without for edge in (s.char_start or 0, s.char_end or 0)), len(text)]
    return _folded(" ".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)))


def _folded(text: str) -> str:
    """Letter case tells no two labels apart."""
    return text.casefold()
