"""Currencies: "$5", "5 dollars", "USD 5" and "5 US dollars". They are told apart and never converted.

Names and codes come from the Unicode CLDR through Babel. A currency is the word for it ("dollar"), with its
code where that is said ("dollar:USD"): a bare dollar may be any of them.
"""

from __future__ import annotations

import re
from functools import cache

from ascribe.verify.rules.amount import Number

SIGNS = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "₹": "rupee"}
"""Signs, and the words for them without a plural s."""

_CODE_BEFORE = re.compile(r"(?<![A-Za-z])([A-Z]{3})[ \u00a0]?$")
_CODE_AFTER = re.compile(r"[ \u00a0]?([A-Z]{3})(?![A-Za-z])")
_NAME = re.compile(r"[ \u00a0-]([^\W\d_]+)(?:[ -]([^\W\d_]+))?")


def currency_of(text: str, number: Number) -> tuple[str, int, int]:
    """The currency of a figure, and the place of both together; empty if it has none."""
    if number.kind in SIGNS:
        return SIGNS[number.kind], number.start, number.end
    if number.kind:
        return "", number.start, number.end
    before = _CODE_BEFORE.search(text, max(0, number.start - 5), number.start)
    if before and (word := _words().get(before[1])):
        return word, before.start(1), number.end
    after = _CODE_AFTER.match(text, number.end)
    if after and (word := _words().get(after[1])):
        return word, number.start, after.end()
    return _named(text, number)


def _named(text: str, number: Number) -> tuple[str, int, int]:
    match = _NAME.match(text, number.end)
    if match is None:
        return "", number.start, number.end
    first, second = (part.casefold() if part else "" for part in match.groups())
    whole = f"{first} {second}".removesuffix("s")
    if whole in _names():
        return _names()[whole], number.start, match.end()
    word = first.removesuffix("s")
    return (word, number.start, match.end(1)) if word in SIGNS.values() else ("", number.start, number.end)


def same_currency(one: str, other: str) -> bool:
    """True if they are one currency, or one of them does not say which dollar it is."""
    words = one.partition(":")[0], other.partition(":")[0]
    return one == other or (words[0] == words[1] and not (":" in one and ":" in other))


@cache
def _words() -> dict[str, str]:
    """Code → word and code: USD → ``dollar:USD``."""
    from babel.numbers import get_currency_name, list_currencies

    names = {code: get_currency_name(code, locale="en") for code in list_currencies()}
    return {code: f"{name.split()[-1].casefold()}:{code}" for code, name in names.items()}


@cache
def _names() -> dict[str, str]:
    """Name in English, in small letters without a plural s → word and code."""
    from babel.numbers import get_currency_name

    named = {get_currency_name(code, locale="en").casefold(): word for code, word in _words().items()}
    return {name.removesuffix("s"): word for name, word in named.items() if " " in name}
