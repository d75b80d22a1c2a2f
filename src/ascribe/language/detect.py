"""The language of a text: what was given, or what its script and its stop words tell."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from ascribe.language.words import normalise, stop_words

SAMPLE = 2000
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
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def language_of(text: str, given: str | None = None) -> str | None:
    """ISO 639-1 code: of ``given`` (``de``, also ``de-AT``), else detected; None where neither tells.

    Whoever reads a text asks here once; all others are told.
    """
    if given:
        return given.replace("_", "-").partition("-")[0].lower()
    return detect_language(text)


def detect_language(text: str) -> str | None:
    """ISO 639-1 code, or None where the text is too short or too mixed to tell."""
    first = _LETTER.search(text)
    return None if first is None else _language_of_sample(text[first.start() : first.start() + SAMPLE])


@lru_cache(maxsize=256)
def _language_of_sample(sample: str) -> str | None:
    letters = len(_LETTER.findall(sample))
    for language, script in _OWN_SCRIPT.items():
        if _count(sample, script) > (0.1 if language == "ja" else 0.4) * letters:
            return language
    for script, languages in _SHARED_SCRIPT.items():
        if _count(sample, script) > 0.5 * letters:
            return _by_stop_words(sample, languages)
    return None


def _count(sample: str, script: str) -> int:
    return len(re.findall(f"[{script}]", sample))


@cache
def _owners(languages: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Stop word → the languages that have it."""
    owners: dict[str, tuple[str, ...]] = {}
    for language in languages:
        for word in sorted(stop_words(language)):
            owners[word] = (*owners.get(word, ()), language)
    return owners


def _by_stop_words(sample: str, languages: tuple[str, ...]) -> str | None:
    found = _WORD.findall(normalise(sample))
    owners = _owners(languages)
    counts = dict.fromkeys(languages, 0)
    for word in found:
        for language in owners.get(word, ()):
            counts[language] += 1
    best, *others = sorted(languages, key=lambda language: -counts[language])
    second = counts[others[0]] if others else 0
    if counts[best] < max(2, LEAST_SHARE * len(found)) or counts[best] < LEAST_LEAD * second:
        return None
    return best
