"""Whether a passage has all words of a stretch: rules on whole clauses ask before they say "the same"."""

from __future__ import annotations

from collections.abc import Iterable

from ascribe.language.words import Word
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.vocabulary import meaning

_ROOT = 4
"""Letters that forms of one word share at their start: "bringing" and "brings"."""


def are_held(words: Iterable[Word], text: Text, there: Iterable[Word]) -> bool:
    """True if each word is among the others, in any form or by another word of its meaning."""
    others = list(there)
    keys = {meaning(word, text.language) for word in others} | {word.stem for word in others}
    roots = {word.stem[:_ROOT] for word in others if len(word.stem) >= _ROOT}
    return all(
        word.stem in keys
        or meaning(word, text.language) in keys
        or (word.stem[:_ROOT] in roots and word.stem[0].isalpha())
        for word in words
    )
