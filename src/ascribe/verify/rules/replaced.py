"""Replaced words: a claim that repeats its evidence but for one word may have changed what it says.

"The exhibit shows blue glass" beside "The exhibit shows green glass": the neighbours are the same, the word
between them is not. The new word may mean the same, so this is never a clash.
"""

from __future__ import annotations

from ascribe.language.words import Word
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.opposites import meaning

_ROOT = 4
"""Letters that two words must share at their start to count as forms of one word."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each content word of the claim that stands in the place of another one."""
    asked, said = _keys(claim), _keys(evidence)
    known = frozenset(said)
    if all(key in known for key in asked):
        return []
    free = frozenset(said) - frozenset(asked)
    slots = {
        (said[i - 1], said[i + 1]): evidence.content[i - 1]
        for i in range(1, len(said) - 1)
        if said[i] in free
    }
    found = []
    for i in range(1, len(asked) - 1):
        word, other = claim.content[i - 1], slots.get((asked[i - 1], asked[i + 1]))
        if asked[i] not in known and other is not None and not _related(word, other):
            places = (word.start, word.end), (other.start, other.end)
            found.append(Comparison("replaced", "missing", "word_replaced", *places))
    return found


def _keys(text: Text) -> list[str]:
    """What the content words mean, with an empty string before the first and after the last."""
    return ["", *(meaning(word, text.language) for word in text.content), ""]


def _related(word: Word, other: Word) -> bool:
    return word.stem[:_ROOT] == other.stem[:_ROOT]
