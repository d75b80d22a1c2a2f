"""Chinese and Japanese numerals, read by place: 三千二百, 百分之三, 3200万."""

from __future__ import annotations

import re
from decimal import Decimal

from ascribe.verify.quantities.number import Number

_HAN_PLACES = {"十": 10, "百": 100, "千": 1000}
_HAN_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_HAN_DIGITS = "零一二三四五六七八九"
_HAN_SIGNS = "〇零一二两三四五六七八九十百千万萬亿億"
_HAN_POINT = rf"点[{_HAN_SIGNS[:12]}]+(?![{_HAN_SIGNS}分])"
_HAN_NUMERAL = re.compile(rf"(?<!第)[{_HAN_SIGNS}]+(?:{_HAN_POINT})?(?![些部般般直定])")
"""Chinese numerals; ``find_han_numbers`` skips 一 alone, since it is part of many words."""

_HAN_PERCENT = re.compile(rf"百分之(?:(?P<signs>[{_HAN_SIGNS}]+(?:{_HAN_POINT})?)|(?P<digits>\d+(?:\.\d+)?))")

_HAN_POWER_AFTER = re.compile(r"(?:万[亿億]|[十百千]?[万萬亿億])")
"""Powers of ten after digits: 3200万, 5千万, 2万亿."""


def find_han_numbers(text: str) -> list[Number]:
    """Return the percentages in Chinese numerals, then the other figures above one."""
    percents = [_parse_han_percent(match) for match in _HAN_PERCENT.finditer(text)]
    taken = {place for number in percents for place in range(number.start, number.end)}
    plain = [
        _parse_han_number(m[0], m.start(), m.end())
        for m in _HAN_NUMERAL.finditer(text)
        if m.start() not in taken
    ]
    return [*percents, *(number for number in plain if number.value > 1)]


def _parse_han_percent(match: re.Match[str]) -> Number:
    if match["digits"]:
        decimals = len(match["digits"].partition(".")[2])
        step = Decimal(1).scaleb(-decimals)
        return Number(*match.span(), Decimal(match["digits"]), "percent", decimals, step)
    return _parse_han_number(match["signs"], match.start(), match.end(), "percent")


def _parse_han_number(signs: str, start: int, end: int, kind: str = "") -> Number:
    whole, _, part = signs.partition("点")
    digits = str(_parse_han_value(part)).rjust(len(part), "0") if part else ""
    value = Decimal(f"{_parse_han_value(whole)}.{digits}" if digits else _parse_han_value(whole))
    return Number(start, end, value, kind, len(digits), Decimal(1).scaleb(-len(digits)))


def _parse_han_value(signs: str) -> int:
    """Return the value by place: 三千二百 is 3200. A row of plain digits is read as digits."""
    plain = signs.replace("〇", "零").replace("两", "二")
    if all(sign in _HAN_DIGITS for sign in plain):
        return int("".join(str(_HAN_DIGITS.index(sign)) for sign in plain))
    total = part = digit = 0
    for sign in plain:
        if sign in _HAN_MYRIADS:
            total, part, digit = total + max(1, part + digit) * _HAN_MYRIADS[sign], 0, 0
        elif sign in _HAN_PLACES:
            part, digit = part + max(1, digit) * _HAN_PLACES[sign], 0
        else:
            digit = _HAN_DIGITS.index(sign)
    return total + part + digit


def find_power_after(text: str, place: int) -> tuple[int, int]:
    """Return the power of ten of the signs at this position, and their end; 0 if there are none."""
    match = _HAN_POWER_AFTER.match(text, place)
    if match is None:
        return 0, place
    powers = {"十": 1, "百": 2, "千": 3, "万": 4, "萬": 4, "亿": 8, "億": 8}
    return sum(powers[sign] for sign in match[0]), match.end()
