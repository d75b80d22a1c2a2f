"""Values that figures of the evidence may give, whatever they count and in any unit.

This is the weaker question beside ``find_calculation``: such a value may be meant, so it contradicts nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations

from ascribe.verify.comparison import Text
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.number import Number, compute_exactly, get_amount_words

_SEVERAL = 3
_MOST_OPERANDS = 12
"""Most figures of a passage that are tried in pairs: a table has hundreds of them."""


@compute_exactly
def may_be_calculated(
    number: Number, claim: Text, said: Sequence[Number], apart: Sequence[Number] = ()
) -> bool:
    """Return True if one operation on those figures of the evidence may give the value.

    It is the sum of several in a row, the sum or difference of two of them, or of one and a figure that only
    the claim has, or a multiple or part of one by such a figure: "a box holds 12 candles" → "three boxes hold
    36". No figure of the claim in ``apart`` is used.
    """
    value, few = number.value, [other.value for other in said[:_MOST_OPERANDS]]
    known = {value, *(other.value for other in (*said, *apart))}
    own = {other.value for other in find_figures(claim)[:_MOST_OPERANDS]} - known
    pairs = [(one, other) for one in few for other in own]
    runs = (sum(few[start:end]) for start in range(len(few)) for end in range(start + _SEVERAL, len(few) + 1))
    return (
        value in runs
        or any(value in (one + other, abs(one - other)) for one, other in combinations(few, 2))
        or any(one in (value + other, abs(value - other)) for one, other in pairs)
        or any(
            one * other == value or value * other == one
            for one, other in pairs
            if min(abs(one), abs(other)) > 1
        )
    )


def may_be_multiple(number: Number, evidence: Text, said: Sequence[Number]) -> bool:
    """Return True if the value is one of those figures several times: 20 beside "10 mg twice daily"."""
    words = get_amount_words(evidence.code)
    times = {Decimal(str(value)) for word, value in words.get("fold", {}).items() if word in evidence.tokens}
    after = words.get("times_word", "")
    times |= {one.value for one in said if after and evidence.lowered.startswith(f" {after}", one.end)}
    return any(
        number.value == other.value * factor or number.value * factor == other.value
        for other in said
        for factor in times
        if factor != 1
    )


_BEFORE_OR_AFTER = frozenset(("before", "after", "until"))
_COMES_OR_GOES = re.compile(
    r"\b(?:left|lea(?:ve|ves|ving)|join(?:s|ed|ing)?|retir(?:e|es|ed|ing)|resign(?:s|ed|ing)?|withdr[ae]w(?:n|s|ing)?"
    r"|died|quit|remain(?:s|ed|ing)?|stay(?:s|ed|ing)?)\b"
)


def may_be_one_apart(number: Number, claim: Text, evidence: Text, said: Sequence[Number]) -> bool:
    """Return True if one member more or less is told of before or after one comes or goes: "Sweden left"."""
    if claim.tokens.isdisjoint(_BEFORE_OR_AFTER) or _COMES_OR_GOES.search(evidence.lowered) is None:
        return False
    return any(not number.kind and not other.kind and abs(number.value - other.value) == 1 for other in said)
