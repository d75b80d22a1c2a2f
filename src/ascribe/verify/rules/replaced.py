"""Replaced words: a claim that repeats its evidence but for one word may have changed what it says.

"The exhibit shows blue glass" beside "The exhibit shows green glass": the neighbours are the same, the word
between them is not. The new word may mean the same, so this is never a clash.
"""

from __future__ import annotations

from functools import lru_cache

from ascribe.language.words import Word, is_content
from ascribe.verify.rules.comparison import Comparison, Text
from ascribe.verify.rules.opposites import meaning, meanings

_ROOT = 4
"""Letters that two words must share at their start to count as forms of one word."""


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """One comparison for each content word of the claim that stands in the place of another one."""
    known, asked = meanings(evidence), meanings(claim)
    if asked <= known:
        return []
    slots = _slots(evidence)
    found = []
    for neighbours, word in _slots(claim).items():
        other = slots.get(neighbours)
        if other is None or meaning(word, claim.language) in known or _related(word, other):
            continue
        if meaning(other, evidence.language) not in asked:
            places = (word.start, word.end), (other.start, other.end)
            found.append(Comparison("replaced", "missing", "word_replaced", *places))
    return found


@lru_cache(maxsize=8192)
def _slots(text: Text) -> dict[tuple[str, str], Word]:
    """The stems right before and behind → the content word between them; empty at the ends of the text."""
    stems = ["", *(word.stem for word in text.words), ""]
    slots = zip(stems, text.words, stems[2:], strict=False)
    return {(one, two): word for one, word, two in slots if is_content(word, text.language)}


def _related(word: Word, other: Word) -> bool:
    return word.stem[:_ROOT] == other.stem[:_ROOT]
