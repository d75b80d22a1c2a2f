"""Restrictions: what a general statement, or a denial, says of some cases must not be said of all.

"Children under six enter free" does not say that children enter free, "you cannot enter without a ticket" not
that you cannot enter, and "parking is free on Sundays" not that parking is free. In the subject of a general
statement, in the reach of a negation, and behind a state or a rule a claim says more if it leaves a
restriction out; elsewhere it says less. What a definite or a single thing is like may be left out: "the mill
on the Arle has 12 sails". A claim that has other words for the restriction is left to the other rules. This
rule never returns a clash.
"""

from __future__ import annotations

from collections.abc import Iterator

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import BIDIRECTIONAL_LANGUAGES, Span
from ascribe.verify.grammar.verb_forms import is_past_form
from ascribe.verify.rules.restricted_denials import (
    find_dropped_from_denial,
    find_first,
    find_reach_end,
    list_dropped_phrases,
    list_fronted,
)
from ascribe.verify.rules.restricted_lines import Line, get_span, iterate_openers, read_same_lines
from ascribe.verify.rules.restricted_nouns import find_dropped_from_noun

_REASON = "restriction_dropped"


def compare_restrictions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for the first restriction that the claim drops, unless a sentence lacks it too."""
    for clause, lines in read_same_lines(claim, evidence):
        found = [
            find_dropped_from_noun(clause, one)
            or find_dropped_from_denial(clause, one)
            or find_dropped_from_state(clause, one)
            for one in lines
        ]
        if found and all(found):
            place = clause.words[0].start, clause.words[-1].end
            return [Comparison("restrictions", "missing", _REASON, place, found[0])]
    return []


# --- States ---

_MOST_PREDICATE_WORDS = 4
"""Words behind "is" in a claim that tells a state: "is not open", "is free of charge"."""


def find_dropped_from_state(claim: Line, line: Line) -> Span | None:
    """Return the span of what limits a state or a rule that the claim tells without it, or None."""
    last = next((at for at in reversed(range(len(claim.words))) if claim.has_content(at)), None)
    if last is None or _is_told(claim, 0, len(claim.words)) or any(iterate_openers(line, claim)):
        return None
    holds = _tells_state(claim)
    key = claim.get_key(last)
    for place in range(len(line.words)):
        if line.has_content(place) and line.get_key(place) == key:
            found = next(_list_dropped(claim, line, place, holds=holds), None)
            if found is not None:
                return found
    return None


def _tells_state(claim: Line) -> bool:
    """Return True for a claim that ends with a state or a rule without a limit of its own."""
    listed = claim.listed
    count = len(claim.words)
    rules = claim.list_matches(listed.modal, 1, count)
    states = claim.list_matches(listed.stating, 1, count)
    if not rules and not states:
        return False
    start = (rules or states)[0] + 1
    limits = any(claim.list_matches(pattern, start, count) for pattern in (listed.denied, listed.adverbial))
    return not limits and (bool(rules) or _is_quality(claim, states[0]))


def _is_told(line: Line, first: int, end: int) -> bool:
    """Return True for a report of what happened."""
    if line.list_matches(line.listed.told, first, end):
        return True
    is_state = line.list_matches(line.listed.stating, first, end)
    words = line.words[first:end]
    return line.text.is_english and not is_state and any(is_past_form(one.form, line.text) for one in words)


def _is_quality(claim: Line, copula: int) -> bool:
    """Return True if an adjective or a participle follows "is", and no noun."""
    behind = range(claim.skip(claim.listed.stating, copula), len(claim.words))
    if not behind:
        return True  # "the tax applies"
    if len(behind) > _MOST_PREDICATE_WORDS:
        return False
    listed = claim.listed
    names = claim.text.code != "de"  # where every noun has a capital: "außer Betrieb"
    is_noun = any(
        claim.matches(listed.definite, at)
        or claim.matches(listed.single, at)
        or (names and claim.is_capital(at))
        for at in behind
    )
    is_plural = claim.text.is_english and claim.matches(listed.plural, behind[-1])
    return not is_noun and not is_plural and not claim.words[behind[-1]].form[0].isdigit()


def _list_dropped(claim: Line, line: Line, place: int, *, holds: bool) -> Iterator[Span]:
    """Yield what limits the state that ends at a place of the sentence and is not in the claim.

    What is no state or rule, such as "opens at ten", is limited by times that come again only.
    """
    first, end = find_first(line, place), find_reach_end(line, place + 1)
    before = {line.get_key(at) for at in range(end) if line.has_content(at)}
    if _is_told(line, first, end) or not claim.keys <= before:
        return  # the claim tells of something else
    # in German and Dutch a limit may stand before the state: "ist sonntags frei"
    parts = [(first, place), (place, end)] if line.text.code in BIDIRECTIONAL_LANGUAGES else [(place, end)]
    found = [*list_fronted(claim, line, first, is_rule=True)]
    for start, stop in parts:
        found += list_dropped_phrases(claim, line, start, stop, -1)
        found += _list_dropped_adverbs(claim, line, start, stop)
    yield from (span for span in found if holds or _is_recurring(line, span))


def _list_dropped_adverbs(claim: Line, line: Line, start: int, end: int) -> Iterator[Span]:
    """Yield the adverbs that limit alone and that the claim lacks: "sonntags", "le dimanche"."""
    for place in line.list_matches(line.listed.adverbial, start + 1, end):
        inside = range(place, line.skip(line.listed.adverbial, place))
        if not any(line.words[at].form in claim.text.tokens for at in inside):
            yield get_span(line, place, inside[-1])


def _is_recurring(line: Line, span: Span) -> bool:
    """Return True for a time that comes again: "on Sundays", "in summer"."""
    if line.listed.recurring is None:
        return False
    return any(
        line.matches(line.listed.recurring, at)
        for at, word in enumerate(line.words)
        if span[0] <= word.start < span[1]
    )


RESTRICTIONS = Rule("restrictions", compare_restrictions, kind="condition", vetoes=(_REASON,), withholds=True)
