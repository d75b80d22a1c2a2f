"""Owners: in "Ben's sister's car" the car is the sister's.

A claim must not give the car to Ben, nor say of the sister what is said of the car, nor make Ben hers. "The
car of Ben's sister" and "her sister's car" are chains of owners too. Nor is it Anna's if it is only sold to
her. Only English is covered. This rule never returns a clash: Ben may have a car as well.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from ascribe.text.words import is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.grammar.noun_phrases import ARTICLE, TRANSPARENT_HEADS
from ascribe.verify.grammar.subjects import TITLES
from ascribe.verify.grammar.word_groups import build_alternatives

_TITLE = rf"(?:(?:{'|'.join(sorted(TITLES))})\.?\s+)?"
_ARTICLE = rf"(?:{ARTICLE}\s+)?{_TITLE}"
_PRONOUN = build_alternatives("en", "possessives")
_WORD = r"[^\W\d_][\w-]*"
_GENITIVE = r"(?:['’]s|(?<=s)['’])\s+"
_RUN = rf"{_WORD}(?:\s+{_WORD}){{0,2}}"
"""A thing with the words before or behind it, since the end of a noun shows in no form."""

_CHAINS = (
    re.compile(rf"\b(?P<owner>{_WORD}){_GENITIVE}(?P<link>{_RUN}?){_GENITIVE}(?P<thing>{_RUN})"),
    re.compile(rf"\b(?P<thing>{_WORD})\s+of\s+{_ARTICLE}(?P<owner>{_WORD}){_GENITIVE}(?P<link>{_RUN})"),
    re.compile(
        rf"\b(?P<thing>{_WORD})\s+of\s+{_ARTICLE}(?P<link>{_WORD})\s+of\s+{_ARTICLE}(?P<owner>{_WORD})"
    ),
    re.compile(rf"\b(?P<owner>{_PRONOUN})\s+(?P<link>{_RUN}?){_GENITIVE}(?P<thing>{_RUN})"),
)
_POSSESSIONS = (
    re.compile(rf"\b(?P<owner>{_WORD}){_GENITIVE}(?P<thing>{_RUN})"),
    re.compile(rf"\b(?P<thing>{_WORD})\s+of\s+{_ARTICLE}(?P<owner>{_WORD})\b(?!['’])"),
    re.compile(rf"\b(?P<owner>{_PRONOUN})\s+(?P<thing>{_RUN})"),
)
_OWNS = re.compile(_GENITIVE)
_OF_BEFORE = re.compile(rf"\bof\s+{_ARTICLE}$")
_LONGEST_BEFORE = 12
"""Characters before an owner in which "of the" begins."""


@dataclass(frozen=True, slots=True)
class _Chain:
    """An owner, what it owns, and what that owns, as stems; the owner is empty for a pronoun.

    The thing may have adjectives before it and a verb behind it.
    """

    owner: str
    link: frozenset[str]
    thing: tuple[str, ...]
    place: Span


@dataclass(frozen=True, slots=True)
class _Possession:
    """An owner and the words that may name what it owns, as stems.

    Args:
        owner: the owner, which may be a pronoun.
        things: the words.
        ends: whether it is no part of a longer chain.
        is_genitive: whether it is written as in "Ben's car".
        place: from one to the other.
    """

    owner: str
    things: tuple[str, ...]
    ends: bool
    is_genitive: bool
    place: Span


def compare_owners(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for a possession of the claim that the evidence gives to another owner."""
    possessions = _get_possessions(claim) if claim.is_english and evidence.is_english else ()
    if not possessions:
        return []
    chains, said = _get_chains(evidence), _get_possessions(evidence)
    broken = [
        Comparison("owners", "missing", "roles_unclear", asked.place, chain.place)
        for asked in possessions
        for chain in chains
        if (_skips_link(asked, chain, said) and not _has_link_behind(asked, chain, claim))
        or _turns_link(asked, chain)
        or _drops_thing(asked, chain, claim, evidence)
    ]
    taken = [
        Comparison("owners", "missing", "roles_unclear", asked.place, other.place)
        for asked in (() if chains else possessions)
        if asked.owner in evidence.stems and (other := _find_other_owner(asked, said)) is not None
    ]
    return [*broken, *taken][:1]


_LEADING = 2
"""Words of a thing among which its noun is: "older brother"."""


def _skips_link(asked: _Possession, chain: _Chain, said: tuple[_Possession, ...]) -> bool:
    """Return True if the claim gives the thing to the first owner: "Ben's car"."""
    thing = next((stem for stem in asked.things if stem in chain.thing[:_LEADING]), None)
    if not _is_first_owner(asked, chain) or thing is None:
        return False
    before = asked.things[: asked.things.index(thing)]
    is_said = any(one.owner == asked.owner and thing in one.things for one in said)
    return chain.link.isdisjoint(before) and not is_said


def _has_link_behind(asked: _Possession, chain: _Chain, claim: Text) -> bool:
    """Return True if the owner only names the link: "a deed of Thorne abbey" of "the abbey of Thorne"."""
    behind = claim.words_after(asked.place[1], 1)
    is_joined = bool(behind) and claim.text[asked.place[1] : behind[0].start].isspace()
    return is_joined and not asked.is_genitive and behind[0].stem in chain.link


def _find_other_owner(asked: _Possession, said: tuple[_Possession, ...]) -> _Possession | None:
    """Return whose the thing is, if only others have it: "Voss's mill was sold to Kohl"."""
    same = [one for one in said if not set(asked.things[:_LEADING]).isdisjoint(one.things[:_LEADING])]
    others = [one for one in same if asked.is_genitive and one.is_genitive]
    if len(others) < len(same) or any(one.owner == asked.owner for one in same):
        return None
    return next(iter(others), None)


def _is_first_owner(asked: _Possession, chain: _Chain) -> bool:
    """Return True if the claim has the owner of the chain; a pronoun may stand for any but what is owned."""
    return asked.owner == chain.owner if chain.owner else asked.owner not in chain.link


def _turns_link(asked: _Possession, chain: _Chain) -> bool:
    """Return True if the claim makes the owner what it owns: "the sister's Ben"."""
    return asked.owner in chain.link and chain.owner in asked.things


def _drops_thing(asked: _Possession, chain: _Chain, claim: Text, evidence: Text) -> bool:
    """Return True if the claim says of what is owned what the evidence says of the thing of that one."""
    named = chain.link.intersection(asked.things)
    if not _is_first_owner(asked, chain) or not named or not asked.ends or chain.thing[0] in claim.stems:
        return False
    return sum(word.stem in named for word in evidence.content) == len(named)


@find_once
def _get_chains(text: Text) -> tuple[_Chain, ...]:
    return tuple(_read_chains(text))


def _read_chains(text: Text) -> Iterator[_Chain]:
    for match in _match_all(_CHAINS, text):
        owner, link, thing = (_list_stems(match, group, text) for group in ("owner", "link", "thing"))
        if link and thing and TRANSPARENT_HEADS.isdisjoint(match["link"].split()):
            yield _Chain("".join(owner), frozenset(link), thing, match.span())


@find_once
def _get_possessions(text: Text) -> tuple[_Possession, ...]:
    return tuple(_read_possessions(text))


def _read_possessions(text: Text) -> Iterator[_Possession]:
    for match in _match_all(_POSSESSIONS, text):
        owner, things = (_list_stems(match, group, text) for group in ("owner", "thing"))
        before = max(0, match.start() - _LONGEST_BEFORE)
        is_inner = _OWNS.match(text.lowered, match.end()) or _OF_BEFORE.search(
            text.lowered, before, match.start()
        )
        if things:
            is_genitive = match.re is _POSSESSIONS[0]
            named = "".join(owner) or match["owner"]
            yield _Possession(named, things, not is_inner, is_genitive, match.span())


def _match_all(patterns: tuple[re.Pattern[str], ...], text: Text) -> Iterator[re.Match[str]]:
    """Yield all matches, also those that begin inside another one."""
    for pattern in patterns:
        match = pattern.search(text.lowered)
        while match is not None:
            yield match
            match = pattern.search(text.lowered, match.start() + 1)


def _list_stems(match: re.Match[str], group: str, text: Text) -> tuple[str, ...]:
    """Return the stems of the content words of a group, up to the first other word."""
    first, last = (bisect_left(text.words, at, key=lambda word: word.start) for at in match.span(group))
    words = text.words[first:last]
    return tuple(word.stem for word in takewhile(lambda word: is_content_word(word, text.language), words))


OWNERS = Rule("owners", compare_owners, kind="roles", opposes="place")
