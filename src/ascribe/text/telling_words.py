"""The words of a text that may tell its language: no names, no units, no phrases that English borrowed.

A language is recognised by its stop words. Those of one language are names or words of another: "Pro" in a
cell is no word of Czech, the "m" of "9 m" none of French, "et al." in an English text none of Catalan.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from ascribe.text.character_classes import MARKS
from ascribe.text.normalize import normalize
from ascribe.text.word_lists import load_homographs
from ascribe.text.words import fold_case

_WORD = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{MARKS}])*(?:['’][^\W\d_]+)*")
_INITIAL = re.compile(r"\b[^\W\d_]\.")
"""A letter with a full stop is no word: "U. S." and "v." are none of Czech."""

_UNIT = re.compile(r"(?<=\d)[ \u00a0\u202f]?[A-Zb-df-hjl-np-tx](?!\w)|(?<!\w)[A-Za-z](?=\d)")
"""A single letter behind a figure, or one that is written with it: "31 m", "S1". Small letters that are words
of a language are left out, such as the "w" of Polish."""

_COMPOUND = re.compile(r"\b[^\W_]++(?:[-/@._]++[^\W_]++)+")
"""Words that are written as one: "write-ins", "t/ha", "utils.py". Their parts are no words of a sentence."""

_MOST_PARTICLES = 2
"""Particles that stand together in a name."""


@dataclass(frozen=True, slots=True)
class TellingWord:
    """A word that may tell the language.

    Args:
        form: its normal form.
        is_capitalized: whether it has a capital, as the first word of a sentence has.
        may_begin_name: whether the next word has a capital too: "Los Angeles".
        is_in_name: whether it is a particle between capitalized words: "Charles de Gaulle".
        is_english: whether it is an English word that is a stop word of another language: "met".
    """

    form: str
    is_capitalized: bool
    may_begin_name: bool
    is_in_name: bool
    is_english: bool


def find_telling_words(text: str) -> tuple[list[TellingWord], int]:
    """Return the words of a text that may tell its language, in order, and the number of all its words.

    A capitalized word tells it only as the first one of a sentence: it follows no word and precedes one. In a
    text of nothing but capitals every word does.
    """
    sample = normalize(text).text
    for pattern in (_compile_loans(), _INITIAL, _UNIT, _COMPOUND):
        sample = pattern.sub(lambda match: " " * len(match.group()), sample)
    found = list(_WORD.finditer(sample))
    return list(_read_words(sample, found)), len(found)


@cache
def _compile_loans() -> re.Pattern[str]:
    phrases = (re.escape(phrase) for phrase in load_homographs("en").phrases)
    ranked = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(ranked)})\b".replace(r"\ ", r"[\s-]"), re.IGNORECASE)


def _read_words(sample: str, found: Sequence[re.Match[str]]) -> Iterator[TellingWord]:
    written = [match.group() for match in found]
    is_shouted = sample.isupper()
    for place, word in enumerate(written):
        before = sample[found[place - 1].end() : found[place].start()].strip() if place else "."
        after = sample[found[place].end() : found[place + 1].start()].strip() if found[place + 1 :] else "."
        is_capitalized = word[0].isupper() and not is_shouted
        is_first = before != "" and not before[-1].isalnum()
        if is_capitalized and (after or not is_first):
            continue
        form = fold_case(word)
        yield TellingWord(
            form,
            is_capitalized,
            may_begin_name=is_capitalized and written[place + 1][0].isupper(),
            is_in_name=_is_in_name(written, place),
            is_english=form in load_homographs("en").words,
        )


def _is_in_name(written: Sequence[str], place: int) -> bool:
    """Return True for one of a few particles between capitalized words: "Juan de la Cruz"."""
    if not _is_particle(written[place]):
        return False
    before = list(takewhile(_is_particle, reversed(written[max(0, place - _MOST_PARTICLES) : place])))
    behind = list(takewhile(_is_particle, written[place + 1 : place + 1 + _MOST_PARTICLES]))
    first, last = place - len(before) - 1, place + len(behind) + 1
    if len(before) + 1 + len(behind) > _MOST_PARTICLES or first < 0 or last >= len(written):
        return False
    return written[first][0].isupper() and written[last][0].isupper()


def _is_particle(word: str) -> bool:
    return word in load_homographs("en").particles
