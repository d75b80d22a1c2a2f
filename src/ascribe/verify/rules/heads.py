"""Heads: what is said of a thing is not said of the words that only describe it.

"The director of the museum resigned" does not say that the museum resigned, nor "the bank that sued the firm
closed" that the firm closed. "Anna, whose brother is a pilot" does not say that Anna is one. "Guests who
booked early got a discount" does not say that guests got one.

Only English is covered. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span

_REASON = "subject_unclear"

_DETERMINER = r"(?:(?:the|an?|its|his|her|their|this|that|these|those)\s+)?"

_DESCRIBED = re.compile(
    rf"\b(?P<head>[^\W\d_]+)\s+(?:of|to|for|behind|against|about)\s+{_DETERMINER}(?P<inner>[^\W\d_]+)"
    rf"(?:\s+(?:who|that|which)(?:\s+[\w'’-]+){{1,3}}?)?\s+(?P<verb>is|are|was|were|has|have|had|can|may|must"
    rf"|will|would|should|do|does|did|[^\W\d_]+ed)\b"
    rf"|\b(?P<whose>[^\W\d_]+)\s+(?:who|that|which)\s+[^\W\d_]+(?:ed|es|s)\s+{_DETERMINER}"
    rf"(?P<object>[^\W\d_]+)\s+(?P<then>is|are|was|were|has|have|had|can|may|must|will|would|should|do|does|did"
    rf"|[^\W\d_]+ed)\b"
)
"""A thing, the word that describes it, and the verb right behind: "director of the museum resigned"."""

_TRANSPARENT = frozenset((
    "all", "half", "most", "some", "many", "few", "none", "each", "both", "one", "any", "several", "much",
    "number", "group", "groups", "majority", "minority", "rest", "thousand", "thousands", "hundreds",
    "dozens", "millions", "kind", "kinds", "type", "types", "sort", "city", "town", "village", "kingdom",
    "republic", "state", "county", "university", "island", "month", "year", "pair", "couple", "percent",
    "part", "use", "amount", "share", "total", "series", "set", "range", "variety", "level", "rate",
    "members", "crew", "because", "instead", "ahead", "case", "according", "thanks", "due", "addition",
    "prior", "next", "up", "lot", "lots", "bulk", "sum", "value", "production", "sale", "course", "name",
))  # fmt: skip
"""Heads whose descriptions are what is spoken of, or words that are no heads."""


def compare_heads(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for a subject of the claim that the evidence only describes another thing by."""
    if (
        any((text.language or "en") != "en" for text in (claim, evidence))
        or len(claim.content) < _LEAST_WORDS
    ):
        return []
    found = [
        *_find_described(claim, evidence),
        *_find_owners(claim, evidence),
        *_find_restricted(claim, evidence),
        *_find_possessors(claim, evidence),
    ]
    return found[:1]


_LEAST_WORDS = 2


def _find_described(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison if the claim begins with a described word and the verb behind it."""
    subject = claim.content[0]
    for head, inner, verb, place in _get_descriptions(evidence):
        if inner.stem != subject.stem or head.stem in claim.stems:
            continue
        behind = claim.words_after(subject.end, 1)
        if behind and (behind[0].stem == verb.stem or {behind[0].form, verb.form} <= _BE):
            yield Comparison("heads", "missing", _REASON, (subject.start, subject.end), place)


_BE = frozenset(("is", "are", "was", "were"))


@find_once
def _get_descriptions(text: Text) -> tuple[tuple[Word, Word, Word, Span], ...]:
    return tuple(_read_descriptions(text))


def _read_descriptions(text: Text) -> Iterator[tuple[Word, Word, Word, Span]]:
    for match in _DESCRIBED.finditer(text.lowered):
        groups = ("head", "inner", "verb") if match["head"] else ("whose", "object", "then")
        words = [text.words_after(match.start(group), 1)[0] for group in groups]
        if words[0].form not in _TRANSPARENT:
            yield words[0], words[1], words[2], match.span()


_WHOSE = re.compile(r"\b(?P<owner>[^\W\d_]+),?\s+whose\s+(?P<thing>[^\W\d_]+)(?P<clause>[^,.;]*)")


def _find_owners(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison if the claim says of the owner what holds of the thing, or the other way round."""
    for match in _WHOSE.finditer(evidence.lowered):
        owner, thing = (evidence.words_after(match.start(group), 1)[0] for group in ("owner", "thing"))
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
    for match in _RESTRICTED.finditer(evidence.lowered):
        thing = evidence.words_after(match.start("thing"), 1)[0]
        limit = evidence.within(*match.span("limit"))[:_LIMITING]
        if thing.stem != subject.stem or not limit or any(word.stem in claim.stems for word in limit):
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
    for match in _POSSESSIVE.finditer(evidence.lowered):
        owner = evidence.words_after(match.start("owner"), 1)[0]
        behind = {word.stem for word in evidence.words_after(match.start("thing"), _NAMING)}
        here = [word for word in claim.content if word.stem == owner.stem]
        if not here or behind & claim.stems or _is_possessive(here[0], claim):
            continue
        if sum(word.stem == owner.stem for word in evidence.content) == 1:
            yield Comparison("heads", "missing", _REASON, (here[0].start, here[0].end), match.span())


def _is_possessive(word: Word, text: Text) -> bool:
    return text.lowered.startswith(("'s", "’s"), word.end)


_NAMING = 2
"""Words behind an owner that name the thing: "Ben's older brother"."""

HEADS = Rule("heads", compare_heads, kind="subject", vetoes=("subject_unclear",), opposes="place")
