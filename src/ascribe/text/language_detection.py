"""Language of a text: the given code, or detected by script and stop words."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from ascribe.text.character_classes import MARKS
from ascribe.text.words import fold_case, get_stop_word_forms

SAMPLE_CHARS = 2000
"""Characters looked at, from the first letter on."""

LEAST_SHARE = 0.15
"""Share of words that must be stop words. Running text has 0.3 to 0.5, a list of names next to none."""

LEAST_LEAD = 1.1
"""How far the best language must lead the second, as a ratio. Relatives share a third of their lists."""

_OWN_SCRIPT = {
    "ja": "\u3041-\u30ff",
    "ko": "\uac00-\ud7a3\u1100-\u11ff",
    "zh": "\u4e00-\u9fff",
    "th": "\u0e01-\u0e5b",
    "el": "\u0370-\u03ff",
    "he": "\u05d0-\u05ea",
}
"""Scripts that tell the language by themselves. Kana stand first: Japanese has Han characters too."""

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
"""Language → the scripts it is written in."""

_LATIN = _SHARED_SCRIPT["A-Za-z\u00c0-\u024f\u1e00-\u1eff"]

_LEAST_TOLD, _LEAST_UNTOLD = 2, 3
"""Words that only the other language has, at least, where it was detected and where relatives tie."""

_LEAD_FACTOR = 3
"""How many times as many they must be as the words that only the given language has."""

_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{MARKS}])*(?:'[^\W\d_]+)*")


def resolve_language(text: str, given: str | None = None) -> str | None:
    """ISO 639-1 code: of ``given`` (``de``, also ``de-AT``), else detected; None where neither tells.

    Whoever reads a text asks here once; all others are told.
    """
    if given:
        return given.replace("_", "-").partition("-")[0].lower()
    return detect_language(text)


def detect_language(text: str) -> str | None:
    """ISO 639-1 code, or None where the text is too short or too mixed to tell."""
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


@lru_cache(maxsize=4096)
def confirm_language(text: str, language: str | None) -> str | None:
    """The language of the text, where it is clearly not in the one given; else that one.

    Relatives are told apart by the words that only one of the two has. A language without a list of words
    cannot be told from another one of its script.
    """
    other = detect_language(text)
    if language is None or other == language:
        return other
    if (other, language) == ("zh", "ja") or not get_stop_word_forms(language):  # Japanese may do without kana
        return language
    if other and not _SCRIPTS[other] & _SCRIPTS.get(language, set()):
        return other
    others = (other,) if other else _find_relatives(language)
    found = [
        fold_case(word) for word in _WORD.findall(text[:SAMPLE_CHARS]) if not word[0].isupper()
    ]  # "Las Vegas"
    ahead, best = max((_count_lead(found, one, language), one) for one in others)
    return best if ahead >= (_LEAST_TOLD if other else _LEAST_UNTOLD) else language


def _find_relatives(language: str) -> tuple[str, ...]:
    """The languages that share its script."""
    return tuple(one for one, scripts in _SCRIPTS.items() if scripts & _SCRIPTS.get(language, set()))


def _count_lead(found: list[str], other: str, language: str) -> int:
    """The words that only the other language has; 0 where those that only this one has are too many."""
    mine, theirs = get_stop_word_forms(language), get_stop_word_forms(other)
    for_it = sum(word in theirs and word not in mine for word in found)
    against = sum(word in mine and word not in theirs for word in found)
    return for_it if for_it >= _LEAD_FACTOR * against else 0


def _count_letters(sample: str, script: str) -> int:
    return len(re.findall(f"[{script}]", sample))


@cache
def _map_stop_words(languages: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Stop word → the languages that have it."""
    owners: dict[str, tuple[str, ...]] = {}
    for language in languages:
        for word in sorted(get_stop_word_forms(language)):
            owners[word] = (*owners.get(word, ()), language)
    return owners


def _detect_by_stop_words(sample: str, languages: tuple[str, ...]) -> str | None:
    found = _WORD.findall(fold_case(sample))
    owners = _map_stop_words(languages)
    counts = dict.fromkeys(languages, 0)
    for word in found:
        for language in owners.get(word, ()):
            counts[language] += 1
    best, *others = sorted(languages, key=lambda language: -counts[language])
    second = counts[others[0]] if others else 0
    if counts[best] < max(2, LEAST_SHARE * len(found)) or counts[best] < LEAST_LEAD * second:
        return None
    return best
