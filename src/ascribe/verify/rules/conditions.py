"""Conditions and requirements: what holds "if", "unless" or "only if" something else does is not simply true.

Conditions: a claim may paraphrase a condition: it drops one if it has less than half of its words. "If" for
"unless" is a clash.

Requirements: "only if it is open" is "not unless it is open", and "unless it is set" is "without it". What
one may not do without a permit, one needs a permit to do.

Each such clause is read as "if C then M", where either may be negated: "M unless C" is "if not C, M", and "M
only if C" is "if not C, not M". Two requirements are the same if the same sides are negated and each side of
the claim has its words on the same side of the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import (
    Scope,
    Span,
    find_scopes,
    may_have_cues,
)
from ascribe.verify.denials.unmet import is_denied_likewise
from ascribe.verify.grammar.relations import Bag, build_bag, compute_coverage, find_stretch_at
from ascribe.verify.grammar.verb_forms import is_past_form
from ascribe.verify.rules.qualifiers import find_omitted_cue

_LEAST_CONDITION_COVERAGE = 0.5
"""Share of a condition's words that a text must have to contain it, whatever word introduces it."""

_MOST_REQUIREMENTS = 24
"""Conditions of each group that are read in a text, since they are compared in pairs."""

_CONDITION_END = re.compile(r", |[;\n]|$")

_INCOMPATIBLE_CONDITIONS = (("if", "unless"), ("unless", "if"), ("even_if", "only_if"), ("even_if", "unless"))
"""Pairs that cannot both introduce the same condition."""

_CONDITION_CUES = frozenset(("if", "unless", "even_if", "only_if", "whether", "without"))


def compare_conditions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each condition of the claim, and one for each that it drops."""
    if not may_have_cues(_CONDITION_CUES, claim, evidence):
        return []
    found = [
        one
        for asked, said in _INCOMPATIBLE_CONDITIONS
        for one in _find_opposed_conditions(asked, said, claim, evidence)
    ]
    if found:
        return found
    turned = _find_converse(claim, evidence)
    if turned is not None:
        return [turned]
    lost = (*_find_dropped_conditions(claim, evidence), *_find_asserted_conditions(claim, evidence))
    return [
        *_compare_claim_conditions(claim, evidence),
        *(one for one in lost if not (one.evidence and is_denied_likewise(claim, evidence, one.evidence))),
        *_find_unmet_conditions(claim, evidence),
    ]


_OPEN_CUES = ("if", "unless", "whether")
"""Groups of cues that leave it open whether what follows is so."""


def _find_asserted_conditions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison if the claim says as a fact what the evidence only names as a condition.

    "If the dam had broken", "whether the dam will hold".
    """
    if any(find_scopes(claim, group) for group in (*_OPEN_CUES, "when", "only_if", "even_if")):
        return []
    stems = {word.stem for word in claim.content}
    found = []
    for place, (start, end) in _list_open_clauses(claim, evidence):
        inside = {word.stem for word in evidence.within(start, end)}
        around = (*evidence.within(0, start), *evidence.within(end, len(evidence.text)))
        if stems and stems <= inside and stems.isdisjoint(word.stem for word in around):
            whole = claim.content[0].start, claim.content[-1].end
            found.append(Comparison("conditions", "missing", "condition_unclear", whole, place))
    return found[:1]


_TIMES = re.compile(r"\b(?:when(?:ever)?|once|as\s+soon\s+as|until|till|by\s+the\s+time)\s")
"""Words behind which a clause in the present tells of no time: "once the gate is locked, we leave"."""

_PRESENT, _PAST = frozenset(("is", "are")), frozenset(("was", "were", "had", "did"))


def _list_open_clauses(claim: Text, evidence: Text) -> Iterator[tuple[Span, Span]]:
    """Yield the span of each cue that leaves it open whether its clause is so, and the span of the clause.

    A claim that tells of the past is true if what it tells is placed in time: "when the gate was locked".
    """
    for group in _OPEN_CUES:
        for cue in find_scopes(evidence, group)[:_MOST_REQUIREMENTS]:
            yield cue.place, _find_condition_span(evidence, cue.start, cue.end)
    if not evidence.is_english or _tells_of_past(claim):
        return
    for match in islice(_TIMES.finditer(evidence.lowered), _MOST_REQUIREMENTS):
        yield match.span(), _find_condition_span(evidence, *match.span())


def _tells_of_past(text: Text) -> bool:
    if not _PAST.isdisjoint(text.tokens):
        return True
    return _PRESENT.isdisjoint(text.tokens) and any(is_past_form(word.form, text) for word in text.words)


def _find_unmet_conditions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for what the claim says of the very case that an "unless" of the evidence excepts.

    "Staff may work at home unless they are on probation" does not say that staff on probation may.
    """
    if any(find_scopes(claim, group) for group in ("unless", "without", "if", "only_if")):
        return []
    asked = build_bag(claim, (0, len(claim.text)))
    denied = len(find_scopes(claim, "negation")) % 2 == 1
    return [
        Comparison("conditions", "missing", "condition_unclear", (0, len(claim.text)), one.cue.place)
        for one in _get_requirements(evidence)
        if one.cue.group == "unless" and one.denied == (True, denied)
        if compute_coverage(one.condition, asked) == 1
        and compute_coverage(asked - one.condition, one.then) == 1
    ][:1]


def meets_condition(claim: Text, evidence: Text) -> bool:
    """Return True for a claim, without a negation, about a case without which the evidence forbids something.

    "Boats may not sail without lights" is no denial of "boats with lights may sail".
    """
    if any(find_scopes(claim, group) for group in ("negation", "without", "unless")):
        return False
    asked = build_bag(claim, (0, len(claim.text)))
    return any(
        one.cue.group in ("without", "unless") and one.denied == (True, True) and one.condition <= asked
        for one in _get_requirements(evidence)
    )


def _find_opposed_conditions(asked: str, said: str, claim: Text, evidence: Text) -> list[Comparison]:
    """Return clashes of two incompatible words for the same condition.

    There are none if the texts differ in their number of negations, since one of these may make up for it.
    """
    if len(find_scopes(claim, "negation")) != len(find_scopes(evidence, "negation")):
        return []
    return [
        Comparison("conditions", "clash", "condition_mismatch", cue.place, other.place)
        for cue in find_scopes(claim, asked)[:_MOST_REQUIREMENTS]
        for other in find_scopes(evidence, said)[:_MOST_REQUIREMENTS]
        if compute_coverage(
            build_bag(claim, _find_condition_span(claim, cue.start, cue.end)),
            build_bag(evidence, _find_condition_span(evidence, other.start, other.end)),
        )
        >= _LEAST_CONDITION_COVERAGE
    ]


def _find_converse(claim: Text, evidence: Text) -> Comparison | None:
    """Return a finding for "if it is off, it rains" where the evidence says "if it rains, it is off".

    "Only if" and "only when" are turned in the same way.

    Condition and consequence of the claim each have more of the other one in the evidence.
    """
    own = _list_conditionals(claim)
    for asked, said in product(own, _list_conditionals(evidence) if own else ()):
        straight = compute_coverage(asked.condition, said.condition) + compute_coverage(asked.then, said.then)
        turned = min(
            compute_coverage(asked.condition, said.then), compute_coverage(asked.then, said.condition)
        )
        if asked.cue.group == said.cue.group and turned > _LEAST_CONDITION_COVERAGE and 2 * turned > straight:
            return Comparison("conditions", "missing", "condition_unclear", asked.cue.place, said.cue.place)
    return None


def _list_conditionals(text: Text) -> list[_Requirement]:
    return [one for one in _get_requirements(text) if one.cue.group in ("if", "only_if")]


def _compare_claim_conditions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each condition of the claim, which the evidence must have too."""
    said = [cue for name in ("if", "unless", "when") for cue in find_scopes(evidence, name)]
    found = []
    for cue in find_scopes(claim, "if"):
        if said:
            best = max(said, key=lambda other: len(cue.stems & other.stems))
            found.append(Comparison("conditions", "agree", "", (cue.start, cue.end), best.place))
        else:
            found.append(Comparison("conditions", "missing", "condition_unclear", cue.place))
    return found


def _find_dropped_conditions(claim: Text, evidence: Text) -> list[Comparison]:
    """Return the conditions of the evidence that apply to the claim and are missing in it."""
    found = []
    for group in ("if", "unless", "without"):
        lost = find_omitted_cue(group, claim, evidence, "conditions", "condition_dropped")
        if lost is None or lost.evidence is None:
            continue
        cue = next(cue for cue in find_scopes(evidence, group) if cue.place == lost.evidence)
        if group == "without" and find_stretch_at(evidence, cue.start)[0] != cue.start:
            continue  # "without sugar" is a condition only where it begins the sentence
        start, end = _find_condition_span(evidence, cue.start, cue.end)
        first, last = find_stretch_at(evidence, cue.start)
        then = build_bag(evidence, (first, cue.start)) | build_bag(evidence, (end, last))
        condition, own = build_bag(evidence, (start, end)), build_bag(claim, (0, len(claim.text)))
        if condition - then:  # "prices fall" has no word of its own of "if demand drops, prices fall"
            condition, own = condition - then, own - then
        if compute_coverage(condition, own) < _LEAST_CONDITION_COVERAGE:
            found.append(lost)
    return found


def _find_condition_span(text: Text, start: int, end: int) -> Span:
    """Return the span of the condition behind a cue: up to the comma or the end of the stretch."""
    last = find_stretch_at(text, start)[1]
    sign = _CONDITION_END.search(text.text, end, last)
    return end, sign.start() if sign else last


CONDITIONS = Rule(
    "conditions",
    compare_conditions,
    kind="condition",
    vetoes=("condition_dropped",),
    opposes="place",
    unclear={"condition_mismatch": "condition_unclear", "condition_dropped": "condition_unclear"},
    sure=True,
    paraphrases=True,
)


_REQUIREMENT_POLARITY = {"only_if": (1, 1), "unless": (1, 0), "without": (1, 0), "if": (0, 0)}
"""Group of cues → whether it negates its condition, and whether it negates the consequence."""

_NEEDS, _NEEDED = "needs", "needed"
"""Groups of cues that name what is needed for something: "needs a permit to", "a permit is needed to"."""

_REQUIREMENT_CUES = frozenset((*_REQUIREMENT_POLARITY, _NEEDS, _NEEDED))

_TO = re.compile(r"\b(?:in\s+order\s+)?to\s")

_COMMA = re.compile(r",\s")


@dataclass(frozen=True, slots=True)
class _Requirement:
    """A condition and its consequence: the words of each, and whether each is negated."""

    cue: Scope
    span: Span
    condition: Bag
    then: Bag
    denied: tuple[bool, bool]


def compare_requirements(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each requirement of the claim that the evidence paraphrases."""
    if not may_have_cues(_REQUIREMENT_CUES, claim):
        return []
    asked = _get_requirements(claim)
    said = _get_requirements(evidence) if asked else ()
    return [found for one in asked if (found := _compare_requirement(one, said, claim, evidence)) is not None]


def _compare_requirement(
    asked: _Requirement, said: tuple[_Requirement, ...], claim: Text, evidence: Text
) -> Comparison | None:
    for other in said:
        if asked.denied != other.denied or asked.cue.group == other.cue.group:
            continue
        is_need = {asked.cue.group, other.cue.group} & {_NEEDS, _NEEDED}
        if is_need and not _is_same_need(asked, other, claim, evidence):
            continue
        if (
            compute_coverage(asked.condition, other.condition)
            == 1
            == compute_coverage(asked.then, other.then)
        ):
            formula = f"{evidence.quote_clause(other.span)} = {claim.quote_clause(asked.span)}"
            return Comparison("requirements", "agree", "", asked.span, other.span, formula)
    return None


_NORM = re.compile(r"\b(?:may|must|shall|can|cannot|can['’]t|could|allowed|permitted|impossible)\b")
"""Words that make a rule of "not without": who did not leave without a coat need not have needed one."""


def _is_same_need(asked: _Requirement, said: _Requirement, claim: Text, evidence: Text) -> bool:
    """Return True if both texts say, as a rule, what the same thing needs."""
    pairs = ((asked, claim), (said, evidence))
    rules = (
        one.cue.group in (_NEEDS, _NEEDED) or _NORM.search(text.lowered[slice(*one.span)])
        for one, text in pairs
    )
    return all(rules) and compute_coverage(said.then, asked.then) == 1


@find_once
def _get_requirements(text: Text) -> tuple[_Requirement, ...]:
    if not text.is_english:
        return ()
    cues = [cue for group in _REQUIREMENT_POLARITY for cue in find_scopes(text, group)[:_MOST_REQUIREMENTS]]
    return (
        *_find_requirements(text, [cue for cue in cues if not _is_inside(cue, cues)]),
        *_find_needs(text, cues),
    )


def _is_inside(cue: Scope, others: list[Scope]) -> bool:
    """Return True for the "if" of "only if"; of cues with the same span, the first one stays."""
    holding = [other for other in others if other.start <= cue.start and cue.end <= other.end]
    return max(holding, key=lambda other: other.end - other.start) is not cue


def _find_requirements(text: Text, cues: list[Scope]) -> Iterator[_Requirement]:
    for cue in cues:
        first, last = find_stretch_at(text, cue.start)
        if sum(first <= other.start < last for other in cues) > 1:
            continue
        own, rest = _split_requirement(text, cue, first, last)
        bags = build_bag(text, own), build_bag(text, rest)
        if all(bags):
            turned = _REQUIREMENT_POLARITY[cue.group]
            denied = [
                (_count_denials(text, span, cue) + turn) % 2 == 1
                for span, turn in zip((own, rest), turned, strict=True)
            ]
            yield _Requirement(cue, (first, last), *bags, (denied[0], denied[1]))


def _find_needs(text: Text, conditions: list[Scope]) -> Iterator[_Requirement]:
    """Yield what is needed for something, in a sentence without any other condition or a negation."""
    for cue in (*find_scopes(text, _NEEDS), *find_scopes(text, _NEEDED)):
        first, last = find_stretch_at(text, cue.start)
        others = (*conditions, *find_scopes(text, "negation"))
        to = _TO.search(text.lowered, cue.end, last)
        if any(first <= other.start < last for other in others) or (cue.group == _NEEDS and to is None):
            continue
        if to is not None and cue.group == _NEEDS:
            need = build_bag(text, (cue.end, to.start()))
            then = build_bag(text, (first, cue.start)) | build_bag(text, (to.end(), last))
        else:
            need, then = build_bag(text, (first, cue.start)), build_bag(text, (cue.end, last))
        if need and then:
            yield _Requirement(cue, (first, last), need, then, (True, True))


def _split_requirement(text: Text, cue: Scope, first: int, last: int) -> tuple[Span, Span]:
    """Return the condition and the rest of the sentence.

    The rest is before the cue, or after the comma if the cue comes first.
    """
    if text.within(first, cue.start):
        return (cue.end, last), (first, cue.start)
    comma = _COMMA.search(text.text, cue.end, last)
    return ((cue.end, comma.start()), (comma.end(), last)) if comma else ((cue.end, last), (first, first))


def _count_denials(text: Text, span: Span, cue: Scope) -> int:
    found = find_scopes(text, "negation")
    return sum(span[0] <= one.start < span[1] and not cue.start <= one.start < cue.end for one in found)


REQUIREMENTS = Rule(
    "requirements",
    compare_requirements,
    paraphrases=True,
    supersedes=("negation", "complements", "conditions", "replaced", "qualifiers", "modality", "arrangement"),
)
