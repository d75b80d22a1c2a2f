"""Finds the claims that cannot be checked: they state nothing that sources could confirm or refute.

``find_uncheckable_reason`` names the reason, ``RuleSentenceClassifier`` offers the same decision as a
classifier, and ``is_elliptical`` finds claims that name too little to be compared ("Yes.", "30 m.").

Phrases come from ``phrases.json`` and remnants from ``no_statement.json``, by language. A phrase of the group
``whole`` counts only if it leaves almost no other words; one of the group ``opening`` counts unless a fact
follows after a contrast or a colon. ``<NAME>`` in a phrase stands for the pattern of that name in the group
``names``; a name may use those before it.

A refusal is about the sources that were given or about the answerer. "There are no documents from 1916" is
about the world: such a sentence, and any that could be one, is a claim.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import unescape
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ascribe.protocols import Claim
from ascribe.text.announcing_words import blank_announcement
from ascribe.text.normalize import normalize
from ascribe.text.package_data import load_package_json
from ascribe.text.words import Word, count_content_words, get_stop_word_forms, split_words
from ascribe.verify.comparison import Text
from ascribe.verify.quantities.calendar_dates import find_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import parse_measure
from ascribe.verify.tables_and_lists.answers import find_answers

if TYPE_CHECKING:
    from numpy.typing import NDArray


_UNCHECKABLE_KINDS = {
    "heading": "heading",
    "table_header": "table_header",
    "code": "code",
    "source_entry": "source_list",
}
_QUESTION = re.compile(r"[?？؟]['\"”’»」』)\]*_\s]*$")
_SOURCE_ENTRY = re.compile(r"\s*(?:[-*+]\s+)?(?:\[\^?[\w-]{1,12}\]:?|【\d+[^】]*】|\(\d{1,3}\))\s+\S")
"""A number in brackets, then words: "[1] report.pdf, page 3". A sentence that begins like this ends with a
full stop."""

_SENTENCE_END = re.compile(r"[.!。！।؟…]['\"”’»」』)\]*_\s]*$")

_NAME = re.compile(r"<([A-Z]+)>")
"""The name of a pattern in a phrase."""

_MAX_LEFTOVER_WORDS = 1
"""Content words allowed beside a phrase of the group ``whole``: a name, an adverb."""

_PHRASE_START = r"(?:^\W*|[,.!;:–—，。！、،।]\s*)"
"""A phrase of the group ``whole`` begins the text or follows a punctuation mark in it."""

_MAX_LABEL_WORDS = 3
"""A line that ends with a colon and has at most this many content words only introduces what follows. Words
that announce a list are not counted."""

_MIN_FACT_WORDS = 3
"""Content words after a contrast or a colon from which on they are a statement of their own."""


def is_question(text: str) -> bool:
    """Return True if the text ends as a question: it states nothing."""
    return _QUESTION.search(text) is not None


def find_uncheckable_reason(claim: Claim, language: str | None = None) -> str | None:
    """Return the reason code if the claim has nothing to check, else None."""
    if claim.kind in _UNCHECKABLE_KINDS:
        return _UNCHECKABLE_KINDS[claim.kind]
    text = normalize(claim.content, language).text.strip()
    if not any(char.isalnum() for char in unescape(text)):
        return "no_content"
    if is_question(text):
        return "question"
    if _SOURCE_ENTRY.match(claim.text) and not _SENTENCE_END.search(text):
        return "source_list"
    reason = _find_phrase_reason(text, language or "en")
    if reason is None and text.endswith((":", "：")):
        said = blank_announcement(text, language)
        return "heading" if count_content_words(said, language or "en") <= _MAX_LABEL_WORDS else None
    return reason


def list_phrase_languages() -> tuple[str, ...]:
    """Return the ISO 639-1 codes of the languages that ``phrases.json`` covers."""
    return tuple(_load_phrases())


def _find_phrase_reason(text: str, language: str) -> str | None:
    phrases = _load_phrase_patterns(language)
    if phrases is None:
        return None
    for reason, pattern in phrases["whole"]:
        rest, n = pattern.subn(" ", text)
        if n and count_content_words(rest, language) <= _MAX_LEFTOVER_WORDS:
            return reason
    for reason, pattern in phrases["opening"]:
        match = pattern.search(text)
        if match and not _is_followed_by_fact(text[match.end() :], phrases["contrast"], language):
            return reason
    return None


def _is_followed_by_fact(rest: str, contrasts: list[tuple[str, re.Pattern[str]]], language: str) -> bool:
    for _, pattern in contrasts:
        match = pattern.search(rest)
        if match and count_content_words(rest[match.end() :], language) >= _MIN_FACT_WORDS:
            return True
    return False


@cache
def _load_phrase_patterns(language: str) -> dict[str, list[tuple[str, re.Pattern[str]]]] | None:
    row = _load_phrases().get(language)
    if row is None:
        return None
    names = _expand_names(row.get("names", {}))
    starts = {"whole": _PHRASE_START, "opening": "", "contrast": ""}
    return {
        group: [
            (reason, re.compile(start + _join_alternatives(patterns, names), re.IGNORECASE))
            for reason, patterns in row[group].items()
        ]
        for group, start in starts.items()
    }


def _expand_names(rows: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return name → pattern, without the names in it."""
    found: dict[str, str] = {}
    for name, patterns in rows.items():
        found[name] = _join_alternatives(patterns, found)
    return found


def _join_alternatives(patterns: Sequence[str], names: Mapping[str, str]) -> str:
    joined = f"(?:{'|'.join(patterns)})"
    return _NAME.sub(lambda match: names[match[1]], joined)


@cache
def _load_phrases() -> dict[str, dict[str, dict[str, list[str]]]]:
    return load_package_json("verify/phrases.json", dict[str, dict[str, dict[str, list[str]]]])


# --- Sentence classifier ---

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
"""The reason codes of ``find_uncheckable_reason``."""

CERTAINTY = {True: 0.91, False: 0.99}
"""Precision of the two decisions, needs verification (True) and does not (False), if both were equally
frequent.

``python -m benchmarks.reference_predictor FOLDER`` measures them.
"""

_ADDRESS = re.compile(r"\s*<?(?:https?://|www\.|mailto:)\S+>?\s*\Z", re.IGNORECASE)
_UNREADABLE_CHARACTER = re.compile("[\ufffd\ud800-\udfff\ue000-\uf8ff]")
_REPEATED_CHARACTER = re.compile(r"\W*(\w)\1{3,}\W*\Z")
_LATIN_WORD = re.compile(r"[a-z]+")
_MIN_PIECES_PER_WORD = 2.2
"""Word pieces per word from which on letters do not form words: running English has 1.2, rare names about
2."""


class RuleSentenceClassifier:
    """Built-in ``SentenceClassifier``: ``needs_verification``, or the reason why a sentence needs none.

    The reasons are those of the status ``not_checkable``, and ``no_statement`` for a remnant that states
    nothing on its own: an address, "N/A", a bare "Yes.", letters that form no words.

    Args:
        language: ISO 639-1 code; ``docs/languages.md`` lists the languages with known phrases.
    """

    classes = (NEEDS_VERIFICATION, NO_STATEMENT, *REASONS)

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def probabilities(self, claims: Sequence[Claim]) -> NDArray[np.float64]:
        """Return an array of shape (claims, classes).

        The class that the rules choose gets the probability of ``CERTAINTY``; the others share the rest
        equally.
        """
        rows = np.empty((len(claims), len(self.classes)))
        for row, claim in zip(rows, claims, strict=True):
            name = self.classify(claim)
            sure = CERTAINTY[name == NEEDS_VERIFICATION]
            row[:] = (1.0 - sure) / (len(self.classes) - 1)
            row[self.classes.index(name)] = sure
        return rows

    def classify(self, claim: Claim) -> str:
        """Return the member of ``classes`` that the claim belongs to."""
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
    """Return True for two or more Latin words, none common and most not words or names at all."""
    letters = _LATIN_WORD.findall(text.lower())
    if len(letters) < 2 or not text.isascii() or not get_stop_word_forms("en").isdisjoint(letters):
        return False
    from ascribe.inference.tokens import tokenize

    return sum(len(tokenize(word)) for word in letters) >= _MIN_PIECES_PER_WORD * len(letters)


@cache
def _load_remnants(language: str) -> frozenset[str]:
    """Return the words that state nothing when they are the whole sentence."""
    lists = load_package_json("verify/no_statement.json", dict[str, str])
    return frozenset(lists.get(language, "").split())


# --- Elliptical claims ---

_MIN_NAMED_THINGS = 2
"""Fewest things that a sentence names: its topic and what it says about the topic. Figures do not count
alone."""

_WORD = re.compile(r"[^\W_]+")


def is_elliptical(claim: Text) -> bool:
    """Return True if the claim names fewer than two things, or nothing but figures and dates.

    A thing is a content word, a date, a figure with its unit, or a run of capitalised words ("Anna Kohl"). A
    label with an answer, "In stock: no", names two.
    """
    if find_answers(claim):
        return False
    stretches = _find_value_spans(claim)
    words = _find_named_words(claim, stretches)
    runs = sum(_is_capitalized_run(claim.text[a.start : b.end]) for a, b in pairwise(words))
    named = len(words) - (0 if claim.text.isupper() else runs)
    return not named or named + len(stretches) < _MIN_NAMED_THINGS


def names_nothing(claim: Text) -> bool:
    """Return True if the claim has nothing but figures, dates, and words such as "yes", which state nothing.

    That no source has them tells nothing: the figure may be derived, and "yes" refers to the question.
    """
    known = _load_remnants(claim.language)
    return all(word.form in known for word in _find_named_words(claim, _find_value_spans(claim)))


def is_verbatim_sentence(claim: Text, sentence: Text) -> bool:
    """Return True if the claim is that whole sentence, word for word, and names two things besides values.

    The source itself treats such a text as a statement: "Excused: Anna Kohl."
    """
    named = len(_find_named_words(claim, _find_value_spans(claim)))
    return named >= _MIN_NAMED_THINGS and _WORD.findall(claim.text) == _WORD.findall(sentence.text)


def _find_value_spans(claim: Text) -> set[tuple[int, int]]:
    """Return the spans of the dates and figures of the claim."""
    dates, numbers = find_dates(claim.text, claim.language), find_figures(claim)
    return {(one.start, one.end) for one in dates} | {(one.start, one.end) for one in numbers}


def _find_named_words(claim: Text, values: set[tuple[int, int]]) -> list[Word]:
    """Return the content words outside of dates, and outside of figures with their units."""
    taken = [*values, *_find_unit_spans(claim)]
    return [w for w in claim.content if not any(a < w.end and w.start < b for a, b in taken)]


def _find_unit_spans(claim: Text) -> list[tuple[int, int]]:
    """Return the spans of figures that have a unit, each from the figure to the end of the unit."""
    behind = [(number, claim.words_after(number.end, 1)) for number in find_figures(claim)]
    return [(n.start, words[0].end) for n, words in behind if words and parse_measure(claim, n).units]


def _is_capitalized_run(stretch: str) -> bool:
    """Return True if every word begins with a capital."""
    return all(part[0].isupper() for part in stretch.split())
