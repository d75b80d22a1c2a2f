"""Centuries, whole or a part: "the 19th century", "im späten 19. Jahrhundert", "le XIXe siècle".

Centuries before the year 1 are not read.
"""

from __future__ import annotations

import re

CENTURY_YEARS = 100

_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
    "nineteenth", "twentieth", "twenty-first",
)  # fmt: skip

_ROMAN = r"(?:X{1,2}(?:IX|IV|V?I{0,3})|IX|IV|VI{0,3}|I{1,3})"
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10}

_EARLY, _MID, _LATE = (0, 50), (30, 40), (50, 50)
_PARTS = {
    "early": _EARLY, "first half of the": _EARLY, "früh": _EARLY, "ersten hälfte des": _EARLY,
    "mid": _MID, "late": _LATE, "second half of the": _LATE, "spät": _LATE, "zweiten hälfte des": _LATE,
}  # fmt: skip
"""Word for a part → its first year within the century, and its number of years."""

CENTURY = re.compile(
    r"\b(?:(?P<part>early|mid|late|first\s+half\s+of\s+the|second\s+half\s+of\s+the)[\s-]+)?"
    rf"(?P<n>\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(sorted(_ORDINALS, key=len, reverse=True))})[\s-]+century\b"
    r"(?!\s+b\.?c)"
    r"|(?:\b(?P<part2>früh|spät|ersten\s+hälfte\s+des|zweiten\s+hälfte\s+des)(?:en)?\s+)?"
    r"\b(?P<n2>\d{1,2})\.\s*(?:jahrhunderts?|jh\.)(?!\s+v\.)"
    rf"|\b(?P<n3>{_ROMAN}|\d{{1,2}})\s?(?:e|er|ème)\s+(?:siècle\b(?!\s+av)|eeuw\b(?!\s+v))"
    rf"|\b(?:siglo|século)\s+(?P<n4>{_ROMAN})\b(?!\s+a\.)"
    rf"|\b(?P<n5>{_ROMAN})\s+secolo\b(?!\s+a\.)",
    re.IGNORECASE,
)
"""A century in English, German, French or Dutch, Spanish or Portuguese, and Italian."""

_VAGUE_PART = re.compile(
    r"\b(?:end|close|beginning|start|turn|middle|quarter|third|decades?|years?|ende|anfang|beginn|mitte|wende"
    r"|fin|début|milieu|moitié|finales|principios|mediados|mitad|fine|inizio|metà)"
    r"\s+(?:(?:of|des|der|du|de|del)\s*)(?:the\s+|the$)?$",
    re.IGNORECASE,
)
"""What makes it a part without clear edges: "at the end of the 19th century"."""

_REACH = 40


def read_century(match: re.Match[str]) -> tuple[int, int] | None:
    """Return the first year of a match of ``CENTURY`` and its number of years; None for a vague part."""
    if _VAGUE_PART.search(match.string, max(0, match.start() - _REACH), match.start()):
        return None
    written = next(match[name] for name in ("n", "n2", "n3", "n4", "n5") if match[name])
    century = _read_ordinal(written.lower())
    part = " ".join((match["part"] or match["part2"] or "").lower().split())
    first, years = _PARTS.get(part, (0, CENTURY_YEARS))
    return CENTURY_YEARS * (century - 1) + 1 + first, years


def _read_ordinal(written: str) -> int:
    if written in _ORDINALS:
        return _ORDINALS.index(written) + 1
    digits = re.match(r"\d+", written)
    return int(digits[0]) if digits else _read_roman(written.upper())


def _read_roman(written: str) -> int:
    values = [_ROMAN_DIGITS[letter] for letter in written]
    following = [*values[1:], 0]
    return sum(-one if one < other else one for one, other in zip(values, following, strict=True))
