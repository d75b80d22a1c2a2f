"""Splits text of any script into words with their stems and exact offsets; numbers get a canonical form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from ascribe.forks import run_after_fork
from ascribe.text.character_classes import HANGUL, INVISIBLE, MARKS, RAISED, UNSPACED
from ascribe.text.normalize import normalize
from ascribe.text.word_lists import load_irregular_forms, load_stop_words

if TYPE_CHECKING:
    from collections.abc import Callable


_LETTER = rf"[^\W\d_{RAISED}]"
_WORD_REST = rf"(?:[^\W_{RAISED}]+|[{MARKS}{INVISIBLE}]+)*"
_NUMBER = r"(?:(?<![\w)\].,%])[-+−])?(?:\d+(?:[.,:]\d+|['’\u00a0\u202f\u2009]\d{3}(?!\d))*|(?<!\w)\.\d+)"
_TOKEN = re.compile(
    rf"(?<![\w.])(?:{_LETTER}\.){{2,}}(?:{_LETTER}(?![\w{MARKS}]))?"
    rf"|{_LETTER}{_WORD_REST}(?:(?<=\d)(?:\.\d+)+)?(?:['’ʼ＇](?i:s|t|ll|re|ve|d|m)\b)?"
    rf"|{_NUMBER}"
)
_ASCII_TOKEN = re.compile(
    r"(?<![\w.])(?:[A-Za-z]\.){2,}(?:[A-Za-z](?!\w))?"
    r"|[A-Za-z][A-Za-z0-9]*(?:(?<=\d)(?:\.\d+)+)?(?:'(?i:s|t|ll|re|ve|d|m)\b)?"
    r"|(?:(?<![\w)\].,%])[-+])?(?:\d+(?:[.,:]\d+|'\d{3}(?!\d))*|(?<!\w)\.\d+)",
    re.ASCII,
)
"""Equivalent of ``_TOKEN`` for ASCII text, in half the time."""

_RUN = re.compile(rf"[{UNSPACED}{HANGUL}](?:[{UNSPACED}{HANGUL}{MARKS}{INVISIBLE}])*")
_CLUSTER = re.compile(
    rf"(?:[\u1100-\u115f\ua960-\ua97f][\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7cb-\ud7fb]*|.)"
    rf"[{MARKS}{INVISIBLE}]*",
    re.DOTALL,
)
_HIDDEN = re.compile(f"[{INVISIBLE}]+")
_HIDDEN_END = re.compile(rf"[{INVISIBLE}]+\Z")
_NOTE = re.compile(r"([a-zß-öø-ÿ]{4,})(\d{1,2})")
"""A word followed by a note number that was superscript in print ("grew12"); it counts as two words."""

_ADVERBS = {"de": frozenset(("erst",))}
"""Adverbs that look like the stem of other words: "erst" (not until) is no form of "erste" (first)."""

_PLAIN = {ord(c): "'" for c in "’ʼ＇‘"} | {ord("−"): "-"}
_HIRAGANA = re.compile("[\u3041-\u309f]{1,2}")


class Word(NamedTuple):
    """One word: its normal form, its stem, and its offsets in the original text.

    Args:
        form: NFKC, case-normalized, without invisible characters; accents and number separators are kept.
        stem: the Snowball stem without accents, of the base of an irregular form; for a number, its digits
            with a decimal point.
        start: first code point.
        end: one past the last.
    """

    form: str
    stem: str
    start: int
    end: int


def split_words(text: str, language: str | None = None) -> list[Word]:
    """Split the text into words, in order.

    Scripts without spaces give pairs of characters, each overlapping the next by one. Hyphenated words and
    identifiers are split, a possessive 's is dropped, a number keeps its sign and separators. ``language`` is
    an ISO 639-1 code; None stems as English.
    """
    normalized = normalize(text, language)
    found: list[Word] = []
    for match in _choose_pattern(normalized.text).finditer(normalized.text):
        at = match.start()
        for form, bare, start, end in split_token(match[0], language):
            found.append(Word(form, bare, at + start, at + end))
    if normalized.spans is None:
        return found
    return [Word(form, bare, *normalized.original(start, end)) for form, bare, start, end in found]


def split_tokens(text: str, language: str | None = None) -> list[str]:
    """Return the tokens that ``split_token`` splits into words: faster if offsets do not matter."""
    plain = normalize(text, language).text
    return _choose_pattern(plain).findall(plain)


def find_stems(text: str, language: str | None = None) -> frozenset[str]:
    """Return the stems of the words, in half the time of ``split_words``."""
    return frozenset(
        word.stem for token in split_tokens(text, language) for word in split_token(token, language)
    )


def _choose_pattern(text: str) -> re.Pattern[str]:
    """Return the ASCII pattern if it suffices, which is faster."""
    return _ASCII_TOKEN if text.isascii() else _TOKEN


@lru_cache(maxsize=1 << 16)
def split_token(token: str, language: str | None = None) -> tuple[Word, ...]:
    """Return the words of one token, with offsets from its first character."""
    if token.isascii() and token.isalpha():  # most words: nothing to normalize or to split
        form = token.lower()
        return (Word(form, stem_word(form, language or "en"), 0, len(token)),)
    if _RUN.search(token) is None:
        return _split_plain_token(token, language)
    return tuple(_split_mixed(token, language))


def fold_case(text: str, language: str | None = None) -> str:
    """Return the text normalized, in NFKC, case-normalized and without invisible characters."""
    text = normalize(text, language).text
    if text.isascii():
        return text.lower()
    visible = _HIDDEN.sub("", text)
    normalized = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())
    return _HIDDEN.sub("", normalized).translate(_PLAIN)


def is_content_word(word: Word, language: str | None = None) -> bool:
    """Return True unless it is a stop word, a single letter or a pair of grammatical kana."""
    return _is_content_form(word.form, language or "en")


def count_content_words(text: str, language: str | None = None) -> int:
    """Return how many words of a text are content words."""
    return sum(is_content_word(word, language) for word in split_words(text, language))


def is_unspaced(form: str) -> bool:
    """Return True for a word of a script without spaces, of which pairs of characters are the words."""
    return _RUN.fullmatch(form) is not None


@cache
def get_stop_word_forms(language: str) -> frozenset[str]:
    """Return the normal forms of a language's stop words; empty for a language without a list."""
    return frozenset(fold_case(word) for word in load_stop_words(language))


@lru_cache(maxsize=1 << 16)
def _is_content_form(form: str, language: str) -> bool:
    stops = get_stop_word_forms(language)
    if form in stops or _HIRAGANA.fullmatch(form):
        return False
    if len(form) == 1:
        return form.isdigit() or _RUN.fullmatch(form) is not None
    return not (_RUN.fullmatch(form) and all(character in stops for character in form))


def _split_mixed(token: str, language: str | None) -> Iterator[Word]:
    """Yield the characters of unspaced scripts in pairs, and the text between them as words."""
    position = 0
    for run in _RUN.finditer(token):
        yield from _shift(split_words(token[position : run.start()], language), position)
        yield from _split_pairs(run.group(), run.start())
        position = run.end()
    yield from _shift(split_words(token[position:], language), position)


def _shift(found: Iterable[Word], offset: int) -> Iterator[Word]:
    return (Word(form, bare, start + offset, end + offset) for form, bare, start, end in found)


def _split_pairs(run: str, offset: int) -> Iterator[Word]:
    spans = [match.span() for match in _CLUSTER.finditer(run)]
    ends = [end for _, end in spans[1:]] or [spans[0][1]]
    for (start, _), end in zip(spans, ends, strict=False):
        form = fold_case(run[start:end])
        yield Word(form, form, offset + start, offset + end)


def _split_plain_token(token: str, language: str | None) -> tuple[Word, ...]:
    shown = _HIDDEN_END.sub("", token)
    if shown[-2:].casefold() in ("'s", "’s", "ʼs", "＇s"):
        shown = shown[:-2]
    note = _NOTE.fullmatch(shown)
    parts = note.groups() if note else (shown,)
    return tuple(_build_words(parts, language))


def _build_words(parts: Iterable[str], language: str | None) -> Iterator[Word]:
    place = 0
    for part in parts:
        if form := fold_case(part, language):
            yield Word(form, stem_word(form, language or "en"), place, place + len(part))
        place += len(part)


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


def _renew_lock() -> None:
    global _STEMMER_LOCK  # noqa: PLW0603 - the lock of this process
    _STEMMER_LOCK = Lock()


run_after_fork(_renew_lock)


def stem_word(form: str, language: str) -> str:
    """Return the Snowball stem of a word without accents; "sank" has the stem of "sink".

    A number gives ASCII digits with a decimal point ("twelve" gives 12), an acronym its letters, an
    adverb that looks like a stem itself with a point before it.
    """
    if not form[0].isalpha():
        return _normalize_number(form, language)
    if "." in form:
        return form if any(map(str.isdigit, form)) else form.replace(".", "")
    if form in _ADVERBS.get(language, ()):
        return f".{form}"
    base = load_irregular_forms(language).get(form, form)
    bare = _parse_spelled_number(form, language) or _load_stemmer(language)(base)
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
