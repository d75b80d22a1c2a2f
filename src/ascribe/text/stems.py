"""Stems of normalized words, and the canonical form of numbers."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# fmt: off
SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian",
    "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}
# fmt: on
"""ISO 639-1 code → Snowball algorithm. In other languages a word is its own stem."""

# fmt: off
DECIMAL_COMMA = frozenset({
    "ca", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hu", "id",
    "it", "lt", "nl", "no", "pl", "pt", "ro", "ru", "sr", "sv", "tr",
})
# fmt: on
"""Languages that write 1.234,5 for 1234.5."""

UNSPACED_LANGUAGES = ("ja", "ko", "my", "lo", "km", "th", "zh")
"""Languages written without spaces between words; Latin words in their texts are stemmed as English."""

_ACCENT = re.compile("[\u0300-\u036f]+")
_THOUSANDS = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d+)?")
_THOUSANDS_POINT = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?")
_STEMMER_LOCK = Lock()


def stem_word(form: str, language: str) -> str:
    """Return the Snowball stem of a word without accents.

    A number gives ASCII digits with a decimal point ("twelve" gives 12), an acronym its letters.
    """
    if not form[0].isalpha():
        return _normalize_number(form, language)
    if "." in form:
        return form if any(map(str.isdigit, form)) else form.replace(".", "")
    bare = _parse_spelled_number(form, language) or _load_stemmer(language)(form)
    if bare.isascii():
        return bare
    return unicodedata.normalize("NFC", _ACCENT.sub("", unicodedata.normalize("NFD", bare)))


def _normalize_number(form: str, language: str) -> str:
    """Return ASCII digits with a minus sign if present and a decimal point, without thousands separators."""
    digits = "".join(str(unicodedata.decimal(c, c)) for c in form.lstrip("+"))
    sign, body = ("-", digits[1:]) if digits.startswith("-") else ("", digits)
    body = re.sub(r"[' ]", "", body)
    comma_is_decimal = language in DECIMAL_COMMA
    if _THOUSANDS.fullmatch(body) and (body.count(",") > 1 or not comma_is_decimal):
        body = body.replace(",", "")
    elif _THOUSANDS_POINT.fullmatch(body) and (body.count(".") > 1 or comma_is_decimal):
        body = body.replace(".", "").replace(",", ".")
    elif comma_is_decimal and body.count(",") == 1:
        body = body.replace(",", ".")
    return sign + ("0" + body if body.startswith(".") else body)


def _parse_spelled_number(form: str, language: str) -> str:
    """Return the digits of a one-word number; empty for other words and for "one", often an article."""
    try:
        value = _load_number_parser()(form, language)
    except ValueError:  # not a number, or a language that the library does not support
        return ""
    return "" if value == 1 else str(value)


@cache
def _load_number_parser() -> Callable[[str, str], float]:
    """Return ``text2num``; cached, because even a repeated import takes as long as the parsing itself."""
    from text_to_num import text2num

    read: Callable[[str, str], float] = text2num
    return read


@cache
def _load_stemmer(language: str) -> Callable[[str], str]:
    """Load the stemmer of the language; for languages without spaces, that of English for Latin words."""
    import Stemmer

    name = SNOWBALL.get("en" if language in UNSPACED_LANGUAGES else language)
    if name not in Stemmer.algorithms():
        return str
    stemmer = Stemmer.Stemmer(name, 0)

    def cut(form: str) -> str:
        with _STEMMER_LOCK:  # a stemmer keeps its buffer between calls
            return str(stemmer.stemWord(form))

    return cut
