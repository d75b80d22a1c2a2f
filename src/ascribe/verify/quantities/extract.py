"""Extraction of the figures of a text, in digits, in words and as fractions.

Each kind has its reader; where two find figures that overlap, the surer one is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cache, lru_cache

from ascribe.text.text_cache import cache_by_text
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import get_cues
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.clock_times import (
    HOURS_IN_WORDS,
    find_clock_times,
    find_clock_words,
    may_name_hour,
)
from ascribe.verify.quantities.digit_numbers import (
    find_digit_numbers,
    find_powers,
    get_scales,
    group_thousands,
    join_digit_groups,
)
from ascribe.verify.quantities.fractions import (
    apply_minus,
    extend_with_half,
    find_fractions,
    find_odds,
    may_be_fraction_word,
)
from ascribe.verify.quantities.number import MAX_DIGITS, Number, compute_exactly
from ascribe.verify.quantities.number_words import (
    WORD_LANGUAGES,
    build_word_reader,
    can_read_number_words,
    find_word_numbers,
    get_range_words,
    is_number_word,
    split_lowercase_words,
)


@find_once
def find_figures(text: Text) -> tuple[Number, ...]:
    """Return the figures outside dates, in order."""
    language = text.code
    if not any(_may_start_figure(token, language) for token in text.tokens):
        return ()
    found = find_numbers(text.text, text.language)
    dates = find_dates(text.text, text.language) if found else ()
    dated = {place for date in dates for place in range(date.start, date.end)}
    return tuple(number for number in found if dated.isdisjoint(range(number.start, number.end)))


_TOO_LONG = re.compile(rf"[\d.,零〇一二两三四五六七八九]{{{2 * MAX_DIGITS},}}")


@cache_by_text(4096)
@compute_exactly
def find_numbers(text: str, language: str | None = None) -> tuple[Number, ...]:
    """Return the figures in order, in digits or in words; skip digits inside identifiers.

    Figures beyond ``MAX_DIGITS`` and ``MAX_EXPONENT`` are left out.
    """
    text = _TOO_LONG.sub(lambda run: "_" * len(run[0]), text)
    code = language or "en"
    kinds = _find_kinds(text, code)
    if not kinds:
        return ()
    text = join_digit_groups(text, code)
    found = [n for n in _drop_overlapping(_find_candidates(text, code, kinds)) if n.is_within_limits]
    if language is None:
        found = [group_thousands(number, text) for number in found]
    read = (apply_minus(extend_with_half(number, text, language), text, language) for number in found)
    ordered = _join_scales(sorted(read, key=lambda n: n.start), text, code)
    return tuple(
        _share_scale(one, two, text, code) for one, two in zip(ordered, [*ordered[1:], None], strict=False)
    )


_OF_SCALE = re.compile(r"\s+(?:of\s+an?\s+)?")
"""What stands between a part in words and its scale: "half a million", "a quarter of a million"."""


def _join_scales(found: Sequence[Number], text: str, language: str) -> list[Number]:
    """Return the figures with a part in words and the scale word right behind it as one figure."""
    joined: list[Number] = []
    for number in found:
        part = joined[-1] if joined else None
        scale = get_scales(language).get(text[number.start : number.end].casefold())
        if (
            part is not None
            and scale
            and part.value % 1
            and not _DIGIT.search(text, part.start, part.end)
            and _OF_SCALE.fullmatch(text, part.end, number.start)
        ):
            value = part.value.scaleb(scale)
            joined[-1] = Number(part.start, number.end, value, number.kind, 0, part.step.scaleb(scale))
        else:
            joined.append(number)
    return joined


_DIGIT = re.compile(r"\d")
_DASH = re.compile(r"\s*[-–—]\s*")
_BEFORE_LETTERS = re.compile(r"[\d\W]*")
_MARK_GROUPS = ("about", "nearly", "over", "under")
_UNSCALED_KINDS = ("percent", "ordinal", "clock", "part")

_LONGEST_GAP, _LONGEST_OPENING = 40, 30
"""Most characters between the two figures of a range, and before the first one, that are searched."""

_MAX_RANGE_RATIO = 20
"""Largest ratio of the two figures of a range that share a scale word: in "500 to 2 million" they do not."""


def _share_scale(number: Number, behind: Number | None, text: str, language: str) -> Number:
    """Return the number in the scale of the figure behind it: "from 1.2 to 1.5 million"."""
    if behind is None or not 0 < abs(number.value) < 1000 or not behind.value:
        return number
    if number.kind in _UNSCALED_KINDS or behind.kind in _UNSCALED_KINDS:
        return number
    scale = _find_shared_scale(
        text[number.start : number.end], text[behind.start : behind.end], behind, language
    )
    if scale <= 0 or not _make_range(number, behind, text, language):
        return number
    ratio = abs(number.value / behind.value.scaleb(-scale))
    if not Decimal(1) / _MAX_RANGE_RATIO <= ratio <= _MAX_RANGE_RATIO:
        return number
    return replace(
        number,
        value=number.value.scaleb(scale),
        kind=number.kind or behind.kind,
        decimals=max(0, number.decimals - scale),
        step=number.step.scaleb(scale),
    )


def _find_shared_scale(written: str, after: str, behind: Number, language: str) -> int:
    """Return the power of ten of the scale word in the second figure of a range; 0 if the first has its own.

    In words the first figure is below a thousand, and the second one must be whole in its scale: "two to
    three million", but not "ten to twelve hundred" or "two to a thousand".
    """
    word = after[_measure_prefix(after) :].casefold()
    if not word or (_DIGIT.search(written) and written[_measure_prefix(written) :]):
        return 0
    if _DIGIT.search(after):
        return get_scales(language).get(word, 0)
    scale = 3 * (behind.value.adjusted() // 3)
    is_whole = behind.value % Decimal(1).scaleb(scale) == 0 and behind.value > Decimal(1).scaleb(scale)
    return scale if is_whole else 0


def _measure_prefix(written: str) -> int:
    """Return the number of characters before the first letter."""
    match = _BEFORE_LETTERS.match(written)
    return match.end() if match else 0


def _make_range(number: Number, behind: Number, text: str, language: str) -> bool:
    """Return True if the words around two figures make them the ends of a range or of a change."""
    between = text[number.end : behind.start]
    if len(between) > _LONGEST_GAP:
        return False
    if _DASH.fullmatch(between):
        return True
    before = text[max(0, number.start - _LONGEST_OPENING) : number.start]
    patterns = _build_range_patterns(language)
    return any(joint.fullmatch(between) and opening.search(before) for opening, joint in patterns)


@cache
def _build_range_patterns(language: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Return what precedes the first figure and what is between both; "about" may stand before either."""
    cues = get_cues(language)
    marks = "|".join(["(?!)", *(mark for group in _MARK_GROUPS for mark in cues.get(group, ()))])
    mark = rf"(?:(?:{marks})\s*)?"
    return tuple(
        (
            re.compile(rf"(?<!\w){opening}\s+{mark}$" if opening else "", re.IGNORECASE),
            re.compile(rf"\s+{joint}\s+{mark}", re.IGNORECASE),
        )
        for group in ("ranges", "changes")
        for opening, joint in get_range_words(language, group)
    )


@lru_cache(maxsize=1 << 16)
def _may_start_figure(token: str, language: str) -> bool:
    """Return True if a text with this token may contain a figure.

    In languages whose number words are read without ``text2num``, any token may.
    """
    if language not in WORD_LANGUAGES and can_read_number_words(language):
        return True
    if token.isalpha():
        return bool(_find_kinds_of_word(token, language)) or (language == "en" and token in HOURS_IN_WORDS)
    return token[0].isalnum() or token[0] in "_/⁄"


def _find_kinds(text: str, language: str) -> set[str]:
    """Return the kinds of figures that the text may have: digits, words, parts. Most sentences have none."""
    words = split_lowercase_words(text)
    kinds = {kind for word in words for kind in _find_kinds_of_word(word, language)}
    if "/" in text or "⁄" in text:
        kinds.add("parts")
    if language not in WORD_LANGUAGES and can_read_number_words(language):
        kinds.add("words")
    if _DIGIT.search(text):
        kinds.add("digits")
    if language == "en" and may_name_hour(text):
        kinds.add("clock")
    return kinds


@lru_cache(maxsize=1 << 16)
def _find_kinds_of_word(word: str, language: str) -> tuple[str, ...]:
    is_number = language in WORD_LANGUAGES and is_number_word(word, language)
    return ("words",) * is_number + ("parts",) * may_be_fraction_word(word, language)


def _find_candidates(text: str, language: str, kinds: set[str]) -> Iterator[Number]:
    """Yield the figures of all readers; if two overlap, the one that comes first here is right."""
    if "digits" in kinds:
        yield from find_powers(text)
        yield from find_clock_times(text)
    if language == "en":
        yield from find_odds(text)
        yield from find_clock_words(text)
    if "parts" in kinds:
        yield from find_fractions(text, language, build_word_reader(language))
    if "digits" in kinds:
        yield from find_digit_numbers(text, language)
    if "words" in kinds:
        yield from find_word_numbers(text, language)


def _drop_overlapping(numbers: Iterable[Number]) -> list[Number]:
    """Return the figures that overlap no earlier one in the list."""
    taken: set[int] = set()
    kept = []
    for number in numbers:
        place = range(number.start, number.end)
        if taken.isdisjoint(place):
            kept.append(number)
            taken.update(place)
    return kept
