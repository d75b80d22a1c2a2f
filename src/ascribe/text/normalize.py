"""Text normalization with a map back to the original.

It undoes typographic variants, hyphenation, letter spacing and invisible characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from ascribe.text.character_classes import DIVIDED_LETTERS, INVISIBLE, MARKS, VOWEL_SIGNS
from ascribe.text.word_lists import load_stop_words

_PLAIN = {
    **dict.fromkeys("’‘‛ʼ＇", "'"),
    **dict.fromkeys("“”„‟«»❝❞〝〞＂", '"'),
    **dict.fromkeys("‐‑‒⁃−﹣－", "-"),
    "٪": "%",
    **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True)),
}
"""Plain forms of typographic quotes, hyphens, the minus and Arabic percent signs, and small capitals."""

_TAGS = frozenset(
    ("wide", "narrow", "small", "font", "isolated", "initial", "medial", "final", "noBreak", "sub", "compat")
)
"""Unicode decomposition tags for variants of the same letter; superscripts and circled ones are excluded."""

_KEPT_PUNCTUATION = "…‥，：；！？"
"""Punctuation that stays: a full-width comma ends a clause without a space after it."""

_SPACE = r"[^\S\n]"
_IRREGULAR = re.compile(rf"[\u1100-\u115f][\u1160-\u11ff]+|.[{MARKS}{INVISIBLE}]+|[^\x00-\x7f]", re.DOTALL)
_HIDDEN = re.compile(f"[{INVISIBLE}{VOWEL_SIGNS}]+")
_SOFT_BREAK = re.compile(r"\u00ad\s*\n\s*")
_GROUP = re.compile(r"(?<=\d)[\u00a0\u2007-\u200a\u202f\u205f](?=\d{3}(?!\d))")
_IN_NUMBER = re.compile(r"(?<=\d)[٫٬，：](?=\d)")
_NUMBER_SEPARATORS = {"٫": ".", "٬": ",", "，": ",", "：": ":"}
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])[´`](?=[^\W\d_])")
_MINUS = re.compile(r"(?:(?<!\S)|(?<=\())(?<![\d%°] )–(?=\d)")
_YEARS = re.compile(r"(?<!\d)(\d{4})\s?[-—―]\s?(?=\d{4}(?![\d-]))")
_DIGIT_DASH = re.compile(r"(?<=\d)[—―](?=\d)")
_DIVIDED = re.compile(
    rf"(?<![\w-])([{DIVIDED_LETTERS}]{{2,}})-(\s*\n\s*|{_SPACE}+)([{DIVIDED_LETTERS}]{{2,}})(?![\w])"
)
_LETTER_SPACED = re.compile(rf"(?<![\w'])[{DIVIDED_LETTERS}](?: {{1,4}}[{DIVIDED_LETTERS}])+(?![\w'])")
_ONE_SPACE = re.compile(r"(?<! ) (?! )")
_BREAK = re.compile(rf"(?<!{_SPACE}){_SPACE}*\n\s*")
"""Begins where a run of blanks begins: tried at each of its blanks, it would take quadratic time."""

_MAX_CACHED_CHARS = 500
"""Longest text whose normal form is cached: every stage that reads a sentence normalizes it."""

_MIN_SPACED_LETTERS = 5
"""Least number of single letters in a row that are taken for letter-spaced words."""

_COMPOUNDS = re.compile(
    "(?:non|self|well|half|long|short|high|low|full|two|three|four|five|six|seven|eight|nine|ten|(?:twen|thir"
    "|for|fif|six|seven|eigh|nine)ty)",
    re.IGNORECASE,
)
"""First parts that keep their hyphen at the end of a line, because a complete word follows."""

_HYPHEN_NOISE = re.compile(rf"(?<=[a-zA-Z])-{_SPACE}|\d\s?-\s?\d{{4}}")
_LONE_LETTERS = re.compile(r" (?<=\b[a-zA-Z] ) {0,3}[a-zA-Z]\b")
_ASCII_NOISE = re.compile(rf"[\n`]|{_HYPHEN_NOISE.pattern}|{_LONE_LETTERS.pattern}")
_NOISE = re.compile(
    rf"{_ASCII_NOISE.pattern}|[{INVISIBLE}{VOWEL_SIGNS}{''.join(_PLAIN)}´\u066b\u066c—―]|(?![0-9])\d|–\d"
    rf"|[{DIVIDED_LETTERS}]-{_SPACE}|(?<!\w)[{DIVIDED_LETTERS}] {{1,4}}[{DIVIDED_LETTERS}](?!\w)"
)
"""Characters that may need a replacement in a text that is already in NFKC."""


@dataclass(frozen=True, slots=True)
class NormalizedText:
    """Normalized text and, for each of its characters, the span of the original text behind it.

    Args:
        text: the normalized text.
        spans: the half-open span in the original text for each character; None if nothing changed.
    """

    text: str
    spans: tuple[tuple[int, int], ...] | None = None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original text that ``text[start:end]`` was made from.

        Characters that were removed at its edges are not part of it. An empty span gives an empty one.
        """
        if self.spans is None:
            return start, end
        if end > start:
            return self.spans[start][0], self.spans[end - 1][1]
        place = self.spans[start][0] if start < len(self.spans) else self.spans[-1][1] if self.spans else 0
        return place, place


def normalize(text: str, language: str | None = None) -> NormalizedText:
    """Return the text in normal form, with a map back to the original.

    This undoes invisible characters, ligatures, full-width and other variants of letters and digits, accents
    apart from their letter, vowel points, typographic quotes, hyphens and spaces, words divided at the end of
    a line, letter-spaced words, and line breaks within a paragraph.

    Args:
        text: any text.
        language: ISO 639-1 code: stop words of that language are never joined to a part before a hyphen, so
            that "Vor- und Nachteile" and "the dam- not repaired" stay unchanged. None means English.
    """
    return _normalize_cached(text, language) if len(text) <= _MAX_CACHED_CHARS else _normalize(text, language)


def _normalize(text: str, language: str | None) -> NormalizedText:
    if text.isascii():
        if not _has_ascii_noise(text):
            return NormalizedText(text)
    elif unicodedata.is_normalized("NFKC", text) and _NOISE.search(text) is None:
        return NormalizedText(text)
    normalizer = _Normalizer(text)
    normalizer.replace(_SOFT_BREAK, lambda _: "")
    normalizer.replace(_IRREGULAR, _to_plain)
    normalizer.replace(_IN_NUMBER, lambda match: _NUMBER_SEPARATORS[match[0]])
    normalizer.replace(_APOSTROPHE, lambda _: "'")
    normalizer.replace(_MINUS, lambda _: "-")
    normalizer.replace(_YEARS, lambda match: f"{match[1]}–")
    normalizer.replace(_DIGIT_DASH, lambda _: "–")
    while normalizer.replace(_DIVIDED, partial(_join_divided_word, load_stop_words(language or "en"))):
        pass
    if inside := _find_inner_spaces(normalizer.text):
        normalizer.replace(_ONE_SPACE, lambda match: "" if match.start() in inside else " ")
    normalizer.replace(_BREAK, lambda match: match[0] if match[0].count("\n") > 1 else " ")
    return normalizer.build()


_normalize_cached = lru_cache(maxsize=4096)(_normalize)


def _has_ascii_noise(text: str) -> bool:
    """Return whether ``_ASCII_NOISE`` matches; faster, because most sentences lack its characters."""
    if "\n" in text or "`" in text:
        return True
    return bool(("-" in text and _HYPHEN_NOISE.search(text)) or _LONE_LETTERS.search(text))


class _Normalizer:
    """Builder of a normalized text that keeps the original span of each character."""

    def __init__(self, text: str) -> None:
        self._whole = text
        self.text = text
        self.spans = list(zip(range(len(text)), range(1, len(text) + 1), strict=True))

    def replace(self, pattern: re.Pattern[str], make: Callable[[re.Match[str]], str]) -> bool:
        """Replace each match by the result of ``make``; return True if anything changed."""
        pieces: list[str] = []
        spans: list[tuple[int, int]] = []
        last = 0
        for match in pattern.finditer(self.text):
            start, end, new = _find_change(match, make(match))
            if start == end and not new:
                continue
            pieces += self.text[last:start], new
            spans += self.spans[last:start]
            spans += [(self.spans[start][0], self.spans[end - 1][1])] * len(new)
            last = end
        if not pieces:
            return False
        self.text = "".join([*pieces, self.text[last:]])
        self.spans = [*spans, *self.spans[last:]]
        return True

    def build(self) -> NormalizedText:
        """Return the text as it is now, with its spans if it has changed."""
        return (
            NormalizedText(self.text)
            if self.text == self._whole
            else NormalizedText(self.text, tuple(self.spans))
        )


def _find_change(match: re.Match[str], new: str) -> tuple[int, int, str]:
    """Return the start and end of the part of a match that changes, and its replacement.

    A pure insertion is widened by a neighbouring character, so that every new character has an original.
    """
    start, end = match.span()
    text = match.string
    while start < end and new and text[start] == new[0]:
        start, new = start + 1, new[1:]
    while start < end and new and text[end - 1] == new[-1]:
        end, new = end - 1, new[:-1]
    if start == end and new:
        return (
            (start - 1, end, text[start - 1] + new)
            if start > match.start()
            else (start, end + 1, new + text[end])
        )
    return start, end, new


def _to_plain(match: re.Match[str]) -> str:
    """Return the plain form of a letter with its combining marks, or of another character."""
    if _GROUP.match(match.string, match.start()):
        return "\u00a0"
    return _to_plain_cluster(match[0])


@lru_cache(maxsize=1 << 14)
def _to_plain_cluster(cluster: str) -> str:
    return unicodedata.normalize("NFC", "".join(map(_to_plain_character, _HIDDEN.sub("", cluster))))


def _to_plain_character(character: str) -> str:
    if character in _PLAIN or character in _KEPT_PUNCTUATION:
        return _PLAIN.get(character, character)
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    if unicodedata.category(character) == "Zs":
        return " "
    tag = unicodedata.decomposition(character).partition(">")[0].removeprefix("<")
    plain = unicodedata.normalize("NFKC", character) if tag in _TAGS else character
    return character if plain.startswith(" ") else plain


def _join_divided_word(small: frozenset[str], match: re.Match[str]) -> str:
    """Join a word divided by a hyphen and a break, unless the parts may be two words."""
    left, gap, right = match.groups()
    capital = right[0].isupper() and not (left.isupper() and right.isupper())
    if capital or right.casefold() in small or ("\n" not in gap and len(left) < 3):
        return match[0]
    return f"{left}-{right}" if _COMPOUNDS.fullmatch(left) else left + right


def _find_inner_spaces(text: str) -> frozenset[int]:
    """Return the offsets of single spaces inside letter-spaced words; two or more separate words."""
    stretches = [match.span() for match in _LETTER_SPACED.finditer(text)]
    whole = text.strip()
    apart = [
        (start, end)
        for start, end in stretches
        if text[start:end] == whole or sum(map(str.isalpha, text[start:end])) >= _MIN_SPACED_LETTERS
    ]
    return frozenset(m.start() for start, end in apart for m in _ONE_SPACE.finditer(text, start, end))
