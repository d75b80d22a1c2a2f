"""Heads: what is said of a thing is not said of the words that only describe it.

"The director of the museum resigned" does not say that the museum resigned, nor "the bank that sued the firm
closed" that the firm closed. "Anna, whose brother is a pilot" does not say that Anna is one. "Guests who
booked early got a discount" does not say that guests got one.

Only English is covered. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.grammar.noun_phrases import (
    ARTICLE,
    TRANSPARENT_HEADS,
    is_behind_preposition,
    is_transparent,
)
from ascribe.verify.grammar.verb_forms import BE, FINITE_VERB
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.rules.described_things import (
    find_compounds,
    find_described_objects,
    find_described_subjects,
    find_object_compounds,
    find_other_complements,
    find_other_objects,
)

_REASON = "subject_unclear"

_ARTICLE = rf"{ARTICLE}\s+"

_DESCRIBED = re.compile(
    rf"\b(?P<head>[^\W\d_]+)\s+(?:(?:of|for|behind|against|about)\s+(?:{_ARTICLE})?|to\s+{_ARTICLE})"
    r"(?:(?!(?:if|whether|how|what|who|why|when|where)\b)[^\W\d_]+\s+){0,3}?(?P<inner>[^\W\d_]+)(?:\s+(?:who|that|which)(?:\s+[\w'’-]+){1,3}?)?"
    rf"\s+(?P<verb>{FINITE_VERB})\b"
    rf"|\b(?P<whose>[^\W\d_]+)\s+(?:who|that|which)\s+[^\W\d_]+(?:ed|es|s)\s+(?:{_ARTICLE})?"
    rf"(?P<object>[^\W\d_]+)\s+(?P<then>{FINITE_VERB})\b"
)
"""A thing, the word that describes it, and the verb right behind: "director of the museum resigned"."""

_MEASURES = frozenset(
    ("value", "level", "rate", "amount", "share", "total", "sum", "range", "production", "use")
)
"""Those of ``TRANSPARENT_HEADS`` that are heads behind a noun: "the margin value of the loss is 1"."""


def compare_heads(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for a subject of the claim that the evidence only describes another thing by."""
    if not (claim.is_english and evidence.is_english) or len(claim.content) < _LEAST_WORDS:
        return []
    described = chain(
        find_described_objects(claim, evidence, _NO_OTHER_THINGS),
        find_described_subjects(claim, evidence, _NO_OTHER_THINGS),
        find_compounds(claim, evidence),
        find_object_compounds(claim, evidence),
        find_other_objects(claim, evidence),
        find_other_complements(claim, evidence),
    )
    found = chain(
        _find_described(claim, evidence),
        _find_owners(claim, evidence),
        _find_restricted(claim, evidence),
        _find_possessors(claim, evidence),
        (Comparison("heads", "missing", _REASON, (word.start, word.end), place) for word, place in described),
    )
    return [*islice(found, 1)]  # what comes later is not looked for


_LEAST_WORDS = 2

_NO_OTHER_THINGS = TRANSPARENT_HEADS - {"half", "share", "part", "some", "any"}
"""Heads whose descriptions are what is spoken of anywhere: who sells a share of a mill does not sell it."""


@find_once
def _match_all(text: Text, pattern: re.Pattern[str]) -> tuple[re.Match[str], ...]:
    return tuple(pattern.finditer(text.lowered))


def _find_described(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison if the claim has a described word, without the thing, right before the same verb."""
    for head, inner, verb, place in _get_descriptions(evidence):
        if head.stem in claim.stems:
            continue
        for subject in (word for word in claim.content if word.stem == inner.stem):
            behind = claim.words_after(subject.end, 1)
            if _is_described(subject, claim):
                continue
            is_same = bool(behind) and (behind[0].stem == verb.stem or {behind[0].form, verb.form} <= BE)
            if is_same and not _is_said_elsewhere(inner, verb, place, evidence):
                yield Comparison("heads", "missing", _REASON, (subject.start, subject.end), place)


def _is_said_elsewhere(inner: Word, verb: Word, place: Span, evidence: Text) -> bool:
    """Return True if the evidence also has the word before that verb: "the tablet itself weighs 5 kg"."""
    return any(
        word.stem == inner.stem
        and not place[0] <= word.start < place[1]
        and any(behind.stem == verb.stem for behind in evidence.words_after(word.end, _NEAR_VERB))
        for word in evidence.content
    )


_NEAR_VERB = 2


def _is_described(word: Word, text: Text) -> bool:
    """Return True for a word behind a preposition, also with one between: "25 percent of the nine staff"."""
    near = (*text.words_before(word.start, 1), word)
    return any(is_behind_preposition(one, text) for one in near)


@find_once
def _get_descriptions(text: Text) -> tuple[tuple[Word, Word, Word, Span], ...]:
    return tuple(_read_descriptions(text))


def _read_descriptions(text: Text) -> Iterator[tuple[Word, Word, Word, Span]]:
    for match in _DESCRIBED.finditer(text.lowered):
        groups = ("head", "inner", "verb") if match["head"] else ("whose", "object", "then")
        words = _find_words(match, groups, text)
        if words and match["head"] and _is_counted(words[0], words[1], text):
            continue  # "three of the five bridges"
        if words and (not is_transparent(words[0]) or _is_measure(words[0], text)):
            yield words[0], words[1], words[2], match.span()


def _is_counted(head: Word, inner: Word, text: Text) -> bool:
    """Return True for a number of things that another number counts."""
    figures = find_figures(text)
    between = [word for word in figures if head.end <= word.start < inner.start]
    return bool(between) and any(one.start <= head.start < one.end for one in figures)


def _is_measure(head: Word, text: Text) -> bool:
    """Return True for "margin value": a word for a measure behind another noun."""
    before = text.within(max(0, head.start - _LONGEST_NOUN), head.start)[-1:]
    if head.form not in _MEASURES or not before or text.text[before[0].end : head.start].strip():
        return False
    return before[0].form not in _VAGUE and not before[0].form.endswith("ed")


_LONGEST_NOUN = 24
_VAGUE = frozenset(("total", "whole", "entire", "full", "large", "small", "great", "high", "low", "average"))
"""Words before a measure that say nothing of what it measures: "the total value of"."""


def _find_words(match: re.Match[str], groups: Sequence[str], text: Text) -> list[Word]:
    """Return the words that the groups match; none if one of them is only a part of a word."""
    found = [text.words_after(match.start(group), 1) for group in groups]
    words = [after[0] for after in found if after]
    places = [(word.start, word.end) for word in words]
    return words if places == [match.span(group) for group in groups] else []


_WHOSE = re.compile(r"\b(?P<owner>[^\W\d_]+),?\s+whose\s+(?P<thing>[^\W\d_]+)(?P<clause>[^,.;]*)")


def _find_owners(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison if the claim says of the owner what holds of the thing, or the other way round."""
    for match in _match_all(evidence, _WHOSE):
        words = _find_words(match, ("owner", "thing"), evidence)
        if not words:
            continue
        owner, thing = words
        inside = {word.stem for word in evidence.within(*match.span("clause"))}
        told = [word for word in claim.content if word.stem not in (owner.stem, thing.stem)]
        if owner.stem not in claim.stems or not told:
            continue
        of_thing = thing.stem in claim.stems
        if of_thing != (told[-1].stem in inside):
            yield Comparison(
                "heads", "missing", _REASON, (claim.content[0].start, told[-1].end), match.span()
            )


_RESTRICTED = re.compile(
    r"(?:(?:^|[.;:,\n]\s+)(?=[^\W\d_]+s\s)|\b(?:all|every|any|each|no|only|most)\s+)(?P<thing>[^\W\d_]+)\s+"
    r"(?P<limit>(?:who|that|which|whose|with|without|aged|under|over)\s+[^,.;:]+)"
)
"""Things that a clause behind them restricts: "all guests who booked early", "Patients with a fever"."""


def _find_restricted(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison if the claim says of all what holds of those that a clause singles out.

    Of the words behind the thing, the claim has those that are said of it, and none that stand right behind
    "who" or "with".
    """
    subject = claim.content[0]
    for match in _match_all(evidence, _RESTRICTED):
        things = _find_words(match, ("thing",), evidence)
        limit = evidence.within(*match.span("limit"))[:_LIMITING]
        if (
            not things
            or things[0].stem != subject.stem
            or not limit
            or any(word.stem in claim.stems for word in limit)
        ):
            continue
        yield Comparison("heads", "missing", _REASON, (subject.start, subject.end), match.span())


_LIMITING = 2
"""Content words that say which are meant."""


_POSSESSIVE = re.compile(r"\b(?P<owner>[^\W\d_]+)['’]s\s+(?P<thing>[^\W\d_]+)")


def _find_possessors(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison if the claim has the owner in place of the thing: "Anna married Ben's brother".

    The claim must have only words of the evidence, and the evidence the owner in no other place.
    """
    if not claim.stems <= evidence.stems:
        return
    for match in _match_all(evidence, _POSSESSIVE):
        words = _find_words(match, ("owner", "thing"), evidence)
        if not words:
            continue
        owner, thing = words
        here = [word for word in claim.content if word.stem == owner.stem]
        if not here or thing.stem in claim.stems or _is_possessive(here[0], claim):
            continue
        if sum(word.stem == owner.stem for word in evidence.content) == 1:
            yield Comparison("heads", "missing", _REASON, (here[0].start, here[0].end), match.span())


def _is_possessive(word: Word, text: Text) -> bool:
    return text.lowered.startswith(("'s", "’s"), word.end)


HEADS = Rule("heads", compare_heads, kind="subject", vetoes=("subject_unclear",), opposes="place")
