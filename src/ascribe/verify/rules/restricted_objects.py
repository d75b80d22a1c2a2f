"""Restricted objects: what a rule or an effect is for some things of a kind must not be said of all of them.

"The policy covers repairs to the roof" does not say that it covers repairs, "the drug reduces chronic pain"
not that it reduces pain. Of what happened, and of what somebody has or makes, a claim may tell less: "the
crew made minor repairs", "the firm makes wooden toys".
"""

from __future__ import annotations

from collections.abc import Iterator

from ascribe.verify.cues import Span
from ascribe.verify.rules.restricted_lines import Line, get_span, iterate_openers, list_dropped

_ADDRESSEE = "to"
"""What opens the addressee behind the object of any verb: "must report accidents to their supervisor"."""

_ADJECTIVES_BEHIND = frozenset(("es", "fr", "it", "pt"))
"""Languages in which most adjectives stand behind their noun: "los daños accidentales"."""

_MOST_WORDS = 12
"""Words behind a verb among which its object is: "covers theft, fire and damage in transit"."""


def find_dropped_from_object(claim: Line, line: Line) -> Span | None:
    """Return the span of what restricts an object that the claim has without it, or None."""
    verbs = [*_iterate_verbs(claim)]
    if not verbs or any(iterate_openers(line, claim)):
        return None
    for verb, end, _ in verbs:
        head = _find_bare_head(claim, end)
        if head is None:
            continue
        key = claim.get_key(head)
        for start, is_allowed in _list_same_verbs(claim, verb, line):
            found = next(_list_dropped(claim, line, start, key, is_allowed=is_allowed), None)
            if found is None and end > verb + 1:
                found = _find_dropped_object(claim, line, start, claim.words[end - 1].form)
            if found is not None:
                return found
    return None


def _find_dropped_object(claim: Line, line: Line, start: int, preposition: str) -> Span | None:
    """Return the span of those to whom alone it applies: the "adults" of "protects adults against burns"."""
    last = min(start + _MOST_WORDS, len(line.words))
    behind = next((at for at in range(start, last) if line.words[at].form == preposition), start)
    is_bare = behind > start and _is_part(claim, line, start)
    is_one_part = all(line.is_joined(at) for at in range(start, behind + 1))
    return get_span(line, start, behind - 1) if is_bare and is_one_part else None


def _iterate_verbs(line: Line) -> Iterator[tuple[int, int, bool]]:
    """Yield the place of each verb whose object is meant in general, and the place behind it.

    The last member is True for any verb behind "may" or "must".
    """
    for place in range(1, len(line.words)):
        end = line.skip(line.listed.reaching, place)
        if end > place and line.skip(line.listed.reaching, end) == end:  # "partial cover pays for fire"
            yield place, end, False
        elif line.matches(line.listed.allowing, place) and not line.is_month(place):
            verb = line.skip(line.listed.allowing, place)
            if verb < len(line.words) and line.has_content(verb):
                yield verb, verb + 1, True


def _find_bare_head(claim: Line, first: int) -> int | None:
    """Return the place of the last word of an object without an article or a figure, or None."""
    first = place = claim.skip(claim.listed.generic, first)
    while place < len(claim.words) and claim.has_content(place) and claim.is_joined(place):
        place += 1
    if place == first or any(not claim.words[at].form.isalpha() for at in range(first, place)):
        return None
    while place > first and claim.is_adverb(place - 1):
        place -= 1
    has_name = claim.text.code != "de" and any(claim.is_capital(at) for at in range(first, place))
    if place == first or has_name:
        return None
    return place - 1


def _list_same_verbs(claim: Line, verb: int, line: Line) -> list[tuple[int, bool]]:
    """Return the places behind the verb of the claim in the sentence, and whether it is allowed or due."""
    key = claim.get_key(verb)
    return [
        (end, is_allowed) for place, end, is_allowed in _iterate_verbs(line) if line.get_key(place) == key
    ]


def _list_dropped(claim: Line, line: Line, start: int, key: str, *, is_allowed: bool) -> Iterator[Span]:
    """Yield what restricts the object behind a verb of the sentence and is not in the claim."""
    for head in range(start, min(start + _MOST_WORDS, len(line.words))):
        if line.get_key(head) != key or (head + 1 < len(line.words) and line.get_key(head + 1) in claim.held):
            continue
        before = _list_before(claim, line, start, head)
        if before:
            yield get_span(line, before[0], head)
        behind = head + 1
        if line.text.code in _ADJECTIVES_BEHIND and _is_part(claim, line, behind):
            yield get_span(line, head, behind)
        if _restricts(line, behind) and not (is_allowed and line.words[behind].form == _ADDRESSEE):
            dropped = list_dropped(line, behind, line.find_end(behind), claim)
            if dropped:
                yield get_span(line, behind, dropped[-1])
        return


def _list_before(claim: Line, line: Line, start: int, head: int) -> list[int]:
    """Return the places of the words right before an object that belong to it and are not in the claim."""
    first = head
    while first > start and line.is_joined(first) and line.has_content(first - 1):
        first -= 1
    return [at for at in range(first, head) if _is_part(claim, line, at)]


def _is_part(claim: Line, line: Line, place: int) -> bool:
    """Return True for a word beside an object that belongs to it and is not in the claim."""
    if place >= len(line.words) or not line.is_joined(place) or not line.has_content(place):
        return False
    return line.get_key(place) not in claim.held and not line.is_adverb(place)


def _restricts(line: Line, place: int) -> bool:
    """Return True if what restricts an object begins at that place; its means or its time does not."""
    listed = line.listed
    if place >= len(line.words) or not line.is_joined(place) or line.matches(listed.silent, place):
        return False
    return line.matches(listed.restricting, place) and not line.matches(listed.manner, place)
