"""Restricted nouns: what a statement of all or of none, or of a kind, says of some cases only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ascribe.verify.cues import Span
from ascribe.verify.grammar.verb_forms import is_past_form
from ascribe.verify.rules.restricted_lines import Line, get_span, list_dropped
from ascribe.verify.rules.restricted_trends import is_measure

Reach = Literal["all", "kind", ""]
"""Of what a noun speaks: of ``all`` ("every", "no"), of its ``kind`` ("cars need a test"), or of some."""

_LONGEST_NAME = 3
"""Words before a noun that belong to it: "registered night nurses"."""


def find_dropped_from_noun(claim: Line, line: Line) -> Span | None:
    """Return the span of a restriction of a noun that the claim has without it, or None."""
    for place in range(len(line.words)):
        if not (line.has_content(place) or line.matches(line.listed.pronouns, place)):
            continue
        own = _find_same(claim, line, place)
        if own is None:
            continue
        first = _find_first(line, place)
        reach = read_reach(line, first, place)
        if not reach or not _is_as_wide(claim, own, reach):
            continue
        found = next(_list_dropped(claim, own, line, first, place, reach), None)
        if found is not None:
            return found
    return None


def _find_same(claim: Line, line: Line, place: int) -> int | None:
    """Return the place of the noun in the claim; a pronoun may be replaced by another one."""
    if line.matches(line.listed.pronouns, place):
        standing = claim.list_matches(claim.listed.pronouns, 0, len(claim.words))
        return standing[0] if standing else None
    key = line.get_key(place)
    return next((at for at in range(len(claim.words)) if claim.get_key(at) == key), None)


def _find_first(line: Line, place: int) -> int:
    """Return the place of the first word of the noun with the words that belong to it."""
    first = place
    while (
        first
        and place - first < _LONGEST_NAME
        and line.is_joined(first)
        and line.has_content(first - 1)
        and not line.is_adverb(first - 1)
        and not line.words[first - 1].form[0].isdigit()
    ):
        first -= 1
    return first


def read_reach(line: Line, first: int, place: int) -> Reach:
    """Return of what the noun at that place speaks, which begins at ``first``."""
    listed = line.listed
    if line.matches(listed.pronouns, place):
        return "all"
    if any(line.skip(listed.universal, at) == first for at in range(max(0, first - 2), first)):
        return "all"
    if is_measure(line, place):
        return "kind"
    is_name = bool(place) and line.text.text[line.words[place].start].isupper()
    if is_name != (line.text.code == "de" and bool(place)):
        return ""
    before = _find_article(line, first)
    start = first if before is None else before
    begins = line.has_sign(start) or line.matches(listed.stop, start - 1)
    return "kind" if begins and (before is not None or line.matches(listed.plural, place)) else ""


def _find_article(line: Line, first: int) -> int | None:
    """Return the place of an article before a noun with which it may stand for its kind, or None."""
    listed = line.listed
    if first and line.skip(listed.generic, first - 1) == first:
        return first - 1
    is_rule = bool(line.list_rules(first, len(line.words)))
    return first - 1 if is_rule and first and line.skip(listed.single, first - 1) == first else None


def _is_as_wide(claim: Line, own: int, reach: Reach) -> bool:
    """Return True if the claim speaks of all or of the kind, and of nothing that happened to some."""
    first = _find_first(claim, own)
    if is_measure(claim, own):
        return True
    there = read_reach(claim, first, own)
    if reach == "all":
        return bool(there) or not first
    if own + 1 == len(claim.words):
        return False  # an object: "ducks eat insects"
    is_told = bool(claim.list_matches(claim.listed.told, own + 1, len(claim.words)))
    return bool(there) and not is_told and not _is_past(claim, own + 1)


_BEFORE_VERB = frozenset(("never", "always", "often", "also", "still", "once", "ever", "only"))


def _is_past(claim: Line, place: int) -> bool:
    """Return True for an English verb in the past; "need" and "feed" are in the present."""
    while place < len(claim.words) and (claim.is_adverb(place) or claim.words[place].form in _BEFORE_VERB):
        place += 1
    if not claim.text.is_english or place >= len(claim.words):
        return False
    form = claim.words[place].form
    return is_past_form(form, claim.text) and not form.endswith("eed")


def _list_dropped(claim: Line, own: int, line: Line, first: int, place: int, reach: Reach) -> Iterator[Span]:
    """Yield the span of what restricts the noun behind it, and before it, and is not in the claim."""
    behind = line.skip(line.listed.placing, place + 1)
    opener = line.words[behind].form if behind < len(line.words) else ""
    if _adds_restriction(claim, own, line, opener):
        return
    if _opens_restriction(line, behind, reach):
        end = line.find_end(behind)
        dropped = list_dropped(line, behind, end, claim)
        if dropped and _has_more(claim, own, line, behind, dropped[-1]):
            yield get_span(line, behind, dropped[-1])
    before = [
        at
        for at in range(first, place)
        if line.get_key(at) not in claim.held and not line.matches(line.listed.whole, at)
    ]
    if before and before[-1] == place - 1 and not line.is_capital(place):
        yield get_span(line, before[0], place)


def _opens_restriction(line: Line, behind: int, reach: Reach) -> bool:
    """Return True if a restriction begins right behind a noun; in German it may stand behind a comma."""
    listed = line.listed
    if behind >= len(line.words) or line.matches(listed.silent, behind):
        return False
    if line.is_joined(behind):
        return line.matches(listed.restricting, behind)
    return reach == "all" and line.matches(listed.relative, behind)


def _adds_restriction(claim: Line, own: int, line: Line, opener: str) -> bool:
    """Return True if the claim has a word right before the noun, or a restriction behind it, of its own."""
    first = _find_first(claim, own)
    if any(claim.get_key(at) not in line.keys for at in range(first, own)):
        return True
    if own + 1 >= len(claim.words) or not claim.is_joined(own + 1) or is_measure(claim, own):
        return False
    if not claim.matches(claim.listed.restricting, own + 1):
        return False
    if claim.words[own + 1].form == opener:
        return True  # "cover pays for fire and theft", "cover pays for theft"
    behind = (at for at in range(own + 2, len(claim.words)) if claim.has_content(at))
    return any(claim.get_key(at) not in line.keys for at in list(behind)[:1])


def _has_more(claim: Line, own: int, line: Line, start: int, end: int) -> bool:
    """Return True if the sentence has another word of the claim before the noun or behind the restriction."""
    key = claim.get_key(own)
    others = claim.keys - {key}
    outside = (at for at in range(len(line.words)) if not start <= at <= end)
    return any(line.get_key(at) in others for at in outside)
