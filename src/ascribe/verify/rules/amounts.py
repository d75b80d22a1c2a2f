"""Derived figures, bounds, proportions and quantifiers: how much and how many.

Derived figures: those that follow from figures of the evidence by an operation that the claim names.

The operations are sums, differences, ratios, changes, shares, means, counts of listed names and durations.
The comparison carries the formula ("40 → 50 is +25 %"). A figure that differs from the result is a clash with
a reason of its own; one that differs only a little is missing, since it may be rounded.

Bounds: "at least 20" is neither "20" nor "at most 20"; "under 50" is "less than 50".

A claim with the lower bound clashes with evidence that has the upper one, and the other way round. A claim
that drops or adds a bound says something else, but may be a fair summary.

Proportions: "most of the delegates" for "41 of the 60 delegates", "nearly all" for 480 of 500.

The part and the whole are found as for shares; ``_SHARE_TESTS`` defines what the words mean.

Quantifiers: "some" is not "all", "most" is not "few", and "none" is neither.

A claim must not say of more things what its evidence says of fewer. If one text says "none" and the other has
another quantifier of the same thing, they clash.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from ascribe.verify.comparison import Comparison, Finding, Rule, Text, find_once
from ascribe.verify.cues import (
    CueGroup,
    Scope,
    compare_claim_cues,
    compare_dropped_cues,
    find_scopes,
    may_have_cues,
)
from ascribe.verify.quantities.aggregates import (
    compute_duration,
    compute_fraction,
    compute_mean,
    compute_remainder,
    compute_rest,
    compute_share,
    compute_total,
    count_items,
    count_listed,
    find_part_and_whole,
)
from ascribe.verify.quantities.changes import (
    compute_change,
    compute_difference,
    compute_multiplications,
    compute_ratios,
)
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.measures import find_measure_at
from ascribe.verify.quantities.number import (
    Mark,
    Number,
    compute_exactly,
    find_mark,
    is_fair_rounding,
    round_to_step,
)
from ascribe.verify.quantities.operations import (
    ClaimFigure,
    DerivedValue,
    Operation,
    find_sentence_at,
    format_value,
    join_measures,
)

_FIGURE_OPERATIONS: tuple[tuple[Operation, frozenset[str]], ...] = (
    (compute_change, frozenset(("rise", "fall", "than"))),
    (compute_difference, frozenset(("than",))),
    (compute_share, frozenset()),
    (compute_remainder, frozenset(("negation",))),
    (compute_rest, frozenset()),
    (compute_fraction, frozenset()),
    (compute_total, frozenset(("total",))),
    (compute_mean, frozenset(("average",))),
)
_OTHER_OPERATIONS: tuple[tuple[Operation, frozenset[str]], ...] = (
    (compute_duration, frozenset(("lasting",))),
    (count_listed, frozenset()),
    (count_items, frozenset()),
)
"""Operations by priority, each with the groups of cues that name it; an empty set needs no cue. The first
operation that returns a value is used."""

_LEAST_OPERANDS = 2
"""Figures that the evidence must have for an operation on figures."""

_MOST_OPERANDS = 100
"""Figures beyond which the evidence is a list of numbers, where an operation on some of them would agree with
a figure by accident; the time would grow with their square."""

_LEAST_DEVIATION = Decimal("0.1")
"""Share of the result by which a figure must miss it to be wrong rather than rough; whole counts are
exact."""


@compute_exactly
def derive(number: Number, claim: Text, evidence: Text) -> Comparison | None:
    """Compare a figure with the result of the operation that the claim names; None if it names none."""
    derived = _compute_derived(claim, number, evidence)
    return _compare_result(derived, number, find_mark(claim, number)[0]) if derived else None


@find_once
def _compute_derived(claim: Text, number: Number, evidence: Text) -> DerivedValue | None:
    """Return the value of the first operation that has one."""
    figures = len(find_figures(evidence))
    if figures > _MOST_OPERANDS:
        return None
    has_operands = figures >= _LEAST_OPERANDS
    operations = (*_FIGURE_OPERATIONS, *_OTHER_OPERATIONS) if has_operands else _OTHER_OPERATIONS
    marked, start = find_mark(claim, number)
    asked = ClaimFigure(find_measure_at(claim, number), marked, start)
    named = (operation for operation, cues in operations if not cues or may_have_cues(cues, claim))
    results = (operation(asked, claim, evidence) for operation in named)
    return next((derived for derived in results if derived is not None), None)


@compute_exactly
def compare_derived_figures(claim: Text, evidence: Text) -> list[Comparison]:
    """Return comparisons of what has no figure of its own.

    These are multipliers such as "doubled" or "twice as deep as", and words such as "the mean" beside a
    figure.
    """
    if not _LEAST_OPERANDS <= len(find_figures(evidence)) <= _MOST_OPERANDS:
        return []
    found = [*compute_multiplications(claim, evidence), *compute_ratios(claim, evidence)]
    compared = [_compare_multiplier(derived, times, claim) for derived, times in found]
    for number in find_figures(claim):
        derived = _compute_derived(claim, number, evidence)
        if (
            derived
            and derived.also
            and _compare_result(derived, number, find_mark(claim, number)[0]).finding == "agree"
        ):
            compared.append(_build_derived_comparison(replace(derived, place=derived.also), "agree"))
    return compared


def _compare_multiplier(derived: DerivedValue, times: Decimal, claim: Text) -> Comparison:
    """Compare a factor of the claim with the one in the evidence, which must be equal.

    Only words such as "nearly" or "more than" allow another result, by up to a tenth.
    """
    start, end = derived.place
    marked, begin = find_mark(claim, Number(start, end, times))
    off = derived.value - times
    near = abs(off) <= _LEAST_DEVIATION * times
    sides = {"": off == 0, "exactly": off == 0, "over": 0 < off < 1, "about": near}
    fits = sides.get(marked, near and off < 0)
    finding: Finding = "agree" if fits else "missing" if near or marked else "clash"
    return _build_derived_comparison(replace(derived, place=(begin, end)), finding)


def _compare_result(derived: DerivedValue, number: Number, marked: Mark) -> Comparison:
    """Return an agreement with the fairly rounded result, else a clash, or missing if it is close."""
    if _is_result(derived.value, number, marked):
        return _build_derived_comparison(derived, "agree")
    exact = derived.value % 1 == 0 and number.value % 1 == 0 and not marked and abs(derived.value) < 1000
    off = abs(derived.value - number.value)
    if off > _LEAST_DEVIATION * abs(derived.value) or (exact and off >= 1):
        return _build_derived_comparison(derived, "clash")
    return _build_derived_comparison(derived, "missing")


def _is_result(value: Decimal, number: Number, marked: Mark) -> bool:
    if number.kind == "part":
        return value == number.value or (bool(marked) and abs(value - number.value) <= number.value / 20)
    if number.kind == "percent" and not marked:
        return round_to_step(value, number.step) == number.value
    return is_fair_rounding(value, number, marked)


def _build_derived_comparison(derived: DerivedValue, finding: Finding) -> Comparison:
    reason = {"agree": "", "clash": "derivation_mismatch", "missing": "number_not_found"}[finding]
    return Comparison("derived", finding, reason, derived.place, derived.operands, derived.formula)


DERIVED = Rule(
    "derived",
    compare_derived_figures,
    kind="number",
    exact="number_not_found",
    unclear={"derivation_mismatch": "number_not_found"},
    binds=True,
    paraphrases=True,
)


_BOUND_GROUPS = (CueGroup("least"), CueGroup("most_at"))
_LOOSE_BOUNDS = {"least": ("over",), "most_at": ("under", "nearly")}
"""Group → those whose words are bounds beside other things than figures, if these are the same things."""

_BOUND_CUES = frozenset(("least", "most_at"))
_OPPOSITE_BOUND = {"least": "most_at", "most_at": "least"}
_RANGE_PREFIX = {
    "least": re.compile(r"\bbetween\s+\S{0,2}$"),
    "most_at": re.compile(r"\bbetween\s+\S+(?:\s+\w+)?\s+and\s+\S{0,2}$"),
}
"""What precedes the lower and the upper end of a range; a currency sign may follow it."""

_LONGEST_BOUND_GAP = 24
"""Most characters between a bound and its figure: "exceeding a height of 40 m"."""


def compare_bounds(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each bound of the claim, and one for each that it drops."""
    if not may_have_cues(_BOUND_CUES, claim, evidence):
        return []
    kept = [
        _detect_bound_clash(one, group.name, claim, evidence)
        for group in _BOUND_GROUPS
        for one in _compare_claim_bounds(group, claim, evidence)
    ]
    clashing = [one for one in kept if one.finding == "clash"]
    lost = [
        one
        for group in _BOUND_GROUPS
        for one in compare_dropped_cues(group, claim, evidence, "bounds", "bound_unclear")
        if not _is_range_end(claim, one.claim[0], group.name)
    ]
    return clashing or [*kept, *lost]


def _is_range_end(claim: Text, figure: int, group: str) -> bool:
    """Return True for either end of "between 10 and 20".

    Such a range may be restated as "more than 10" or "less than 20".
    """
    return _RANGE_PREFIX[group].search(claim.lowered, 0, figure) is not None


def _compare_claim_bounds(group: CueGroup, claim: Text, evidence: Text) -> list[Comparison]:
    return [
        _find_loose_bound(one, group.name, claim, evidence)
        for one in compare_claim_cues(group, claim, evidence, "bounds", "bound_unclear")
    ]


def _find_loose_bound(found: Comparison, group: str, claim: Text, evidence: Text) -> Comparison:
    """Return an agreement of "more than a set limit" with "above a set limit"; else the same comparison."""
    mine = next((cue for cue in find_scopes(claim, group) if cue.start == found.claim[0]), None)
    if found.finding != "missing" or mine is None or not mine.words:
        return found
    said = (cue for name in _LOOSE_BOUNDS[group] for cue in find_scopes(evidence, name))
    same = next((cue for cue in said if cue.words and cue.words[0].stem == mine.words[0].stem), None)
    if same is None:
        return found
    formula = f"{evidence.text[same.start : same.end]} = {claim.text[mine.start : mine.end]}"
    return replace(found, finding="agree", reason="", evidence=same.place, formula=formula)


def _detect_bound_clash(found: Comparison, group: str, claim: Text, evidence: Text) -> Comparison:
    """Return a clash if the same figure has the other bound in the evidence, else the same comparison."""
    if (
        found.finding != "missing"
        or find_scopes(claim, _OPPOSITE_BOUND[group])
        or find_scopes(claim, "negation")
    ):
        return found
    cue = next(cue for cue in find_scopes(claim, group) if (cue.start, cue.end) == found.claim)
    mine = _find_bounded_figure(claim, cue)
    for other in find_scopes(evidence, _OPPOSITE_BOUND[group]):
        theirs = _find_bounded_figure(evidence, other)
        if mine and theirs and mine.agrees_with(theirs):
            return replace(found, finding="clash", reason="bound_mismatch", evidence=other.place)
    return found


def _find_bounded_figure(text: Text, cue: Scope) -> Number | None:
    """Return the figure right after a cue, or right before one such as "or more"."""
    near = [
        n
        for n in find_figures(text)
        if 0 <= n.start - cue.end <= _LONGEST_BOUND_GAP or 0 <= cue.start - n.end <= _LONGEST_BOUND_GAP
    ]
    return min(near, key=lambda n: abs(n.start - cue.end), default=None)


BOUNDS = Rule(
    "bounds", compare_bounds, kind="bound", unclear={"bound_mismatch": "bound_unclear"}, paraphrases=True
)


_HALF, _NEARLY, _FEW = Decimal("0.5"), Decimal("0.9"), Decimal("0.2")

_SHARE_TESTS: dict[str, Callable[[Decimal], bool]] = {
    "share_all": lambda share: share == 1,
    "share_nearly": lambda share: _NEARLY <= share < 1,
    "share_most": lambda share: share > _HALF,
    "share_less": lambda share: share < _HALF,
    "share_few": lambda share: 0 < share < _FEW,
    "share_none": lambda share: share == 0,
}
"""Group of cues → test of the share: a majority is more than half, few are less than a fifth."""

_PROPORTION_CUES = frozenset(_SHARE_TESTS)


def compare_proportions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each such word of the claim for which the evidence has figures."""
    if not may_have_cues(_PROPORTION_CUES, claim) or find_scopes(claim, "negation"):
        return []
    cues = [cue for group in _SHARE_TESTS for cue in find_scopes(claim, group)]
    found = (_compare_proportion(cue, claim, evidence) for cue in cues if not _is_inside(cue, cues))
    return [one for one in found if one is not None]


def _compare_proportion(cue: Scope, claim: Text, evidence: Text) -> Comparison | None:
    stated = _find_stated_share(cue, claim, evidence)
    if stated is not None and not _SHARE_TESTS[cue.group](stated.value / 100):
        there = (stated.start, stated.end)
        return Comparison("proportions", "missing", "quantifier_unclear", (cue.start, cue.end), there)
    sides = find_part_and_whole(cue.end, claim, evidence)
    if sides is None or not sides[1].numbers[-1].value:
        return None
    share = sides[0].numbers[-1].value / sides[1].numbers[-1].value
    there = min(side.start for side in sides), max(side.end for side in sides)
    formula = f"{join_measures(evidence, sides, 'of')} is {format_value(100 * share)} %"
    place = cue.start, cue.end
    if _SHARE_TESTS[cue.group](share):
        return Comparison("proportions", "agree", "", place, there, formula)
    return Comparison("proportions", "missing", "quantifier_unclear", place, there)


def _find_stated_share(cue: Scope, claim: Text, evidence: Text) -> Number | None:
    """Return the percentage whose sentence shares most words with what the claim says of "most"."""
    shares = [number for number in find_figures(evidence) if number.kind == "percent"]
    if not shares or find_figures(claim):
        return None
    said = {word.stem for word in claim.within(cue.end, len(claim.text))}
    shared = [
        len(said & {word.stem for word in evidence.within(*find_sentence_at(evidence, number.start))})
        for number in shares
    ]
    most = max(shared)
    return shares[shared.index(most)] if 2 * most > len(said) else None


def _is_inside(cue: Scope, others: list[Scope]) -> bool:
    """Return True for the "all" of "nearly all"."""
    return any(other.start <= cue.start and cue.end <= other.end and other is not cue for other in others)


PROPORTIONS = Rule(
    "proportions",
    compare_proportions,
    paraphrases=True,
    supersedes=("quantifiers", "bounds", "qualifiers", "numbers", "derived"),
)


_QUANTIFIER_REASON = "quantifier_widened"

_ADDED_QUANTIFIERS = (CueGroup("all"), CueGroup("most"), CueGroup("few"))
_DROPPED_QUANTIFIERS = (CueGroup("some"), CueGroup("few", also=("some",)), CueGroup("most"))

LADDER = ("all", "most", "some", "few")
"""If a claim has one of these, the evidence must not have another one with the same words."""

_QUANTIFIER_CUES = frozenset((*LADDER, "none"))

_INCOMPATIBLE_QUANTIFIERS = {("all", "few"), ("few", "all"), ("most", "few"), ("few", "most")}
"""Pairs that cannot both be true of the same things."""


def compare_quantifiers(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each quantifier of the claim, and one for each that it drops."""
    if not may_have_cues(_QUANTIFIER_CUES, claim, evidence):
        return []
    kept = [
        one
        for group in _ADDED_QUANTIFIERS
        for one in compare_claim_cues(group, claim, evidence, "quantifiers", _QUANTIFIER_REASON)
    ]
    lost = [
        one
        for group in _DROPPED_QUANTIFIERS
        for one in compare_dropped_cues(group, claim, evidence, "quantifiers", _QUANTIFIER_REASON)
    ]
    open_ones = [one for one in lost if not _is_already_quantified(one, claim, evidence)]
    return [
        *_compare_ladder(claim, evidence),
        *_find_none_clashes(claim, evidence),
        *_find_exchanged_kinds(claim, evidence),
        *(one for one in kept if not _is_frequency(one, claim, evidence) and not _is_negated_any(one, claim)),
        *open_ones,
    ]


_FREQUENCIES = {
    "hourly": "hour", "nightly": "night", "daily": "day", "weekly": "week", "monthly": "month",
    "quarterly": "quarter", "yearly": "year", "annually": "year",
}  # fmt: skip
"""English adverb → the unit of time: "quarterly" is "every quarter"."""


def _is_frequency(found: Comparison, claim: Text, evidence: Text) -> bool:
    """Return True for "every quarter" where the evidence says "quarterly"."""
    behind = claim.words_after(found.claim[1], 1)
    return bool(behind) and any(_FREQUENCIES.get(word.form) == behind[0].form for word in evidence.words)


def _is_negated_any(found: Comparison, claim: Text) -> bool:
    """Return True for the "any" of "not linked to any event", which widens nothing."""
    is_any = claim.lowered.startswith("any", found.claim[0])
    return is_any and any(cue.start < found.claim[0] for cue in find_scopes(claim, "negation"))


def _find_exchanged_kinds(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for each "all A are B" of the claim where the evidence says "all B are A"."""
    return [
        Comparison("quantifiers", "missing", "roles_unclear", cue.place, other.place)
        for cue in find_scopes(claim, "all")
        for other in find_scopes(evidence, "all")
        if _are_exchanged(cue, other) and not _is_one_thing(cue, other, claim)
    ]


def _are_exchanged(one: Scope, other: Scope) -> bool:
    """Return True if each quantifier is about a thing that the other has only further on."""
    if not one.words or not other.words:
        return False
    mine, theirs = one.words[0].stem, other.words[0].stem
    return mine != theirs and mine in other.stems and theirs in one.stems


def _is_one_thing(cue: Scope, other: Scope, claim: Text) -> bool:
    """Return True if both words name one thing: "all wild varieties", "all varieties of wild ducks"."""
    first = cue.words[0]
    behind = claim.words_after(first.end, 1)
    is_next = bool(behind) and claim.text[first.end : behind[0].start] == " "
    return is_next and behind[0].stem == other.words[0].stem


def _is_already_quantified(lost: Comparison, claim: Text, evidence: Text) -> bool:
    """Return True if the claim has a quantifier of its own there, or "other".

    ``_compare_ladder`` compares two quantifiers of one thing. For "several other ducks", "other ducks" says
    no more than "some".
    """
    start = lost.claim[0]
    if any(cue.place[0] <= start < cue.place[1] for name in LADDER for cue in find_scopes(claim, name)):
        return True
    before = claim.lowered[max(0, start - len(" other ")) : start].split()[-1:]
    return before == ["other"] and "other" in evidence.lowered[slice(*lost.evidence or (0, 0))].split()


def _compare_ladder(claim: Text, evidence: Text) -> list[Comparison]:
    """Return mismatches such as "some" in a claim where the evidence has "all" of the same thing."""
    found = []
    for group in LADDER:
        for cue in find_scopes(claim, group):
            if any(cue.stems & same.stems for same in find_scopes(evidence, group)):
                continue
            for other in (o for name in LADDER if name != group for o in find_scopes(evidence, name)):
                if other.words[:1] and other.words[0].stem in cue.stems:
                    found.append(_build_quantifier_mismatch(group, cue, other))
                    break
    return found


def _build_quantifier_mismatch(group: str, cue: Scope, other: Scope) -> Comparison:
    if (group, other.group) in _INCOMPATIBLE_QUANTIFIERS:
        return Comparison("quantifiers", "clash", "quantifier_mismatch", cue.place, other.place)
    return Comparison("quantifiers", "missing", _QUANTIFIER_REASON, cue.place, other.place)


def _find_none_clashes(claim: Text, evidence: Text) -> list[Comparison]:
    """Return clashes of "none of the X" with another quantifier of X, on either side."""
    found = []
    for one, two, order in ((claim, evidence, 1), (evidence, claim, -1)):
        for cue in find_scopes(one, "none"):
            for other in (o for name in LADDER for o in find_scopes(two, name)):
                if cue.words[:1] and other.words[:1] and cue.words[0].stem == other.words[0].stem:
                    mine, theirs = (cue.place, other.place)[::order]
                    found.append(Comparison("quantifiers", "clash", "quantifier_mismatch", mine, theirs))
    return found


QUANTIFIERS = Rule(
    "quantifiers",
    compare_quantifiers,
    kind="quantifier",
    vetoes=("quantifier_widened",),
    objections=("quantifier_unclear",),
    opposes="place",
    unclear={"quantifier_mismatch": "quantifier_unclear", "quantifier_widened": "quantifier_unclear"},
    paraphrases=True,
)
