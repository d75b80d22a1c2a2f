"""Determines the language of a text: the given code, or detection by script and stop words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache

from ascribe.text.character_classes import MARKS
from ascribe.text.text_cache import cache_by_text
from ascribe.text.words import fold_case, get_stop_word_forms

SAMPLE_CHARS = 2000
"""Characters that are examined, from the first letter on."""

MIN_STOP_WORD_SHARE = 0.15
"""Least share of stop words. Running text has 0.3 to 0.5, a list of names next to none."""

MIN_RATIO_TO_SECOND = 1.1
"""Least ratio between the best language and the second. Related languages share a third of their lists."""

_OWN_SCRIPT = {
    "ja": "\u3041-\u30ff",
    "ko": "\uac00-\ud7a3\u1100-\u11ff",
    "zh": "\u4e00-\u9fff",
    "th": "\u0e01-\u0e5b",
    "el": "\u0370-\u03ff",
    "he": "\u05d0-\u05ea",
}
"""Scripts that identify the language alone. Kana come first, because Japanese has Han characters too."""

_SHARED_SCRIPT = {
    "\u0400-\u04ff": ("ru", "uk", "bg"),
    "\u0600-\u06ff": ("ar", "fa", "ur"),
    "\u0900-\u097f": ("hi",),
    "A-Za-z\u00c0-\u024f\u1e00-\u1eff": (
        "en",
        "de",
        "fr",
        "es",
        "it",
        "pt",
        "nl",
        "sv",
        "da",
        "no",
        "fi",
        "pl",
        "cs",
        "ro",
        "hu",
        "tr",
        "id",
        "ca",
        "vi",
    ),
}
_SCRIPTS = {
    **{language: {script} for language, script in _OWN_SCRIPT.items()},
    **{language: {script} for script, languages in _SHARED_SCRIPT.items() for language in languages},
    "zh": {_OWN_SCRIPT["zh"]},
    "ja": {_OWN_SCRIPT["ja"], _OWN_SCRIPT["zh"]},
}
"""Language → its scripts."""

_LATIN = _SHARED_SCRIPT["A-Za-z\u00c0-\u024f\u1e00-\u1eff"]

_MIN_LEAD_IF_DETECTED, _MIN_LEAD_IF_UNDETECTED = 2, 3
"""Least number of words that only the other language has, if it was detected and if detection failed."""

_MIN_LEAD_RATIO = 3
"""Least ratio of the words that only the other language has to those that only the given one has."""

_LETTER = re.compile(r"[^\W\d_]")
_INITIAL = re.compile(r"\b[^\W\d_]\.")
"""A letter with a full stop is no word: "U. S." and "v." are none of Czech."""
_WORD = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{MARKS}])*(?:'[^\W\d_]+)*")


def resolve_language(text: str, given: str | None = None) -> str | None:
    """Return the ISO 639-1 code of ``given`` (``de``, also ``de-AT``), or the detected one, or None.

    Call this once where a text is read, and pass the result on.
    """
    if given:
        return given.replace("_", "-").partition("-")[0].lower()
    return detect_language(text)


def detect_language(text: str) -> str | None:
    """Return the ISO 639-1 code of the text, or None if it is too short or too mixed to tell."""
    first = _LETTER.search(text)
    return None if first is None else _detect_in_sample(text[first.start() : first.start() + SAMPLE_CHARS])


@lru_cache(maxsize=256)
def _detect_in_sample(sample: str) -> str | None:
    if sample.isascii():
        return _detect_by_stop_words(sample, _LATIN)
    letters = len(_LETTER.findall(sample))
    for language, script in _OWN_SCRIPT.items():
        if _count_letters(sample, script) > (0.1 if language == "ja" else 0.4) * letters:
            return language
    for script, languages in _SHARED_SCRIPT.items():
        if _count_letters(sample, script) > 0.5 * letters:
            return _detect_by_stop_words(sample, languages)
    return None


@cache_by_text(4096)
def confirm_language(text: str, language: str | None) -> str | None:
    """Return the detected language if the text is clearly not in the given one, else the given one.

    Related languages are distinguished by the words that only one of the two has. A language without a list
    of stop words cannot be distinguished from others in its script.
    """
    other = detect_language(text)
    if language is None or other == language:
        return other
    if (other, language) == ("zh", "ja") or not get_stop_word_forms(language):  # Japanese may have no kana
        return language
    if other and not _SCRIPTS[other] & _SCRIPTS.get(language, set()):
        return other
    others = (other,) if other else _find_relatives(language)
    found = [
        fold_case(word) for word in _WORD.findall(text[:SAMPLE_CHARS]) if not word[0].isupper()
    ]  # capitalized words may be foreign names: "Las Vegas"
    ahead, best = max((_count_lead(found, one, language), one) for one in others)
    return best if ahead >= (_MIN_LEAD_IF_DETECTED if other else _MIN_LEAD_IF_UNDETECTED) else language


def _find_relatives(language: str) -> tuple[str, ...]:
    """Return the languages that share a script with this one."""
    return tuple(one for one, scripts in _SCRIPTS.items() if scripts & _SCRIPTS.get(language, set()))


def _count_lead(found: list[str], other: str, language: str) -> int:
    """Count the words that only the other language has; 0 if too many are words of this one only."""
    mine, theirs = get_stop_word_forms(language), get_stop_word_forms(other)
    for_it = sum(word in theirs and word not in mine for word in found)
    against = sum(word in mine and word not in theirs for word in found)
    return for_it if for_it >= _MIN_LEAD_RATIO * against else 0


def _count_letters(sample: str, script: str) -> int:
    return len(re.findall(f"[{script}]", sample))


@cache
def _map_stop_words(languages: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Map each stop word to the languages that have it."""
    owners: dict[str, tuple[str, ...]] = {}
    for language in languages:
        for word in sorted(get_stop_word_forms(language)):
            owners[word] = (*owners.get(word, ()), language)
    return owners


def _detect_by_stop_words(sample: str, languages: tuple[str, ...]) -> str | None:
    found = _WORD.findall(fold_case(_INITIAL.sub(" ", sample)))
    owners = _map_stop_words(languages)
    counts = dict.fromkeys(languages, 0)
    if len(found) <= _MOST_SHORT_WORDS and any("en" in owners.get(word, ()) for word in found):
        found = [word for word in found if word not in _ENGLISH_HOMOGRAPHS]
    for word in found:
        for language in owners.get(word, ()):
            counts[language] += 1
    best, *others = sorted(languages, key=lambda language: -counts[language])
    second = counts[others[0]] if others else 0
    if counts[best] < max(2, MIN_STOP_WORD_SHARE * len(found)) or counts[best] < MIN_RATIO_TO_SECOND * second:
        is_foreign = "en" in languages and len(found) <= _MOST_SHORT_WORDS and not counts["en"]
        return _detect_in_short_text(sample, owners) if is_foreign else None
    return best


_MOST_SHORT_WORDS = 12
"""Words up to which a text is short."""

_ENGLISH_HOMOGRAPHS = frozenset((
    "ben", "car", "con", "die", "man", "mit", "par", "per", "plus", "pour", "sin", "son", "sale", "war",
))  # fmt: skip
"""Stop words of other languages that are English words or names: "Ben" and "is" are Dutch, too. They tell
nothing in a short text with an English stop word."""

_OWN_LETTERS = {"fr": "éèêëàçœ", "es": "áíóúñ¿¡", "pt": "ãõç", "de": "äöüß", "it": "àèìòù", "nl": "ĳ"}
"""Letters that tell languages apart which share a stop word. Of such languages, these are the likeliest."""

_ACCENTED = {
    "fr": "àâæçéèêëîïôœùûüÿ",
    "es": "áéíóúüñ",
    "pt": "áâãàçéêíóôõú",
    "de": "äöüß",
    "it": "àèéìíîòóùú",
    "nl": "áéëïóöüĳ",
}
"""All letters with accents that a language writes: a text with another one is not in that language."""


def _detect_in_short_text(sample: str, owners: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return the language that has most stop words of a short text without English ones; None in a tie.

    A word between two capitalized ones is part of a name: "Charles de Gaulle"; only the first word may have a
    capital, before one without. A single letter may be a unit: "31 m".
    """
    counts: Counter[str] = Counter()
    words = ["", *_WORD.findall(sample), ""]
    for before, word, behind in zip(words, words[1:], words[2:], strict=False):
        is_in_name = before[:1].isupper() and behind[:1].isupper()
        is_plain = word[:1].islower() or (not before and behind[:1].islower())
        if len(word) > 1 and is_plain and not is_in_name:
            counts.update(owners.get(fold_case(word), ()))
    most = max(counts.values(), default=0)
    tied = [language for language, count in counts.items() if count == most]
    accented = {letter for letter in sample.lower() if letter.isalpha() and not letter.isascii()}
    likely = [language for language in tied if language in _OWN_LETTERS]
    best = [one for one in likely if accented <= {*_ACCENTED[one]}] or likely or tied
    if len(best) > 1:
        ranks = {one: sum(map(sample.count, _OWN_LETTERS.get(one, ""))) for one in best}
        best = [one for one in best if ranks[one] == max(ranks.values()) > 0]
    return best[0] if len(best) == 1 else None
