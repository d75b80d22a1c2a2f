"""Focus: what "only" stands beside is all that it restricts.

"Tours are offered only in German" does not say that only tours are offered in German. Behind a subject and
before a verb "only" may belong to any later word, so that "tours are only offered in German" says the same.
This rule never returns a clash.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Span
from ascribe.verify.grammar.verb_forms import is_past_form
from ascribe.verify.rules.restricted_lines import Line, get_span, read_same_lines

_REASON = "qualifier_moved"


@dataclass(frozen=True, slots=True)
class _Focus:
    """The span of an "only" with the words that it stands beside, and all meanings that it may restrict."""

    place: Span
    keys: frozenset[str]


def compare_focus(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for the first "only" of the claim that restricts another word in the evidence."""
    for clause, lines in read_same_lines(claim, evidence):
        asked = list(_list_foci(clause))
        for mine in asked:
            found = [_find_other_focus(mine, clause, line) for line in lines]
            if found and all(found):
                return [Comparison("focus", "missing", _REASON, mine.place, found[0])]
    return []


def _find_other_focus(mine: _Focus, clause: Line, line: Line) -> Span | None:
    """Return the span of an "only" that restricts another word of the claim; None if there is none."""
    if mine.keys.isdisjoint(line.keys):
        return None
    said = list(_list_foci(line))
    if any(other.keys & mine.keys or other.keys.isdisjoint(clause.keys) for other in said):
        return None
    return said[0].place if said else None


def _list_foci(line: Line) -> Iterator[_Focus]:
    listed = line.listed
    for place in line.list_matches(listed.only, 0, len(line.words)):
        if line.matches(listed.attributive, place - 1):
            continue
        words = _list_focus(line, place)
        if words:
            span = get_span(line, min(place, words[0]), max(place, words[-1]))
            yield _Focus(span, frozenset(line.get_key(at) for at in words))


def _list_focus(line: Line, place: int) -> list[int]:
    """Return the places of the words that "only" may restrict."""
    behind = line.skip(line.listed.only, place)
    if behind >= len(line.words) or line.has_sign(behind):
        return _list_run_before(line, place)
    end = line.find_end(place)
    if not (line.has_sign(place) or line.matches(line.listed.stop, place - 1)) and _is_before_verb(
        line, place, behind
    ):
        words = [at for at in range(behind, end) if line.has_content(at)]
        return (words[1:] or words) if line.text.is_english else words
    first = next((at for at in range(behind, end) if line.has_content(at)), end)
    last = next((at for at in range(first, end) if not line.has_content(at)), end)
    plural = next((at for at in range(first, last) if line.matches(line.listed.plural, at)), last)
    return list(range(first, min(last, plural + 1)))


def _is_before_verb(line: Line, place: int, behind: int) -> bool:
    """Return True if "only" stands beside a helping verb, or between a noun and a verb."""
    helping = line.listed.helping
    if line.matches(helping, behind):
        return True
    if not line.has_content(behind):
        return False
    is_noun = line.text.is_english and line.matches(line.listed.plural, behind)
    if line.matches(helping, place - 1):
        return not is_noun
    before = line.words[place - 1].form
    is_verb = line.text.is_english and (before.endswith("s") or is_past_form(before, line.text))
    return line.has_content(place - 1) and not (is_verb and is_noun)  # "sells only tickets"


def _list_run_before(line: Line, place: int) -> list[int]:
    """Return the places of the words with content right before that place."""
    first = place
    while first and line.has_content(first - 1) and line.is_joined(first):
        first -= 1
    return list(range(first, place))


FOCUS = Rule("focus", compare_focus, kind="qualifier", vetoes=(_REASON,), withholds=True)
