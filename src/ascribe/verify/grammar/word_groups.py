"""Small groups of words by language, such as articles and pronouns: ``word_groups.json``.

They tell what a sentence is about. In a language that is not listed, nothing is found.
"""

from __future__ import annotations

from functools import cache

from ascribe.text.package_data import load_package_json


def can_find_subjects(language: str | None) -> bool:
    """Return True if the language is listed."""
    return (language or "en") in _load_word_groups()


@cache
def get_word_group(language: str | None, group: str) -> frozenset[str]:
    """Return the words of a group, as normal forms; empty for an unknown language."""
    return frozenset(_load_word_groups().get(language or "en", {}).get(group, ()))


def is_adverb(form: str, language: str | None) -> bool:
    """Return True for a listed adverb, and in English for a word in -ly that is not listed as a noun."""
    if form in get_word_group(language, "adverbs"):
        return True
    nouns = get_word_group(language, "nouns in -ly")
    return bool(nouns) and form.endswith("ly") and form not in nouns


def build_alternatives(language: str, group: str) -> str:
    """Return the words of a group as alternatives of a regular expression: "the|a|an"."""
    return "|".join(sorted(get_word_group(language, group)))


@cache
def _load_word_groups() -> dict[str, dict[str, list[str]]]:
    return load_package_json("verify/grammar/word_groups.json", dict[str, dict[str, list[str]]])
