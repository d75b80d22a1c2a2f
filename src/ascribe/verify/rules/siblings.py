"""Siblings: things of one kind that a modifier tells apart: "the north tower" and "the south tower".

A claim about one of them is not confirmed by evidence about another, and differing values of the two are no
contradiction. A comparison is made for each modifier of the claim in two cases, and it is never a clash:

- The evidence lacks the modifier, and its noun has another one there that the claim lacks.
- The evidence has both, and a figure or date of the claim belongs to the other one there: "the day shift has
  34 nurses, the night shift 19" against "the night shift has 34 nurses".

Modifiers are found by their place, between an article, a preposition or the like and a noun, which needs the
language in ``word_groups.json``; in languages that put modifiers after the noun, nothing is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, takewhile

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at
from ascribe.verify.grammar.verb_forms import is_listed_form
from ascribe.verify.grammar.word_groups import get_word_group
from ascribe.verify.lexicon import contains_all, get_meaning, get_meanings
from ascribe.verify.rules.bound_values import Value, find_date_values, find_figure_values
from ascribe.verify.rules.names import find_names

_LONGEST_RUN = 4
"""Words after a modifier among which its noun may be: "the old stone corn barn"."""

_OPENING_GROUPS = ("articles", "prepositions", "possessives", "joining")
"""Groups of words right before a noun with its modifiers."""

_SINGULAR_ENDINGS = ("ss", "us", "is")
"""Endings of words that look like plurals or verbs and are none."""

_VALUE_FINDERS = (find_figure_values, find_date_values)


@dataclass(frozen=True, slots=True)
class Modified:
    """A noun and the word right before it that modifies it.

    Args:
        modifier: the first word.
        key: its meaning.
        kind: the meaning of the noun; empty if "one" stands for the noun.
        noun: start of the noun.
        may_be_verb: whether the noun may be a verb instead, whose subject is the first word: "museum opens".
    """

    modifier: Word
    key: str
    kind: str
    noun: int
    may_be_verb: bool


def compare_siblings(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each modifier of the claim whose noun has another one in the evidence."""
    asked = _find_modified(claim)
    there = _find_modified(evidence) if asked else ()
    found = []
    for mine in asked:
        rivals = [other for other in there if _is_rival(mine, other, claim)]
        rival = _find_sibling(mine, rivals, claim, evidence) if rivals else None
        if rival is not None:
            places = (mine.modifier.start, mine.modifier.end), (rival.modifier.start, rival.modifier.end)
            found.append(Comparison("siblings", "missing", "subject_unclear", *places))
    return found


def _is_rival(mine: Modified, other: Modified, claim: Text) -> bool:
    """Return True if the other noun is of the same kind, with a modifier that the claim lacks."""
    if other.kind not in (mine.kind, "") or other.key in get_meanings(claim):
        return False
    return not contains_all((other.modifier,), claim, (mine.modifier,))


def _find_sibling(mine: Modified, rivals: list[Modified], claim: Text, evidence: Text) -> Modified | None:
    """Return the rival that the evidence is about instead of the claim's thing, or None."""
    there = _find_modified(evidence)
    own = [other for other in there if other.key == mine.key and other.kind in (mine.kind, "")]
    if own:
        return _find_owner(mine, own, rivals, claim, evidence)
    if _is_said(mine, rivals, claim, evidence) or _is_unmodified(mine.kind, there, evidence):
        return None
    return next((rival for rival in rivals if rival.kind), None)


def _is_said(mine: Modified, rivals: list[Modified], claim: Text, evidence: Text) -> bool:
    """Return True if the evidence says it of the noun: "the barn is old", "old or new barns".

    A word elsewhere does not count ("the federal court dismissed the case before the state appealed"), unless
    it may be the subject of a verb: "the museum of Horn opens".
    """
    nouns, joining = {rival.noun for rival in rivals}, get_word_group(evidence.language, "joining")
    for place, word in enumerate(evidence.words):
        if not contains_all((mine.modifier,), claim, (word,)):
            continue
        before = evidence.words[place - 1].form if place else ""
        if before in get_word_group(evidence.language, "articles") and _leaves_out_noun(place, evidence):
            return True
        if mine.may_be_verb or before in get_word_group(evidence.language, "helpers"):
            return True
        run = takewhile(
            lambda w: w.form in joining or is_content_word(w, evidence.language),
            evidence.words[place + 1 : place + 1 + _LONGEST_RUN],
        )
        if any(other.start in nouns for other in run):
            return True
    return False


def _leaves_out_noun(place: int, evidence: Text) -> bool:
    """Return True for a word with no noun behind it: "second" in "the first was sold, the second in 1950"."""
    word, behind = evidence.words[place], evidence.words[place + 1 : place + 2]
    return (
        not behind
        or behind[0].form in get_word_group(evidence.language, "prepositions")
        or bool(evidence.text[word.end : behind[0].start].strip())
    )


def _is_unmodified(kind: str, there: Sequence[Modified], evidence: Text) -> bool:
    """Return True if the noun also occurs without a modifier, so that it may be the claim's."""
    modified = {other.noun for other in there}
    return any(
        get_meaning(word, evidence.language) == kind and word.start not in modified
        for word in evidence.content
    )


# --- Values ---


def _find_owner(
    mine: Modified, own: list[Modified], rivals: list[Modified], claim: Text, evidence: Text
) -> Modified | None:
    """Return the rival that a value of the claim's thing belongs to in the evidence, or None."""
    clause = find_clause_at(claim, mine.noun)
    beside = [one for one in _find_modified(claim) if one.kind == mine.kind and _is_inside(one.noun, clause)]
    for find in _VALUE_FINDERS:
        asked = [value for value in find(claim) if _is_inside(value.start, clause)]
        said = find(evidence) if asked else ()
        owners = _assign_values(said, [*own, *rivals])
        mates = _assign_values(asked, beside)
        for value in asked:
            if len(beside) > 1 and mates[value.start] != mine:
                continue
            found = [owners[home.start] for home in said if value.is_same(home)]
            if found and all(owner in rivals for owner in found):
                return found[0]
    return None


def _is_inside(place: int, span: Span) -> bool:
    return span[0] <= place < span[1]


def _assign_values(values: Sequence[Value], things: list[Modified]) -> dict[int, Modified | None]:
    """Return start of each value → the thing before it, or behind it if the values come first.

    None if that is not clear: things and values do not alternate ("the north and the south tower are 31 and
    27 metres high").
    """
    places: list[tuple[int, Modified | Value]] = [(thing.noun, thing) for thing in things]
    places += [(value.start, value) for value in values]
    places.sort(key=lambda place: place[0])
    if places and isinstance(places[0][1], Value):
        places.reverse()
    owners: dict[int, Modified | None] = {}
    latest: Modified | None = None
    follows_thing = False
    for start, one in places:
        if isinstance(one, Value):
            owners[start] = latest
        else:
            latest = None if follows_thing else one
        follows_thing = not isinstance(one, Value)
    return owners


# --- Modifiers ---


@find_once
def _find_modified(text: Text) -> tuple[Modified, ...]:
    """Return the nouns with the word right before each that modifies it, in order; figures are neither."""
    found = (
        one for start, most in _find_openings(text) for one in islice(_read_noun_group(text, start), most)
    )
    values = _find_value_places(text)
    return tuple(
        one for one in found if one.modifier.start not in values and not (one.kind and one.noun in values)
    )


def _find_value_places(text: Text) -> frozenset[int]:
    """Return the offsets of all characters of figures and dates."""
    found = (value for find in _VALUE_FINDERS for value in find(text))
    return frozenset(place for value in found for place in range(value.start, value.end))


def _find_openings(text: Text) -> Iterator[tuple[int, int | None]]:
    """Yield the index of each word that may begin a noun with its modifiers, and the most pairs to read.

    Behind a sign or at the start of a sentence only one is read: "Farmers sell apples" has a verb there.
    """
    for place, word in enumerate(text.words if _get_openers(text.language) else []):
        if word.form[0].isdigit() or not is_content_word(word, text.language):
            continue
        before = text.words[place - 1] if place else None
        if before is not None and _opens_noun(before, text):
            yield place, None
        elif before is None or text.text[before.end : word.start].strip(" -"):
            yield place, 1


def _opens_noun(word: Word, text: Text) -> bool:
    """Return True for an article, a preposition, a figure and the like, behind which a noun may begin."""
    return word.form[0].isdigit() or word.form in _get_openers(text.language)


@cache
def _get_openers(language: str | None) -> frozenset[str]:
    return frozenset().union(*(get_word_group(language, group) for group in _OPENING_GROUPS))


def _read_noun_group(text: Text, start: int) -> Iterator[Modified]:
    """Yield the modified words from one word on, up to what looks like a verb."""
    for place in range(start, len(text.words) - 1):
        modifier, noun = text.words[place], text.words[place + 1]
        if (is_listed_form(modifier.form, text.language) and place > start) or _ends_like_plural(modifier):
            return
        if text.text[modifier.end : noun.start].strip(" -") or _opens_noun(noun, text):
            return
        if noun.start in _find_name_starts(text):
            return  # "the icebreaker Sigrid" may be called "the ship Sigrid"
        stands = noun.form in get_word_group(text.language, "standing for nouns")
        if not stands and (
            not is_content_word(noun, text.language) or is_listed_form(noun.form, text.language)
        ):
            return
        key = get_meaning(modifier, text.language)
        kind = "" if stands else get_meaning(noun, text.language)
        yield Modified(modifier, key, kind, noun.start, _ends_like_plural(noun))
        if stands:
            return


@find_once
def _find_name_starts(text: Text) -> frozenset[int]:
    return frozenset(name.start for name in find_names(text))


def _ends_like_plural(word: Word) -> bool:
    return word.form.endswith("s") and not word.form.endswith(_SINGULAR_ENDINGS)


SIBLINGS = Rule("siblings", compare_siblings, kind="subject", vetoes=("subject_unclear",), opposes="place")
