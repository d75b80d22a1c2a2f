"""Quantifiers: "some" is not "all", "most" is not "few", and "none" is neither.

A claim must not say of more things what its evidence says of fewer. If one text says "none" and the other has
another quantifier of the same thing, they clash.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ascribe.verify.comparison import Comparison, Rule, Text, find_once
from ascribe.verify.cues import Scope, find_scopes, may_have_cues
from ascribe.verify.grammar.noun_phrases import ARTICLES
from ascribe.verify.lexicon import get_meaning
from ascribe.verify.quantities.extract import find_figures
from ascribe.verify.quantities.operations import find_sentence_at
from ascribe.verify.rules.cue_groups import CueGroup, compare_claim_cues, compare_dropped_cues

_QUANTIFIER_REASON = "quantifier_widened"

_MAINLY = CueGroup("mainly", also=("most",))
_ADDED_QUANTIFIERS = (CueGroup("all"), CueGroup("most", also=("mainly",)), CueGroup("few"), _MAINLY)
_DROPPED_QUANTIFIERS = (CueGroup("some"), CueGroup("few", also=("some",)), CueGroup("most", also=("mainly",)))

LADDER = ("all", "most", "some", "few")
"""If a claim has one of these, the evidence must not have another one with the same words."""

_QUANTIFIER_CUES = frozenset((*LADDER, "mainly", "none", "only", "part"))

_FOLLOWING = {("some", "all"), ("some", "most")}
"""Pairs of which the second says more than the first one, which still suggests that not all do."""

_INCOMPATIBLE_QUANTIFIERS = {("all", "few"), ("few", "all"), ("most", "few"), ("few", "most")}
"""Pairs that cannot both be true of the same things."""


def compare_quantifiers(claim: Text, evidence: Text) -> list[Comparison]:
    """Return one comparison for each quantifier of the claim, and one for each that it drops."""
    return [*_compare_words(claim, evidence), *_find_dropped_parts(claim, evidence)]


def _compare_words(claim: Text, evidence: Text) -> list[Comparison]:
    """Return the comparisons of words such as "all" and "only"."""
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
    # what is used mainly for concerts is used for them, so the claim may hold
    lost += compare_dropped_cues(_MAINLY, claim, evidence, "quantifiers", "quantifier_unclear")
    if not claim.is_english and not _has_own_figure(claim, evidence):
        lost += compare_dropped_cues(CueGroup("part"), claim, evidence, "quantifiers", _QUANTIFIER_REASON)
    open_ones = [
        one
        for one in lost
        if not _is_already_quantified(one, claim, evidence)
        and not _is_only_possible(one, claim, evidence)
        and _is_about_claim(one, claim, evidence)
        and not _tells_of_several(one, claim, evidence)
        and not _names_example(one, claim, evidence)
    ]
    return [
        *_compare_ladder(claim, evidence),
        *_find_none_clashes(claim, evidence),
        *_find_exchanged_kinds(claim, evidence),
        *_find_only_for_all(claim, evidence),
        *(one for one in kept if not any(check(one, claim) for check in _WIDENING_NOTHING)),
        *open_ones,
    ]


_SEVERAL = re.compile(r"several\b|a\s+(?:number|handful|couple)\s+of\b")


def _tells_of_several(found: Comparison, claim: Text, evidence: Text) -> bool:
    """Return True for a plural without an article where the evidence has several: "volunteers review it"."""
    if found.evidence is None or not _SEVERAL.match(evidence.lowered, found.evidence[0]):
        return False
    before = claim.words_before(found.claim[0], 2)
    has_article = any(word.form in ARTICLES or word.form in _UNIVERSAL for word in before)
    return claim.lowered[found.claim[1] - 1] == "s" and not has_article


_SUCH_AS = re.compile(r"[\w-]+(?:\s+[\w-]+){1,4}\s+(?:such\s+as|including|like)\s+")
_MOST_EXAMPLES = 6
"""Words behind "such as" among which the claim's subject is."""


def _names_example(found: Comparison, claim: Text, evidence: Text) -> bool:
    """Return True for a claim on one of the few that a source names: "a few species such as mergansers"."""
    match = _SUCH_AS.match(evidence.lowered, found.evidence[0]) if found.evidence else None
    named = evidence.words_after(match.end(), _MOST_EXAMPLES) if match else []
    return bool(claim.content) and claim.content[0].stem in {word.stem for word in named}


_UNIVERSAL = frozenset(("all", "every", "each", "any", "no", "most"))

_PART = re.compile(
    r"\b(?P<part>(?:\d[\d.,]*\s?(?:%|percent\b|per\s+cent\b)|half|(?:an?|one|two|three)[\s-](?:third|quarter|fifth"
    r"|tenth)s?)\s+(?:of|in(?!\s+the\b))|(?:an?|one|two|three)[\s-](?:part|share|stake|fraction)s?\s+(?:of|in))"
    r"\s+(?:the\s+|its\s+|all\s+)?(?P<whole>[^\W\d_]+)"
)
"""A part of something, in English: "20% of Kestrel", "a quarter of the profit"."""

_PART_WORDS = frozenset(
    (
        "half", "third", "quarter", "fifth", "tenth", "part", "share", "stake", "fraction", "some", "most",
        "majority", "minority",
    )
)  # fmt: skip


@find_once
def _find_parts(text: Text) -> tuple[re.Match[str], ...]:
    return tuple(_PART.finditer(text.lowered))


def _find_dropped_parts(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for a whole of which the evidence says it of a part: "bought Kestrel".

    The claim must have no word for a part, and no figure that may stand for it.
    """
    is_part = bool(claim.tokens & _PART_WORDS or find_scopes(claim, "partial_negation"))
    if not evidence.is_english or is_part or _has_own_figure(claim, evidence):
        return []
    found = []
    for match in _find_parts(evidence):
        stems = {word.stem for word in evidence.words_after(match.start("whole"), 1)}
        here = next((word for word in claim.content if word.stem in stems), None)
        if here is not None:
            place = here.start, here.end
            found.append(Comparison("quantifiers", "missing", _QUANTIFIER_REASON, place, match.span()))
    return found[:1]


def _has_own_figure(claim: Text, evidence: Text) -> bool:
    """Return True if the claim has a figure that may say how many a part is: "12 of 24" for "half"."""
    said = find_figures(evidence)
    return any(
        one.kind in ("percent", "part") or not any(one.agrees_with(other) for other in said)
        for one in find_figures(claim)
    )


def _is_negated_any(found: Comparison, claim: Text) -> bool:
    """Return True for the "any" of "not linked to any event", which widens nothing."""
    is_any = claim.lowered.startswith("any", found.claim[0])
    return is_any and any(cue.start < found.claim[0] for cue in find_scopes(claim, "negation"))


_BUT = re.compile(r"(?:all|every\w*|each)\s+(?:but|except)\b")


def _makes_exception(found: Comparison, claim: Text) -> bool:
    """Return True for "all but two", which is for the rules on figures and exceptions."""
    return _BUT.match(claim.lowered, found.claim[0]) is not None


def _is_part_of_denial(found: Comparison, claim: Text) -> bool:
    """Return True for the "all" of "not all", which is for the rule on negation."""
    denials = find_scopes(claim, "partial_negation")
    return any(cue.start <= found.claim[0] < cue.end for cue in denials)


_WIDENING_NOTHING = (_is_negated_any, _makes_exception, _is_part_of_denial)


def _find_only_for_all(claim: Text, evidence: Text) -> list[Comparison]:
    """Return a comparison for "only A" in the claim where the evidence says "all A", and of no others."""
    if find_scopes(evidence, "only"):
        return []
    return [
        Comparison("quantifiers", "missing", "quantifier_unclear", mine.place, theirs.place)
        for mine in find_scopes(claim, "only")
        for theirs in find_scopes(evidence, "all")
        if mine.words and theirs.words and mine.words[0].stem == theirs.words[0].stem
    ][:1]


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


_LEAST_SAID = 0.5
"""Share of the content words of a claim in a sentence for what that sentence weakens to matter."""


def _is_about_claim(lost: Comparison, claim: Text, evidence: Text) -> bool:
    """Return True if the sentence of a dropped quantifier has at least half of the claim."""
    if lost.evidence is None:
        return True
    sentence = find_sentence_at(evidence, lost.evidence[0])
    there = {get_meaning(word, evidence.language) for word in evidence.within(*sentence)}
    said = sum(get_meaning(word, claim.language) in there for word in claim.content)
    return said >= _LEAST_SAID * len(claim.content)


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


_POSSIBLE = ("may", "can")


def _is_only_possible(lost: Comparison, claim: Text, evidence: Text) -> bool:
    """Return True if the claim says that it may be so, where the evidence says that it usually is."""
    usual = (cue for group in ("most", "some") for cue in find_scopes(evidence, group))
    if lost.evidence is None or not any(cue.start == lost.evidence[0] for cue in usual):
        return False
    modals = (cue for group in _POSSIBLE for cue in find_scopes(claim, group))
    return any(word.start == lost.claim[0] for cue in modals for word in cue.words[:1])


def _compare_ladder(claim: Text, evidence: Text) -> list[Comparison]:
    """Return mismatches such as "some" in a claim where the evidence has "all" of the same thing."""
    found = []
    denials = [_has_negation(text) for text in (claim, evidence)]
    turned, denied = denials[0] != denials[1], any(denials)
    for group in LADDER:
        for cue in find_scopes(claim, group):
            if any(cue.stems & same.stems for same in find_scopes(evidence, group)):
                continue
            for other in (o for name in LADDER if name != group for o in find_scopes(evidence, name)):
                if other.words[:1] and other.words[0].stem in cue.stems:
                    one = _build_quantifier_mismatch(group, cue, other, turned=turned)
                    is_less = (group, other.group) in _FOLLOWING and not denied
                    found.append(replace(one, reason="quantifier_unclear") if is_less else one)
                    break
    return found


def _has_negation(text: Text) -> bool:
    """Return True for a negation other than that of "hardly any", which is a quantifier."""
    few = {at for cue in find_scopes(text, "few") for at in range(cue.start, cue.end)}
    return any(few.isdisjoint(range(cue.start, cue.end)) for cue in find_scopes(text, "negation"))


def _build_quantifier_mismatch(group: str, cue: Scope, other: Scope, *, turned: bool) -> Comparison:
    """Return a mismatch; a negation in one text may turn a clash: "few could swim", "most could not"."""
    if not turned and (group, other.group) in _INCOMPATIBLE_QUANTIFIERS:
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
