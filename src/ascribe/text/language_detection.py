"""Determines the language of a text: the given code, or detection by script and stop words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache

from ascribe.text.telling_words import TellingWord, find_telling_words
from ascribe.text.text_cache import cache_by_text
from ascribe.text.word_lists import load_english_words
from ascribe.text.words import get_stop_word_forms, stem_word

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

_MIN_LETTERS = 3
"""Letters from which on a word is looked up among the English ones."""


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
    written = _list_written_languages(sample)
    if not written or written[0] in _OWN_SCRIPT:
        return next(iter(written), None)
    return _detect_by_stop_words(sample, written)


def _list_written_languages(sample: str) -> tuple[str, ...]:
    """Return the languages that are written in the script of the text; none if it is mixed."""
    if sample.isascii():
        return _LATIN
    letters = len(_LETTER.findall(sample))
    for language, script in _OWN_SCRIPT.items():
        if _count_letters(sample, script) > (0.1 if language == "ja" else 0.4) * letters:
            return (language,)
    for script, languages in _SHARED_SCRIPT.items():
        if _count_letters(sample, script) > 0.5 * letters:
            return languages
    return ()


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
    sample = text[:SAMPLE_CHARS]
    likeliest = other or next(iter(_list_written_languages(sample)), "en")
    if (other or likeliest not in _LATIN) and _SCRIPTS[likeliest].isdisjoint(_SCRIPTS.get(language, set())):
        return likeliest  # names and code are written in Latin letters in a text in any script
    others = (other,) if other else _find_relatives(language)
    found = [word for word in find_telling_words(sample)[0] if not word.is_in_name]
    ahead, best = max((_count_lead(found, one, language), one) for one in others)
    if language == "en":
        return best if ahead and _is_evidently(best, found, sample) else language
    return best if ahead >= (_MIN_LEAD_IF_DETECTED if other else _MIN_LEAD_IF_UNDETECTED) else language


def _find_relatives(language: str) -> tuple[str, ...]:
    """Return the languages that share a script with this one."""
    return tuple(one for one, scripts in _SCRIPTS.items() if scripts & _SCRIPTS.get(language, set()))


def _count_lead(found: Sequence[TellingWord], other: str, language: str) -> int:
    """Count the words that only the other language has; 0 if too many are words of this one only."""
    mine, theirs = get_stop_word_forms(language), get_stop_word_forms(other)
    for_it = sum(word.form in theirs and word.form not in mine for word in found)
    against = sum(word.form in mine and word.form not in theirs for word in found)
    return for_it if for_it >= _MIN_LEAD_RATIO * against else 0


def _is_evidently(language: str, found: Sequence[TellingWord], sample: str) -> bool:
    """Return True if a word of the text is surely of that language, and neither an English word nor a name.

    Of words that may be either, it takes two, or one in a text with letters of the language's own. A single
    letter counts only beside those: it is a word of too many languages. One word among English ones is none:
    "Kim finished last" is no Turkish.
    """
    own = get_stop_word_forms(language) - get_stop_word_forms("en")
    theirs = [word for word in found if word.form in own and not word.is_in_name]
    if theirs and not set(sample).isdisjoint(_OWN_LETTERS.get(language, "")):
        return True
    if theirs and _is_lone_word(language, sample):
        return False
    theirs = [word for word in theirs if len(word.form) > 1]
    is_sure = not all(word.is_english or word.may_begin_name for word in theirs)
    is_several = len({word.form for word in theirs}) > 1 and not all(word.is_capitalized for word in theirs)
    return is_sure or is_several


def _is_lone_word(language: str, sample: str) -> bool:
    """Return True if the text has one word of that language and otherwise English ones."""
    own = get_stop_word_forms(language)
    found = {word.form for word in find_telling_words(sample)[0]} & own
    fitting = {form for form in found if len(form) == 1 or form not in get_stop_word_forms("en")}
    return len(fitting) == 1 and has_only_english_words(sample, but=fitting)


def has_only_english_words(text: str, but: Collection[str] = ()) -> bool:
    """Return True if the text has words in small letters, and all but some of them are English.

    Words of one or two letters do not count: too many of them are units.
    """
    written = (word.form for word in find_telling_words(text)[0] if not word.is_capitalized)
    forms = {form for form in written if len(form) >= _MIN_LETTERS}.difference(but)
    return bool(forms) and all(map(_is_english_word, forms))


def is_mostly_english(text: str) -> bool:
    """Return True if most of the words in small letters are English, or it has none and is in Latin letters.

    Words of one or two letters do not count.
    """
    written = (word.form for word in find_telling_words(text)[0] if not word.is_capitalized)
    forms = [form for form in written if len(form) >= _MIN_LETTERS]
    if not forms:
        return not any(one.isalpha() and not unicodedata.name(one, "").startswith("LATIN") for one in text)
    return 2 * sum(map(_is_english_word, forms)) > len(forms)


def _is_english_word(form: str) -> bool:
    """Return True for a frequent English word, also with an ending."""
    forms = {form.removesuffix("'s"), stem_word(form, "en")}
    return not forms.isdisjoint(load_english_words()) or form in get_stop_word_forms("en")


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
    found, total = find_telling_words(sample)
    owners = _map_stop_words(languages)
    is_short = total <= _MOST_SHORT_WORDS
    if is_short and any("en" in owners.get(word.form, ()) for word in found):
        found = [word for word in found if not word.is_english]
    counts = dict.fromkeys(languages, 0)
    for word in found:
        for language in owners.get(word.form, ()):
            counts[language] += 1
    best, *others = sorted(languages, key=lambda language: -counts[language])
    second = counts[others[0]] if others else 0
    if counts[best] < max(2, MIN_STOP_WORD_SHARE * total) or counts[best] < MIN_RATIO_TO_SECOND * second:
        return _detect_in_short_text(sample, found, owners) if "en" in languages and is_short else None
    is_clear = best == "en" or "en" not in languages or _is_evidently(best, found, sample)
    return best if is_clear else None


_MOST_SHORT_WORDS = 12
"""Words up to which a text is short."""

_OWN_LETTERS = {
    "fr": "éèêëàçœ",
    "es": "áíóúñ¿¡",
    "pt": "ãõçáíóúâê",
    "de": "äöüß",
    "it": "àèìòù",
    "nl": "ĳ",
    "pl": "ąćęłńśźż",
    "cs": "čďěňřšťůž",
    "ro": "ăâîșțşţ",
    "hu": "őű",
    "tr": "ğışİ",
    "sv": "åäö",
    "da": "æøå",
    "no": "æøå",
    "vi": "ăâđêôơư",
}
"""Letters that tell languages apart which share a stop word."""

_ACCENTED = {
    "fr": "àâæçéèêëîïôœùûüÿ",
    "es": "áéíóúüñ",
    "pt": "áâãàçéêíóôõú",
    "de": "äöüß",
    "it": "àèéìíîòóùú",
    "nl": "áéëïóöüĳ",
}
"""All letters with accents that a language writes: a text with another one is not in that language. Of
languages that share a stop word, these are the likeliest."""


_CLEAR_LEAD = 2
"""Words that a language has more than English in a short text with English words that it does not have."""


def _detect_in_short_text(
    sample: str, found: Sequence[TellingWord], owners: Mapping[str, tuple[str, ...]]
) -> str | None:
    """Return the language that has evidently most stop words of a short text; None in a tie.

    It has all of the English ones too, or clearly more.
    """
    plain = [word for word in found if not word.is_in_name]
    counts = Counter(language for word in plain for language in owners.get(word.form, ()))
    english = {word.form for word in plain if "en" in owners.get(word.form, ())}
    fitting = [
        language
        for language in counts
        if (english <= get_stop_word_forms(language) or counts[language] >= len(english) + _CLEAR_LEAD)
        and _is_evidently(language, plain, sample)
    ]
    most = max((counts[language] for language in fitting), default=0)
    best = _select_likeliest([language for language in fitting if counts[language] == most], sample)
    if len(best) > 1:
        ranks = {one: sum(map(sample.count, _OWN_LETTERS.get(one, ""))) for one in best}
        best = [one for one in best if ranks[one] == max(ranks.values()) > 0]
    return best[0] if len(best) == 1 else None


def _select_likeliest(tied: list[str], sample: str) -> list[str]:
    """Return the likeliest of some languages: those first that write all letters of the text."""
    accented = {letter for letter in sample.lower() if letter.isalpha() and not letter.isascii()}
    likely = [language for language in tied if language in _ACCENTED]
    written = [language for language in likely if accented <= {*_ACCENTED[language]}]
    return written or [language for language in tied if language not in _ACCENTED] or likely
