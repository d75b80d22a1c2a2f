"""Things told apart: "the first crash was in 2018, the second in 2019", "one was sold, the other burnt".

What the evidence says of one of several things, a claim must not say of all of them ("both crashes were in
2018", "the crashes were in 2018"), nor of another one ("the second crash was in 2018"). ``contrasts`` says
how they are found. This rule never returns a clash.
"""

from __future__ import annotations

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.rules.contrasts import Contrast, find_contrasts, find_marks
from ascribe.verify.rules.figure_words import build_figure_pattern


def compare_things_told_apart(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for what the claim says of all of the things, or of another one of them."""
    if claim.code != evidence.code:
        return []
    found = (_compare_contrast(one, claim) for one in find_contrasts(evidence))
    return [one for one in found if one is not None][:1]


def _compare_contrast(one: Contrast, claim: Text) -> Comparison | None:
    """Return a comparison if the claim has words of one thing only, and is about both or the other one."""
    first, second = (own & claim.stems for own in one.only)
    if bool(first) == bool(second):
        return None
    numbers = {mark.number for mark in find_marks(claim) if mark.row == one.row}
    told = first or second
    own = one.numbers[0] if first else one.numbers[1]
    other = one.numbers[1] if first else one.numbers[0]
    is_of_other = numbers == {other} and own != other
    if not is_of_other and (numbers or not _is_about_both(one, claim)):
        return None
    words = [word for word in claim.words if word.stem in told]
    return Comparison("told_apart", "missing", "misplaced", (words[0].start, words[-1].end), one.span)


def _is_about_both(one: Contrast, claim: Text) -> bool:
    """Return True if the claim has the noun in the plural ("crashes"), or "both" with it or with no noun."""
    if any(_is_plural(word, noun) for noun in one.nouns for word in claim.words):
        return True
    is_named = bool(one.nouns) and one.nouns[0].stem in claim.stems
    is_any = bool(one.modifiers) and not one.modifiers & claim.stems
    if is_named and (one.is_plural or is_any):
        return True
    both = build_figure_pattern(claim.code, "both")
    if both is None or both.search(claim.lowered) is None:
        return False
    return is_named or {word.stem for word in claim.content} <= one.stems


def _is_plural(word: Word, noun: Word) -> bool:
    """Return True for another form of a noun that is not shorter; the word may be a verb in the past."""
    return word.stem == noun.stem and word.form != noun.form and len(word.form) >= len(noun.form)


TOLD_APART = Rule("told_apart", compare_things_told_apart, kind="subject", vetoes=("misplaced",))
