"""Sentence boundary detection: decides whether a stop ends its sentence.

It considers abbreviations, numbers, dates, quotation marks and brackets around the stop.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from ascribe.text.word_lists import Abbreviations

_OPENING = re.compile(r"(?:[\s>*_~`\"“”„«»‹›'‘’‚(\[{¿¡「『（【《#]|<[a-z][a-z0-9]{0,9}>)*", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")
_ROMAN = re.compile(r"[IVXLC]{2,6}\b|[VXLC]\b|I\b(?!\s+[a-z])")
_LABEL = re.compile(r"[^\W\d_]?\d|[A-Z]{1,6}[-–/.]\d|[A-Z](?=[.,;:)\]])")
_INITIAL = re.compile(r"[A-Z]\.(?!\w)")
_DOUBLE_INITIAL = re.compile(r"[^\W\d_a-z]\.-[^\W\d_a-z]")
_REPORTER = re.compile(r"\d\s(?:[A-Z]\.\s?){0,3}[A-Z][a-z]{0,4}\Z")
"""Volume and name of a series, as in citations of law reports: ``521 U. S. 1``, ``94 Stat. 3305``."""
_MONTHS = frozenset(["march", "april", "may", "june", "july"])
_DOTTED = re.compile(r"(?:[^\W\d_]{1,3}\.)+[^\W\d_]{1,3}\Z")
_NUMBER = re.compile(r"[\d.,:/–-]*\d\Z")
_NUMBER_WITH_STOP = re.compile(r"\d+\.(?:\s|\Z)")
_LOWER_CASE_OPENING = re.compile(r"[a-z]{1,3}[A-Z]|['’][a-z]{1,2}\s[^\W\d_a-z]|\.[A-Z]")
_OPENED = re.compile(r"['‘](?=\w)(?:(?<=[\s(\[—–-].)|(?<!..))", re.DOTALL)
_CONTINUATION = re.compile(r"[,;:)\]}?!、，；：）」』·・~]|\.(?!\w)")
_SPEECH_CONTINUATION_CJK = re.compile(
    r"[とってのをにはがでもや的]|\S{0,6}?(?:说|說|道|问|問|喊|叫|答|表示|告诉)[,，。:：]?"
)
_SMALLER_UNIT = re.compile(r"\d{1,2}\s?(?:in|oz|min|sec|s|pence|d)\b")
_WIDE_STOPS = frozenset("。！？｡．")
_MAX_WORD_CHARS = 20
_MAX_UNKNOWN_CHARS = 4
"""Longest unknown word that is looked up among the abbreviations of sentencex."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop (full stop, question mark or the like) in its sentence, as offsets.

    ``unit`` is the start of the sentence, ``mark`` to ``mark_end`` the stop, ``closed`` the end of the
    closing quotation marks and brackets, ``after`` the end of the citation markers, ``next_start`` the start
    of the next sentence if there is one, ``word`` its first letter or digit, ``end`` the end of the block,
    ``cited`` whether there are markers, and ``joined`` whether text follows without a blank.
    """

    unit: int
    mark: int
    mark_end: int
    closed: int
    after: int
    next_start: int
    word: int
    end: int
    cited: bool
    joined: bool


def find_word_start(text: str, position: int, end: int) -> int:
    """Return the first offset from ``position`` on that opens no quotation, bracket or emphasis."""
    match = _OPENING.match(text, position, end)
    return match.end() if match else position


def is_sentence_end(
    text: str, stop: Stop, rules: Abbreviations, pairs: Enclosures, *, all_lower: bool = False
) -> bool:
    """Return True if the sentence ends at that stop. ``all_lower``: the text has no capital letters."""
    if stop.joined or _CONTINUATION.match(text, stop.next_start) or _is_enclosed(text, stop, pairs):
        return False
    following = text[stop.word : stop.word + 1]
    starts_lower = following.islower() and not (all_lower or _LOWER_CASE_OPENING.match(text, stop.word))
    if text[stop.mark] in _WIDE_STOPS:
        return not _is_speech_continued(text, stop)
    if starts_lower and not _LOWER_CASE_OPENING.match(text, stop.next_start):
        return False
    if text[stop.mark] != "." or stop.mark_end - stop.mark > 1:
        return not _is_reported_speech(text, stop, rules, pairs)
    return not is_inside_date(text, stop.mark, stop.unit) and _is_full_stop_end(text, stop, rules)


def _is_enclosed(text: str, stop: Stop, pairs: Enclosures) -> bool:
    """Return True if the stop is inside brackets, or in speech that a clause reports."""
    pair = pairs.around(stop.after)
    if pair is None or pair.start < stop.unit:
        return False
    if not pair.is_speech:
        return True
    return _has_words_before(text, stop.unit, pair.start) or _is_followed_by_clause(text, pair, stop.end)


def _has_words_before(text: str, unit: int, start: int) -> bool:
    """Return True if the sentence has words before the opening quotation mark."""
    return start - unit > _MAX_WORD_CHARS or bool(text[unit:start].strip(" \t\r\n>*_-—–"))


def _is_followed_by_clause(text: str, pair: Enclosure, end: int) -> bool:
    after = pair.end + 1
    if text[pair.end - 1] in ",，" or text[after : after + 1] in {",", "，", "と"}:
        return True
    while after < end and text[after].isspace():
        after += 1
    return text[after : after + 1].islower()


def _is_speech_continued(text: str, stop: Stop) -> bool:
    """Return True if a particle or verb of saying continues the sentence after Chinese or Japanese speech."""
    if stop.closed == stop.mark_end or stop.next_start > stop.after:
        return False
    return _SPEECH_CONTINUATION_CJK.match(text, stop.next_start, stop.end) is not None


def _is_reported_speech(text: str, stop: Stop, rules: Abbreviations, pairs: Enclosures) -> bool:
    """Return True for quoted speech whose speaker is named next, as in ``“Why?” Anna asked``."""
    pair = pairs.around(stop.mark)
    if pair is None or pair.end >= stop.closed or stop.word != stop.next_start:
        return False
    if _has_words_before(text, stop.unit, pair.start):
        return False
    words = [
        match.group().lower() for match in _WORD.finditer(text, stop.word, min(stop.end, stop.word + 60))
    ]
    return any(word in rules.reporting for word in words[:4])


def _is_full_stop_end(text: str, stop: Stop, rules: Abbreviations) -> bool:
    word = _find_word_before(text, stop)
    low = word.lower()
    following = _WORD.match(text, stop.word, stop.end)
    opens = following is not None and following.group().lower() in rules.openers
    if low in rules.before_number and _is_number_next(text, stop):
        return False
    if _is_name_part(text, stop, word):
        return False
    if len(word) == 1 and word.isupper():
        return _is_letter_end(text, stop, rules, word, opens=opens)
    if low in rules.inside:
        return stop.cited
    if _NUMBER.match(word):
        return _is_number_end(text, stop, rules, word, opens=opens)
    if low in rules.closing:
        return _is_closing_end(text, stop, rules, following)
    if low in rules.either or _DOTTED.match(word):
        closed = stop.closed > stop.mark_end and not _is_possessive(text, stop)
        return opens or stop.cited or closed
    if len(word) == 1:
        return _is_letter_end(text, stop, rules, word, opens=opens)
    if not word or len(word) > _MAX_UNKNOWN_CHARS or low in rules.before_number or following is None or opens:
        return True
    return _is_split_by_sentencex(rules.language, word, following.group())


def _is_name_part(text: str, stop: Stop, word: str) -> bool:
    """Return True inside a name such as ``U. S.``, ``Pub. L. 346`` or ``16 Pet. 367``."""
    if word[:1].isupper() and len(word) <= _MAX_UNKNOWN_CHARS and _INITIAL.match(text, stop.word, stop.end):
        return True
    if _DOUBLE_INITIAL.fullmatch(word):
        return True
    number = text[stop.word : stop.word + 1].isdigit() and word.lower() not in _MONTHS
    return (
        number and _REPORTER.search(text, max(stop.unit, stop.mark - _MAX_WORD_CHARS), stop.mark) is not None
    )


def _is_closing_end(text: str, stop: Stop, rules: Abbreviations, following: re.Match[str] | None) -> bool:
    """Return True unless the sentence continues, as in ``5 p.m. Monday`` and ``5 ft. 3 in.``."""
    if following is None:
        return True
    return following.group().lower() not in rules.continues and not _SMALLER_UNIT.match(text, stop.word)


def _is_possessive(text: str, stop: Stop) -> bool:
    """Return True for an apostrophe that closes no quotation, as in ``Warner Bros.' films``."""
    if text[stop.mark_end : stop.closed] not in ("'", "’"):
        return False
    start = max(stop.unit, stop.mark - MAX_SPEECH_CHARS)
    return _OPENED.search(text, start, stop.mark) is None


def _find_word_before(text: str, stop: Stop) -> str:
    """Return the word before the stop: letters, digits and the punctuation inside it."""
    start = stop.mark
    lowest = max(stop.unit, stop.mark - _MAX_WORD_CHARS)
    while start > lowest and (
        text[start - 1].isalnum()
        or text[start - 1] in ".'’\"-/,:º№§\u200c"
        or _is_vowel_sign(text[start - 1])
    ):
        start -= 1
    return text[start : stop.mark].lstrip(".'’\"-/,:")


def _is_vowel_sign(character: str) -> bool:
    """Return True for vowel signs of Indic and Semitic scripts, which are not letters for Python."""
    return "\u0300" <= character <= "\u036f" or "\u0591" <= character <= "\u0dff"


def _is_number_next(text: str, stop: Stop) -> bool:
    return (
        _LABEL.match(text, stop.word, stop.end) is not None
        or _ROMAN.match(text, stop.word, stop.end) is not None
    )


def _is_number_end(text: str, stop: Stop, rules: Abbreviations, word: str, *, opens: bool) -> bool:
    start = stop.mark - len(word)
    if start == stop.unit and len(word) <= 3:
        return False  # the number of a list item, or an ordinal
    if _NUMBER_WITH_STOP.match(text, stop.word, stop.end):
        return False  # a date with stops
    if is_end_of_date(text, stop.mark, stop.unit, rules.language, opens=opens):
        return False
    if not rules.ordinals or not word.isdigit() or len(word) > 2 or opens or stop.cited:
        return True
    before = text[max(stop.unit, start - _MAX_WORD_CHARS) : start].split()
    return bool(before) and (before[-1].rstrip(".").lower() in rules.before_number or before[-1] == "§")


def _is_letter_end(text: str, stop: Stop, rules: Abbreviations, letter: str, *, opens: bool) -> bool:
    """Return True if a single letter ends the sentence: a unit, label or variable may, an initial may not."""
    if stop.mark - 1 == stop.unit:
        return False
    before = text[max(stop.unit, stop.mark - _MAX_WORD_CHARS) : stop.mark - 1].split()
    last = before[-1] if before else ""
    if last[-1:].isdigit() or last[-1:] == "°" or last.lower() in rules.labels or opens or stop.cited:
        return True
    if letter.islower():
        following = text[stop.word : stop.word + 2]
        return following[:1].isalnum() and not following[:1].islower() and following[1:] != "."
    return letter.isdigit()


@lru_cache(maxsize=4096)
def _is_split_by_sentencex(language: str, word: str, following: str) -> bool:
    """Return True if sentencex splits between the words: it has abbreviations of many more languages.

    It takes the English month of May for one.
    """
    import sentencex

    return (language == "en" and word.lower() in _MONTHS) or len(
        sentencex.segment(language, f"x {word}. {following} x")
    ) > 1


_DAY = r"(?:[12]\d|3[01]|0?[1-9])"
_MONTH = r"(?:1[0-2]|0?[1-9])"
_YEAR = r"(?:\d{4}|(?<=['’‘])\d{2})"
_DATE = re.compile(
    rf"(?<![\d.])(?:{_YEAR}\.(?P<gap>\s?){_MONTH}\.(?P=gap){_DAY}"
    rf"|{_YEAR}\.\s{_MONTH}\.{_DAY}(?=\.)"  # a line break followed the year
    rf"|{_DAY}\.(?P<between>\s?){_MONTH}\.(?P=between)\d{{4}})(?!\d)"
)
_YEAR_FIRST_END = re.compile(rf"(?<![\d.])(?:{_YEAR}\.\s?{_MONTH}(?:\.\s?{_DAY})?|{_MONTH}\.\s{_DAY})\Z")
_DAY_FIRST_END = re.compile(rf"(?<![\d.]){_DAY}\.\s?{_MONTH}\Z")
_MAX_DATE_CHARS = 14
"""Most characters of a date."""

_YEAR_FIRST = frozenset(["ko", "ja", "zh"])
"""Languages that write the year first and end sentences with a word, never with a date."""
_DAY_FIRST = frozenset(["de", "cs", "pl", "ru", "tr"])
"""Languages that write the day first and have a list of words that open sentences."""


def is_inside_date(text: str, mark: int, unit: int) -> bool:
    """Return True for a stop inside a date. ``unit`` is the start of the sentence."""
    start = max(unit, mark - _MAX_DATE_CHARS)
    return any(
        date.start() < mark < date.end() for date in _DATE.finditer(text, start, mark + _MAX_DATE_CHARS)
    )


def is_end_of_date(text: str, mark: int, unit: int, language: str, *, opens: bool) -> bool:
    """Return True for the last stop of a date if it ends no sentence.

    ``opens``: the next word is one that opens sentences.
    """
    start = max(unit, mark - _MAX_DATE_CHARS)
    if language in _YEAR_FIRST:
        return _YEAR_FIRST_END.search(text, start, mark) is not None
    return language in _DAY_FIRST and not opens and _DAY_FIRST_END.search(text, start, mark) is not None


_CLOSERS = {
    '"': '"',
    "“": "”",
    "„": "“”",
    "”": "”",
    "«": "»",
    "»": "«»",
    "‹": "›",
    "›": "‹›",
    "‘": "’",
    "‚": "‘’",
    "「": "」",
    "『": "』",
    "(": ")",
    "（": "）",
    "[": "]",
    "`": "`",
    "【": "】",
}
"""Opening quotation mark or bracket → those that close it in any language."""

_ENCLOSING_CHARACTER = re.compile(r"[\"“”„«»‹›‘’‚「」『』()（）\[\]`【】]")
_ALWAYS_OPEN = frozenset("“„«「『（(【[‚`")
_AFTER_OPENING = frozenset("([{（「『—–-:：>*_~/")
_BRACKETS = frozenset("(（[`【")
MAX_SPEECH_CHARS = 1000
"""Most characters of quoted speech; an opening mark without a partner in that range is ignored."""
MAX_BRACKET_CHARS = 400


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A pair of quotation marks or brackets; ``start`` is the opening character, ``end`` the closing one."""

    start: int
    end: int
    is_speech: bool


@dataclass(frozen=True, slots=True)
class Enclosures:
    """All outermost pairs of a span of text, in order and without overlap."""

    pairs: tuple[Enclosure, ...] = ()
    starts: list[int] = field(default_factory=list)

    def around(self, position: int) -> Enclosure | None:
        """Return the pair that encloses ``position``, or None."""
        index = bisect.bisect_right(self.starts, position) - 1
        if index < 0:
            return None
        pair = self.pairs[index]
        return pair if pair.start < position <= pair.end else None

    def ending_at(self, position: int) -> Enclosure | None:
        """Return the pair whose closing character is at ``position``, or None."""
        pair = self.around(position)
        return pair if pair is not None and pair.end == position else None


def find_enclosures(text: str, start: int, end: int) -> Enclosures:
    """Find the outermost pairs in ``text[start:end]`` in linear time.

    Pairs inside a pair are not returned, nor is a character without a partner.
    """
    pairs = tuple(_find_pairs(text, start, end))
    return Enclosures(pairs, [pair.start for pair in pairs])


def _find_pairs(text: str, start: int, end: int) -> Iterator[Enclosure]:
    opened, depth, position = "", 0, 0
    for match in _ENCLOSING_CHARACTER.finditer(text, start, end):
        sign, here = match.group(), match.start()
        longest = MAX_BRACKET_CHARS if opened in _BRACKETS else MAX_SPEECH_CHARS
        if opened and here - position > longest:
            opened = ""
        if not opened:
            if _is_opening(text, here, start, end):
                opened, depth, position = sign, 1, here
        elif sign in _CLOSERS[opened] and _is_closing(text, here, end, sign):
            depth -= 1
            if depth == 0:
                yield Enclosure(position, here, opened not in _BRACKETS)
                opened = ""
        elif sign == opened and opened in "([（":
            depth += 1


def _is_opening(text: str, here: int, start: int, end: int) -> bool:
    sign = text[here]
    if sign not in _CLOSERS or here + 1 >= end:
        return False
    if sign in _ALWAYS_OPEN:
        return True
    before = text[here - 1] if here > start else " "
    return (before.isspace() or before in _AFTER_OPENING) and not text[here + 1].isspace()


def _is_closing(text: str, here: int, end: int, sign: str) -> bool:
    """Return True unless the character is an apostrophe between letters or opens a quotation."""
    if sign not in '’"':
        return True
    before, after = text[here - 1], text[here + 1] if here + 1 < end else " "
    if sign == '"':
        return not before.isspace() or not after.isalnum()
    return not after.isalpha()
