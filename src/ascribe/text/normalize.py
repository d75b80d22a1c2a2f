"""Text normalization with a map back to the original: undoes typographic variants, hyphenation, letter
spacing and invisible characters."""

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
"""Typographic quotes, hyphens and the minus sign, the Arabic percent sign, small capitals."""

_TAGS = frozenset(
    ("wide", "narrow", "small", "font", "isolated", "initial", "medial", "final", "noBreak", "sub", "compat")
)
"""Kinds of Unicode characters that are the same letters set in another way; not raised or circled ones."""

_KEPT = "…‥，：；！？"
"""Signs that stay: a full-width comma ends a clause without a space behind it."""

_SPACE = r"[^\S\n]"
_ODD = re.compile(rf"[\u1100-\u115f][\u1160-\u11ff]+|.[{MARKS}{INVISIBLE}]+|[^\x00-\x7f]", re.DOTALL)
_HIDDEN = re.compile(f"[{INVISIBLE}{VOWEL_SIGNS}]+")
_SOFT_BREAK = re.compile(r"\u00ad\s*\n\s*")
_GROUP = re.compile(r"(?<=\d)[\u00a0\u2007-\u200a\u202f\u205f](?=\d{3}(?!\d))")
_IN_NUMBER = re.compile(r"(?<=\d)[٫٬，：](?=\d)")
_POINTS = {"٫": ".", "٬": ",", "，": ",", "：": ":"}
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])[´`](?=[^\W\d_])")
_MINUS = re.compile(r"(?:(?<!\S)|(?<=\())(?<![\d%°] )–(?=\d)")
_YEARS = re.compile(r"(?<!\d)(\d{4})\s?[-—―]\s?(?=\d{4}(?![\d-]))")
_DIGIT_DASH = re.compile(r"(?<=\d)[—―](?=\d)")
_DIVIDED = re.compile(
    rf"(?<![\w-])([{DIVIDED_LETTERS}]{{2,}})-(\s*\n\s*|{_SPACE}+)([{DIVIDED_LETTERS}]{{2,}})(?![\w])"
)
_APART = re.compile(rf"(?<![\w'])[{DIVIDED_LETTERS}](?: {{1,4}}[{DIVIDED_LETTERS}])+(?![\w'])")
_ONE_SPACE = re.compile(r"(?<! ) (?! )")
_BREAK = re.compile(rf"{_SPACE}*\n\s*")

_SENTENCE = 500
"""Characters up to which a folded text is remembered: each stage that reads a sentence folds it."""

_LEAST_APART = 5
"""Letters in a row, each by itself, from which on they are words set with wide spaces."""

_COMPOUNDS = re.compile(
    "(?:non|self|well|half|long|short|high|low|full|two|three|four|five|six|seven|eight|nine|ten|(?:twen|thir"
    "|for|fif|six|seven|eigh|nine)ty)",
    re.IGNORECASE,
)
"""First parts that keep their hyphen at the end of a line: what follows is a word of its own."""

_HYPHEN_NOISE = re.compile(rf"(?<=[a-zA-Z])-{_SPACE}|\d\s?-\s?\d{{4}}")
_LONE_LETTERS = re.compile(r" (?<=\b[a-zA-Z] ) {0,3}[a-zA-Z]\b")
_ASCII_NOISE = re.compile(rf"[\n`]|{_HYPHEN_NOISE.pattern}|{_LONE_LETTERS.pattern}")
_NOISE = re.compile(
    rf"{_ASCII_NOISE.pattern}|[{INVISIBLE}{VOWEL_SIGNS}{''.join(_PLAIN)}´\u066b\u066c—―]|(?![0-9])\d|–\d"
    rf"|[{DIVIDED_LETTERS}]-{_SPACE}|(?<!\w)[{DIVIDED_LETTERS}] {{1,4}}[{DIVIDED_LETTERS}](?!\w)"
)
"""Where there may be something to undo, in a text that is in normal form."""


@dataclass(frozen=True, slots=True)
class NormalizedText:
    """Folded text and, for each of its characters, what it was made of.

    Args:
        text: the folded text.
        spans: for each character the stretch of the untouched text, half-open; None where nothing changed.
    """

    text: str
    spans: tuple[tuple[int, int], ...] | None = None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the untouched text that ``text[start:end]`` was made of.

        What was left out at its edges is not part of it. An empty stretch gives an empty one.
        """
        if self.spans is None:
            return start, end
        if end > start:
            return self.spans[start][0], self.spans[end - 1][1]
        place = self.spans[start][0] if start < len(self.spans) else self.spans[-1][1] if self.spans else 0
        return place, place


def normalize(text: str, language: str | None = None) -> NormalizedText:
    """The text without noise, and the way back.

    Undone are: invisible characters, ligatures, full-width and other settings of letters and digits, accents
    apart from their letter, vowel points, typographic quotes, hyphens and spaces, words divided at the end of
    a line or set with wide spaces, and breaks of lines, though not of paragraphs.

    Args:
        text: any text.
        language: ISO 639-1 code: its small words are never joined to what stands before a hyphen, so that
            "Vor- und Nachteile" and "the dam- not repaired" stay as they are. None takes those of English.
    """
    return _normalize_cached(text, language) if len(text) <= _SENTENCE else _normalize(text, language)


def _normalize(text: str, language: str | None) -> NormalizedText:
    if text.isascii():
        if not _has_ascii_noise(text):
            return NormalizedText(text)
    elif unicodedata.is_normalized("NFKC", text) and _NOISE.search(text) is None:
        return NormalizedText(text)
    folding = _Normalizer(text)
    folding.replace(_SOFT_BREAK, lambda _: "")
    folding.replace(_ODD, _to_plain)
    folding.replace(_IN_NUMBER, lambda match: _POINTS[match[0]])
    folding.replace(_APOSTROPHE, lambda _: "'")
    folding.replace(_MINUS, lambda _: "-")
    folding.replace(_YEARS, lambda match: f"{match[1]}–")
    folding.replace(_DIGIT_DASH, lambda _: "–")
    while folding.replace(_DIVIDED, partial(_join_divided_word, load_stop_words(language or "en"))):
        pass
    if inside := _find_inner_spaces(folding.text):
        folding.replace(_ONE_SPACE, lambda match: "" if match.start() in inside else " ")
    folding.replace(_BREAK, lambda match: match[0] if match[0].count("\n") > 1 else " ")
    return folding.folded()


_normalize_cached = lru_cache(maxsize=4096)(_normalize)


def _has_ascii_noise(text: str) -> bool:
    """What ``_ASCII_NOISE`` finds, told faster: most sentences have none of its signs."""
    if "\n" in text or "`" in text:
        return True
    return bool(("-" in text and _HYPHEN_NOISE.search(text)) or _LONE_LETTERS.search(text))


class _Normalizer:
    """A text under way: its characters, each with the stretch of the untouched text it stands for."""

    def __init__(self, text: str) -> None:
        self._whole = text
        self.text = text
        self.spans = list(zip(range(len(text)), range(1, len(text) + 1), strict=True))

    def replace(self, pattern: re.Pattern[str], make: Callable[[re.Match[str]], str]) -> bool:
        """Put in place of each match what ``make`` gives; True if anything changed."""
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

    def folded(self) -> NormalizedText:
        """What came out."""
        return (
            NormalizedText(self.text)
            if self.text == self._whole
            else NormalizedText(self.text, tuple(self.spans))
        )


def _find_change(match: re.Match[str], new: str) -> tuple[int, int, str]:
    """Where what changes in a match begins and ends, and what replaces it.

    A replacement that only adds is widened by the character before it, which it then stands for too.
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
    """A letter with its marks, or a sign, as it is usually set."""
    if _GROUP.match(match.string, match.start()):
        return "\u00a0"
    return _to_plain_cluster(match[0])


@lru_cache(maxsize=1 << 14)
def _to_plain_cluster(cluster: str) -> str:
    return unicodedata.normalize("NFC", "".join(map(_to_plain_character, _HIDDEN.sub("", cluster))))


def _to_plain_character(character: str) -> str:
    if character in _PLAIN or character in _KEPT:
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
    """A word that a hyphen and a break divide, in one; as it is where two words may stand there."""
    left, gap, right = match.groups()
    capital = right[0].isupper() and not (left.isupper() and right.isupper())
    if capital or right.casefold() in small or ("\n" not in gap and len(left) < 3):
        return match[0]
    return f"{left}-{right}" if _COMPOUNDS.fullmatch(left) else left + right


def _find_inner_spaces(text: str) -> frozenset[int]:
    """The single spaces inside words whose letters stand apart; two or more stand between two words."""
    stretches = [match.span() for match in _APART.finditer(text)]
    whole = text.strip()
    apart = [
        (start, end)
        for start, end in stretches
        if text[start:end] == whole or sum(map(str.isalpha, text[start:end])) >= _LEAST_APART
    ]
    return frozenset(m.start() for start, end in apart for m in _ONE_SPACE.finditer(text, start, end))
