"""Extraction of the figures of a text, in digits, in words and as fractions.

In digits: "4,500", "EUR 5m", "12 %", "3rd", "2 × 10⁻⁵", "1e-5", and times of day such as "15:30". The
language determines the separators, which come from the Unicode CLDR through Babel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from functools import cache, lru_cache

from ascribe.text.character_classes import RAISED
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
from ascribe.verify.quantities.fractions import (
    apply_minus,
    extend_with_half,
    find_fractions,
    find_odds,
    may_be_fraction_word,
)
from ascribe.verify.quantities.han_numerals import find_power_after
from ascribe.verify.quantities.number import MAX_DIGITS, Number, compute_exactly
from ascribe.verify.quantities.number_words import (
    WORD_LANGUAGES,
    build_word_reader,
    can_read_number_words,
    find_word_numbers,
    get_percent_patterns,
    get_range_words,
    get_scale_words,
    is_number_word,
    split_lowercase_words,
)
from ascribe.verify.quantities.units import CURRENCY_SIGNS, find_currency, find_unit

_DIGIT = re.compile(r"\d")


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
        found = [_group_thousands(number, text) for number in found]
    read = (apply_minus(extend_with_half(number, text, language), text, language) for number in found)
    ordered = sorted(read, key=lambda n: n.start)
    return tuple(
        _share_scale(one, two, text, code) for one, two in zip(ordered, [*ordered[1:], None], strict=False)
    )


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
        return _get_scales(language).get(word, 0)
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


_IDENTIFIER_LETTERS = r"A-Za-z_\u00c0-\u024f\u0370-\u052f"
"""Letters that make adjacent digits part of an identifier ("BM25", "v2"); letters of scripts without spaces
do not."""

_SUFFIXES = (
    r"%|‰|[$€£¥₹]|(?<=\s)(?:percent|per\s+cent|Prozent|pour\s+cent|por\s+ciento|por\s+cento|per\s+cento)\b"
)
"""Signs and words after digits that tell the kind of figure, in any language."""

_SCALES = {
    "thousand": 3, "k": 3, "million": 6, "millions": 6, "m": 6, "mn": 6, "millionen": 6, "millones": 6,
    "milhões": 6, "milioni": 6, "billion": 9, "bn": 9, "milliarde": 9, "milliarden": 9, "milliard": 9,
    "milliards": 9, "bilhões": 9, "miliardi": 9, "trillion": 12,
}  # fmt: skip
"""Powers of ten of scale words after digits, in any language; the scale words of ``numerals.json`` take
precedence."""

_CURRENCY_CODE = re.compile(r"(?<![A-Z])[A-Z]{3}\s?$")
"""A currency code before a figure: "EUR 5m"."""

_SPACED_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")
_LONG_SPACED_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3}){2,}(?!\d)")
"""Two groups of three digits or more make one figure in any language, as in ISO 80000-1."""

_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_IDENTIFIER_LETTER = re.compile(f"[{_IDENTIFIER_LETTERS}]")
_GLUED = re.compile(r"[^\W\d_]{2,}(?![\w-])")
"""Letters right behind digits that may be a unit: "10mg", "32bit"."""

_NO_DIGITS = re.compile(r"\D+")


_POWER = re.compile(
    rf"(?<![\d.,])(?:(?P<factor>\d+(?:[.,]\d+)?)\s?[×x·*]\s?)?(?<![A-Za-z_])10"
    rf"(?:\^\{{?(?P<plain>[-+]?\d{{1,3}})\}}?|(?P<raised>[⁻⁺]?[{RAISED}]{{1,3}}))(?![\w{RAISED}])"
    rf"|(?<![\w.,])(?P<mantissa>\d+(?:\.\d+)?)[eE](?P<exponent>[-+]?\d{{1,3}})(?![\w.,]\d|\w)"
)
"""A power of ten, with a factor or without: "2 × 10⁻⁵", "10^{-5}", "1e-5"."""

_PLAIN_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")


def find_powers(text: str) -> Iterator[Number]:
    """Yield the figures written with a power of ten."""
    for match in _POWER.finditer(text):
        factor = Decimal((match["factor"] or match["mantissa"] or "1").replace(",", "."))
        written = match["plain"] or match["exponent"] or match["raised"].translate(_PLAIN_DIGITS)
        decimals = max(0, -int(factor.as_tuple().exponent))
        power = int(written)
        step = Decimal(1).scaleb(power - decimals)
        yield Number(*match.span(), factor.scaleb(power), "", max(0, decimals - power), step)


def find_digit_numbers(text: str, language: str) -> Iterator[Number]:
    """Yield the figures in digits; skip digits inside identifiers."""
    for match in _build_digit_pattern(language).finditer(text):
        number = _parse_number(match, language)
        if number is not None:
            yield number


def join_digit_groups(text: str, language: str) -> str:
    """Replace the spaces inside "4 500" by no-break spaces, so that all offsets stay the same.

    In English this needs at least two groups: see ``_LONG_SPACED_GROUPS``.
    """
    if " " not in text:
        return text
    spaced = _LONG_SPACED_GROUPS if language == "en" else _SPACED_GROUPS
    return spaced.sub(lambda match: match[0].replace(" ", "\u00a0"), text)


def _parse_number(match: re.Match[str], language: str) -> Number | None:
    end = match.end("digits")
    ordinal = _ORDINAL.match(match.string, end)
    if not match["scale"] and not ordinal and _IDENTIFIER_LETTER.match(match.string, end):
        glued = _GLUED.match(match.string, end)
        if glued is None or not find_unit(glued[0], language):
            return None
    value, decimals = _parse_value(match["digits"], language)
    if match["sign"] in ("-", "−"):
        value = -value
    scale = _get_scales(language).get((match["scale"] or "").casefold(), 0)
    power, last = find_power_after(match.string, match.end())
    scale += power
    if _is_unit(match):
        scale, last = 0, end
    kind = "ordinal" if ordinal else _get_kind(match)
    step = Decimal(1).scaleb(scale - decimals)
    return Number(match.start(), last, value.scaleb(scale), kind, max(0, decimals - scale), step)


@cache
def _get_scales(language: str) -> dict[str, int]:
    """Return case-folded scale word → power of ten."""
    return {word.casefold(): power for word, power in {**_SCALES, **get_scale_words(language)}.items()}


@cache
def _build_digit_pattern(language: str) -> re.Pattern[str]:
    """Build the pattern of digits with their sign, currency, word for percent and scale word."""
    words = sorted(_get_scales(language), key=len, reverse=True)
    scale = "|".join(re.escape(word).replace(r"\ ", r"\s") for word in words)
    after = "|".join([_SUFFIXES, *get_percent_patterns(language)])
    return re.compile(
        rf"(?<![{_IDENTIFIER_LETTERS}\d.])(?P<before>[$€£¥₹]\s?)?(?P<sign>(?<![\w%)°])[-+−](?=\d))?"
        rf"(?P<digits>\d+(?:[.,'’\u00a0\u202f\u066b\u066c]\d+)*)(?P<after>\s?(?:{after}))?"
        rf"(?:[\s-]?(?P<scale>(?i:{scale}))(?!\w))?"
    )


def _is_unit(match: re.Match[str]) -> bool:
    """Return True for the "m" of "35 m", which is a unit and not a scale word.

    An "m" for million needs a currency before the figure, and a "k" for thousand must touch its figure.
    """
    scale = (match["scale"] or "").casefold()
    if scale not in ("m", "k"):
        return False
    touches = match.end("digits") == match.start("scale")
    has_currency = match["before"] or _CURRENCY_CODE.search(
        match.string, max(0, match.start() - 5), match.start()
    )
    return not has_currency and not (scale == "k" and touches)


def _get_kind(match: re.Match[str]) -> str:
    before, after = (match["before"] or "").strip(), (match["after"] or "").strip()
    if before:
        return before
    return after if after in tuple("$€£¥₹") else "percent" if after else ""


def _parse_value(digits: str, language: str) -> tuple[Decimal, int]:
    """Return the value and the number of decimals.

    If the figure breaks the conventions of the language, the two separators swap their roles.
    """
    if digits.isdigit():
        return Decimal(digits), 0
    decimal, group = _get_separators(language)
    if not _build_grouping_pattern(decimal, group).fullmatch(digits):
        decimal, group = group, decimal
    whole, *fraction = re.split(decimal, digits)
    whole = _NO_DIGITS.sub("", whole)
    part = _NO_DIGITS.sub("", "".join(fraction))
    return Decimal(f"{whole}.{part}" if part else whole), len(part)


@cache
def _build_grouping_pattern(decimal: str, group: str) -> re.Pattern[str]:
    """Build the pattern of well-grouped digits, including groups of two above a thousand, as in India."""
    whole = rf"\d+|\d{{1,3}}(?:{group}\d{{3}})+|\d{{1,2}}(?:{group}\d{{2}})+{group}\d{{3}}"
    return re.compile(rf"(?:{whole})(?:{decimal}\d+)?")


_THREE_DECIMALS = Decimal("0.001")


def _group_thousands(number: Number, text: str) -> Number:
    """Return the thousand of "1.250 Euro" in a text whose language is not known.

    Nobody writes money with three decimals, and whoever puts the currency behind it groups with points.
    """
    if number.step != _THREE_DECIMALS or not 1 <= abs(number.value) < 1000:
        return number
    _, start, end = find_currency(text, number)
    is_behind = end > number.end or text[number.end - 1] in CURRENCY_SIGNS
    if not is_behind or start < number.start or "," in text[number.start : number.end]:
        return number
    return replace(number, value=number.value.scaleb(3), decimals=0, step=Decimal(1))


@cache
def _get_separators(language: str) -> tuple[str, str]:
    """Return two character classes: the decimal separators and the grouping separators of the language."""
    from babel import Locale
    from babel.core import UnknownLocaleError

    try:
        point = Locale.parse(language).number_symbols["latn"]["decimal"]
    except (UnknownLocaleError, ValueError, KeyError):
        point = "."
    spaces = "'’\u00a0\u202f\u066c"
    return (r"[,\u066b]", rf"[.{spaces}]") if point == "," else (r"[.\u066b]", rf"[,{spaces}]")
