"""Paired phrases: of "by post to customers and by e-mail to brokers", no e-mail goes to customers.

Where "and" joins two rows of the same number of phrases, each phrase belongs to those of its own row. A part
of a claim between its own "and" must not have words of both rows that the other one lacks.
``paired_phrases.json`` lists by language what begins a phrase. This rule never returns a clash.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ascribe.text.package_data import load_package_json
from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span

_LEAST_PHRASES = 2
_MOST_PHRASES = 3
_MOST_WORDS = 12
"""Words of a row."""

_Rows = tuple[frozenset[str], frozenset[str], Span]
"""Stems that only the first row has, those that only the second one has, and where both are."""


@dataclass(frozen=True, slots=True)
class _Words:
    """What ``paired_phrases.json`` lists for a language.

    Args:
        joints: words that join two rows.
        openers: words that begin a phrase, unless they stand behind a preposition.
        leading: those behind which no further phrase begins at once.
        verbs: words that no row has.
        telling: pronouns and adverbs that tell two rows apart.
    """

    joints: frozenset[str]
    openers: frozenset[str]
    leading: frozenset[str]
    verbs: frozenset[str]
    telling: frozenset[str]


def compare_paired_phrases(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for the first part of the claim that has words of two rows of the evidence."""
    words = _load_words(claim.code)
    if words is None or claim.code != evidence.code:
        return []
    return [
        Comparison("paired_phrases", "missing", "roles_unclear", (part[0].start, part[-1].end), place)
        for first, second, place in _get_rows(evidence)
        for part in _split_at_joints(claim, words)
        if _mixes(part, first, second)
    ][:1]


def _mixes(part: list[Word], first: frozenset[str], second: frozenset[str]) -> bool:
    stems = {word.stem for word in part}
    return bool(stems & first) and bool(stems & second)


def _split_at_joints(text: Text, words: _Words) -> Iterator[list[Word]]:
    part: list[Word] = []
    for word in text.words:
        if word.form in words.joints and part:
            yield part
            part = []
        else:
            part.append(word)
    if part:
        yield part


@find_once
def _get_rows(text: Text) -> tuple[_Rows, ...]:
    words = _load_words(text.code)
    return tuple(_find_rows(text, words)) if words is not None else ()


def _find_rows(text: Text, words: _Words) -> Iterator[_Rows]:
    for place, word in enumerate(text.words):
        if word.form not in words.joints:
            continue
        behind = _take_stretch(text, text.words[place : place + 1 + _MOST_WORDS])[1:]
        starts = _find_phrases(behind, words)
        if not starts or starts[0] or not _LEAST_PHRASES <= len(starts) <= _MOST_PHRASES:
            continue
        before = _take_last_phrases(text, place, len(starts), words)
        if before and words.verbs.isdisjoint(one.form for one in (*before, *behind)):
            mine, theirs = (_list_stems(row, text, words) for row in (before, behind))
            yield mine - theirs, theirs - mine, (before[0].start, behind[-1].end)


def _list_stems(row: list[Word], text: Text, words: _Words) -> frozenset[str]:
    """Return the stems of what tells two rows apart; no verb in small letters that ends a German row."""
    is_shared = text.code == "de" and row[-1].form not in words.openers and text.text[row[-1].start].islower()
    return frozenset(
        word.stem
        for word in row[: len(row) - is_shared]
        if word.form in words.telling
        or (is_content_word(word, text.language) and word.form not in words.leading)
    )


def _take_stretch(text: Text, words: list[Word]) -> list[Word]:
    """Return the words up to the first sign between two of them."""
    for at in range(1, len(words)):
        if text.text[words[at - 1].end : words[at].start].strip(" -'’"):
            return words[:at]
    return words


def _find_phrases(row: list[Word], words: _Words) -> list[int]:
    """Return where the phrases of a row begin."""
    return [
        at
        for at, word in enumerate(row)
        if word.form in words.openers and not (at and row[at - 1].form in words.leading)
    ]


def _take_last_phrases(text: Text, place: int, count: int, words: _Words) -> list[Word]:
    """Return the last phrases before a joint, that many; empty if there are fewer, or a sign between them."""
    before = text.words[max(0, place - _MOST_WORDS) : place]
    starts = _find_phrases(before, words)
    row = before[starts[-count] :] if len(starts) >= count else []
    return row if len(_take_stretch(text, row)) == len(row) else []


@cache
def _load_words(language: str) -> _Words | None:
    found = load_package_json("verify/rules/paired_phrases.json", dict[str, dict[str, str]]).get(language)
    if found is None:
        return None
    groups = (found[name].split("|") for name in ("and", "openers", "leading", "verbs", "telling"))
    return _Words(*map(frozenset, groups))


PAIRED_PHRASES = Rule("paired_phrases", compare_paired_phrases, kind="roles", vetoes=("roles_unclear",))
