"""Superlatives: the second largest, one of the oldest, and the longest until 1998 are not the first of all.

A claim must not drop what weakens a superlative of its evidence: a rank before it, "one of the", "arguably",
what is excepted behind it ("after Aberdeen", "outside London"), or the time that has passed. It must not make
the things compared more either: "the oldest wooden church" is not "the oldest church". Only English is
covered. This rule never returns a clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, takewhile

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at
from ascribe.verify.grammar.relations import find_stretch_at
from ascribe.verify.grammar.verb_forms import is_verb
from ascribe.verify.grammar.word_groups import get_word_group
from ascribe.verify.lexicon import contains_all, get_meaning
from ascribe.verify.quantities.calendar_dates import SMALL_COUNTS

_SUPERLATIVE = re.compile(
    r"\b(?:(?:most|least)\s+(?!of\b|\w+s\b)[a-z][a-z-]+|(?:best|worst)(?:-[a-z]+)?|[a-z]{2,}est)\b"
    rf"|\b(?:first|last)\b(?!\s+(?:\d+|{'|'.join(SMALL_COUNTS)})\s)"
)
"""Words for the first of an order; "the last four years" are several."""

_RANKS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_RANK = re.compile(rf"\b(?P<rank>{'|'.join(_RANKS)}|\d{{1,3}}(?:nd|rd|th))[\s-]+$")
_OWNER = r"(?:(?:the|a|an|its|their|his|her|our|\w+['’]s?)\s+){0,2}"
_HEDGE = re.compile(
    r"(?:\b(?:one|some|two|three|several|many)\s+of|\bamong(?:st)?|\b(?:arguably|possibly|perhaps|probably|reportedly"
    r"|supposedly|allegedly|likely|nearly|almost|formerly|once|then)|\b(?:said|believed|thought|considered)\s+to\s+be)"
    rf"\s+{_OWNER}$"
)
_REACH = 60
"""Characters before a superlative in which such words are looked for."""

_COPULA = re.compile(rf"\b(?:is|are|was|were|be|been|became|becomes|become|remains?)\s+{_OWNER}$")

_EXCEPTED = re.compile(
    r"\b(?:(?:after|behind)\s+(?:the\s+)?(?=[A-Z])|but\s+(?:one|two)\b|except\b|excluding\b|excepting\b"
    r"|apart\s+from\b|other\s+than\b|outside\b)"
)
_OPENING = re.compile(
    r"\s*(?:After|Behind|Except\s+for|Apart\s+from)\s+(?:the\s+)?(?P<name>[A-Z]\w+)[^,.;]*,"
)
_FORMER = re.compile(r"\b(?:until|till|then|once|at\s+the\s+time)\b")
_PAST = re.compile(r"\b(?:was|were|had\s+been)\b")
_PRESENT = re.compile(r"\b(?:is|are|remains?|has|have)\b")

_SET_BEHIND = re.compile(r"\s+(?:of|among)\s+(?:all\s+)?(?:the|its|their|these|those|our)\s+")
"""What may stand between a superlative and the things compared: "the fastest of the cheap printers"."""

_NO_SUPERLATIVES = "not superlative"


@dataclass(frozen=True, slots=True)
class Superlative:
    """A superlative of a text.

    Args:
        form: its words.
        place: where it is.
        rank: the ordinal before it, in figures, or empty.
        is_hedged: whether it is one of several, or only perhaps so.
        excepted: stems of what comes before it in the order: "after Aberdeen"; None if nothing is excepted.
        things: what it compares, the noun last.
        is_predicate: whether it says what the subject is: "is the oldest church".
    """

    form: str
    place: Span
    rank: str
    is_hedged: bool
    excepted: frozenset[str] | None
    things: tuple[Word, ...]
    is_predicate: bool


def compare_superlatives(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each superlative of the claim that the evidence weakens or narrows."""
    if not (claim.is_english and evidence.is_english):
        return []
    asked = find_superlatives(claim)
    said = find_superlatives(evidence) if asked else ()
    found = []
    for one in asked:
        near = _list_nearest(one, said, claim, evidence)
        if near and not any(_follows(one, other, claim, evidence) for other in near):
            found.append(
                Comparison("superlatives", "missing", "qualifier_mismatch", one.place, near[0].place)
            )
    return found


def _list_nearest(
    asked: Superlative, said: tuple[Superlative, ...], claim: Text, evidence: Text
) -> list[Superlative]:
    """Return the same superlatives of the evidence, those in the clause that shares most with the claim."""
    same = [one for one in said if one.form == asked.form]
    shares = [_count_shared(one, claim, evidence) for one in same]
    return [one for one, share in zip(same, shares, strict=True) if share == max(shares)]


def _count_shared(one: Superlative, claim: Text, evidence: Text) -> int:
    inside = evidence.within(*find_clause_at(evidence, one.place[0]))
    return len({word.stem for word in inside} & claim.stems)


def _follows(asked: Superlative, said: Superlative, claim: Text, evidence: Text) -> bool:
    """Return True if the superlative of the evidence says no less than that of the claim."""
    if is_former(said, evidence) and _is_present(asked, claim):
        return False
    if asked.is_predicate and _is_wider(asked, said, claim, evidence):
        return False
    if asked.is_hedged:
        return True
    is_other = bool(said.excepted) and _is_told_of(said.excepted, asked, claim)
    if is_other:
        return not asked.rank
    if asked.rank != said.rank or said.is_hedged:
        return False
    return said.excepted is None or asked.excepted is not None or bool(asked.rank)


def _is_told_of(excepted: frozenset[str] | None, asked: Superlative, claim: Text) -> bool:
    """Return True if the claim is about the thing that the evidence puts first: "after Aberdeen"."""
    before = {word.stem for word in claim.within(find_clause_at(claim, asked.place[0])[0], asked.place[0])}
    return bool(excepted) and (excepted or before) <= before


def is_former(one: Superlative, text: Text) -> bool:
    """Return True if the sentence says that this is past: "was the longest until 1998"."""
    clause = text.lowered[slice(*find_stretch_at(text, one.place[0]))]
    return _FORMER.search(clause) is not None and _PAST.search(clause) is not None


def _is_present(one: Superlative, text: Text) -> bool:
    clause = text.lowered[slice(*find_stretch_at(text, one.place[0]))]
    return _PRESENT.search(clause) is not None and not _PAST.search(clause) and not _FORMER.search(clause)


def _is_wider(asked: Superlative, said: Superlative, claim: Text, evidence: Text) -> bool:
    """Return True if the claim compares more things: it drops an adjective, or has a wider noun."""
    if not asked.things or not said.things:
        return False
    mine, theirs = (get_meaning(one.things[-1], "en") for one in (asked, said))
    if mine != theirs:
        is_wide = asked.things[-1].form in get_word_group("en", "wide nouns") | _WIDEST
        return is_wide and not contains_all(asked.things[-1:], evidence, said.things)
    return not contains_all(said.things[:-1], claim, claim.content)


_WIDEST = frozenset(("person", "people", "human", "thing", "animal", "month", "day", "player"))
"""Nouns that are wider than most others."""


@find_once
def find_superlatives(text: Text) -> tuple[Superlative, ...]:
    """Return the superlatives of a text, in order."""
    return tuple(_read_superlatives(text))


def _read_superlatives(text: Text) -> Iterator[Superlative]:
    others = get_word_group("en", _NO_SUPERLATIVES)
    for match in _SUPERLATIVE.finditer(text.lowered):
        if match[0] in others:
            continue
        first, last = find_stretch_at(text, match.start())
        before = text.lowered[max(first, match.start() - _REACH) : match.start()]
        rank = _RANK.search(before)
        before = before[: rank.start()] if rank else before
        yield Superlative(
            " ".join(match[0].split()),
            match.span(),
            _read_rank(rank["rank"]) if rank else "",
            _HEDGE.search(before) is not None,
            _find_excepted(text, match.end(), first, last),
            _list_things(text, match.end(), last),
            _COPULA.search(before) is not None,
        )


def _read_rank(written: str) -> str:
    """Return the ordinal in figures: "second" is "2"."""
    return str(_RANKS.index(written) + 2) if written in _RANKS else written[:-2]


def _find_excepted(text: Text, end: int, first: int, last: int) -> frozenset[str] | None:
    """Return the stems of the name that is excepted, or an empty set for another exception; None for none."""
    opening = _OPENING.match(text.text, first, last)
    if opening is not None:
        return frozenset(word.stem for word in text.within(*opening.span("name")))
    match = _EXCEPTED.search(text.text, end, last)
    if match is None:
        return None
    if not match[0].startswith(("after", "behind")):
        return frozenset()
    name = takewhile(lambda word: text.text[word.start].isupper(), text.words_after(match.end(), 3))
    return frozenset(word.stem for word in name)


def _list_things(text: Text, end: int, last: int) -> tuple[Word, ...]:
    """Return the run of content words behind a superlative: "the oldest (wooden church) in Norway"."""
    between = _SET_BEHIND.match(text.lowered, end)
    start = between.end() if between else end
    behind = [word for word in text.words_after(start, _MOST_THINGS) if word.start < last]
    run = list(takewhile(lambda word: is_content_word(word, "en"), behind))
    verb = next((place for place, word in enumerate(run) if place and is_verb(word, text)), None)
    run = run[:verb]
    parted = (place for place, pair in enumerate(pairwise(run), 1) if _are_parted(*pair, text))
    return tuple(run[: next(parted, None)])


_MOST_THINGS = 4


def _are_parted(one: Word, two: Word, text: Text) -> bool:
    return text.text[one.end : two.start].strip(" -") != ""


SUPERLATIVES = Rule("superlatives", compare_superlatives, kind="qualifier", opposes="place")
