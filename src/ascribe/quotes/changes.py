"""What differs between a quote and the words that stand in its place now."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from ascribe.quotes.alignment import tokens_of


def changes_between(quote: str, found: str) -> tuple[tuple[str, str], ...]:
    """(words of the quote, words in their place) for each stretch that differs; one of the two may be empty.

    Capitals and signs between words count as well: only what is empty here is the same.
    """
    return tuple(_changes(quote, found))


def _changes(quote: str, found: str) -> Iterator[tuple[str, str]]:
    was = [quote[t.start : t.end] for t in tokens_of(quote)]
    now = [found[t.start : t.end] for t in tokens_of(found)]
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if tag != "equal":
            yield " ".join(was[i1:i2]), " ".join(now[j1:j2])
