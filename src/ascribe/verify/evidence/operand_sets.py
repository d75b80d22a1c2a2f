"""Sentences that together have the operands of a difference that a claim names: "18 more than the first".

The operands of a difference often stand in two sentences of which neither has its result, so no word of the
claim finds both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ascribe.verify.calculations.differences import find_named_difference, names_difference
from ascribe.verify.comparison import Text
from ascribe.verify.evidence.passages import (
    SENTENCE_SEPARATOR,
    read_text,
    render_passage,
    sort_in_reading_order,
)
from ascribe.verify.evidence.sets import ClaimContext
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import compute_exactly
from ascribe.verify.quantities.operations import ClaimFigure, read_claim_figure

Members = tuple[int, ...]

_MOST_BEST = 6
"""Best sentences that are tried with one another, and each with its neighbours."""


@compute_exactly
def find_operand_set(case: ClaimContext) -> Members:
    """Return one sentence or two that give a figure of the claim by an operation that it names; or none."""
    figures = [figure for figure in _list_named_figures(case.text) if not _is_stated(figure, case)]
    if not figures:
        return ()
    sets = (sort_in_reading_order(members, case.evidence) for members in _list_sets(case))
    return next((one for one in dict.fromkeys(sets) if _gives_all(figures, case, one)), ())


def _list_named_figures(claim: Text) -> list[ClaimFigure]:
    """Return the figures of the claim that its words make a difference."""
    figures = (read_claim_figure(number, claim) for number in find_figures(claim))
    return [one for one in figures if names_difference(one, claim)]


def _is_stated(figure: ClaimFigure, case: ClaimContext) -> bool:
    """Return True if the best sentence has the figure itself, so that nothing needs to be calculated."""
    texts = (read_text(case.evidence[i].text, case.text.language) for i in case.order[:1])
    return any(figure.number.agrees_with(other) for text in texts for other in find_figures(text))


def _list_sets(case: ClaimContext) -> Iterator[Members]:
    """Yield the best sentences, those with a neighbour each, and pairs of them."""
    best = case.order[:_MOST_BEST]
    yield from ((member,) for member in best)
    for member in best:
        for near in (member - 1, member + 1):
            if 0 <= near < len(case.evidence) and _is_same_document(member, near, case):
                yield member, near
    yield from combinations(best, 2)


def _is_same_document(one: int, other: int, case: ClaimContext) -> bool:
    return case.evidence[one].document is case.evidence[other].document


def _gives_all(figures: list[ClaimFigure], case: ClaimContext, members: Members) -> bool:
    written = SENTENCE_SEPARATOR.join(render_passage(case.text, case.evidence[i]) for i in members)
    text = read_text(written, case.evidence[members[0]].document.language or case.text.language)
    return all(find_named_difference(one, case.text, text) for one in figures)
