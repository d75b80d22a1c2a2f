"""Names in appositions: "the elder son, Leo, got the farm; the younger, Sam, got the mill".

Each name of such a sentence has a stretch of its own. What only the stretch of another name says, a claim
must not say of this one. Only English is covered.

Owners: in "Nina's grandfather, a miner, was born in Wales" the miner is the grandfather. A claim that calls
the owner so, and does not name what is owned, is not confirmed; this holds in German too.

Insertions: "Lena, the sister of Otto, a baker, moved to Graz" says of Lena that she moved. A claim that says
it of a name behind a small word of the insertion is not confirmed; this holds in several languages. This
rule never returns a clash.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span
from ascribe.verify.grammar.noun_phrases import ARTICLE

_NAME = r"(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,3})"
_NAMED = re.compile(
    rf"(?:(?<=, ){_NAME},\s|\b{_NAME.replace('name', 'described')}"
    rf",\s{ARTICLE}\s[^,;.\n]{{1,60}},\s)"
)
"""A name between commas, or before a description between commas."""

_JOINT = re.compile(r"[;.\n]|\b(?:and|but|while|whereas)\s")

_LEAST_NAMES = 2


@dataclass(frozen=True, slots=True)
class _Stretch:
    """What a sentence says of one name: the stems of the name, and those of the stretch."""

    span: Span
    name: frozenset[str]
    stems: frozenset[str]


def compare_appositions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for a name of which the claim says what the evidence says of another one."""
    if ", " not in evidence.text or claim.code != evidence.code:
        return []
    found = _find_owners_described(claim, evidence) or _find_inserted_names(claim, evidence)
    return found or (_find_strange_words(claim, evidence) if claim.is_english else [])


_OWNED = {
    "en": re.compile(
        r"\b(?P<owner>[A-Z][\w-]+)(?:['’]s|(?<=s)['’])\s+(?P<owned>(?:[a-z-]+\s+){0,2}?[a-z-]+),"
        r"\s+(?:an?|the|then|once)\s+(?P<described>[^,;.\n]{1,60})(?=[,;.])"
    ),
    "de": re.compile(
        r"\b(?P<owner>[A-ZÄÖÜ][\w-]+?)(?:s|['’])\s+(?P<owned>(?:[a-zäöüß-]+\s+){0,2}?[A-ZÄÖÜ][\w-]+),"
        r"\s+(?:eine?[mnr]?|der|die|das)\s+(?P<described>[^,;.\n]{1,60})(?=[,;.])"
        r"|\b(?P<head>[A-ZÄÖÜ][\w-]+),\s+(?:der|die|das)\s+[^,;.\n]{1,40}\s"
        r"(?P<other>[A-ZÄÖÜ][\w-]+),\s+(?:eine[mr]|de[mr])\s+(?P<dative>[^,;.\n]{1,60})(?=[,;.])"
    ),
}
"""A name in the genitive, what it owns, and what that is called, by language; in German also a name, another
one that tells who is meant, and what that is called in the dative."""


def _find_owners_described(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison if the claim says of the owner what the evidence calls the owned thing."""
    pattern = _OWNED.get(claim.code)
    matches = pattern.finditer(evidence.text) if pattern is not None else ()
    found = []
    for match in matches:
        groups = ("head", "other", "dative") if match.lastgroup == "dative" else _OWNED_GROUPS
        owned, described = ({word.stem for word in evidence.within(*match.span(name))} for name in groups[1:])
        owner = match[groups[0]].lower()
        is_owner = any(word.form == owner or word.form == f"{owner}s" for word in claim.words)
        taken = [word for word in claim.content if word.stem in described]
        place = match.span(groups[2])
        if is_owner and taken and not owned & claim.stems and not _is_told_elsewhere(place, evidence, taken):
            mine = taken[0].start, taken[-1].end
            found.append(Comparison("appositions", "missing", "roles_unclear", mine, place))
    return found[:1]


_OWNED_GROUPS = ("owner", "owned", "described")


def _is_told_elsewhere(place: Span, evidence: Text, taken: Sequence[Word]) -> bool:
    """Return True if the evidence has those words outside that place too."""
    rest = (*evidence.within(0, place[0]), *evidence.within(place[1], len(evidence.text)))
    return {word.stem for word in taken} <= {word.stem for word in rest}


_INSERTED = {
    language: re.compile(
        rf"(?:^|[.;:]\s+|\n)(?P<head>[^,;.:\n]{{1,60}}),\s+(?P<thing>(?:{articles})[^,;.\n]{{1,40}}?)\s?"
        rf"\b(?:{joints})(?P<inner>[^;.\n]{{1,100}}?),\s+(?!{listing})(?P<rest>[^,;.\n]+)",
        re.IGNORECASE,
    )
    for language, articles, joints, listing in (
        (
            "en",
            r"(?:an?|the|his|her|its|their)\s",
            r"(?:of|to|for|from|by|with|in|at)\s",
            r"(?:and|or|but|an?|the|who|which|whose)\s",
        ),
        (
            "de",
            r"(?:der|die|das|eine?|seine?|ihre?)\s",
            r"(?:von|vom|des|der|eines|einer|aus|für|bei|mit)\s",
            r"(?:und|oder|aber|eine?[mnrs]?|de[rmns]|die|das)\s",
        ),
        (
            "fr",
            r"(?:une?\s|les?\s|la\s|l['’]|sa\s|son\s|)",
            r"(?:de\s|du\s|des\s|d['’])",
            r"(?:et|ou|mais|qui|une?|les?|la)\s",
        ),
        ("es", r"(?:una?\s|el\s|la\s|su\s|)", r"(?:de|del)\s", r"(?:y|o|pero|que|una?|el|la)\s"),
    )
}
"""A subject, a description of it between commas, what stands behind a small word there, and the rest."""


def _find_inserted_names(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison if the claim says of a word of an insertion what is said of the subject before.

    A claim that names the subject, or the thing that the insertion calls it, may be about that.
    """
    patterns = _INSERTED.values() if claim.language is None else filter(None, [_INSERTED.get(claim.code)])
    for match in (match for pattern in patterns for match in pattern.finditer(evidence.text)):
        head, thing, inner, rest = (
            evidence.within(*match.span(name)) for name in ("head", "thing", "inner", "rest")
        )
        taken = [word for word in claim.content if word.stem in {one.stem for one in inner}]
        own = {word.stem for word in (*head, *thing)}
        said = {word.stem for word in rest} & claim.stems
        first = claim.content[0] if claim.content else None
        if not taken or first is not taken[0] or not said or own & claim.stems:
            continue
        if not _is_told_elsewhere(match.span("inner"), evidence, taken[:1]):
            place = taken[0].start, taken[-1].end
            return [Comparison("appositions", "missing", "roles_unclear", place, match.span("inner"))]
    return []


def _find_strange_words(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for a word that the evidence has only in the stretch of another name."""
    stretches = _get_stretches(evidence)
    own = [one for one in stretches if one.name <= claim.stems]
    if len(stretches) < _LEAST_NAMES or len(own) != 1:
        return []
    (home,) = own
    asked = [word for word in claim.content if word.stem not in home.name]
    others = [one for one in stretches if one is not home]
    elsewhere = frozenset().union(*(one.stems for one in others))
    if any(word.stem in home.stems - elsewhere for word in asked):
        return []
    strange = next((word for word in asked if word.stem in elsewhere - home.stems), None)
    if strange is None:
        return []
    there = next(one for one in others if strange.stem in one.stems)
    return [Comparison("appositions", "missing", "roles_unclear", (strange.start, strange.end), there.span)]


@find_once
def _get_stretches(text: Text) -> tuple[_Stretch, ...]:
    return tuple(_find_stretches(text))


def _find_stretches(text: Text) -> Iterator[_Stretch]:
    """Yield the stretch of each name, from the joint before it up to that before the next name."""
    found = list(_NAMED.finditer(text.text))
    joints = [0, *(joint.end() for joint in _JOINT.finditer(text.text))] if found else []
    starts = [joints[bisect_right(joints, match.start()) - 1] for match in found]
    for match, (first, last) in zip(found, pairwise([*starts, len(text.text)]), strict=True):
        place = match.span("name") if match["name"] else match.span("described")
        name = frozenset(word.stem for word in text.within(*place))
        stems = frozenset(word.stem for word in text.within(first, last))
        yield _Stretch((first, last), name, stems - name)


APPOSITIONS = Rule("appositions", compare_appositions, kind="roles", opposes="place")
