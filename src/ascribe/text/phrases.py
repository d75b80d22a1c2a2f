"""Finds the phrase around compared words, so that a reader understands them alone: "14 sails" for "14"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ascribe.text.words import Word, is_content_word, split_words, stem_word

_MOST_ADDED = 3
"""Most words that are added behind the compared ones."""

_MOST_BEFORE = 4
"""Most words that are added before them: "did not fail to open"."""

# fmt: off
_AUXILIARIES = frozenset({
    "am", "are", "be", "been", "being", "can", "cannot", "could", "did", "do", "does", "fail", "failed",
    "failing", "fails", "had", "has", "have",
    "is", "may", "might", "must", "need", "never", "no", "not", "shall", "should", "to", "was", "were",
    "will", "would",
})
# fmt: on
"""English words that belong to the verb after them: "must be removed", "failed to open"."""

# fmt: off
_NUMBER_WORDS = frozenset({
    "dozen", "eight", "eleven", "five", "four", "hundred", "million", "nine", "one", "seven", "six", "ten",
    "thousand", "three", "twelve", "two",
})
# fmt: on
"""English words that are figures, and need what they count."""

_LIMIT_BEFORE = re.compile(
    r"(?i)\b(?:not\s)?(?:more|less|fewer|[a-z]{2,12}er)\sthan\s\Z|\b(?:only\s|quite\s)?a\s\Z"
)
"""English words before a figure or "few" that change how much it is: "younger than twelve", "a few"."""

_AMOUNT_WORDS = frozenset({"few", "little"})
_FEW = re.compile(r"(?i)few\b|little\b")

_LITTLE_BEFORE = re.compile(r"(?i)\b(?:(?:very|only an?|so|too|an?)\s)?(?:little|few)\s\Z")
"""English words before what there is little of."""

_AGE_BEFORE = re.compile(r"(?i)\b(?:under|over|aged|below|above)\s\Z")
_UNITS = frozenset({
    "percent", "per", "million", "billion", "degree", "pence", "kg", "g", "mg", "km", "m", "cm", "mm", "l",
    "ml", "lb", "oz", "ft", "mph", "kw", "mw", "gb", "mb", "c", "f",
})  # fmt: skip
"""Units that do not end with an "s", and words that belong to a figure like one."""

_COMPOUND_END = re.compile(r"(?:-\w+)*")

_SIGNS = "%‰°€$£¥"
"""Signs that belong to the figure next to them."""

_SIGN_AFTER = re.compile(rf"\s?(?:°\s?[CFK]\b|[{_SIGNS}]|[ap]m\b|[ap]\.m\.)")
_MINUS = "-−–+±"
"""Signs before a figure, which is still one: "-5"."""


def find_phrase(text: str, words: str, language: str | None = None) -> str:
    """Return the words with what they need to be understood; as they are if their place is not certain.

    A word that means something gets the auxiliaries, negations and figures before it: "must be removed",
    "5 acres". Two figures around "to" stay together: "five to four". A figure or a function word gets the
    words after it up to the first that means something: "14 sails", "after the merger".

    Args:
        text: a sentence that may contain the words.
        words: some words as they are written there.
        language: ISO 639-1 code; None means English.
    """
    start = find_only_place(text, words)
    if start is None:
        return words
    end = start + len(words)
    if _FEW.match(text, start):
        start = _find_limit_start(text, start, language)
    found = split_words(text, language)
    inside = [word for word in found if start <= word.start < end]
    if pair := _find_number_pair(text, found, start, end, language):
        return text[slice(*pair)]
    if any(
        _has_meaning(word, language) and word.form not in _NUMBER_WORDS | _AMOUNT_WORDS for word in inside
    ):
        end = _find_noun_end(text, found, inside, end, language)
        return text[_find_start(text, found, start, language) : end]
    if language in (None, "en") and (age := _AGE_BEFORE.search(text, 0, start)):
        behind = next((word.form for word in found if word.start >= end), "")
        if behind and not behind.endswith("s") and behind not in _UNITS:
            return text[age.start() : end]  # "under 12 pay" counts nothing
    counts = bool(inside) and (_is_figure(inside[-1]) or inside[-1].form in _NUMBER_WORDS)
    last = _find_end(text, found, end, language, _AUXILIARIES if counts else frozenset())
    return text[_find_limit_start(text, start, language) : last]


def find_only_place(text: str, words: str) -> int | None:
    """Return where the words begin in the text; None if they are in no place or in several."""
    pattern = rf"(?<![\w.,:-]){re.escape(words)}(?![\w]|[.,:-]\w)"
    places = [match.start() for match in re.finditer(pattern, text)] if words else []
    return places[0] if len(places) == 1 else None


def _find_number_pair(
    text: str, found: list[Word], start: int, end: int, language: str | None
) -> tuple[int, int] | None:
    """Return the place of two figures around "to" that the place is a part of; "from 40 to 50" is none."""
    if language not in (None, "en"):
        return None
    for index, (first, middle, last) in enumerate(zip(found, found[1:], found[2:], strict=False)):
        is_pair = (
            middle.form == "to" and text[first.end : last.start] == f" {text[middle.start : middle.end]} "
        )
        if not is_pair or not first.start <= start or not end <= last.end:
            continue
        if _is_number(first) and _is_number(last) and (not index or found[index - 1].form != "from"):
            return first.start, last.end
    return None


def _is_number(word: Word) -> bool:
    return stem_word(word.form, "en").isdigit()


def _has_meaning(word: Word, language: str | None) -> bool:
    return not _is_figure(word) and is_content_word(word, language)


def _is_figure(word: Word) -> bool:
    return word.form.lstrip(_MINUS)[:1].isdigit()


def _find_start(text: str, found: Iterable[Word], start: int, language: str | None) -> int:
    """Return where the figure, or else the auxiliaries, right before that place begin."""
    little = _LITTLE_BEFORE.search(text, 0, start) if language in (None, "en") else None
    if little:
        return little.start()
    before = [word for word in found if word.end <= start]
    if before and before[-1].form[0].isdigit():
        return before[-1].start if text[before[-1].end : start] == " " else start
    for word in before[: -_MOST_BEFORE - 1 : -1]:
        if text[word.end : start] != " " or word.form not in _AUXILIARIES or language not in (None, "en"):
            break
        start = word.start
    return start


def _find_noun_end(
    text: str, found: Iterable[Word], inside: list[Word], end: int, language: str | None
) -> int:
    """Return the end of the noun after "half a", "no personal" and "with mild"; else the same end."""
    behind = next((word for word in found if word.start >= end), None)
    if language not in (None, "en") or behind is None or text[end : behind.start] != " ":
        return end
    is_open = inside[-1].form in ("a", "an", "the", "of")
    is_cut = [word.form for word in inside[:-1]] in (["no"], ["with"], ["without"])
    return behind.end if is_open or (is_cut and _has_meaning(behind, language)) else end


def _find_limit_start(text: str, start: int, language: str | None) -> int:
    """Return where the sign or the words before a figure begin that belong to it."""
    signs = len(text[:start].rstrip(_SIGNS))
    amount = _FEW.match(text, start)
    limit = _LIMIT_BEFORE.search(text, 0, signs) if language in (None, "en") else None
    return (
        limit.start()
        if limit and (amount or text[limit.start() : signs].rstrip().endswith("than"))
        else signs
    )


def _find_end(text: str, found: Iterable[Word], end: int, language: str | None, stops: frozenset[str]) -> int:
    """Return where the sign, or else the first word with a meaning, after that place ends.

    None of the stops is added: behind a figure, "twelve should not take" tells no more than "twelve".
    """
    if sign := _SIGN_AFTER.match(text, end):
        return sign.end()
    last = end
    for word in [word for word in found if word.start >= end][:_MOST_ADDED]:
        if text[last : word.start] not in (" ", "\N{NO-BREAK SPACE}") or word.form in stops:
            break
        last = word.end
        if _has_meaning(word, language):
            compound = _COMPOUND_END.match(text, last)
            return compound.end() if compound else last
    return end
