"""Genders: which of two persons of a sentence "he" or "she" means.

Only a word of kinship, a title or a word such as "queen" tells; a first name does not. Otherwise the pronoun
may mean either of two persons joined by "and". The words come from ``word_groups.json``; in a language that
is not listed, nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text
from ascribe.verify.cues import Span
from ascribe.verify.grammar.subjects import TITLES, find_subject_stems, split_subject_groups
from ascribe.verify.grammar.word_groups import get_word_group

Gender = Literal["male", "female", ""]

PersonLink = Literal["same", "another", "unclear", ""]
"""Whether a pronoun means the ``same`` person as a claim, or surely ``another``; empty if nothing is told."""

_PRONOUNS: dict[str, Gender] = {"he": "male", "his": "male", "she": "female", "her": "female"}

_LONGEST_OFFICE = 2
"""Words before a name that may tell the gender: "her husband Tom", "the former king Oswin"."""

_MOST_WORDS = 60
"""Words before a pronoun among which the persons are looked for."""


@dataclass(frozen=True, slots=True)
class _Person:
    """A person: the stems of the name, the gender if a word tells it, and whether "and" stands before it."""

    stems: frozenset[str]
    gender: Gender
    is_joined: bool


def tells_which_person(claim: Text, pronoun: Word, before: Text, span: Span) -> PersonLink:
    """Return whether the pronoun means the person that the claim is about.

    Args:
        claim: the claim, whose subject is compared.
        pronoun: the pronoun of the passage.
        before: the text before the pronoun.
        span: the stretch of it that names the persons whom the pronoun may mean.
    """
    asked = _PRONOUNS.get(pronoun.form, "")
    persons = _list_persons(before, span) if asked else []
    if asked and len(persons) < 2 and not span[0]:
        persons = _list_subjects(before)
    own = find_subject_stems(claim)
    shared = [len(own & person.stems) for person in persons]
    if len(persons) < 2 or not max(shared) or shared.count(max(shared)) > 1:
        return ""
    place = shared.index(max(shared))
    others = [person.gender for number, person in enumerate(persons) if number != place]
    return _link(persons[place].gender, others, asked, any(person.is_joined for person in persons))


def _link(mine: Gender, others: Sequence[Gender], asked: Gender, is_joined: bool) -> PersonLink:
    if mine and mine != asked:
        return "another"
    if not mine and asked in others:
        return "another"
    if not is_joined:
        return ""
    is_only = asked not in others and (mine == asked or "" not in others)
    return "same" if is_only else "unclear"


def _list_persons(text: Text, span: Span) -> list[_Person]:
    """Return the runs of words with a capital, each with its gender, as far as words right before it tell."""
    words = [word for word in text.words if span[0] <= word.start < span[1]][-_MOST_WORDS:]
    found: list[_Person] = []
    start = 0
    for first, end in _split_runs(text, words):
        told = words[start:end]
        phrase = words[max(start, first - _LONGEST_OFFICE) : end]
        owner = _find_owner(told)
        if found and owner and not found[-1].gender:
            found[-1] = _Person(found[-1].stems, owner, found[-1].is_joined)
        joining = get_word_group(text.language, "joining")
        is_joined = bool(found) and words[start].form in joining
        stems = frozenset(word.stem for word in words[first:end])
        found.append(_Person(stems, _read_gender(phrase, text), is_joined))
        start = end
    return found


def _list_subjects(text: Text) -> list[_Person]:
    """Return the two subjects of a sentence that "and" joins: "the mayor and his deputy"."""
    groups = split_subject_groups(text)[0]
    if len(groups) != 2:
        return []
    genders = [_read_gender(group, text) for group in groups]
    between = (word for word in text.words if groups[0][-1].end <= word.start < groups[1][0].start)
    owner = _find_owner(between)
    genders[0] = genders[0] or owner
    stems = [frozenset(word.stem for word in group) for group in groups]
    return [_Person(stems[0], genders[0], False), _Person(stems[1], genders[1], True)]


def _split_runs(text: Text, words: list[Word]) -> list[Span]:
    """Return the places of the first word of each run of words with a capital, and of the one behind it."""
    runs: list[Span] = []
    for place, word in enumerate(words):
        if not _is_name(word, text):
            continue
        between = text.text[words[place - 1].end : word.start].strip() if place else ""
        is_title = between == "." and words[place - 1].form in TITLES
        if runs and runs[-1][1] == place and (not between or is_title):
            runs[-1] = runs[-1][0], place + 1
        else:
            runs.append((place, place + 1))
    return runs


def _is_name(word: Word, text: Text) -> bool:
    return text.text[word.start].isupper() and (word.form in TITLES or is_content_word(word, text.language))


def _find_owner(words: Iterable[Word]) -> Gender:
    """Return the gender that "his" or "her" tells of the person named before."""
    found = next((word.form for word in words if word.form in ("his", "her")), "")
    return _PRONOUNS.get(found, "")


def _read_gender(words: list[Word], text: Text) -> Gender:
    forms = {word.form for word in words}
    is_male, is_female = (bool(forms & get_word_group(text.language, name)) for name in ("male", "female"))
    if is_male == is_female:
        return ""
    return "male" if is_male else "female"
