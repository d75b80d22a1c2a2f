"""What a sentence speaks of: the head of its subject, told by words that stand around subjects.

The words come from ``subjects.json``, by language. In a language that is not listed nothing is told, and
whoever asks gets an empty answer.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.resources import files
from itertools import dropwhile

from ascribe.language.words import Word, is_content
from ascribe.verify.rules import Text


def knows(language: str | None) -> bool:
    """True if subjects and pronouns of that language can be told."""
    return (language or "en") in _data()


@cache
def listed(language: str | None, group: str) -> frozenset[str]:
    """The words of a group, as normal forms; empty for an unknown language."""
    return frozenset(_data().get(language or "en", {}).get(group, ()))


@lru_cache(maxsize=8192)
def pronoun(text: Text) -> Word | None:
    """The pronoun that the sentence begins with, if need be after an opening such as "In 1999", or None."""
    lead = _lead(text)
    return lead[0] if lead and lead[0].form in listed(text.language, "pronouns") else None


@lru_cache(maxsize=8192)
def heads(text: Text) -> frozenset[str]:
    """Stems of what may be the head of the subject; one mostly, several where they cannot be told apart.

    "The Aldford mill stands by the bridge" → "mill"; with "and" between two of them, both.
    """
    groups, follower = _groups(text)
    found = [_head(group, follower if group is groups[-1] else ",", text.language) for group in groups]
    return frozenset(word.stem for group in found for word in group)


@lru_cache(maxsize=8192)
def verb(text: Text) -> Word | None:
    """The word right behind the head of the subject, if it carries content; None in "The mill was sold"."""
    ends = heads(text)
    head = next((word for word in _lead(text) if word.stem in ends), None)
    behind = next((word for word in text.words if head is not None and word.start >= head.end), None)
    return behind if behind is not None and is_content(behind, text.language) else None


def subject(text: Text) -> frozenset[str]:
    """Stems of all words of the subject: "aldford" and "mill" of "The Aldford mill stands by the bridge"."""
    ends = heads(text)
    kept: set[str] = set()
    for group in _groups(text)[0]:
        last = max((place for place, word in enumerate(group) if word.stem in ends), default=-1)
        kept |= {word.stem for word in group[: last + 1]}
    return frozenset(kept)


def _head(group: list[Word], follower: str, language: str | None) -> list[Word]:
    """The last word before the verb, or before each that may be it; all words where no verb is seen."""
    adverbs = listed(language, "adverbs")
    nouns = listed(language, "nouns in -ly")
    words = [w for w in group if w.form not in adverbs and (not w.form.endswith("ly") or w.form in nouns)]
    if len(words) < 2 or follower in listed(language, "helpers"):
        return words[-1:]
    strong = [n for n, w in enumerate(words) if n and (_is_past(w, language))]
    weak = [n for n, w in enumerate(words) if n and w.form.endswith("s")]
    verbs = strong[:1] or weak
    ends = words[-1:] if follower == "," else []
    return [*(words[verb - 1] for verb in verbs), *ends] or words


def _is_past(word: Word, language: str | None) -> bool:
    return word.form in listed(language, "verbs") or word.form.endswith("ed")


def _groups(text: Text) -> tuple[list[list[Word]], str]:
    """Runs of content words that begin the sentence, joined by "and"; and what ends them: a word, or a comma.

    What ends them is empty at a figure and at the end of the text.
    """
    words = _lead(text)
    joining = listed(text.language, "joining")
    groups: list[list[Word]] = [[]]
    for place, word in enumerate(words):
        between = text.text[words[place - 1].end : word.start].strip(" \t\n'\"“”‘’-") if place else ""
        if groups[-1] and (between or word.form[0].isdigit()):
            return groups, "," if between else ""
        if word.form[0].isdigit():
            continue
        if is_content(word, text.language):
            groups[-1].append(word)
        elif groups[-1] and word.form in joining:
            groups.append([])
        elif groups[-1]:
            return groups, word.form
    return [group for group in groups if group], ""


def _lead(text: Text) -> list[Word]:
    """The words of the sentence from its subject on: after an opening such as "In 1999" or "After rain,"."""
    words = text.words
    if not knows(text.language) or not words:
        return []
    if words[0].form not in listed(text.language, "openers"):
        return words
    comma = text.text.find(",")
    if 0 < comma < words[-1].start:
        return [word for word in words if word.start > comma]
    return list(dropwhile(lambda w: w is words[0] or is_content(w, text.language), words))


@cache
def _data() -> dict[str, dict[str, list[str]]]:
    text = files("ascribe.verify").joinpath("subjects.json").read_text(encoding="utf-8")
    data: dict[str, dict[str, list[str]]] = json.loads(text)
    return data
