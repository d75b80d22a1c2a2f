"""Binding: a figure, date or name must occur with the same words in the claim and in its evidence.

"The treaty was signed in 1923 and took force in 1924" contains all words of "it took force in 1923", but the
year is in one clause of the evidence and the other words are in the clause of another year. This rule never
returns a clash: it only prevents such a sentence from being supported.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate

from ascribe.text.words import is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.calendar_dates import find_dates, find_relative_dates
from ascribe.verify.rules.bound_values import Value, find_date_values, find_figure_values, find_name_values
from ascribe.verify.rules.exchanged_values import find_exchanged_values, find_turned_pairs

_OWN_SHARE = 0.5
"""Largest share of the words around a value, in its own clause of the evidence, that a claim may have if the
clause of another value is to fit it better. A fair summary may leave out half; but a claim that has all of
the other clause is about that one."""


def compare_bound_values(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each value of the claim that occurs with the words of another one."""
    return [
        *_find_dates_of_others(claim, evidence),
        *find_turned_pairs(claim, evidence),
        *find_exchanged_values(claim, evidence),
        *_find_misplaced(claim, evidence),
    ]


def _find_misplaced(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each value of the claim that fits another clause of the evidence better."""
    return [
        found
        for values in (find_figure_values, find_date_values, find_name_values)
        if len(said := values(evidence)) > 1
        for value in values(claim)
        if (found := _compare_value(value, values(claim), said, claim, evidence)) is not None
    ]


def _find_dates_of_others(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for a date that the evidence gives for another figure than the claim does.

    "Turnout was 61 %, down from 68 % in 2014" gives no turnout of 61 % in 2014.
    """
    dates, given = find_date_values(claim), find_date_values(evidence)
    figures = _leave_out_dates(find_figure_values(claim), dates)
    if len(figures) != 1 or len(dates) != 1:
        return
    said = _leave_out_dates(find_figure_values(evidence), given)
    if len(said) < _PAIR:
        return
    homes = [one for one in said if figures[0].is_same(one)]
    days = [one for one in given if dates[0].is_same(one)]
    if len(homes) != 1 or len(days) != 1:
        return
    here, there = (find_clause_at(evidence, one.start) for one in (homes[0], days[0]))
    others = [one for one in said if there[0] <= one.start < there[1] and one.start != days[0].start]
    own = [one for one in given if here[0] <= one.start < here[1] and one.start != homes[0].start]
    if here != there and others and not own and here[0] < there[0]:
        place = dates[0].start, dates[0].end
        yield Comparison("binding", "missing", "misplaced", place, (days[0].start, days[0].end))


def _leave_out_dates(figures: Iterable[Value], dates: Iterable[Value]) -> list[Value]:
    starts = {date.start for date in dates}
    return [figure for figure in figures if figure.start not in starts]


_PAIR = 2


def _compare_value(
    value: Value, asked: tuple[Value, ...], said: tuple[Value, ...], claim: Text, evidence: Text
) -> Comparison | None:
    near = find_clause_at(claim, value.start)
    beside = [other for other in asked if find_clause_at(claim, other.start) == near]
    homes = [other for other in said if value.is_same(other)]
    if any(_is_order_swapped(value, home, beside, said, claim, evidence) for home in homes[:1]):
        return Comparison(
            "binding", "missing", "misplaced", (value.start, value.end), (homes[0].start, homes[0].end)
        )
    rivals = [other for other in said if not any(own.is_same(other) for own in beside)]
    if not homes or not rivals:
        return None
    if _has_governor_of_rival(value, homes, rivals, claim, evidence):
        return Comparison(
            "binding", "missing", "misplaced", (value.start, value.end), (homes[0].start, homes[0].end)
        )
    whole = (0, len(claim.text) + 1)
    wanted = _get_meanings_in(claim, near if len(asked) > 1 else whole) | _get_date_meanings(claim, evidence)
    own, shared, best = _select_best(homes, wanted, evidence)
    home = find_clause_at(evidence, best.start)
    begins_elsewhere = _begins_with_other_subject(home, claim, evidence)
    if own == 1.0 and not begins_elsewhere:
        return None  # no other clause fits better
    rivals = [rival for rival in rivals if find_clause_at(evidence, rival.start) != home]
    if not rivals:
        return None
    other, most, rival = _select_best(rivals, wanted, evidence)
    fits_better = (own <= _OWN_SHARE < other or own < other == 1.0) and most >= max(shared, 1)
    there = find_clause_at(evidence, rival.start)
    if fits_better or (begins_elsewhere and _has_subject_of(there, home, claim, evidence)):
        place = (best.start, best.end)
        return Comparison("binding", "missing", "misplaced", (value.start, value.end), place)
    return None


def _get_date_meanings(claim: Text, evidence: Text) -> frozenset[str]:
    """Return the meanings of the words that count a date of the claim: "the year before" for 2021."""
    asked = find_dates(claim.text, claim.language)
    counted = (date for date, _ in find_relative_dates(evidence))
    said = [one for one in counted if any(date.is_entailed_by(one) for date in asked)]
    return frozenset(meaning for one in said for meaning in _get_meanings_in(evidence, (one.start, one.end)))


def _begins_with_other_subject(home: Span, claim: Text, evidence: Text) -> bool:
    """Return True if the clause lacks the claim's first word and begins with a word that the claim lacks.

    In "Members may borrow six books, students ten", only the second clause is about students.
    """
    first = get_meaning(claim.content[0], claim.language)
    there = evidence.within(*home)
    if not there or first in _get_meanings_in(evidence, home):
        return False
    return get_meaning(there[0], evidence.language) not in _get_meanings_in(claim, (0, len(claim.text) + 1))


def _has_subject_of(rival: Span, home: Span, claim: Text, evidence: Text) -> bool:
    """Return True if the claim's first word is in the clause of another value, on the same line."""
    first = get_meaning(claim.content[0], claim.language)
    between = evidence.text[min(rival[0], home[0]) : max(rival[1], home[1])].strip()
    return "\n" not in between and first in _get_meanings_in(evidence, rival)


def _is_order_swapped(
    value: Value, home: Value, beside: list[Value], said: tuple[Value, ...], claim: Text, evidence: Text
) -> bool:
    """Return True if the claim has "from A to B" where the evidence has "from B to A"."""
    mine, there = _find_small_word_before(claim, value), _find_small_word_before(evidence, home)
    if not mine or not there or mine == there:
        return False
    if {mine, there} == _AMOUNTS and any(_find_small_word_before(evidence, one) == mine for one in said):
        return True  # "rose by 5 to 40" and "rose by 40"
    others = [one for one in said if any(one.is_same(own) for own in beside) and not one.is_same(value)]
    return any(_find_small_word_before(evidence, other) == mine for other in others) and any(
        _find_small_word_before(claim, own) == there for own in beside
    )


_AMOUNTS = {"by", "to"}


def _has_governor_of_rival(
    value: Value, homes: list[Value], rivals: list[Value], claim: Text, evidence: Text
) -> bool:
    """Return True if the content word right before a figure is before another figure in the evidence.

    An example is "climbs 12 km" against "climbs 1,500 m over a distance of 12 km".
    """
    word = _find_governor(claim, value)
    if value.measure is None or not word or any(_find_governor(evidence, home) == word for home in homes):
        return False
    there = {find_clause_at(evidence, home.start) for home in homes}
    near = [rival for rival in rivals if find_clause_at(evidence, rival.start) in there]
    return any(_find_governor(evidence, rival) == word for rival in near)


def _find_governor(text: Text, value: Value) -> str:
    """Return the stem of the content word right before a value; empty if there is none."""
    place = bisect_left(text.content, value.start, key=lambda word: word.start)
    word = text.content[place - 1] if place else None
    return word.stem if word and not text.text[word.end : value.start].strip() else ""


def _find_small_word_before(text: Text, value: Value) -> str:
    """Return the form of the word right before a value if it is no content word; empty otherwise."""
    place = bisect_left(text.words, value.start, key=lambda word: word.start)
    word = text.words[place - 1] if place else None
    return "" if word is None or is_content_word(word, text.language) else word.form


def _select_best(values: list[Value], wanted: frozenset[str], evidence: Text) -> tuple[float, int, Value]:
    """Return the value whose clause has most of the wanted words, after their share and number."""
    return max(
        ((*_compute_shared(value, wanted, evidence), value) for value in values), key=lambda found: found[:2]
    )


def _compute_shared(value: Value, wanted: frozenset[str], evidence: Text) -> tuple[float, int]:
    """Return share and number of the other content words in the value's clause that are wanted.

    The share is 1 if there are no other words.
    """
    starts, found = _count_wanted(evidence, find_clause_at(evidence, value.start), wanted)
    first, last = bisect_left(starts, value.start), bisect_left(starts, value.end)
    around = len(starts) - (last - first)
    others = found[-1] - (found[last] - found[first])
    return (others / around if around else 1.0), others


@find_once
def _count_wanted(text: Text, span: Span, wanted: frozenset[str]) -> tuple[list[int], list[int]]:
    """Return the starts of a clause's content words, and n + 1 running counts of those that are wanted."""
    inside = text.within(*span)
    hits = (get_meaning(word, text.language) in wanted for word in inside)
    return [word.start for word in inside], list(accumulate(hits, initial=0))


@find_once
def _get_meanings_in(text: Text, span: Span) -> frozenset[str]:
    return frozenset(get_meaning(word, text.language) for word in text.within(*span))


BINDING = Rule("binding", compare_bound_values, kind="name", vetoes=("misplaced",))
