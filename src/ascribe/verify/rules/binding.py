"""Binding: a figure, date or name must occur with the same words in the claim and in its evidence.

"The treaty was signed in 1923 and took force in 1924" contains all words of "it took force in 1923", but the
year is in one clause of the evidence and the other words are in the clause of another year. This rule never
returns a clash: it only prevents such a sentence from being supported.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.text.words import is_content_word
from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Span, find_clause_at
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.calendar_dates import find_dates, find_relative_dates
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import Number
from ascribe.verify.quantities.operations import find_sentence_at
from ascribe.verify.rules.bound_values import Value, find_date_values, find_figure_values, find_name_values

_OWN_SHARE = 0.5
"""Largest share of the words around a value, in its own clause of the evidence, that a claim may have if the
clause of another value is to fit it better. A fair summary may leave out half; but a claim that has all of
the other clause is about that one."""


def compare_bound_values(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each value of the claim that occurs with the words of another one."""
    return [
        *_find_dates_of_others(claim, evidence),
        *_find_turned_pairs(claim, evidence),
        *_find_exchanged_values(claim, evidence),
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


# --- Exchanged values ---

_SCORE = re.compile(r"\s?(?:to|[-–:])\s?")
"""What joins the two figures of a score: "7 to 4", "3–1"."""


def _find_turned_pairs(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for each score of the claim that the evidence has the other way round: "4 to 7"."""
    said = [(a, b) for a, b in pairwise(find_figures(evidence)) if _is_score(a, b, evidence)]
    for one, two in pairwise(find_figures(claim)) if said else ():
        if one.value == two.value or not _is_score(one, two, claim):
            continue
        same = any(one.agrees_with(a) and two.agrees_with(b) for a, b in said)
        turned = next((pair for pair in said if one.agrees_with(pair[1]) and two.agrees_with(pair[0])), None)
        if turned and not same:
            there = turned[0].start, turned[1].end
            yield Comparison("binding", "missing", "misplaced", (one.start, two.end), there)


def _is_score(one: Number, two: Number, text: Text) -> bool:
    before = text.lowered[max(0, one.start - len("from ")) : one.start]
    return _SCORE.fullmatch(text.text, one.end, two.start) is not None and before != "from "


def _find_exchanged_values(claim: Text, evidence: Text) -> Iterator[Comparison]:
    """Yield a comparison for two values that have changed places: "30 days for A, 90 for B" turned round."""
    if CELL_SEPARATOR in evidence.text:
        return
    known = _find_single_stems(claim) & _find_single_stems(evidence)
    for values in (find_figure_values, find_date_values):
        found = ((value, _find_home(value, values(evidence))) for value in values(claim)[:_MOST_VALUES])
        for (one, home), (two, other) in pairwise((value, home) for value, home in found if home is not None):
            if _are_apart(home, other, evidence):
                continue
            mine = _list_owned_words(one, two, known, claim)
            if _are_exchanged(mine, _list_owned_words(home, other, known, evidence)):
                there = min(home.start, other.start), max(home.end, other.end)
                yield Comparison("binding", "missing", "misplaced", (one.start, two.end), there)


_MOST_VALUES = 12
"""Values of a claim that are compared with their neighbours."""


def _find_home(value: Value, said: Iterable[Value]) -> Value | None:
    return next((one for one in said if value.is_same(one)), None)


_Owned = tuple[frozenset[str], frozenset[str]]
"""The words that belong to each of two values."""


def _are_exchanged(mine: tuple[_Owned, _Owned], theirs: tuple[_Owned, _Owned]) -> bool:
    """Return True if each value of the claim has a word of the other one, and none of its own.

    Words belong to a value behind them or before them; every way that a sentence may be meant must show it.
    """
    pairs = [(one, other) for one, other in zip(mine, theirs, strict=True) if all((*one, *other))]
    return bool(pairs) and all(
        one[0] & other[1] and one[1] & other[0] and not (one[0] & other[0] or one[1] & other[1])
        for one, other in pairs
    )


def _are_apart(one: Value, two: Value, text: Text) -> bool:
    """Return True for two values that are in different sentences, or the same one."""
    first, last = sorted((one, two), key=lambda value: value.start)
    return first.end > last.start or "\n" in text.text[first.end : last.start]


@find_once
def _find_single_stems(text: Text) -> frozenset[str]:
    """Return the stems of the content words that occur once and are no figures."""
    counts = Counter(word.stem for word in text.content if not word.form[0].isdigit())
    return frozenset(stem for stem, times in counts.items() if times == 1)


def _list_owned_words(one: Value, two: Value, known: frozenset[str], text: Text) -> tuple[_Owned, _Owned]:
    """Return the known words of both values, if words belong to the value behind them, and before them."""
    first, last = sorted((one, two), key=lambda value: value.start)
    start, end = find_sentence_at(text, first.start)
    stretches = ((start, first.start), (first.end, last.start), (last.end, end))
    before, between, behind = (
        frozenset(word.stem for word in text.within(*stretch)) & known for stretch in stretches
    )
    ways = ((before, between), (between, behind))
    return ways if first is one else (ways[0][::-1], ways[1][::-1])


BINDING = Rule("binding", compare_bound_values, kind="name", vetoes=("misplaced",))
