"""Sentences of passages → the text of an answer that quotes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ascribe.records import Sentence
from ascribe.stages import Offered

MOST_ITEMS = 12
"""Items of a list that are quoted with the sentence that announces it."""

_ITEM = re.compile(r"\s*(?:[-*+•–]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s")
_ROW = re.compile(r"\s*\|")

Place = tuple[int, int]
"""Of a sentence: its passage among those offered, and its place in it."""


def with_context(offered: Sequence[Offered], place: Place) -> list[Place]:
    """The sentence with what it cannot be read without.

    That is the list that it announces by a colon, or the names of the columns above a row of a table.
    """
    passage, first = place
    sentences = offered[passage].sentences
    if _ROW.match(sentences[first].text):
        return sorted({(passage, _head(sentences, first)), place})
    found = [place]
    if not sentences[first].text.rstrip("*_ ").endswith((":", "：")):
        return found
    for later in range(first + 1, min(len(sentences), first + 1 + MOST_ITEMS)):
        if not _is_item(sentences[later].text):
            break
        found.append((passage, later))
    return found


def quoted(offered: Sequence[Offered], places: Iterable[Place]) -> str:
    """The sentences as one Markdown text: by passage, in their order, neighbours together."""
    chosen = sorted(set(places))
    texts = [offered[passage].sentences[place].text for passage, place in chosen]
    parts = texts[:1]
    for (before, after), (above, text) in zip(pairwise(chosen), pairwise(texts), strict=True):
        follows = before[0] == after[0] and before[1] + 1 == after[1]
        heads = before[0] == after[0] and _head(offered[after[0]].sentences, after[1]) == before[1]
        parts.append(_rule(above) if heads and _ROW.match(text) else _between(above, text, follows=follows))
        parts.append(text)
    return "".join(parts)


def _rule(head: str) -> str:
    """The line below the names of the columns, without which Markdown shows no table."""
    columns = head.strip().strip("|").count("|") + 1
    return f"\n|{'---|' * columns}\n"


def _between(before: str, after: str, *, follows: bool) -> str:
    if not follows:
        return "\n\n"
    apart = any(pattern.match(text) for pattern in (_ITEM, _ROW) for text in (before, after))
    return "\n" if apart else " "


def _head(sentences: Sequence[Sentence], row: int) -> int:
    """The first row of the table."""
    while row and _ROW.match(sentences[row - 1].text):
        row -= 1
    return row


def _is_item(text: str) -> bool:
    return _ITEM.match(text) is not None
