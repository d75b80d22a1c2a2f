"""Complements: what is not open is closed, and "without drivers" is "driverless".

Two opposites are complements if there is nothing between them. One of the two texts must negate its word, and
the other must not.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Scope, find_scopes
from ascribe.verify.lexicon import Entry, get_entries

_COMPLEMENT_PAIRS = (
    ("open", "closed"), ("include", "exclude"), ("included", "excluded"), ("alive", "dead"),
    ("present", "absent"), ("true", "false"), ("allowed", "forbidden"), ("permitted", "prohibited"),
    ("succeed", "fail"), ("succeeded", "failed"), ("edible", "inedible"), ("legal", "illegal"),
    ("enabled", "disabled"), ("visible", "invisible"), ("guilty", "innocent"), ("stable", "unstable"),
    ("married", "unmarried"), ("optional", "mandatory"), ("full", "empty"), ("passed", "failed"),
)  # fmt: skip

_LIGHT_VERBS = frozenset(
    ("go", "goes", "went", "gone", "become", "becomes", "became", "remain", "remained", "remains", "stay")
)
"""Verbs that pass a negation on to the word after them: "did not go unnoticed"."""

_LESS_SUFFIX = re.compile(r"\b(\w{4,})less\b")


def compare(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word of one text whose complement the other text negates."""
    if (claim.language or "en") != "en":
        return []
    found = [
        *_compare_less_suffix(claim, evidence, turned=False),
        *_compare_less_suffix(evidence, claim, turned=True),
    ]
    asked, said = find_scopes(claim, "negation"), find_scopes(evidence, "negation")
    if bool(asked) == bool(said):
        return found
    negated, plain, turned = (claim, evidence, False) if asked else (evidence, claim, True)
    for cue in asked or said:
        denied = negated.lowered.startswith(("none", "no "), cue.start)
        passed_on = bool(cue.words) and cue.words[0].form in _LIGHT_VERBS
        for word, other in product(cue.words[: 2 if denied or passed_on else 1], plain.content):
            if _are_complements(word, other):
                places = (
                    ((0, len(negated.text)), (0, len(plain.text)))
                    if denied
                    else ((cue.start, word.end), (other.start, other.end))
                )
                found.append(_build_agreement(*places, negated, plain, turned))
    return found


def _are_complements(one: Word, other: Word) -> bool:
    if one.form in ("un" + other.form, "in" + other.form) or other.form in ("un" + one.form, "in" + one.form):
        return True
    mine, theirs = get_entries(one.form), get_entries(other.form)
    return any(
        {a, b} <= {*mine, *theirs} and (a in mine) != (a in theirs) and (b in mine) != (b in theirs)
        for a, b in _get_complements()
    )


@cache
def _get_complements() -> tuple[tuple[Entry, Entry], ...]:
    return tuple(
        (a, b)
        for one, other in _COMPLEMENT_PAIRS
        for a in get_entries(one)
        for b in get_entries(other)
        if a[0] == b[0] and a != b
    )


def find_complement_side(word: Word) -> Entry | None:
    """Return the group of complements of an English word and its side in it; None if there is none."""
    return next((_get_sides()[entry] for entry in get_entries(word.form) if entry in _get_sides()), None)


@cache
def _get_sides() -> dict[Entry, Entry]:
    return {entry: (entry[0], side) for pair in _get_complements() for side, entry in enumerate(pair)}


def _compare_less_suffix(one: Text, other: Text, *, turned: bool) -> list[Comparison]:
    """Return agreements of "driverless" in one text with "without drivers" in the other."""
    if "less" not in one.lowered:
        return []
    return [
        _build_agreement(match.span(), _get_span(cue, 0), one, other, turned)
        for match in _LESS_SUFFIX.finditer(one.lowered)
        for cue in find_scopes(other, "negation")
        if cue.words and cue.words[0].form.rstrip("s") == match[1]
    ]


def _get_span(cue: Scope, word: int) -> tuple[int, int]:
    return cue.start, cue.words[word].end


def _build_agreement(
    mine: tuple[int, int], theirs: tuple[int, int], one: Text, other: Text, turned: bool
) -> Comparison:
    claim, evidence = (theirs, mine) if turned else (mine, theirs)
    texts = (other, one) if turned else (one, other)
    formula = f"{texts[1].text[slice(*evidence)]} = {texts[0].text[slice(*claim)]}"
    return Comparison("complements", "agree", "", claim, evidence, formula)


RULE = Rule(
    "complements",
    compare,
    kind="polarity",
    paraphrases=True,
    supersedes=("opposites", "negation", "quantifiers", "replaced"),
)
