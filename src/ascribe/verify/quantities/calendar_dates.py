"""Dates in a text, complete or partial, and dates relative to another one ("three years later").

Month names come from the Unicode CLDR through Babel, for every language it knows. A relative date counts from
the nearest date before it: years are added to years, days and weeks only to complete dates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, partial
from itertools import pairwise, product

from ascribe.text.text_cache import cache_by_text
from ascribe.text.words import get_stop_word_forms
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.quantities.centuries import CENTURY, CENTURY_YEARS, read_century

_DATE_SIGN = re.compile(r"[\d年]|century|si[èe]cle|s[ié]c?[gu]lo\b|secolo", re.IGNORECASE)
"""What every date contains: a digit, the sign after a year in Chinese numerals, or the word for a century."""

_NUMERIC = re.compile(
    r"(?<![\w.,/-])(?:(?P<y>\d{4})([-/.])(?P<m>\d{1,2})\2(?P<d>\d{1,2})"
    r"|(?P<a>\d{1,2})([-/.])(?P<b>\d{1,2})\6(?P<y2>\d{4}))(?![\w/-]|[.,]\d)"
)
_CJK = re.compile(
    r"(?P<y>\d{4}|[〇零一二三四五六七八九]{4})\s*[年년]\s*"
    r"(?:(?P<m>\d{1,2}|十?[一二三四五六七八九十])\s*[月월]\s*"
    r"(?:(?P<d>\d{1,2}|[一二三]?十?[一二三四五六七八九十])\s*[日号號일])?)?"
)
_CJK_DAY = re.compile(r"(?P<m>\d{1,2})\s*[月월]\s*(?P<d>\d{1,2})\s*[日号號일]")
_HAN_DIGITS = dict(zip("〇零一二三四五六七八九", "00123456789", strict=True))
_YEAR = re.compile(r"(?<![\w.,/$€£¥+-])(?P<y>1\d{3}|20\d{2}|21\d{2})(?![\w%€$£]|[.,/]\d|\s*%|-\w)")
_DECADE = re.compile(
    r"\b(?P<part>early|mid|late|frühen?|mittleren?|späten?|(?:Anfang|Mitte|Ende)\s+der)(?:\s+|-)"
    r"(?P<y>1\d{2}0|20\d0)(?:['’]?s|er[n]?)\b"
    r"|(?<![\w.,/$€£¥+-])(?P<y2>1\d{2}0|20\d0)(?:(?:(?<=\bthe\s\d{4})['’])?s|er[n]?)\b"
    r"|\b(?:années|años|anos|anni|jaren)\s+(?P<y3>1\d{2}0|20\d0)(?![\w]|[.,]\d)",
    re.IGNORECASE,
)
"""A decade or a part of one, in English ("the early 1880s", "the 1880's") or German ("die 1880er"); in the
Romance languages and in Dutch as a noun with a year ("les années 1880")."""

_PARTS_OF_DECADE = {
    **dict.fromkeys(("early", "früh", "anfa"), (0, 5)),
    **dict.fromkeys(("mid", "mitt"), (3, 5)),
    **dict.fromkeys(("late", "spät", "ende"), (5, 5)),
}
"""First letters of the word for a part → its first year within the decade, and its number of years. The
middle overlaps the other two, since usage differs."""

_WORD_FOLLOWS = re.compile(r"\s+([^\W\d_]+)")
_FINAL_VERB = re.compile(r"\s+[a-zäöüß]+(?=\s*[.,;:!?)]|\s*$|\s+(?:und|oder|worden)\b)")
"""A German verb behind a year, at the end of its clause: a year does not count it: "wurde 1871 gebaut"."""

_REACH = 40
"""Characters before a date in which a word that introduces it begins; a search from the start of a long text,
once for each of its dates, would take quadratic time."""

_YEAR_PRECEDES = re.compile(
    r"(?:\b(?:in|im|en|em|nel|dal|since|seit|depuis|desde|until|till|bis|by|from|and|to|year|année|año|ano|anno|Jahre?"
    r"|от|до|в|с|к|по|عام|سنة|في|منذ|सन्?|वर्ष|साल)"
    r"|[(–-])\s*$",
    re.IGNORECASE,
)
"""Words and signs that introduce a year: "in 1990 people moved" contains a year, "1990 people" does not."""

_DateParser = Callable[[re.Match[str]], list["Date"]]


@dataclass(frozen=True, slots=True)
class Date:
    """A date, complete or partial, and its position; a part that the text does not give is None.

    ``span`` is the number of years that begin with ``year``: 10 for a decade, 100 for a century, fewer for a
    part of one, else 1.
    """

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    span: int = 1

    def parts(self) -> tuple[int | None, int | None, int | None]:
        """Return year, month and day."""
        return self.year, self.month, self.day

    def is_entailed_by(self, other: Date) -> bool:
        """Return True if every part that this date gives is the same in the other date.

        A decade or century follows from any year in it; from a decade no single year follows.
        """
        if self.span > 1 or other.span > 1:
            return self._contains_years(other)
        return all(a is None or a == b for a, b in zip(self.parts(), other.parts(), strict=True))

    def clashes_with(self, other: Date) -> bool:
        """Return True if the other date gives all parts of this one and at least one of them differs."""
        if self.span > 1 or other.span > 1:
            return self.year is not None and other.year is not None and not self._shares_years(other)
        pairs = list(zip(self.parts(), other.parts(), strict=True))
        same_shape = all(a is None or b is not None for a, b in pairs)
        return same_shape and any(a is not None and a != b for a, b in pairs)

    def _contains_years(self, other: Date) -> bool:
        if self.year is None or other.year is None:
            return False
        return self.year <= other.year and other.year + other.span <= self.year + self.span

    def _shares_years(self, other: Date) -> bool:
        """Return True if both have a year in common; 1800 and 1900 may both be of the 19th century."""
        mine, theirs = self.year or 0, other.year or 0
        edge = int(CENTURY_YEARS in (self.span, other.span))
        return mine - edge < theirs + other.span and theirs < mine + self.span


@cache_by_text(4096)
def find_dates(text: str, language: str | None = None) -> tuple[Date, ...]:
    """Return the dates in order of appearance; ``3/4/2020`` yields two, one for each reading."""
    if _DATE_SIGN.search(text) is None:
        return ()
    found: list[Date] = []
    taken: set[int] = set()
    for pattern, read in _build_grammar(language or "en", text.isascii()):
        for match in pattern.finditer(text):
            place = range(*match.span())
            dates = [date for date in read(match) if _is_possible(date)]
            if dates and taken.isdisjoint(place):
                found.extend(dates)
                taken.update(place)
    return tuple(sorted(found, key=lambda date: (date.start, date.month or 0)))


def _is_possible(date: Date) -> bool:
    return 1 <= (date.month or 1) <= 12 and 1 <= (date.day or 1) <= 31


@cache
def _build_grammar(language: str, is_ascii: bool) -> tuple[tuple[re.Pattern[str], _DateParser], ...]:
    """Return the patterns of dates with their parsers, the most precise first.

    A later pattern skips text that an earlier one has matched.
    """
    months = _load_month_names(language)
    name = "|".join(sorted((re.escape(month) for month in months), key=len, reverse=True))
    day = r"(?P<{}>\d{{1,2}})(?:st|nd|rd|th|er|-?го|º|ª|°|\.)?"
    named = re.compile(
        rf"(?<![\w.])(?:{day.format('d1')}\s+(?:de\s+|of\s+|من\s+)?)?(?P<name>{name})\.?"
        rf"(?:\s+{day.format('d2')}(?![\d:%]|[.,]\d))?(?:,?\s+(?:de\s+|del\s+)?(?P<y>\d{{4}}))?(?!\w)",
        re.IGNORECASE,
    )
    return (
        (_NUMERIC, partial(_parse_numeric, language)),
        *(() if is_ascii else ((_CJK, _parse_cjk), (_CJK_DAY, _parse_cjk_day))),
        (CENTURY, _parse_century),
        (named, partial(_parse_named, months)),
        (_DECADE, _parse_decade),
        (_YEAR, partial(_parse_year, language)),
    )


_REGIONAL_LOCALES = {"ar": ("ar_SY", "ar_DZ", "ar_MA")}
"""Locales of countries whose month names differ from those of the language."""


@cache
def _load_month_names(language: str) -> dict[str, int]:
    """Return month name, full or short and case-folded, → month; English names are always included."""
    from babel import Locale
    from babel.core import UnknownLocaleError

    names: dict[str, int] = {}
    for code in ("en", "en_GB", language, *_REGIONAL_LOCALES.get(language, ())):
        try:
            locale = Locale.parse(code)
        except (UnknownLocaleError, ValueError):
            continue
        for context, width in product(("format", "stand-alone"), ("wide", "abbreviated")):
            for month, name in locale.months[context][width].items():
                if not name[0].isdigit():
                    names[name.casefold().rstrip(".")] = month
    return names


def _parse_numeric(language: str, match: re.Match[str]) -> list[Date]:
    """Read the day first; in English, unless the separators are points, return both readings."""
    place = match.span()
    if match["y"]:
        return [Date(*place, int(match["y"]), int(match["m"]), int(match["d"]))]
    a, b, year = int(match["a"]), int(match["b"]), int(match["y2"])
    if language != "en" or match[6] == ".":
        return [Date(*place, year, b, a)]
    return [Date(*place, year, month, day) for day, month in sorted({(a, b), (b, a)})]


def _parse_cjk(match: re.Match[str]) -> list[Date]:
    year, month, day = (_parse_cjk_part(match[name]) for name in ("y", "m", "d"))
    return [Date(*match.span(), year, month, day)]


def _parse_cjk_day(match: re.Match[str]) -> list[Date]:
    return [Date(*match.span(), None, int(match["m"]), int(match["d"]))]


def _parse_cjk_part(signs: str | None) -> int | None:
    """Parse a year, month or day in digits or Chinese numerals: 一九七四, 十二, 二十一."""
    if signs is None or signs.isascii():
        return int(signs) if signs else None
    tens, ten, ones = signs.rpartition("十")
    if not ten:
        return int("".join(_HAN_DIGITS[sign] for sign in signs))
    return 10 * int(_HAN_DIGITS.get(tens, "1")) + int(_HAN_DIGITS.get(ones, "0"))


def _parse_year(language: str, match: re.Match[str]) -> list[Date]:
    """Parse a bare four-digit number as a year.

    Return nothing if a word that it could count follows and no word that introduces a year precedes it.
    """
    follows = _WORD_FOLLOWS.match(match.string, match.end())
    counts = follows is not None and follows[1].casefold() not in get_stop_word_forms(language)
    counts = counts and not (language == "de" and _FINAL_VERB.match(match.string, match.end()))
    if counts and not _YEAR_PRECEDES.search(match.string, max(0, match.start() - _REACH), match.start()):
        return []
    return [Date(*match.span(), int(match["y"]))]


def _parse_decade(match: re.Match[str]) -> list[Date]:
    part = (match["part"] or "").casefold()
    first, span = next((years for word, years in _PARTS_OF_DECADE.items() if part.startswith(word)), (0, 10))
    return [Date(*match.span(), int(match["y"] or match["y2"] or match["y3"]) + first, span=span)]


def _parse_century(match: re.Match[str]) -> list[Date]:
    found = read_century(match)
    return [Date(*match.span(), found[0], span=found[1])] if found and found[0] > 0 else []


def _parse_named(months: dict[str, int], match: re.Match[str]) -> list[Date]:
    """Parse a month name with a day or a year; a month alone ("may", "March") is not a date."""
    day, year = match["d1"] or match["d2"], match["y"]
    if day is None and year is None:
        return []
    month = months[match["name"].casefold()]
    return [Date(*match.span(), int(year) if year else None, month, int(day) if day else None)]


# --- Ranges of years ---

_RANGE_SIGN = re.compile(r"\s?[–—-]\s?|\s(?:to|until|till|through|bis|à|al|hasta|tot)\s", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|zwischen|entre|tra|fra|tussen)\s+$", re.IGNORECASE)
_AND = re.compile(r"\s(?:and|und|et|y|e|en)\s", re.IGNORECASE)


def find_year_ranges(text: str, language: str | None = None) -> tuple[tuple[Date, Date], ...]:
    """Return the first and the last date of each range of years: "1871–1874", "between 1871 and 1874"."""
    return tuple(
        (one, other)
        for one, other in pairwise(find_dates(text, language))
        if one.year and other.year and one.year < other.year and _is_range(text, one, other)
    )


def _is_range(text: str, one: Date, other: Date) -> bool:
    between = text[one.end : other.start]
    joined = _AND.fullmatch(between) and _BETWEEN.search(text, max(0, one.start - _REACH), one.start)
    return bool(_RANGE_SIGN.fullmatch(between) or joined)


# --- Relative dates ---

SMALL_COUNTS = {
    word: count
    for count, words in enumerate(
        (
            "",
            "a an one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        )
    )
    for word in words.split()
}
"""Small numbers in words, as used before a unit of time."""

_COMMON_YEAR = 2023
"""A year to count days in where the text names none."""

_DAYS_PER_UNIT = {"day": 1, "week": 7}
_YEARS_PER_UNIT = {"year": 1, "decade": 10, "century": 100}

_COUNTED_SHIFT = re.compile(
    rf"\b(?P<count>\d+|{'|'.join(SMALL_COUNTS)})\s+(?P<unit>day|week|year|decade|century)s?\s+"
    rf"(?P<way>later|afterwards?|after\s+that|earlier|before\s+that)\b"
)
_NEXT_UNIT = re.compile(r"\bthe\s+(?P<way>following|next|previous|preceding)\s+(?P<unit>day|week|year)\b")
_UNIT_BEFORE = re.compile(
    rf"\b(?P<count>the|{'|'.join(SMALL_COUNTS)})\s+(?P<unit>day|week|year|decade|century)s?\s+"
    r"(?P<way>before|after)\b(?!\s*[\w('\"“‘])"
)
"""Such as "the year before" at the end of a clause; "the year before the war" counts from something else."""

_UNIT_FROM = re.compile(
    rf",\s+(?:(?:just|only|about|exactly|nearly|almost|some|around|roughly)\s+)?(?P<count>\d+|{'|'.join(SMALL_COUNTS)})\s+(?P<unit>day|week|year|decade|century)s?"
    r"\s+(?P<way>before|after)\b(?=\s+\w)"
)
"""What counts the other way: in "finished in 1912, two years after he died", he died in 1910."""

_RELATIVE_DATES = (_COUNTED_SHIFT, _NEXT_UNIT, _UNIT_BEFORE, _UNIT_FROM)
_BACKWARD_WORDS = ("earlier", "before", "previous", "preceding")


@find_once
def find_relative_dates(text: Text) -> tuple[tuple[Date, str], ...]:
    """Return each date that is counted from another one, at its own position, with a formula."""
    return tuple(_find_relative(text))


def has_relative_date(text: Text) -> bool:
    """Return True if the text counts time from another date.

    Dates that it does not state may then be true as well.
    """
    return any(pattern.search(text.lowered) for pattern in _RELATIVE_DATES)


def _find_relative(text: Text) -> Iterator[tuple[Date, str]]:
    for pattern in _RELATIVE_DATES:
        for match in pattern.finditer(text.lowered):
            known = [one for one in find_dates(text.text, text.language) if one.end <= match.start()]
            found = _shift_date(known[-1], match) if known else None
            if found is not None:
                yield found, f"{text.text[known[-1].start : known[-1].end]} and {match[0]}"


def _shift_date(base: Date, match: re.Match[str]) -> Date | None:
    if base.span > 1:
        return None
    count = match.groupdict().get("count", "the")
    amount = 1 if count == "the" else int(count) if count.isdigit() else SMALL_COUNTS[count]
    goes_back = match["way"].startswith(_BACKWARD_WORDS) != (match.re is _UNIT_FROM)
    amount = -amount if goes_back else amount
    if match["unit"] in _YEARS_PER_UNIT:
        return Date(*match.span(), base.year + amount * _YEARS_PER_UNIT[match["unit"]]) if base.year else None
    if base.month is None or base.day is None:
        return None
    try:
        start = date(base.year or _COMMON_YEAR, base.month, base.day)
        moved = start + timedelta(days=amount * _DAYS_PER_UNIT[match["unit"]])
    except (ValueError, OverflowError):
        return None
    if base.year is None and (moved.year != start.year or {start.month, moved.month} == {2, 3}):
        return None  # the year, or whether it is a leap year, would matter
    return Date(*match.span(), moved.year if base.year else None, moved.month, moved.day)
