"""Described things: the words of a thing in which another one is named to describe it.

"Ada sold the wheel of the mill" does not say that she sold the mill, "revenue growth rose" not that revenue
rose, and "revenue per share rose" does not say it either. English only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import TREND_GROUPS, Span, find_scopes
from ascribe.verify.grammar.noun_phrases import (
    PREPOSITIONS,
    find_described_head,
    has_article,
    is_behind_preposition,
    is_figure,
    is_transparent,
    list_joined,
    skip_articles,
    stands_in_phrase,
)
from ascribe.verify.grammar.relations import find_stretch_at
from ascribe.verify.grammar.verb_forms import BE_OR_HAVE, is_past_form, is_verb, is_verbal_form
from ascribe.verify.grammar.word_groups import is_adverb

Found = tuple[Word, Span]
"""A word of the claim, and the place in the evidence where another thing is described by it."""

Neighbours = dict[str, list[tuple[Word, Word]]]
"""The stem of a word → itself, wherever it stands, and the word right behind it."""

_MOST_THING_WORDS = 3
"""Words of the thing that is described: "the old water wheel"."""

_MOST_PHRASE_WORDS = 12
"""Words behind a verb among which its object is: "the cost of tools for repairs"."""


def find_described_objects(claim: Text, evidence: Text, transparent: frozenset[str]) -> Iterator[Found]:
    """Yield each word right behind another one in the claim that only describes a thing behind it there.

    Args:
        claim: the claim.
        evidence: its evidence.
        transparent: things whose description is what is spoken of: "a number of".
    """
    joined = _list_neighbours(evidence)
    for one, other in _list_pairs(claim):
        verbs = joined.get(one.stem, ())
        if is_transparent(one, transparent) or _is_no_thing(other, claim) or _has_pair(joined, one, other):
            continue
        for start, _ in verbs:
            found = _find_description(start, other.stem, claim, evidence, transparent)
            if found is not None:
                yield other, found


def _find_description(
    start: Word, stem: str, claim: Text, evidence: Text, transparent: frozenset[str]
) -> Span | None:
    """Return the place of "the wheel of the mill" behind a word of the evidence; None if it has none."""
    rest = list_joined(start, evidence, _MOST_PHRASE_WORDS)
    is_other = False
    while True:
        articles = len(rest)
        rest = skip_articles(rest)
        articles -= len(rest)
        thing = list(takewhile(lambda word: is_content_word(word, "en"), rest))
        if not 0 < len(thing) <= _MOST_THING_WORDS:
            return None
        named = next((word for word in thing if word.stem == stem), None)
        if named is not None:
            is_action = not articles and is_verbal_form(named, evidence)  # "responsible for providing"
            return (start.start, named.end) if is_other and not is_action else None
        head, rest = thing[-1], rest[len(thing) :]
        has_verb = not articles and any(_may_be_verb(word, evidence) for word in thing)
        if head.stem in claim.stems or has_verb or not rest or rest[0].form not in PREPOSITIONS:
            return None
        is_other = is_other or not is_transparent(head, transparent)
        rest = rest[1:]


def find_other_objects(claim: Text, evidence: Text) -> Iterator[Found]:
    """Yield each object of the claim that the evidence has in another clause than its verb.

    "The fee covers fuel; repairs cost extra" does not say that it covers repairs.
    """
    joined = _list_neighbours(evidence)
    for one, other in _list_pairs(claim):
        verbs = joined.get(one.stem, ())
        if not verbs or _is_no_thing(other, claim) or stands_in_phrase(one, claim):
            continue
        there = [word for word in evidence.content if word.stem == other.stem]
        if len(there) != 1:
            continue
        if all(_is_in_other_clause(there[0], word, behind, claim, evidence) for word, behind in verbs):
            yield other, (verbs[0][0].start, there[0].end)


_CLAUSE_SIGN = re.compile(r"[;:.!?\n—]")


def _is_in_other_clause(place: Word, verb: Word, behind: Word, claim: Text, evidence: Text) -> bool:
    """Return True if a sign or another verb stands between the object of a verb and a word."""
    if behind.stem in claim.stems or place.start < behind.end:
        return False
    between = evidence.within(behind.end, place.start)
    has_verb = any(
        is_verb(word, evidence)
        and not word.form.endswith(("ing", "ed"))
        and word.stem != verb.stem
        and not stands_in_phrase(word, evidence)
        for word in between
    )
    return has_verb or _CLAUSE_SIGN.search(evidence.text, behind.end, place.start) is not None


def find_other_complements(claim: Text, evidence: Text) -> Iterator[Found]:
    """Yield each thing behind a verb and a preposition that stands before that verb in the evidence.

    There the verb has another thing behind the preposition: "the money that was promised to the school was
    given to the hospital" does not say that it was given to the school.
    """
    for verb, preposition, thing in _list_complements(claim):
        there = [one for one in _list_complements(evidence) if one[0].stem == verb.stem]
        same = [one for one in there if one[1].form == preposition.form]
        if not same or len(same) < len(there) or any(one[2].stem in claim.stems for one in same):
            continue
        sentences = [find_stretch_at(evidence, one[0].start) for one in same]
        places = [word for word in evidence.content if word.stem == thing.stem]
        ends_before = all(
            any(first <= word.start < one[0].start for (first, _), one in zip(sentences, same, strict=True))
            for word in places
        )
        if places and ends_before:
            yield thing, (places[0].start, same[0][2].end)


@find_once
def _list_complements(text: Text) -> tuple[tuple[Word, Word, Word], ...]:
    """Return each verb in the past with the preposition right behind it and the last word of its thing."""
    found = []
    for verb in text.content:
        if not is_past_form(verb.form, text):
            continue
        behind = list_joined(verb, text, _MOST_THING_WORDS + 2)
        if behind and behind[0].form in PREPOSITIONS:
            thing = [*takewhile(lambda word: is_content_word(word, "en"), skip_articles(behind[1:]))]
            if thing:
                found.append((verb, behind[0], thing[-1]))
    return tuple(found)


def find_object_compounds(claim: Text, evidence: Text) -> Iterator[Found]:
    """Yield each object of the claim that is the first part of another in the evidence: "mill tickets"."""
    joined = _list_neighbours(evidence)
    for one, other in _list_pairs(claim):
        same = [word for word, behind in joined.get(one.stem, ()) if behind.stem == other.stem]
        ends = not _list_neighbours(claim).get(other.stem)
        if not same or not ends or _is_no_thing(other, claim) or stands_in_phrase(one, claim):
            continue
        wholes = [_find_whole(word, other.stem, claim, evidence) for word in same]
        if all(wholes):
            yield other, (same[0].start, max(whole.end for whole in wholes if whole))


def _find_whole(verb: Word, stem: str, claim: Text, evidence: Text) -> Word | None:
    """Return the thing whose first part stands behind a verb: the "tickets" of "sold her mill tickets"."""
    behind = skip_articles(list_joined(verb, evidence, _MOST_THING_WORDS + 2))
    if len(behind) < 2 or behind[0].stem != stem or evidence.text[behind[0].end] != " ":
        return None
    whole = behind[1]
    is_thing = is_content_word(whole, "en") and whole.form.isalpha() and whole.form not in _TIMES
    if not is_thing or is_adverb(whole.form, "en") or evidence.text[whole.start].isupper():
        return None
    is_said = whole.stem in claim.stems or whole.form.endswith("ly")
    return None if is_said or _is_no_thing(whole, evidence) else whole


_TIMES = frozenset((
    "last", "next", "today", "yesterday", "tomorrow", "again", "soon", "later", "earlier", "early", "late",
    "twice", "once", "times", "then", "now", "back", "home", "alone", "together", "away", "ahead", "behind",
    "first", "second", "third", "abroad",
))  # fmt: skip
"""Words of times and places that may stand behind an object without a preposition."""


def find_compounds(claim: Text, evidence: Text) -> Iterator[Found]:
    """Yield each subject of the claim that the evidence has before the thing that does it, or as a part.

    A name behind a title is no such thing: "President Lincoln signed it".
    """
    joined = _list_neighbours(evidence)
    for one, verb in _list_pairs(claim):
        if not is_verb(verb, claim) or _has_pair(joined, one, verb) or is_behind_preposition(one, claim):
            continue
        if is_past_form(one.form, claim) and not stands_in_phrase(one, claim):
            continue  # the crew "made repairs"
        for word in (w for w in evidence.content if w.stem == one.stem):
            behind = list_joined(word, evidence, 2 * _MOST_THING_WORDS)
            place = next((at for at, other in enumerate(behind) if other.stem == verb.stem), 0)
            if _is_other_thing(behind[:place], word, claim, evidence):
                yield one, (word.start, behind[place].end)


def find_described_subjects(claim: Text, evidence: Text, transparent: frozenset[str]) -> Iterator[Found]:
    """Yield each subject of the claim that only describes another thing right before the same verb there."""
    joined = _list_neighbours(evidence)
    for one, verb in _list_pairs(claim):
        same = [word for word, behind in joined.get(one.stem, ()) if behind.stem == verb.stem]
        if not same or is_behind_preposition(one, claim) or not _may_be_told(verb, claim):
            continue
        heads = [find_described_head(word, evidence) for word in evidence.content if word.stem == one.stem]
        others = [head for head in heads if head is not None and head.stem not in claim.stems]
        if len(others) == len(heads) and not any(is_transparent(head, transparent) for head in others):
            yield one, (others[0].start, same[0].end)


def _may_be_told(word: Word, text: Text) -> bool:
    """Return True for what may be the verb of a subject: "is", "sold", "breeds"."""
    return is_verbal_form(word, text) or is_verb(word, text) or word.form.endswith("s")


def _may_be_verb(word: Word, text: Text) -> bool:
    """Return True for what ends like a verb, and for a known verb in the third person: "costs"."""
    return is_verbal_form(word, text) or (word.form.endswith("s") and is_verb(word, text))


def _is_other_thing(between: Sequence[Word], subject: Word, claim: Text, evidence: Text) -> bool:
    """Return True if the words between a subject and its verb make another thing of it."""
    own = [word for word in between if is_content_word(word, "en") and not is_adverb(word.form, "en")]
    if not own or any(word.stem in claim.stems or evidence.text[word.start].isupper() for word in own):
        return False
    if any(_may_be_verb(word, evidence) for word in own):
        return False
    if all(is_content_word(word, "en") for word in between):
        return True  # "revenue growth", and not "revenue grew and"
    trend = any(
        subject.end < cue.start <= own[-1].end + _NEAR
        for group in TREND_GROUPS
        for cue in find_scopes(evidence, group)
    )
    return between[0].form in PREPOSITIONS and trend and not has_article(subject, evidence)


_NEAR = 12
"""Characters behind a thing in which its verb begins."""


@find_once
def _list_neighbours(text: Text) -> Neighbours:
    """Return the stem of each content word → itself and the next one if only articles stand between."""
    found: Neighbours = {}
    for word in text.content:
        behind = skip_articles(list_joined(word, text, 3))
        if behind and (is_content_word(behind[0], "en") or behind[0].form in BE_OR_HAVE):
            found.setdefault(word.stem, []).append((word, behind[0]))
    return found


def _list_pairs(text: Text) -> list[tuple[Word, Word]]:
    """Return all such pairs of a text, in order."""
    return [pair for pairs in _list_neighbours(text).values() for pair in pairs]


def _has_pair(joined: Neighbours, one: Word, other: Word) -> bool:
    """Return True if a text has the two words right behind one another."""
    return any(behind.stem == other.stem for _, behind in joined.get(one.stem, ()))


def _is_no_thing(word: Word, text: Text) -> bool:
    """Return True for a figure, and for a verb."""
    return is_figure(word, text) or is_verbal_form(word, text)
