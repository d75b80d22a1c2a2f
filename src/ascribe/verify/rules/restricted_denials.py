"""Restricted denials: what a negation or a ban says of some cases only: "not without a ticket"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from ascribe.verify.cues import BIDIRECTIONAL_LANGUAGES, Span
from ascribe.verify.rules.restricted_lines import Line, get_span, iterate_openers


def find_dropped_from_denial(claim: Line, line: Line) -> Span | None:
    """Return the span of a restriction of what the sentence denies, which the claim denies without it."""
    listed = line.listed
    if not claim.list_matches(listed.denying, 0, len(claim.words)) or any(iterate_openers(line, claim)):
        return None
    cues = line.list_matches(listed.denying, 0, len(line.words))
    for cue in cues:
        if any(other != cue and _tells_all(other, cue, claim, line) for other in cues):
            continue
        found = next(_list_dropped(claim, line, cue), None)
        if found is not None:
            return found
    return None


def _tells_all(cue: int, other: int, claim: Line, line: Line) -> bool:
    """Return True if the part with the cue, but not the other, has all words of the claim in the sentence.

    "The Act binds no town because it grants no right to a town without a charter" restricts another denial.
    """
    first = next((at for at in range(cue - 1, -1, -1) if line.matches(line.listed.stop, at)), 0)
    first, end = max(first, find_first(line, cue)), find_reach_end(line, line.skip(line.listed.denying, cue))
    inside = {line.get_key(at) for at in range(first, end) if line.has_content(at)}
    return not first <= other < end and claim.keys & line.keys <= inside


def _list_dropped(claim: Line, line: Line, cue: int) -> Iterator[Span]:
    """Yield the restrictions in the reach of the cue that the claim lacks."""
    listed = line.listed
    is_ban = line.matches(listed.banning, cue)
    first = find_first(line, cue)
    end = find_reach_end(line, line.skip(listed.denying, cue))
    if line.text.text[line.words[end - 1].end :].lstrip().startswith(":"):
        return  # what is not allowed "in the pool:" is told of the items of a list
    is_rule = bool(line.list_rules(first, end))
    is_wide = line.text.code in BIDIRECTIONAL_LANGUAGES or is_ban
    start = first if is_wide and is_rule else cue
    if not any(line.get_key(at) in claim.keys for at in range(start, end) if line.has_content(at)):
        return  # the claim denies something else
    yield from list_fronted(claim, line, first, is_rule=is_rule)
    yield from list_dropped_phrases(claim, line, start, end, cue)
    yield from _list_dropped_modifiers(claim, line, start, end)


def find_first(line: Line, cue: int) -> int:
    """Return the place of the first word of the part that the cue stands in."""
    starts = (at for at in range(cue, -1, -1) if line.has_sign(at))
    return next(starts, 0)


def find_reach_end(line: Line, place: int) -> int:
    """Return the place at which the reach of a negation ends."""
    end = line.find_end(place - 1) if place else len(line.words)
    stops = (at for at in range(place, end) if line.matches(line.listed.stop, at))
    return next(stops, end)


def list_fronted(claim: Line, line: Line, first: int, *, is_rule: bool) -> Iterator[Span]:
    """Yield a restriction with which the sentence begins."""
    start = first
    if first and not line.matches(line.listed.fronted, first):
        start = next((at for at in range(first - 1, -1, -1) if line.has_sign(at)), 0)
    if not is_rule or not line.matches(line.listed.fronted, start) or line.matches(line.listed.silent, start):
        return
    behind = line.skip(line.listed.fronted, start)
    found = []
    for place in range(behind, line.find_end(start)):
        if line.has_content(place) and line.get_key(place) not in claim.held:
            found.append(place)
        elif found or line.has_content(place):
            break
    if found:
        yield get_span(line, start, found[-1])


_STANDING = frozenset(("one", "ones"))


def list_dropped_phrases(claim: Line, line: Line, start: int, end: int, cue: int) -> Iterator[Span]:
    """Yield each phrase with a preposition of which the claim has no word."""
    listed = line.listed
    if not _STANDING.isdisjoint(claim.text.tokens):
        return  # "asked for one" may stand for "asked for such an accounting"
    openers = [at for at in range(start + 1, end) if _opens_restriction(line, at)]
    for number, opener in enumerate(openers):
        if line.matches(listed.silent, opener):
            continue
        last = openers[number + 1] if number + 1 < len(openers) else end
        ends = (at for at in range(opener + 1, last) if _is_modal(line, at) or at == cue)
        inside = [at for at in range(opener, next(ends, last)) if line.has_content(at) or line.is_month(at)]
        while inside and inside[-1] == end - 1 and _is_final_verb(line, inside[-1], claim):
            inside.pop()
        new = [*takewhile(lambda at: _is_new(claim, line, at), inside)]
        if new and (new == inside or any(line.matches(listed.portion, at) for at in new)):
            yield get_span(line, opener, new[-1])


def _is_new(claim: Line, line: Line, place: int) -> bool:
    """Return True for a word that the claim lacks; "may" has no content, but May has."""
    if line.is_month(place):
        return not any(map(claim.is_month, range(len(claim.words))))
    return line.get_key(place) not in claim.held


def _is_modal(line: Line, place: int) -> bool:
    return line.matches(line.listed.modal, place) and not line.is_month(place)


def _opens_restriction(line: Line, place: int) -> bool:
    """Return True for a preposition, and for "of" behind a noun that has no definite article."""
    listed = line.listed
    if line.matches(listed.denied, place):
        return True
    if not line.matches(listed.genitive, place) or not line.has_content(place - 1):
        return False
    before = next((at for at in range(place - 1, -1, -1) if not line.has_content(at)), -1)
    return before >= 0 and not line.matches(listed.definite, before)


def _is_final_verb(line: Line, place: int, claim: Line) -> bool:
    """Return True for a verb of the claim at the end of a German or Dutch sentence."""
    is_late = line.text.code in BIDIRECTIONAL_LANGUAGES and line.get_key(place) in claim.held
    return is_late and line.text.text[line.words[place].start].islower()


def _list_dropped_modifiers(claim: Line, line: Line, start: int, end: int) -> Iterator[Span]:
    """Yield each word that the claim lacks between "no" or "any" and a noun that it has."""
    listed = line.listed
    for place in line.list_matches(listed.indefinite, start, end):
        run = []
        at = place + 1
        while at < end and line.is_joined(at) and line.has_content(at):
            run.append(at)
            at += 1
        kept = [at for at in run if line.get_key(at) in claim.held]
        dropped = [at for at in run if not kept or at < kept[0]]
        if kept and dropped and not any(line.is_adverb(at) for at in dropped):
            yield get_span(line, dropped[0], kept[0])
