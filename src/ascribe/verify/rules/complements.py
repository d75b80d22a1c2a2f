"""Complements: what is not open is closed.

Two opposites are complements if there is nothing between them. One of the two texts must negate its word, and
the other must not.

Contraries: what is shallow is not deep, and what fell did not rise. The reverse does not hold.

Any two opposites exclude one another, so a passage with one of them negates the other. The claim's clause
must not have any other word that the passage lacks.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from ascribe.text.words import Word
from ascribe.verify.comparison import Comparison, Rule, Text
from ascribe.verify.cues import Scope, find_clause_at, find_scopes, may_have_cues
from ascribe.verify.lexicon import Entry, contains_all, find_entries, get_entries, pair_entries
from ascribe.verify.rules.opposites import are_converse

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


def compare_complements(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word of one text whose complement the other text negates."""
    if not claim.is_english:
        return []
    found: list[Comparison] = []
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
                found.append(_build_complement_agreement(*places, negated, plain, turned))
    return found


def _are_complements(one: Word, other: Word) -> bool:
    if one.form in ("un" + other.form, "in" + other.form) or other.form in ("un" + one.form, "in" + one.form):
        return True
    mine, theirs = get_entries(one.form), get_entries(other.form)
    return any(
        {a, b} <= {*mine, *theirs} and (a in mine) != (a in theirs) and (b in mine) != (b in theirs)
        for a, b in pair_entries(_COMPLEMENT_PAIRS)
    )


def find_complement_side(word: Word) -> Entry | None:
    """Return the group of complements of an English word and its side in it; None if there is none."""
    return next(
        (
            _get_complement_sides()[entry]
            for entry in get_entries(word.form)
            if entry in _get_complement_sides()
        ),
        None,
    )


@cache
def _get_complement_sides() -> dict[Entry, Entry]:
    return {
        entry: (entry[0], side) for pair in pair_entries(_COMPLEMENT_PAIRS) for side, entry in enumerate(pair)
    }


def _build_complement_agreement(
    mine: tuple[int, int], theirs: tuple[int, int], one: Text, other: Text, turned: bool
) -> Comparison:
    claim, evidence = (theirs, mine) if turned else (mine, theirs)
    texts = (other, one) if turned else (one, other)
    formula = f"{texts[1].text[slice(*evidence)]} = {texts[0].text[slice(*claim)]}"
    return Comparison("complements", "agree", "", claim, evidence, formula)


COMPLEMENTS = Rule(
    "complements",
    compare_complements,
    kind="polarity",
    paraphrases=True,
    supersedes=("opposites", "negation", "quantifiers", "replaced"),
)

_DENIAL_CUES = frozenset(("negation",))

_NO_LONGER = "no longer"
"""A negation that also says something about the time before."""

_MOST_REACHED = 2
"""Words after a negation that may be the one it negates: "did not get any deeper"."""


def compare_contraries(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each word that the claim negates and the evidence has an opposite of."""
    if not may_have_cues(_DENIAL_CUES, claim):
        return []
    found = (
        _find_contrary_agreement(cue, word, claim, evidence)
        for cue in find_scopes(claim, "negation")
        if not claim.lowered.startswith(_NO_LONGER, cue.start)
        for word in cue.words[:_MOST_REACHED]
    )
    return [one for one in found if one is not None]


def _find_contrary_agreement(cue: Scope, word: Word, claim: Text, evidence: Text) -> Comparison | None:
    mine = get_entries(word.form, word.stem, claim.language)
    there = find_entries(evidence)
    if not mine or any(entry in there for entry in mine):
        return None
    denied = {w.start for other in find_scopes(evidence, "negation") for w in other.words}
    place = min(cue.start, word.start), max(cue.end, word.end)
    for entry, (other, span) in product(mine, there.items()):
        if not _are_exclusive(entry, other) or span[0] in denied:
            continue
        if are_converse((word.start, word.end), span, claim, evidence):
            continue
        rest = [
            w for w in claim.within(*find_clause_at(claim, cue.start)) if not place[0] <= w.start < place[1]
        ]
        if rest and contains_all(rest, evidence, evidence.within(*find_clause_at(evidence, span[0]))):
            formula = f"{evidence.text[slice(*span)]} → {claim.text[slice(*place)]}"
            return Comparison("contraries", "agree", "", place, span, formula)
    return None


def _are_exclusive(one: Entry, other: Entry) -> bool:
    return one[0] == other[0] and one[1] != other[1]


CONTRARIES = Rule(
    "contraries",
    compare_contraries,
    paraphrases=True,
    supersedes=("opposites", "negation", "complements", "quantifiers", "replaced"),
)
