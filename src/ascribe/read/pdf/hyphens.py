"""Does a hyphen at the end of a line belong to the word?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_WORD = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")
_TAIL = re.compile(r"(?:[^\W_]+-)*[^\W_]*$")
_HEAD = re.compile(r"[^\W_]*")
_AND = {"and", "or", "to", "und", "oder", "bis", "et", "ou", "y", "e", "o", "en", "of", "och", "og"}
"""After these the hyphen stands for a part left out: ``two- and three-fold``, ``Vor- und Nachteile``."""


class Hyphens:
    """Decides by the words that the document itself writes inside its lines; no dictionary."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.words: Counter[str] = Counter()
        for text in lines:
            words = _WORD.findall(text.rstrip())
            inner = words[1:-1] if len(words) > 2 else []
            self.words.update(word.casefold() for word in inner)
            self.words.update(part for word in inner if "-" in word for part in word.casefold().split("-"))

    def joint(self, before: str, after: str) -> str:
        """What stands between two lines of which the first ends with a hyphen.

        ``""`` where the hyphen goes, ``"-"`` where it stays, ``"- "`` where a part was left out.
        """
        tail = _TAIL.search(before.rstrip("-"))
        left = tail[0] if tail else ""
        match = _HEAD.match(after)
        right = match[0] if match else ""
        if not left or not right or _is_address(before):
            return "-"
        if right.casefold() in _AND and after[len(right) : len(right) + 1] in (" ", ""):
            return "- "
        if right[0].isdigit() or left[-1].isdigit():
            return "-"
        if right[0].isupper() and not (left.isupper() and right.isupper()):
            return "-"
        return "" if self.is_one_word(left.casefold(), right.casefold()) else "-"

    def is_one_word(self, left: str, right: str) -> bool:
        """True if the two parts are one word, by what the document writes elsewhere."""
        compound = "-" in left
        last = left.rpartition("-")[2]
        whole, hyphened = self.words[left + right], self.words[f"{left}-{right}"]
        if compound:
            whole, hyphened = whole + self.words[last + right], hyphened + self.words[f"{last}-{right}"]
        if whole or hyphened:
            return whole >= hyphened
        if len(last) == 1:
            return False
        shortest = 2 if compound else 3
        if min(len(last), len(right)) < shortest:
            return True
        return not (self.words[last] and self.words[right])


def _is_address(before: str) -> bool:
    token = before.rsplit(maxsplit=1)[-1]
    return "://" in token or "@" in token or "www." in token or token.count("/") > 1
