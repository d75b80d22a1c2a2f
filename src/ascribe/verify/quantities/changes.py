"""Operations on two figures: changes ("rose by 25 %", "doubled") and differences ("7 metres taller than").

A change needs its two figures in the evidence as "from A to B", as "B, compared with A", or each with its
year, as in the cells of a table; of several pairs, the one whose clause shares most words with the claim is
used. A difference needs two clauses that the words of the claim can tell apart,
and these clauses must name the property compared.

So the result of a change or a difference proves a figure, and one that misses it contradicts.
``calculations.differences`` also takes the pair of figures that fits the claim best, whatever its clauses
name, and proves nothing by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache
from itertools import pairwise, product

from ascribe.text.table_cells import CELL_SEPARATOR
from ascribe.text.words import Word
from ascribe.verify.comparison import Text, find_once
from ascribe.verify.cues import Span, find_clause_at, find_scopes
from ascribe.verify.lexicon import get_meaning, is_same_group
from ascribe.verify.quantities.measures import Measure, find_measures
from ascribe.verify.quantities.number import get_amount_words
from ascribe.verify.quantities.operations import (
    ClaimFigure,
    DerivedValue,
    build_span,
    find_cue_in_clause,
    find_sentence_at,
    find_word_end_after,
    find_years,
    format_percent,
    format_value,
    get_meanings_in,
    has_word_before,
    is_same_kind,
    join_measures,
)

_LONGEST_GAP = 40
"""Most characters between the two figures: "from 1,000 in 2010 to 1,300 in 2012"."""

_THOUSAND = Decimal(1000)

FromToPair = tuple[Decimal, Decimal, Measure, Measure]
"""Both values, in the scale of the second one, and the measures that they come from."""


def compute_change(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return by how much the figures of the evidence rose or fell; None if the claim names no change."""
    cue = _find_change_verb(asked, claim)
    pair = _select_pair(claim, evidence) if cue else None
    if cue is None or pair is None:
        return None
    sign, place = cue
    before, after, one, two = pair
    if (after - before) * sign <= 0 or not before or _has_turned_years(pair, claim, evidence):
        return None
    change = abs(after - before)
    kind = asked.number.kind
    operands, sign_of = join_measures(evidence, (one, two), "→"), "+" if sign > 0 else "−"
    points = find_word_end_after(claim, asked.measure.end, "points") if not kind else None
    if points is not None:
        if two.numbers[-1].kind != "percent":
            return None
        formula = f"{operands} is {sign_of}{format_value(change)} points"
        return DerivedValue(change, formula, (place[0], points), build_span(one, two))
    if kind in ("percent", "part"):
        share = change / abs(before)
        value = 100 * share if kind == "percent" else share
        formula = f"{operands} is {sign_of}{format_percent(100 * share)}"
    elif is_same_kind(asked.measure, two) or not two.units:
        value = change
        formula = f"{operands} is {sign_of}{format_value(change)}"
    else:
        return None
    return DerivedValue(value, formula, place, build_span(one, two))


def compute_multiplications(claim: Text, evidence: Text) -> list[tuple[DerivedValue, Decimal]]:
    """Return, for each verb such as "doubled", the factor in the evidence and the factor of the verb."""
    found = []
    verbs = get_amount_words(claim.code).get("times", {})
    for word in claim.words:
        times = verbs.get(word.form)
        pair = _select_pair(claim, evidence) if times and word.stem not in evidence.stems else None
        if pair is not None and pair[0]:
            before, after, one, two = pair
            formula = f"{join_measures(evidence, (one, two), '→')} is × {format_value(after / before)}"
            derived = DerivedValue(after / before, formula, (word.start, word.end), build_span(one, two))
            found.append((derived, Decimal(times)))
    return found


def _find_change_verb(asked: ClaimFigure, claim: Text) -> tuple[int, Span] | None:
    """Return 1 for a rise or -1 for a fall, and the span of the figure; None if the claim names neither."""
    by = has_word_before(claim, asked.start, "by")
    for group, sign in (("rise", 1), ("fall", -1)):
        cue = find_cue_in_clause(claim, group, asked.start)
        if cue and (by or not claim.text[cue[1] : asked.start].strip()):
            is_near = len(claim.within(cue[1], asked.start)) == 0
            return sign, (min(cue[0], asked.start) if is_near else asked.start, asked.measure.end)
    # "230 MWh less than in 2022": a unit that is not known may stand between
    ends = [asked.measure.end, *(word.end for word in claim.words_after(asked.measure.end, 1))]
    for (group, sign), end in product((("higher", 1), ("lower", -1)), ends):
        behind = find_word_end_after(claim, end, group)
        if behind is not None and _find_than_before(claim, behind) is not None:
            return sign, (asked.start, behind)
    return None


_BEFORE_THAN = re.compile(r"(?P<thing>\s+[^\W\d]+)?(?P<year>\s+in\s+\d{4})?")
"""What may stand between a comparative and "than": "8,700 more visitors in 2022 than in 2021"."""


def _find_than_before(claim: Text, position: int) -> Span | None:
    """Return the span from a comparative's end to that of "than in 2021"; None if that does not follow."""
    between = _BEFORE_THAN.match(claim.text, position)
    ends = {position, between.end("thing"), between.end()} if between else {position}
    found = (find_word_end_after(claim, end, "than_before") for end in sorted(ends) if end >= position)
    return next(((position, end) for end in found if end is not None), None)


def _has_turned_years(pair: FromToPair, claim: Text, evidence: Text) -> bool:
    """Return True if the year after "than" is that of the later figure, or another one than the earlier's."""
    than = [(cue.start, find_clause_at(claim, cue.start)[1]) for cue in find_scopes(claim, "than")]
    asked = frozenset(year for span in than for year in find_years(claim, span))
    measures = find_measures(evidence)
    earlier, later = (frozenset(_find_own_years(one, measures, evidence)) for one in pair[2:])
    return bool(asked and (asked & (later - earlier) or (earlier and not asked & earlier)))


def _select_pair(claim: Text, evidence: Text) -> FromToPair | None:
    """Return the "from A to B" whose clause shares most words with the claim; None in case of a tie."""
    ranked = sorted(
        ((_count_shared(pair, claim, evidence), n, pair) for n, pair in enumerate(_find_pairs(evidence))),
        key=lambda entry: -entry[0],
    )
    if not ranked or not ranked[0][0] or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][2] if _matches_years(ranked[0][2], claim, evidence) else None


@find_once
def _find_pairs(evidence: Text) -> tuple[FromToPair, ...]:
    """Return the pairs of figures "from A to B"; without any, those of which one is dated earlier."""
    found = []
    for one, two in pairwise(find_measures(evidence)):
        between = evidence.text[one.end : two.start]
        joined = (
            len(between) <= _LONGEST_GAP
            and "\n" not in between
            and has_word_before(evidence, two.start, "to")
        )
        if (
            joined
            and has_word_before(evidence, one.start, "from")
            and (is_same_kind(one, two) or not one.units)
        ):
            after = two.numbers[-1].value
            found.append((one.numbers[-1].value, after, one, two))
    return tuple(found or _find_dated_pairs(evidence))


def _find_dated_pairs(evidence: Text) -> Iterator[FromToPair]:
    """Yield two figures of one kind in one sentence, of which one is earlier: see ``_find_order``."""
    measures = find_measures(evidence)
    for one, two in pairwise(measures):
        if find_sentence_at(evidence, one.start) != find_sentence_at(evidence, two.start):
            continue
        if not is_same_kind(one, two) or {one.numbers[-1].kind, two.numbers[-1].kind} & {"part", "ordinal"}:
            continue
        order = _find_order(one, two, measures, evidence)
        if order:
            before, after = (one, two) if order > 0 else (two, one)
            yield before.numbers[-1].value, after.numbers[-1].value, before, after


def _find_order(one: Measure, two: Measure, measures: Sequence[Measure], evidence: Text) -> int:
    """Return 1 if the first figure is the earlier one, -1 if the second is, 0 if that is not said."""
    if has_word_before(evidence, two.start, "base"):
        return -1
    first, last = (_find_own_years(measure, measures, evidence) for measure in (one, two))
    if len(first) != 1 or len(last) != 1 or first == last:
        return 0
    return 1 if first < last else -1


def _find_own_years(measure: Measure, measures: Sequence[Measure], evidence: Text) -> list[int]:
    """Return the years that belong to a figure: those of its cell, or those up to the next figure."""
    start, end = find_sentence_at(evidence, measure.start)
    cell = evidence.text.rfind(CELL_SEPARATOR, start, measure.start)
    if cell >= 0:
        return sorted(find_years(evidence, (cell, measure.start)))
    following = [other.start for other in measures if measure.end < other.start < end]
    return sorted(find_years(evidence, (measure.end, min([end, *following]))))


def _count_shared(pair: FromToPair, claim: Text, evidence: Text) -> int:
    """Count the content words of the claim that are in the clause, or the table row, of the first figure.

    Verbs of change ("rose", "fell") do not count.
    """
    first = min(pair[2].start, pair[3].start)
    sentence = find_sentence_at(evidence, first)
    span = sentence if CELL_SEPARATOR in evidence.text[slice(*sentence)] else find_clause_at(evidence, first)
    verbs = {w for text in (claim, evidence) for w in _get_change_meanings(text)}
    mine = get_meanings_in(claim, (0, len(claim.text)))
    return len((get_meanings_in(evidence, span) & mine) - verbs)


def _get_change_meanings(text: Text) -> frozenset[str]:
    """Return the meanings of the words for a rise or a fall."""
    cues = [cue for group in ("rise", "fall") for cue in find_scopes(text, group)]
    return frozenset(word for cue in cues for word in get_meanings_in(text, (cue.start, cue.end)))


def _matches_years(pair: FromToPair, claim: Text, evidence: Text) -> bool:
    """Return True if the years of the claim, if any, are among those given with the two figures."""
    said = find_years(claim, (0, len(claim.text)))
    start, end = find_sentence_at(evidence, pair[2].start)
    later = [m.start for m in find_measures(evidence) if m.start > max(pair[2].end, pair[3].end)]
    near = find_years(evidence, (start, min([end, *later])))
    return said <= near or not find_years(evidence, (start, end))


# --- Differences and ratios ---

_AMOUNT_COMPARATIVES = ("more", "less", "fewer", "many", "much")
"""Words that compare amounts as such, without naming another property."""


def compute_difference(asked: ClaimFigure, claim: Text, evidence: Text) -> DerivedValue | None:
    """Return the difference between the two things that the claim compares."""
    than = next((cue for cue in find_scopes(claim, "than") if cue.start > asked.measure.end), None)
    adjective = _find_comparative(asked, claim)
    if than is None or adjective is None or asked.number.kind == "part":
        return None
    sign, word = adjective
    sides = _find_sides(claim, (0, than.start), (than.end, len(claim.text) + 1), evidence, asked.measure)
    if sides is None or not _has_property(word, sides, evidence):
        return None
    one, two = sides
    first, second = one.numbers[-1].value, two.numbers[-1].value
    if not (is_same_kind(asked.measure, one) or not asked.measure.units or asked.number.kind == "percent"):
        return None
    value, order = (first - second, (one, two)) if sign > 0 else (second - first, (two, one))
    formula = f"{join_measures(evidence, order, '−')} = {format_value(value)}"
    if asked.number.kind == "percent":
        if one.numbers[-1].kind == "percent" or not second:
            return None
        value = 100 * value / second
        formula = (
            f"{join_measures(evidence, (two, one), '→')} is {'+' if sign > 0 else '−'}{format_percent(value)}"
        )
    start, end = build_span(asked.measure, word)
    return DerivedValue(value, formula, (min(asked.start, start), end), build_span(one, two))


def compute_ratios(claim: Text, evidence: Text) -> list[tuple[DerivedValue, Decimal]]:
    """Return, for each "twice as deep as", the ratio of the operands and the factor of the claim."""
    found: list[tuple[DerivedValue, Decimal]] = []
    if not any(word.form in ("as", "wie", "que") for word in claim.words):
        return found
    for match in _build_as_pattern(claim.code).finditer(claim.text):
        times = _parse_times(match, claim)
        sides = _find_sides(claim, (0, match.start()), (match.end(), len(claim.text) + 1), evidence, None)
        word = claim.words_after(match.start("word"), 1)
        if times is None or sides is None or not word or not _has_property(word[0], sides, evidence):
            continue
        one, two = sides
        if two.numbers[-1].value:
            ratio = one.numbers[-1].value / two.numbers[-1].value
            formula = f"{join_measures(evidence, sides, '/')} = {format_value(ratio)}"
            place = match.start(), match.end("word")
            found.append((DerivedValue(ratio, formula, place, build_span(one, two)), times))
    return found


def _find_comparative(asked: ClaimFigure, claim: Text) -> tuple[int, Word] | None:
    """Return 1 for more or -1 for less, and the comparative right after the figure ("taller", "fewer")."""
    for group, sign in (("more", 1), ("less", -1)):
        for cue in find_scopes(claim, group):
            if not claim.text[asked.measure.end : cue.start].strip() and cue.start >= asked.measure.end:
                return sign, claim.words_after(cue.start, 1)[0]
    return None


def _find_sides(
    claim: Text, here: Span, there: Span, evidence: Text, asked: Measure | None
) -> tuple[Measure, Measure] | None:
    """Return the measure of each side, found by the words that only that side has; None if ambiguous."""
    mine, theirs = (_get_meanings_without(claim, span, asked) for span in (here, there))
    other = theirs - mine
    if not other:
        return None
    said = [m for m in find_measures(evidence) if not asked or m.numbers[-1].kind != "ordinal"]
    clauses = {m: _get_meanings_without(evidence, find_clause_at(evidence, m.start), None) for m in said}
    seconds = [m for m in said if other <= clauses[m]]
    if len(seconds) != 1:
        return None
    (second,) = seconds
    own = mine - theirs - clauses[second]
    firsts = [m for m in said if own and own & clauses[m] and m is not second and not other & clauses[m]]
    if len(firsts) != 1 or len(said) > 2 or not is_same_kind(firsts[0], second):
        return None
    return firsts[0], second


def _get_meanings_without(text: Text, span: Span, without: Measure | None) -> frozenset[str]:
    inside = text.within(*span)
    return frozenset(
        get_meaning(word, text.language)
        for word in inside
        if without is None or not without.start <= word.start < without.end
    )


def _has_property(word: Word, sides: tuple[Measure, Measure], evidence: Text) -> bool:
    """Return True if an operand's clause has the word compared, another form of it or its opposite."""
    if word.form in _AMOUNT_COMPARATIVES:
        return True
    return any(
        word.form.startswith(other.form[:-1]) or is_same_group(word, other, evidence.language)
        for side in sides
        for other in evidence.within(*find_clause_at(evidence, side.start))
        if len(other.form) > 2
    )


@cache
def _build_as_pattern(language: str) -> re.Pattern[str]:
    data = get_amount_words(language)
    fold = "|".join(data.get("fold", {})) or "(?!)"
    times, link = data.get("times_word") or "(?!)", "|".join(data.get("as", [])) or "(?!)"
    return re.compile(
        rf"\b(?:(?P<fold>{fold})|(?P<count>[\w.,]+)\s+{times})\s+(?:{link})\s+(?P<word>\w+)"
        rf"(?P<rest>(?:\s+\w+){{0,3}}?)\s+(?:as|wie|que)\b",
        re.IGNORECASE,
    )


def _parse_times(match: re.Match[str], claim: Text) -> Decimal | None:
    fold = match["fold"]
    if fold:
        return Decimal(get_amount_words(claim.code)["fold"][fold.lower()])
    start = match.start("count")
    return next((m.numbers[0].value for m in find_measures(claim) if m.start == start), None)
