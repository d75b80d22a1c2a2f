"""Decides whether a unit of a reply states anything that sources could confirm or refute.

Phrases come from ``phrases.json`` and remnants from ``no_statement.json``, by language. A phrase of
the group ``whole`` must leave almost nothing over; one of the group ``opening`` decides unless a fact
follows after a contrast or a colon. A claim that is elliptical ("Yes.", "30 m.") names too little to
be compared.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from html import unescape
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ascribe.protocols import Claim
from ascribe.text.normalize import normalize
from ascribe.text.words import Word, get_stop_word_forms, is_content_word, split_words
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import parse_measure
from ascribe.verify.rules import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray


_UNCHECKABLE_KINDS = {"heading": "heading", "table_header": "table_header", "code": "code"}
_QUESTION = re.compile(r"[?？؟]['\"”’»」』)\]*_\s]*$")
_SOURCE_ENTRY = re.compile(r"\s*(?:[-*+]\s+)?(?:\[\^?[\w-]{1,12}\]:?|【\d+[^】]*】|\(\d{1,3}\))\s+\S")
"""A number in brackets, then words: "[1] report.pdf, page 3". A sentence that begins so has a full stop."""

_SENTENCE_END = re.compile(r"[.!。！।؟…]['\"”’»」』)\]*_\s]*$")

_MAX_LEFTOVER_WORDS = 1
"""Content words that may stand beside a phrase of the group ``whole``: a name, an adverb."""

_PHRASE_START = r"(?:^\W*|[,.!;:–—，。！、،।]\s*)"
"""A phrase of the group ``whole`` opens the text, or what follows a stop in it."""

_MAX_LABEL_WORDS = 3
"""Content words up to which a line that ends with a colon only introduces what follows."""

_MIN_FACT_WORDS = 3
"""Content words after a contrast or a colon from which on they are a statement of their own."""


def find_uncheckable_reason(claim: Claim, language: str | None = None) -> str | None:
    """The reason code if there is nothing to check, else None."""
    if claim.kind in _UNCHECKABLE_KINDS:
        return _UNCHECKABLE_KINDS[claim.kind]
    text = normalize(claim.content, language).text.strip()
    if not any(char.isalnum() for char in unescape(text)):
        return "no_content"
    if _QUESTION.search(text):
        return "question"
    if _SOURCE_ENTRY.match(claim.text) and not _SENTENCE_END.search(text):
        return "source_list"
    reason = _find_phrase_reason(text, language or "en")
    if (
        reason is None
        and text.endswith((":", "："))
        and _count_content_words(text, language or "en") <= _MAX_LABEL_WORDS
    ):
        return "heading"
    return reason


def list_phrase_languages() -> tuple[str, ...]:
    """ISO 639-1 codes of the languages whose phrases are known."""
    return tuple(_load_phrases())


def _find_phrase_reason(text: str, language: str) -> str | None:
    phrases = _load_phrase_patterns(language)
    if phrases is None:
        return None
    for reason, pattern in phrases["whole"]:
        rest, n = pattern.subn(" ", text)
        if n and _count_content_words(rest, language) <= _MAX_LEFTOVER_WORDS:
            return reason
    for reason, pattern in phrases["opening"]:
        match = pattern.search(text)
        if match and not _is_followed_by_fact(text[match.end() :], phrases["contrast"], language):
            return reason
    return None


def _is_followed_by_fact(rest: str, contrasts: list[tuple[str, re.Pattern[str]]], language: str) -> bool:
    for _, pattern in contrasts:
        match = pattern.search(rest)
        if match and _count_content_words(rest[match.end() :], language) >= _MIN_FACT_WORDS:
            return True
    return False


def _count_content_words(text: str, language: str) -> int:
    return sum(is_content_word(word, language) for word in split_words(text, language))


@cache
def _load_phrase_patterns(language: str) -> dict[str, list[tuple[str, re.Pattern[str]]]] | None:
    row = _load_phrases().get(language)
    if row is None:
        return None
    starts = {"whole": _PHRASE_START, "opening": "", "contrast": ""}
    return {
        group: [
            (reason, re.compile(f"{start}(?:{'|'.join(patterns)})", re.IGNORECASE))
            for reason, patterns in row[group].items()
        ]
        for group, start in starts.items()
    }


@cache
def _load_phrases() -> dict[str, dict[str, dict[str, list[str]]]]:
    text = files("ascribe.verify").joinpath("phrases.json").read_text(encoding="utf-8")
    data: dict[str, dict[str, dict[str, list[str]]]] = json.loads(unicodedata.normalize("NFC", text))
    return data


NEEDS_VERIFICATION = "needs_verification"
NO_STATEMENT = "no_statement"

REASONS = (
    "advice",
    "code",
    "greeting",
    "heading",
    "meta",
    "no_content",
    "offer",
    "opinion",
    "question",
    "refusal",
    "source_list",
    "table_header",
)
"""Those of ``find_uncheckable_reason``."""

CERTAINTY = {True: 0.91, False: 0.99}
"""How often "needs verification" is right, and how often that it does not, were both as frequent.

``python -m benchmarks.reference_predictor FOLDER`` measures them.
"""

_ADDRESS = re.compile(r"\s*<?(?:https?://|www\.|mailto:)\S+>?\s*\Z", re.IGNORECASE)
_UNREADABLE_CHARACTER = re.compile("[\ufffd\ud800-\udfff\ue000-\uf8ff]")
_REPEATED_CHARACTER = re.compile(r"\W*(\w)\1{3,}\W*\Z")
_LATIN_WORD = re.compile(r"[a-z]+")
_MIN_PIECES_PER_WORD = 2.2
"""Word pieces per word from which letters make no words: running English has 1.2, rare names about 2."""


class RuleSentenceClassifier:
    """The built-in ``SentenceClassifier``: ``needs_verification``, or the reason why a sentence does not.

    The reasons are those of the status ``not_checkable``, and ``no_statement`` for a remnant that says
    nothing by itself: an address, "N/A", a bare "Yes.", letters that make no words.

    Args:
        language: ISO 639-1 code; phrases are known for the languages of ``docs/languages.md``.
    """

    classes = (NEEDS_VERIFICATION, NO_STATEMENT, *REASONS)

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def probabilities(self, claims: Sequence[Claim]) -> NDArray[np.float64]:
        """Shape (claims, classes). The class that the rules find has the share of ``CERTAINTY``."""
        rows = np.empty((len(claims), len(self.classes)))
        for row, claim in zip(rows, claims, strict=True):
            name = self.classify(claim)
            sure = CERTAINTY[name == NEEDS_VERIFICATION]
            row[:] = (1.0 - sure) / (len(self.classes) - 1)
            row[self.classes.index(name)] = sure
        return rows

    def classify(self, claim: Claim) -> str:
        """One of ``classes``."""
        reason = find_uncheckable_reason(claim, self.language)
        if reason is None and _is_contentless(claim.content, self.language):
            reason = NO_STATEMENT
        return NEEDS_VERIFICATION if reason is None else reason


def _is_contentless(text: str, language: str) -> bool:
    if _ADDRESS.match(text) or _REPEATED_CHARACTER.match(text):
        return True
    found = split_words(text, language)
    unreadable = len(_UNREADABLE_CHARACTER.findall(text))
    if unreadable and unreadable >= len(found):
        return True
    bare = text.strip(" \t\r\n.!*_\"'()").lower()
    return bare in _load_remnants(language) or _is_gibberish(text)


def _is_gibberish(text: str) -> bool:
    """True for two and more words in Latin letters of which none is common and most are no words or names."""
    letters = _LATIN_WORD.findall(text.lower())
    if len(letters) < 2 or not text.isascii() or not get_stop_word_forms("en").isdisjoint(letters):
        return False
    from ascribe.inference.tokens import tokenize

    return sum(len(tokenize(word)) for word in letters) >= _MIN_PIECES_PER_WORD * len(letters)


@cache
def _load_remnants(language: str) -> frozenset[str]:
    """Words that make no statement where they stand alone."""
    text = files("ascribe.verify").joinpath("no_statement.json").read_text(encoding="utf-8")
    lists: dict[str, str] = json.loads(text)
    return frozenset(lists.get(language, "").split())


_MIN_NAMED_THINGS = 2
"""Things that a sentence names at least: what it speaks of, and what it says of that. One is no figure."""

_WORD = re.compile(r"[^\W_]+")


def is_elliptical(claim: Text) -> bool:
    """True if the claim names fewer than two things, or nothing but figures and dates.

    A thing is a content word, a date, a figure with its unit, or a run of capitalised words ("Anna Kohl").
    """
    stretches = _find_value_spans(claim)
    words = _find_named_words(claim, stretches)
    runs = sum(_is_capitalized_run(claim.text[a.start : b.end]) for a, b in pairwise(words))
    named = len(words) - (0 if claim.text.isupper() else runs)
    return not named or named + len(stretches) < _MIN_NAMED_THINGS


def is_verbatim_sentence(claim: Text, sentence: Text) -> bool:
    """True if the claim is that whole sentence, word for word, and two of its words are no figure or date.

    The source itself takes it for a statement: "Excused: Anna Kohl."
    """
    named = len(_find_named_words(claim, _find_value_spans(claim)))
    return named >= _MIN_NAMED_THINGS and _WORD.findall(claim.text) == _WORD.findall(sentence.text)


def _find_value_spans(claim: Text) -> set[tuple[int, int]]:
    """Where its dates and figures stand."""
    dates, numbers = find_dates(claim.text, claim.language), find_figures(claim)
    return {(one.start, one.end) for one in dates} | {(one.start, one.end) for one in numbers}


def _find_named_words(claim: Text, values: set[tuple[int, int]]) -> list[Word]:
    """The content words outside of dates, and of figures with their units."""
    taken = [*values, *_find_unit_spans(claim)]
    return [w for w in claim.content if not any(a < w.end and w.start < b for a, b in taken)]


def _find_unit_spans(claim: Text) -> list[tuple[int, int]]:
    """Where the words of units stand, each from its figure on."""
    behind = [(number, claim.words_after(number.end, 1)) for number in find_figures(claim)]
    return [(n.start, words[0].end) for n, words in behind if words and parse_measure(claim, n).units]


def _is_capitalized_run(stretch: str) -> bool:
    """True for words that all begin with a capital."""
    return all(part[0].isupper() for part in stretch.split())
