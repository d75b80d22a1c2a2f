"""Notes and links that a text defines on lines of their own: which of them nothing points to any more."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ascribe.read.markdown import DEFINITION
from ascribe.records import CitedSentence

_DEFINITION = re.compile(DEFINITION)
_MARK = re.compile(rf"^[ ]{{0,3}}{DEFINITION}", re.MULTILINE)
_LINE = re.compile(r"(?:\A|\n)[ ]{0,3}\Z")
"""What stands before the first character of a line, as Markdown allows it."""

_ON_THE_SAME = re.compile(r"[^\n]*|\s*\n[ \t]+")
"""Between two sentences of one definition: nothing new begins, or an indented line."""


def with_definitions(text: str, sentences: Sequence[CitedSentence], out: set[int]) -> set[int]:
    """The places that are taken out, and those of definitions that only these pointed to."""
    labels = _labels(text, sentences)
    gone: set[int] = set()
    more = set(out)
    while more:  # a definition that goes may have pointed to another one
        gone |= more
        named = "".join(sentences[place].text for place in gone).casefold()
        left = _left(text, [sentences[place] for place in sorted(gone)])
        orphaned = {label for label in labels if label and label in named and label not in left}
        more = {place for place, label in enumerate(labels) if label in orphaned} - gone
    return gone


def _labels(text: str, sentences: Sequence[CitedSentence]) -> list[str]:
    """For each sentence the mark of the definition that it is of, such as ``[^1]``; empty for none."""
    labels: list[str] = []
    end, label = 0, ""
    for sentence in sentences:
        start = sentence.char_start or 0
        mark = _DEFINITION.match(text, start) if _LINE.search(text, end, start) else None
        if mark is not None:
            label = mark[0][:-1].casefold()
        elif not _ON_THE_SAME.fullmatch(text, end, start):
            label = ""
        labels.append(label)
        end = sentence.char_end or 0
    return labels


def _left(text: str, gone: Sequence[CitedSentence]) -> str:
    """The text without these sentences, and without the marks that definitions begin with."""
    edges = [0, *(edge for s in gone for edge in (s.char_start or 0, s.char_end or 0)), len(text)]
    left = "".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))
    return _MARK.sub("", left).casefold()
