"""Numbers of notes that are no citation markers: ``[1](address)``, and ``(1)`` at the end of sentences.

They name no document, so they are not judged as citations, but they are no content either. Where a number may
be content, as in a list ("(1) oil, (2) water") or after "of", it is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from ascribe.inline_markup import LINK_TARGET, blank_match
from ascribe.protocols import Block
from ascribe.text.words import get_stop_word_forms

_LINKED = re.compile(rf"(?<![!\]\\])\[(\d{{1,3}})\](?=\(){LINK_TARGET}")
_ROUND = re.compile(r"(?<!\w)\((\d{1,3}(?:\s*,\s*\d{1,3}){0,10})\)")

_MIN_ROUND = 2
"""Fewest different numbers in parentheses that show that a reply counts its notes in this form."""

_MIN_LETTERS = 12
"""Fewest letters of a sentence before its note in parentheses: "Smith (1)." counts something."""

_PLACE_AFTER = re.compile(r"[*_~]{0,3}(?:\s*[.,;:!?。，；！？)\]|]|\s*[\[(]\d|[ \t]*(?:[\r\n]|\Z))")
_SENTENCE_OVER = re.compile(r"[*_~]{0,3}(?:\s*[.!?。！？]|\s?\(\d|[ \t]*(?:[\r\n]|\Z))")
_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’»」*_]{0,3}\s*\Z")
_SENTENCE = re.compile(r"[^.!?。！？\n]*\Z")
_LAST_WORD = re.compile(r"([^\W\d_]+)\W*\Z")
_CONTEXT_CHARS = 300
_SMALL_WORD_LANGUAGES = ("en", "de", "es", "fr", "it", "nl", "pt")


def is_note_place(text: str, start: int, end: int) -> bool:
    """Return True if a number there may be that of a note: its sentence is whole without it.

    A note stands after the end of a sentence, or before a punctuation mark, a further note or the end of a
    line and not after a small word: "a population of [1200]".
    """
    before = text[max(0, start - _CONTEXT_CHARS) : start]
    if _SENTENCE_END.search(before):
        return True
    last = _LAST_WORD.search(before)
    small = last is not None and last[1].lower() in _load_small_words()
    return not small and _PLACE_AFTER.match(text, end) is not None


def mask_note_numbers(content: str, blocks: Sequence[Block]) -> str:
    """Replace numbers of notes by spaces, at the same length, if they are counted from 1 on.

    Args:
        content: the text of a reply, without its markers.
        blocks: its blocks; code is left as it is.
    """
    code = [(block.start, block.end) for block in blocks if block.kind == "code"]
    for pattern, is_note, least in _FORMS:
        found = [one for one in pattern.finditer(content) if not any(a <= one.start() < b for a, b in code)]
        if found and all(map(is_note, found)) and _count_in_order(found) >= least:
            for one in found:
                content = content[: one.start()] + blank_match(one) + content[one.end() :]
    return content


def _is_linked_note(match: re.Match[str]) -> bool:
    return is_note_place(match.string, *match.span())


def _is_round_note(match: re.Match[str]) -> bool:
    """Return True at the end of a sentence that is more than a name."""
    before = match.string[max(0, match.start() - _CONTEXT_CHARS) : match.start()]
    if _SENTENCE_END.search(before):
        return True
    sentence = _SENTENCE.search(before)
    letters = sum(map(str.isalpha, sentence[0])) if sentence else 0
    is_over = _SENTENCE_OVER.match(match.string, match.end()) is not None
    return letters >= _MIN_LETTERS and is_over and is_note_place(match.string, *match.span())


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], bool], int], ...] = (
    (_LINKED, _is_linked_note, 1),
    (_ROUND, _is_round_note, _MIN_ROUND),
)
"""Pattern of a form, whether a match may be a note, and how many different ones there must be."""


def _count_in_order(found: Sequence[re.Match[str]]) -> int:
    """Return how many different numbers there are; 0 unless each new one is the next one, from 1 on."""
    numbers = dict.fromkeys(int(number) for one in found for number in re.findall(r"\d+", one[1]))
    return len(numbers) if list(numbers) == list(range(1, len(numbers) + 1)) else 0


@cache
def _load_small_words() -> frozenset[str]:
    return frozenset().union(*map(get_stop_word_forms, _SMALL_WORD_LANGUAGES))
