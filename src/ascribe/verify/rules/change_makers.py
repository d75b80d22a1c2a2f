"""Makers of a change: that absence fell does not say that the breakfast club reduced it.

"Below the heading "Breakfast clubs": Absence fell from 9 % to 6 %" has every word of "Breakfast clubs reduced
absence from 9 % to 6 %", since the two verbs mean one change. Where a claim says who or what changed a thing,
and the evidence only that the thing changed, it must name the maker as the means: "fell with the clubs".
``change_makers.json`` lists the words by language. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ascribe.text.package_data import load_package_json
from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at, find_scopes
from ascribe.verify.grammar.word_groups import is_adverb
from ascribe.verify.lexicon import get_meaning

_REACH = 40
"""Characters before a verb in which a helping verb stands, and before a maker the word for a means."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A verb of change with the words of its clause.

    Args:
        place: the verb.
        before: content words of the clause before it.
        behind: the words of the clause behind it.
    """

    place: Span
    before: tuple[Word, ...]
    behind: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class _Patterns:
    """What ``change_makers.json`` lists for a language."""

    making: re.Pattern[str]
    happening: re.Pattern[str]
    passive: re.Pattern[str]
    not_objects: re.Pattern[str]
    own: re.Pattern[str]
    means: re.Pattern[str]


def compare_change_makers(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for a change whose maker the evidence does not name as such."""
    patterns = _load_patterns(claim.code)
    if patterns is None or claim.code != evidence.code:
        return []
    asked = _get_made(claim)
    said = _get_happening(evidence) if asked else ()
    if not said or _get_made(evidence):
        return []
    return [
        Comparison("change_makers", "missing", "cause_unclear", one.place, other.place)
        for one in asked
        if (other := _find_same_thing(one, said, claim, evidence)) is not None
        and not _is_means(one, evidence, patterns)
    ][:1]


def _find_same_thing(made: _Change, said: tuple[_Change, ...], claim: Text, evidence: Text) -> _Change | None:
    """Return the change of the evidence in what the claim says is changed; None if there is none."""
    words = (word for word in made.behind if is_content_word(word, claim.language))
    things = {get_meaning(word, claim.language) for word in words if not word.form[0].isdigit()}
    return next(
        (one for one in said if any(get_meaning(word, evidence.language) in things for word in one.before)),
        None,
    )


def _is_means(made: _Change, evidence: Text, patterns: _Patterns) -> bool:
    """Return True if the evidence has the maker as a means, or any of it beside a word for a cause."""
    makers = {word.stem for word in made.before}
    places = [word for word in evidence.content if word.stem in makers]
    causes = any(find_scopes(evidence, cue) for cue in ("cause_then", "cause_of"))
    return any(
        causes or patterns.means.search(evidence.lowered, max(0, one.start - _REACH), one.start)
        for one in places
    )


@find_once
def _get_made(text: Text) -> tuple[_Change, ...]:
    """Return the changes whose maker the text names."""
    patterns = _load_patterns(text.code)
    return tuple(_find_made(text, patterns)) if patterns is not None else ()


def _find_made(text: Text, patterns: _Patterns) -> Iterator[_Change]:
    for one in _find_changes(text, patterns.making):
        if _is_passive(one, text, patterns) or not one.before or not _has_object(one, text, patterns):
            continue
        if not patterns.own.fullmatch(one.behind[0].form):
            yield one


@find_once
def _get_happening(text: Text) -> tuple[_Change, ...]:
    """Return the changes whose maker the text does not name."""
    patterns = _load_patterns(text.code)
    if patterns is None:
        return ()
    return tuple(
        one
        for one in _find_changes(text, patterns.happening)
        if one.before and not _is_passive(one, text, patterns) and not _has_object(one, text, patterns)
    )


def _find_changes(text: Text, verbs: re.Pattern[str]) -> Iterator[_Change]:
    for match in verbs.finditer(text.lowered):
        start, end = find_clause_at(text, match.start())
        near = (word for word in text.words_before(match.start(), _MOST_WORDS) if word.start >= start)
        before = (word for word in near if _may_name(word, text))
        behind = (word for word in text.words_after(match.end(), _MOST_WORDS) if word.start < end)
        yield _Change(match.span(), tuple(before), tuple(behind))


_MOST_WORDS = 10
"""Words before and behind a verb in which its subject and its object stand."""


def _may_name(word: Word, text: Text) -> bool:
    return is_content_word(word, text.language) and not is_adverb(word.form, text.language)


def _is_passive(one: _Change, text: Text, patterns: _Patterns) -> bool:
    return patterns.passive.search(text.lowered, max(0, one.place[0] - _REACH), one.place[0]) is not None


def _has_object(one: _Change, text: Text, patterns: _Patterns) -> bool:
    """Return True if a thing stands right behind the verb; "rose 5 %" and "rose sharply" have none."""
    if not one.behind or text.text[one.place[1] : one.behind[0].start].strip(" '’\"“”"):
        return False
    first = one.behind[0].form
    is_other = patterns.not_objects.fullmatch(first) or is_adverb(first, text.language)
    return not is_other and not first[0].isdigit()


@cache
def _load_patterns(language: str) -> _Patterns | None:
    words = load_package_json("verify/rules/change_makers.json", dict[str, dict[str, str]]).get(language)
    if words is None:
        return None
    return _Patterns(
        re.compile(rf"(?<!\w)(?:{words['making']})(?!\w)"),
        re.compile(rf"(?<!\w)(?:{words['happening']})(?!\w)"),
        re.compile(rf"(?<!\w)(?:{words['passive']})\s+(?:\w+\s+)?$"),
        re.compile(words["not objects"]),
        re.compile(words["own"]),
        re.compile(rf"(?<!\w)(?:{words['means']})\s+(?:\w+\s+){{0,2}}$"),
    )


CHANGE_MAKERS = Rule(
    "change_makers", compare_change_makers, kind="cause", objections=("cause_unclear",), opposes="place"
)
