"""Does this stop end a sentence? One decision for each stop, by what stands before and after it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ascribe.language.abbreviations import Abbreviations
from ascribe.read.sentences.dates import is_end_of_date, is_inside_date
from ascribe.read.sentences.enclosures import Enclosure, Enclosures

_OPENING = re.compile(r"(?:[\s>*_~`\"“”„«»‹›'‘’‚(\[{¿¡「『（【《#]|<[a-z][a-z0-9]{0,9}>)*", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")
_ROMAN = re.compile(r"[IVXLC]{2,6}\b|[VXLC]\b|I\b(?!\s+[a-z])")
_LABEL = re.compile(r"[^\W\d_]?\d|[A-Z]{1,6}[-–/.]\d|[A-Z](?=[.,;:)\]])")
_INITIAL = re.compile(r"[A-Z]\.(?!\w)")
_DOUBLE_INITIAL = re.compile(r"[^\W\d_a-z]\.-[^\W\d_a-z]")
_REPORTER = re.compile(r"\d\s(?:[A-Z]\.\s?){0,3}[A-Z][a-z]{0,4}\Z")
"""Volume and name of a series, as law reports are cited: ``521 U. S. 1``, ``94 Stat. 3305``."""
_MONTHS = frozenset(["march", "april", "may", "june", "july"])
_DOTTED = re.compile(r"(?:[^\W\d_]{1,3}\.)+[^\W\d_]{1,3}\Z")
_NUMBER = re.compile(r"[\d.,:/–-]*\d\Z")
_NUMBER_WITH_STOP = re.compile(r"\d+\.(?:\s|\Z)")
_SMALL_START = re.compile(r"[a-z]{1,3}[A-Z]|['’][a-z]{1,2}\s[^\W\d_a-z]|\.[A-Z]")
_OPENED = re.compile(r"(?:(?<=[\s(\[—–-])|(?<!.))['‘](?=\w)", re.DOTALL)
_CONTINUED = re.compile(r"[,;:)\]}?!、，；：）」』·・~]|\.(?!\w)")
_SPOKEN_ON_CJK = re.compile(
    r"[とってのをにはがでもや的]|\S{0,6}?(?:说|說|道|问|問|喊|叫|答|表示|告诉)[,，。:：]?"
)
_SMALLER_UNIT = re.compile(r"\d{1,2}\s?(?:in|oz|min|sec|s|pence|d)\b")
_WIDE_STOPS = frozenset("。！？｡．")
_LONGEST_WORD = 20
_SHORT = 4
"""Longest unknown word that is looked up in the abbreviations of sentencex."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop in its sentence, as offsets.

    ``unit`` is where the sentence starts, ``mark`` to ``mark_end`` the stop, ``closed`` the end of the
    closing signs, ``after`` the end of the citation marks, ``next_start`` where the next sentence would
    start, ``word`` its first letter or digit, and ``end`` the end of the block.
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


def next_word_start(text: str, position: int, end: int) -> int:
    """The first character at or after ``position`` that opens no quotation, bracket or emphasis."""
    match = _OPENING.match(text, position, end)
    return match.end() if match else position


def ends_sentence(
    text: str, stop: Stop, rules: Abbreviations, pairs: Enclosures, *, all_lower: bool = False
) -> bool:
    """True if the sentence ends at that stop. ``all_lower``: the text has no capital letters at all."""
    if _CONTINUED.match(text, stop.next_start) or _is_enclosed(text, stop, pairs):
        return False
    following = text[stop.word : stop.word + 1]
    starts_small = following.islower() and not (all_lower or _SMALL_START.match(text, stop.word))
    if text[stop.mark] in _WIDE_STOPS:
        return not _is_spoken_on(text, stop)
    if starts_small and not _SMALL_START.match(text, stop.next_start):
        return False
    if text[stop.mark] != "." or stop.mark_end - stop.mark > 1:
        return not _is_reported(text, stop, rules, pairs)
    return not is_inside_date(text, stop.mark, stop.unit) and _full_stop_ends(text, stop, rules)


def _is_enclosed(text: str, stop: Stop, pairs: Enclosures) -> bool:
    """Inside brackets, or in speech that a clause reports."""
    pair = pairs.around(stop.after)
    if pair is None or pair.start < stop.unit:
        return False
    if not pair.is_speech:
        return True
    return _starts_within(text, stop.unit, pair.start) or _clause_follows(text, pair, stop.end)


def _starts_within(text: str, unit: int, start: int) -> bool:
    """True if the sentence has words before the opening sign."""
    return start - unit > _LONGEST_WORD or bool(text[unit:start].strip(" \t\r\n>*_-—–"))


def _clause_follows(text: str, pair: Enclosure, end: int) -> bool:
    after = pair.end + 1
    if text[pair.end - 1] in ",，" or text[after : after + 1] in {",", "，", "と"}:
        return True
    while after < end and text[after].isspace():
        after += 1
    return text[after : after + 1].islower()


def _is_spoken_on(text: str, stop: Stop) -> bool:
    """Chinese and Japanese: speech that a particle or a verb of saying follows."""
    if stop.closed == stop.mark_end or stop.next_start > stop.after:
        return False
    return _SPOKEN_ON_CJK.match(text, stop.next_start, stop.end) is not None


def _is_reported(text: str, stop: Stop, rules: Abbreviations, pairs: Enclosures) -> bool:
    """A question or call in quotation marks whose speaker is named next, as in ``“Why?” Anna asked``."""
    pair = pairs.around(stop.mark)
    if pair is None or pair.end >= stop.closed or stop.word != stop.next_start:
        return False
    if _starts_within(text, stop.unit, pair.start):
        return False
    words = [
        match.group().lower() for match in _WORD.finditer(text, stop.word, min(stop.end, stop.word + 60))
    ]
    return any(word in rules.reporting for word in words[:4])


def _full_stop_ends(text: str, stop: Stop, rules: Abbreviations) -> bool:
    word = _word_before(text, stop)
    low = word.lower()
    following = _WORD.match(text, stop.word, stop.end)
    opens = following is not None and following.group().lower() in rules.openers
    if low in rules.before_number and _is_number_next(text, stop):
        return False
    if _is_name_part(text, stop, word):
        return False
    if len(word) == 1 and word.isupper():
        return _letter_ends(text, stop, rules, word, opens=opens)
    if low in rules.inside:
        return stop.cited
    if _NUMBER.match(word):
        return _number_ends(text, stop, rules, word, opens=opens)
    if low in rules.closing:
        return _closing_ends(text, stop, rules, following)
    if low in rules.either or _DOTTED.match(word):
        closed = stop.closed > stop.mark_end and not _is_possessive(text, stop)
        return opens or stop.cited or closed
    if len(word) == 1:
        return _letter_ends(text, stop, rules, word, opens=opens)
    if not word or len(word) > _SHORT or low in rules.before_number or following is None or opens:
        return True
    return _library_splits(rules.language, word, following.group())


def _is_name_part(text: str, stop: Stop, word: str) -> bool:
    """``U. S.``, ``Pub. L. 346`` and ``16 Pet. 367``: a series is named by its volume, letters and page."""
    if word[:1].isupper() and len(word) <= _SHORT and _INITIAL.match(text, stop.word, stop.end):
        return True
    if _DOUBLE_INITIAL.fullmatch(word):
        return True
    number = text[stop.word : stop.word + 1].isdigit() and word.lower() not in _MONTHS
    return number and _REPORTER.search(text, max(stop.unit, stop.mark - _LONGEST_WORD), stop.mark) is not None


def _closing_ends(text: str, stop: Stop, rules: Abbreviations, following: re.Match[str] | None) -> bool:
    """``5 p.m. Monday`` and ``5 ft. 3 in.`` go on."""
    if following is None:
        return True
    return following.group().lower() not in rules.continues and not _SMALLER_UNIT.match(text, stop.word)


def _is_possessive(text: str, stop: Stop) -> bool:
    """``Warner Bros.' films``: an apostrophe behind the stop, and no quotation that it could close."""
    if text[stop.mark_end : stop.closed] not in ("'", "’"):
        return False
    return _OPENED.search(text, stop.unit, stop.mark) is None


def _word_before(text: str, stop: Stop) -> str:
    """Letters, digits and inner signs right before the stop."""
    start = stop.mark
    lowest = max(stop.unit, stop.mark - _LONGEST_WORD)
    while start > lowest and (
        text[start - 1].isalnum() or text[start - 1] in ".'’\"-/,:º№§\u200c" or _joins(text[start - 1])
    ):
        start -= 1
    return text[start : stop.mark].lstrip(".'’\"-/,:")


def _joins(character: str) -> bool:
    """Vowel signs of Indic and Semitic scripts, which are not letters for Python."""
    return "\u0300" <= character <= "\u036f" or "\u0591" <= character <= "\u0dff"


def _is_number_next(text: str, stop: Stop) -> bool:
    return (
        _LABEL.match(text, stop.word, stop.end) is not None
        or _ROMAN.match(text, stop.word, stop.end) is not None
    )


def _number_ends(text: str, stop: Stop, rules: Abbreviations, word: str, *, opens: bool) -> bool:
    start = stop.mark - len(word)
    if start == stop.unit and len(word) <= 3:
        return False  # the number of an item, or an ordinal
    if _NUMBER_WITH_STOP.match(text, stop.word, stop.end):
        return False  # a date with stops
    if is_end_of_date(text, stop.mark, stop.unit, rules.language, opens=opens):
        return False
    if not rules.ordinals or not word.isdigit() or len(word) > 2 or opens or stop.cited:
        return True
    before = text[max(stop.unit, start - _LONGEST_WORD) : start].split()
    return bool(before) and (before[-1].rstrip(".").lower() in rules.before_number or before[-1] == "§")


def _letter_ends(text: str, stop: Stop, rules: Abbreviations, letter: str, *, opens: bool) -> bool:
    """An initial ends no sentence, nor does the letter of an item; a unit, a label or a variable may."""
    if stop.mark - 1 == stop.unit:
        return False
    before = text[max(stop.unit, stop.mark - _LONGEST_WORD) : stop.mark - 1].split()
    last = before[-1] if before else ""
    if last[-1:].isdigit() or last[-1:] == "°" or last.lower() in rules.labels or opens or stop.cited:
        return True
    if letter.islower():
        following = text[stop.word : stop.word + 2]
        return following[:1].isalnum() and not following[:1].islower() and following[1:] != "."
    return letter.isdigit()


@lru_cache(maxsize=4096)
def _library_splits(language: str, word: str, following: str) -> bool:
    """What sentencex says of the same two words: it knows abbreviations of many more languages."""
    import sentencex

    return len(sentencex.segment(language, f"x {word}. {following} x")) > 1
