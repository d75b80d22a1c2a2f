"""Sentences of passages → the text of an answer that quotes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ascribe.stages import Offered

MOST_ITEMS = 12
"""Items of a list that are quoted with the sentence that announces it."""

_ITEM = re.compile(r"\s*(?:[-*+•–]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s")
_ROW = re.compile(r"\s*\|")

Place = tuple[int, int]
"""Of a sentence: its passage among those offered, and its place in it."""


def with_list(offered: Sequence[Offered], place: Place) -> list[Place]:
    """The sentence, and the items of the list that it announces by a colon."""
    passage, first = place
    sentences = offered[passage].sentences
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
    for (before, after), (_, text) in zip(pairwise(chosen), pairwise(texts), strict=True):
        follows = before[0] == after[0] and before[1] + 1 == after[1]
        parts.append(_between(parts[-1], text, follows=follows) + text)
    return "".join(parts)


def _between(before: str, after: str, *, follows: bool) -> str:
    if not follows:
        return "\n\n"
    apart = any(pattern.match(text) for pattern in (_ITEM, _ROW) for text in (before.lstrip("\n"), after))
    return "\n" if apart else " "


def _is_item(text: str) -> bool:
    return _ITEM.match(text) is not None
