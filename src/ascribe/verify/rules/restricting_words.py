"""Restricting words: what opens a restriction of a noun or of a negated clause, by language.

``restrictions.json`` has one pattern for each field. A pattern is matched at the beginning of a word; a
language without an entry, or a field without a pattern, matches nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import cache

from ascribe.text.package_data import load_package_json
from ascribe.text.words import Word
from ascribe.verify.comparison import Text


@dataclass(frozen=True, slots=True)
class RestrictingWords:
    """The words of a language.

    Args:
        universal: those before a noun that make a statement of all or of none: "every", "no".
        generic: articles with which a plural may stand for all of its kind: "les enfants".
        single: articles with which a noun stands for each of its kind in a rule: "a pupil must".
        definite: articles and possessives of a known thing, which may lose what it is like.
        indefinite: those behind which an adjective restricts what is denied: "no permanent staff".
        pronouns: those that stand for all who have what is said behind them: "anyone who smokes".
        plural: a noun that stands for all of its kind without an article.
        restricting: what opens a restriction right behind a noun.
        placing: verbs before it that only say where a thing is, with "which": "which appear in".
        relative: what opens one behind a comma, where commas do not tell whether it restricts.
        denied: what opens a restriction of a negated clause.
        adverbial: those of them that restrict alone: "overnight".
        genitive: what opens a restriction there behind a noun without a definite article: "of".
        fronted: the same at the beginning of a sentence.
        silent: what opens a reason, a source or another remark that restricts nothing.
        denying: what negates or forbids.
        banning: those of them that stand behind what they forbid, or before it.
        modal: what makes a rule of a sentence.
        stating: verbs of a state: "is", "remains".
        recurring: words of times that come again: "Sundays", "summer".
        told: what tells of something that happened, where a plural without an article stands for some.
        stop: what ends the reach of a negation.
        only: "only", which restricts what it stands beside.
        attributive: words before it that make another word of it: "the only son", "not only".
        helping: verbs behind which it may belong to any later word: "are only offered in German".
        reaching: verbs of a rule or an effect, whose object is meant in general: "covers", "prevents".
        allowing: verbs behind which the object of any verb is meant in general: "may", "must".
        whole: words before what rises or falls that make no smaller thing of it: "total".
        setting: words for those of whom, and for tests in which alone, something was found: "in mice".
        within: what stands before them.
        times: plurals of times and of other things that limit nothing at the beginning: "in recent years".
        portion: words for a part of a time: "in the first week of the holidays".
        manner: of what may open a restriction, that of the means or the time of an effect.
    """

    universal: re.Pattern[str] | None
    generic: re.Pattern[str] | None
    single: re.Pattern[str] | None
    definite: re.Pattern[str] | None
    indefinite: re.Pattern[str] | None
    pronouns: re.Pattern[str] | None
    plural: re.Pattern[str] | None
    restricting: re.Pattern[str] | None
    placing: re.Pattern[str] | None
    relative: re.Pattern[str] | None
    denied: re.Pattern[str] | None
    adverbial: re.Pattern[str] | None
    genitive: re.Pattern[str] | None
    fronted: re.Pattern[str] | None
    silent: re.Pattern[str] | None
    denying: re.Pattern[str] | None
    banning: re.Pattern[str] | None
    modal: re.Pattern[str] | None
    stating: re.Pattern[str] | None
    recurring: re.Pattern[str] | None
    told: re.Pattern[str] | None
    stop: re.Pattern[str] | None
    only: re.Pattern[str] | None
    attributive: re.Pattern[str] | None
    helping: re.Pattern[str] | None
    reaching: re.Pattern[str] | None
    allowing: re.Pattern[str] | None
    whole: re.Pattern[str] | None
    setting: re.Pattern[str] | None
    within: re.Pattern[str] | None
    times: re.Pattern[str] | None
    portion: re.Pattern[str] | None
    manner: re.Pattern[str] | None


def begins_with(pattern: re.Pattern[str] | None, word: Word, text: Text) -> int:
    """Return the end of what the pattern matches from that word on; 0 if it matches nothing."""
    match = pattern.match(text.lowered, word.start) if pattern else None
    return match.end() if match else 0


@cache
def load_restricting_words(language: str) -> RestrictingWords | None:
    """Return the words of the language; None if it is not listed."""
    listed = load_package_json("verify/rules/restrictions.json", dict[str, dict[str, str]]).get(language)
    if listed is None:
        return None
    return RestrictingWords(*(_compile(listed.get(field.name, "")) for field in fields(RestrictingWords)))


def _compile(alternatives: str) -> re.Pattern[str] | None:
    return re.compile(rf"(?<![\w-])(?:{alternatives})(?![\w-]|(?<=\w)['’]s\b)") if alternatives else None
