"""Figures that name a thing: "version 2.1", "Kestrel 4", "RFC 2616". They are no amounts.

Such a figure is the same only if it is written the same: 2.1 is neither 2.10 nor 2.13.
"""

from __future__ import annotations

from bisect import bisect_left

from ascribe.language.words import is_content
from ascribe.verify.rules.amount import Number
from ascribe.verify.rules.comparison import Text
from ascribe.verify.rules.measures import measure_of
from ascribe.verify.rules.scope import find_scopes


def names_one(number: Number, text: Text) -> bool:
    """True if a name, or a word such as "version", stands right before a figure without a unit.

    So does any other content word that no content word follows behind the figure: "on track 5.3".
    """
    place = bisect_left(text.content, number.start, key=lambda word: word.start)
    before = text.content[place - 1] if place else None
    if before is None or text.text[before.end : number.start] not in (" ", "\u00a0"):
        return False
    if number.kind or number.step > 1 or measure_of(text, number).units:
        return False
    if text.text[before.start].isupper() or any(
        cue.start == before.start for cue in find_scopes(text, "numbered")
    ):
        return True
    behind = text.words_after(number.end, 1)
    return not (behind and is_content(behind[0], text.language))


def is_other_name(number: Number, claim: Text, other: Number, evidence: Text) -> bool:
    """True for two figures in names that agree as amounts but are written otherwise."""
    mine, theirs = claim.text[number.start : number.end], evidence.text[other.start : other.end]
    if not (mine[:1].isdigit() and theirs[:1].isdigit()) or number.decimals == other.decimals:
        return False
    return names_one(number, claim) and names_one(other, evidence)
