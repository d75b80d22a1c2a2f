"""Numerals of Chinese and Japanese: 三千二百 is 3200, 四点五 is 4.5, 百分之六 is 6 %."""

from __future__ import annotations

import re
from decimal import Decimal

from ascribe.verify.rules.amount import Number

_PLACES = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_DIGITS = "零一二三四五六七八九"
_SIGNS = "〇零一二两三四五六七八九十百千万萬亿億"
_POINT = rf"点[{_SIGNS[:12]}]+(?![{_SIGNS}分])"
_NUMERAL = re.compile(rf"(?<!第)[{_SIGNS}]+(?:{_POINT})?(?![些部般般直定])")
"""A lone sign is skipped where it is read, since it is part of many words."""

_PERCENT = re.compile(rf"百分之(?:(?P<signs>[{_SIGNS}]+(?:{_POINT})?)|(?P<digits>\d+(?:\.\d+)?))")

_BEHIND = re.compile(r"(?:万[亿億]|[十百千]?[万萬亿億])")
"""Places behind digits: 3200万, 5千万, 2万亿."""


def find_numerals(text: str) -> list[Number]:
    """Figures in numerals of more than one sign, or one above one; percentages first."""
    percents = [_percent(match) for match in _PERCENT.finditer(text)]
    taken = {place for number in percents for place in range(number.start, number.end)}
    plain = [_number(m[0], m.start(), m.end()) for m in _NUMERAL.finditer(text) if m.start() not in taken]
    return [*percents, *(number for number in plain if number.value > 1)]


def _percent(match: re.Match[str]) -> Number:
    if match["digits"]:
        decimals = len(match["digits"].partition(".")[2])
        step = Decimal(1).scaleb(-decimals)
        return Number(*match.span(), Decimal(match["digits"]), "percent", decimals, step)
    return _number(match["signs"], match.start(), match.end(), "percent")


def _number(signs: str, start: int, end: int, kind: str = "") -> Number:
    whole, _, part = signs.partition("点")
    digits = str(_value(part)).rjust(len(part), "0") if part else ""
    value = Decimal(f"{_value(whole)}.{digits}" if digits else _value(whole))
    return Number(start, end, value, kind, len(digits), Decimal(1).scaleb(-len(digits)))


def _value(signs: str) -> int:
    """The value by places: 三千二百 is 3200. A row of plain digits is read as digits."""
    plain = signs.replace("〇", "零").replace("两", "二")
    if all(sign in _DIGITS for sign in plain):
        return int("".join(str(_DIGITS.index(sign)) for sign in plain))
    total = part = digit = 0
    for sign in plain:
        if sign in _MYRIADS:
            total, part, digit = total + max(1, part + digit) * _MYRIADS[sign], 0, 0
        elif sign in _PLACES:
            part, digit = part + max(1, digit) * _PLACES[sign], 0
        else:
            digit = _DIGITS.index(sign)
    return total + part + digit


def power_behind(text: str, place: int) -> tuple[int, int]:
    """The power of ten that the signs right there multiply by, and where they end; 0 if there are none."""
    match = _BEHIND.match(text, place)
    if match is None:
        return 0, place
    powers = {"十": 1, "百": 2, "千": 3, "万": 4, "萬": 4, "亿": 8, "億": 8}
    return sum(powers[sign] for sign in match[0]), match.end()
