"""Alternatives: "a passport or an identity card" is not both, and "both factors" is not "either factor".

- A claim must not join by "and" what the evidence joins by "or", or the other way round.
- Of what is needed, it must not name one alternative alone.
- "Either" and "any of the three" need one of them; "both" and "all three" need all.

Where something is allowed, "or" and "and" may mean the same: "cats or dogs may enter". A finding is never a
clash. The words are English.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile, islice, takewhile

from ascribe.text.words import Word, is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at, find_scopes
from ascribe.verify.relations import find_stretch_at

_REASON = "quantifier_unclear"

_JOINT = re.compile(r"\b(?P<joint>and/or|and|or)\b")

_LIMITS = frozenset(
    ("more", "less", "fewer", "later", "earlier", "newer", "older", "higher", "lower", "above")
)
"""Words behind "or" that make a limit of what is before it: "3.11 or later"."""

_MOST_JOINTS = 24
"""Joints of a text that are compared with those of the other one, in pairs."""

_MOST_BETWEEN = 3
"""Words without content between a joint and the thing behind it: "or at the", "or by an"."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things that a text joins: "and" or "or", its place, and the words before and after it."""

    joint: str
    place: Span
    before: str
    after: frozenset[str]

    def joins_same(self, other: Pair) -> bool:
        """Return True if the two join the same things, in any order."""
        straight = self.before == other.before and bool(self.after & other.after)
        return straight or (self.before in other.after and other.before in self.after)


def compare_alternatives(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each joint or group of the claim that differs from that of the evidence."""
    if not (claim.is_english and evidence.is_english):
        return []
    return [
        *_compare_pairs(claim, evidence),
        *_find_dropped_alternatives(claim, evidence),
        *_compare_groups(claim, evidence),
    ]


# --- And, or ---


def _compare_pairs(claim: Text, evidence: Text) -> Iterator[Comparison]:
    said = _find_pairs(evidence)
    for one in _find_pairs(claim):
        same = [other for other in said if one.joins_same(other)]
        if same and all(other.joint != one.joint for other in same) and not _is_allowed(one.place, claim):
            yield Comparison("alternatives", "missing", _REASON, one.place, same[0].place)


def _find_dropped_alternatives(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for each thing of the claim of which another would do as well."""
    if any(pair.joint == "or" for pair in _find_pairs(claim)) or not _is_needed((0, 0), claim):
        return
    for pair in _find_pairs(evidence):
        if pair.joint != "or" or not _is_needed(pair.place, evidence):
            continue
        has_before, has_after = pair.before in claim.stems, bool(pair.after & claim.stems)
        if has_before != has_after:
            wanted = {pair.before} if has_before else pair.after
            word = next(word for word in claim.words if word.stem in wanted)
            yield Comparison("alternatives", "missing", _REASON, (word.start, word.end), pair.place)


@find_once
def _find_pairs(text: Text) -> tuple[Pair, ...]:
    joints = islice(_JOINT.finditer(text.lowered), _MOST_JOINTS)
    return tuple(pair for match in joints if (pair := _read_pair(match, text)))


def _read_pair(match: re.Match[str], text: Text) -> Pair | None:
    """Return what a joint joins: the last content word before it, and the first ones after it."""
    before = _find_last_content(match.start(), text)
    after = _list_conjunct(match.end(), text)
    if before is None or not after or match["joint"] == "and/or" or after[0].form in _LIMITS:
        return None
    place = before.start, after[-1].end
    return Pair(match["joint"], place, before.stem, frozenset(word.stem for word in after))


def _find_last_content(position: int, text: Text) -> Word | None:
    first, _ = find_clause_at(text, max(0, position - 1))
    place = bisect_left(text.content, position, key=lambda word: word.start)
    word = text.content[place - 1] if place else None
    return word if word and first <= word.start and word.end <= position else None


def _list_conjunct(position: int, text: Text) -> list[Word]:
    """Return the run of content words behind a joint, over the few small words before it."""
    words = list(_iterate_unbroken(position, text))
    run = list(dropwhile(lambda word: not is_content_word(word, text.language), words))
    if len(words) - len(run) > _MOST_BETWEEN:
        return []
    return list(takewhile(lambda word: is_content_word(word, text.language), run))


def _iterate_unbroken(position: int, text: Text) -> Iterator[Word]:
    """Yield the few words behind a joint, up to a sign between two of them."""
    for word in text.words_after(position, 2 * _MOST_BETWEEN):
        if text.text[position : word.start].strip():
            return
        position = word.end
        yield word


def _is_allowed(place: Span, text: Text) -> bool:
    return _has_cue(("leave", "may", "can"), place, text)


def _is_needed(place: Span, text: Text) -> bool:
    first, last = find_stretch_at(text, place[0])
    needs = any(word.form in ("need", "needs", "needed") for word in text.within(first, last))
    return needs or _has_cue(("must", "duty"), place, text)


def _has_cue(groups: tuple[str, ...], place: Span, text: Text) -> bool:
    first, last = find_stretch_at(text, place[0])
    return any(first <= cue.start < last for group in groups for cue in find_scopes(text, group))


# --- Either, both ---

_GROUPS = (
    re.compile(r"\b(?:either(?: of)?|any(?: one)? of|one(?: of)?)(?: the| its| these| those)?\b"),
    re.compile(r"\b(?:both(?: of)?(?: the| its| these| those)?|all(?= (?:two|three|four|five|\d)\b))"),
)
"""Words for one of several, whichever it is, and for all of them together."""

_NUMBERS = re.compile(r"(?: (?:one|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}))?")


def _compare_groups(claim: Text, evidence: Text) -> Iterator[Comparison]:
    asked, said = _find_groups(claim), _find_groups(evidence)
    for group, thing, place in asked:
        same = [(other, there) for other, held, there in said if held == thing]
        if same and all(other != group for other, _ in same):
            yield Comparison("alternatives", "missing", _REASON, place, same[0][1])


@find_once
def _find_groups(text: Text) -> tuple[tuple[int, str, Span], ...]:
    """Return the group, the stem of the thing and the span of each "either party" or "all three keys"."""
    found = []
    for group, pattern in enumerate(_GROUPS):
        for match in islice(pattern.finditer(text.lowered), _MOST_JOINTS):
            number = _NUMBERS.match(text.lowered, match.end())
            behind = text.words_after(number.end() if number else match.end(), 1)
            if behind and is_content_word(behind[0], text.language):
                found.append((group, behind[0].stem, (match.start(), behind[0].end)))
    return tuple(found)


ALTERNATIVES = Rule(
    "alternatives",
    compare_alternatives,
    kind="quantifier",
    objections=(_REASON,),
    opposes="place",
)
