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
from ascribe.verify.grammar.noun_phrases import ARTICLE
from ascribe.verify.grammar.relations import find_stretch_at
from ascribe.verify.grammar.verb_forms import is_verb

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
    """Two things that a text joins.

    Args:
        joint: "and" or "or".
        place: from the first thing to the second one.
        before: stem of the last word before the joint.
        after: stems of the words right behind it.
        only_before: stems that tell the first thing from the second: "paper" in "a paper or digital ticket".
        only_after: the same for the second thing; a last word behind it may belong to both.
        is_either: whether "either" begins the first thing.
    """

    joint: str
    place: Span
    before: str
    after: frozenset[str]
    only_before: frozenset[str] = frozenset()
    only_after: frozenset[str] = frozenset()
    is_either: bool = False

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
    if any(pair.joint == "or" for pair in _find_pairs(claim)):
        return
    is_needed = _is_needed((0, 0), claim)
    for pair in _find_pairs(evidence):
        is_open = (pair.is_either or _is_state(pair, evidence)) and not _is_allowed(pair.place, evidence)
        if pair.joint != "or" or not (is_open or (is_needed and _is_needed(pair.place, evidence))):
            continue
        has_before, has_after = (bool(one & claim.stems) for one in (pair.only_before, pair.only_after))
        if has_before != has_after:
            wanted = pair.only_before if has_before else pair.only_after
            word = next(word for word in claim.words if word.stem in wanted)
            yield Comparison("alternatives", "missing", _REASON, (word.start, word.end), pair.place)


_STATE = re.compile(r"\b(?:is|are|was|were|be|been)\s+(?:either\s+)?$")
_LONGEST_STATE = 16
"""Characters before a thing in which such words begin."""

_OPEN = re.compile(r"\b(?:if|whether|unless|without|any|no|not|never|who|with|\w+n['’]t)\b")
"""Words behind which "or" leaves nothing open: "without tea or coffee", "guests with a tent or a van"."""


def _is_state(pair: Pair, text: Text) -> bool:
    """Return True for alternatives right behind a verb: "was killed or captured", "get a cup or a bonus"."""
    start = pair.place[0]
    if _STATE.search(text.lowered, max(0, start - _LONGEST_STATE), start):
        return True
    first, _ = find_clause_at(text, start)
    before = text.within(first, start)[-1:]
    is_object = (
        bool(before) and is_verb(before[0], text) and _OBJECT.fullmatch(text.lowered, before[0].end, start)
    )
    return bool(is_object) and not _OPEN.search(text.lowered, first, start)


_OBJECT = re.compile(rf"\s+(?:{ARTICLE}\s+)?")


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
    either = _find_either(before.start, text)
    things = _list_first_thing(before, either, text)
    opening = {word.stem for word in text.within(find_stretch_at(text, place[0])[0], things[0].start)}
    first = [word.stem for word in things]
    second = [word.stem for word in _list_second_thing(after[0], text)]
    only_after = [stem for stem in second if stem not in first]
    if len(only_after) > 1 and only_after[-1] == second[-1]:
        only_after.pop()
    return Pair(
        match["joint"],
        place,
        before.stem,
        frozenset(word.stem for word in after),
        frozenset(first) - frozenset(second) - opening,
        frozenset(only_after) - opening,
        either is not None,
    )


_EITHER = re.compile(r"\beither\b")


def _find_either(position: int, text: Text) -> int | None:
    """Return the end of the "either" that stands before the first thing in its clause, or None."""
    first, _ = find_clause_at(text, position)
    return next((match.end() for match in _EITHER.finditer(text.lowered, first, position)), None)


def _list_first_thing(last: Word, either: int | None, text: Text) -> list[Word]:
    """Return the words of the first thing: all behind "either", or the last with all that hyphens join."""
    if either is not None:
        return text.within(either, last.end)
    found = [last]
    for word in reversed(text.within(0, last.start)):
        if text.text[word.end : found[0].start] != "-":
            break
        found.insert(0, word)
    return found


def _list_second_thing(first: Word, text: Text) -> list[Word]:
    """Return the words of the second thing, as long as nothing but spaces and hyphens stands between them."""
    found = [first]
    for word in text.words_after(first.end, 2 * _MOST_BETWEEN):
        if text.text[found[-1].end : word.start] not in (" ", "-") or not is_content_word(
            word, text.language
        ):
            break
        found.append(word)
    return found


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
