"""Restricted settings: what was found in mice, in a trial or among smokers was not found in general.

"In mice, the compound slowed tumour growth" does not say that it slows tumour growth. Other places and times
of what happened may be left out: "in May the mill was sold".
"""

from __future__ import annotations

from collections.abc import Iterator

from ascribe.verify.cues import Span
from ascribe.verify.rules.restricted_lines import Line, get_span, iterate_openers
from ascribe.verify.rules.restricted_states import is_told

_MOST_WORDS = 6
"""Words of a phrase up to that which names the setting: "in a small trial", "in rats fed a diet"."""

_LEAST_SHARE = 0.75
"""Share of the content of a claim, outside a setting of its own, that the sentence must have."""

_LEAST_KEYS = 3
"""Content words of a claim that is read: a shorter one tells too little to be about the same finding."""


def find_dropped_setting(claim: Line, line: Line) -> Span | None:
    """Return the span of the setting of what the sentence tells and the claim tells in general, or None.

    A claim with another setting tells of another finding: "in patients".
    """
    if any(
        _is_shared(claim, line, at) for at in claim.list_matches(claim.listed.within, 1, len(claim.words))
    ):
        return None
    own = {at for first, end in _iterate_settings(claim) for at in range(first, end + 1)}
    if any(at not in own for at in iterate_openers(line, claim)):
        return None
    keys = {claim.get_key(at) for at in range(len(claim.words)) if at not in own and claim.has_content(at)}
    if len(keys) < _LEAST_KEYS or len(keys & line.keys) < _LEAST_SHARE * len(keys):
        return None
    settings = [*_iterate_settings(line)]
    if any(line.get_key(at) in claim.held for first, end in settings for at in range(first, end + 1)):
        return None
    return next((get_span(line, *one) for one in settings if _is_own_part(claim, line, *one)), None)


def _is_shared(claim: Line, line: Line, place: int) -> bool:
    """Return True if the thing behind a preposition of the claim is in the sentence too: "for guests"."""
    behind = next((at for at in range(place + 1, len(claim.words)) if claim.has_content(at)), None)
    return behind is not None and claim.words[behind].form[0].isalpha() and claim.get_key(behind) in line.keys


def _iterate_settings(line: Line) -> Iterator[tuple[int, int]]:
    """Yield the places of the first and the last word of each setting."""
    for place in line.list_matches(line.listed.within, 0, len(line.words)):
        end = _find_setting_end(line, place)
        if end is not None:
            yield place, end


def _find_setting_end(line: Line, place: int) -> int | None:
    """Return the place of the word that names the setting of a phrase that begins there, or None."""
    last = min(place + 1 + _MOST_WORDS, len(line.words))
    for at in range(place + 1, last):
        if not line.is_joined(at) or (at > place + 1 and line.matches(line.listed.within, at)):
            break
        if line.matches(line.listed.setting, at):
            return at
    return _find_kind_end(line, place)


_MOST_KIND_WORDS = 3
"""Words of a kind of places or things that opens a sentence: "on dry roads"."""


def _find_kind_end(line: Line, place: int) -> int | None:
    """Return the place of a plural without an article that opens a sentence behind a preposition, or None.

    Such a phrase tells what a statement is limited to: "on dry roads the tyre stops the car".
    """
    if not line.text.is_english or not line.has_sign(place) or line.matches(line.listed.silent, place):
        return None
    if is_told(line, place, len(line.words)):
        return None
    end = place
    while end + 1 < len(line.words) and line.is_joined(end + 1) and line.has_content(end + 1):
        end += 1
    is_kind = 0 < end - place <= _MOST_KIND_WORDS and line.matches(line.listed.plural, end)
    has_figure = any(
        line.words[at].form[0].isdigit() or line.is_capital(at) for at in range(place + 1, end + 1)
    )
    ends = end + 1 < len(line.words) and (
        line.has_sign(end + 1) or line.matches(line.listed.definite, end + 1)
    )
    is_time = line.matches(line.listed.times, end)
    return end if is_kind and ends and not has_figure and not is_time else None


def _is_own_part(claim: Line, line: Line, first: int, end: int) -> bool:
    """Return True if the phrase opens or ends a part of the sentence."""
    if line.has_sign(first):
        return True
    behind = line.find_end(first)
    return not any(line.get_key(at) in claim.keys for at in range(end + 1, behind) if line.has_content(at))
