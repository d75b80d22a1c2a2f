"""Which sentences belong into the window that is cited: each says a part of the claim, and none is stray.

A model may need company: "The inn has 14 rooms" alone does not entail a claim, and does so beside a sentence
about a bridge. Such a sentence is no evidence, and whoever reads it as a citation is misled. And a model may
be content with half: that Castellane surveyed 14 glaciers "on her own" is said in another sentence.
"""

from __future__ import annotations

from collections.abc import Mapping

from ascribe.verify.discourse.coreference import find_antecedent
from ascribe.verify.evidence.set_checks import has_unrelated_subject, is_word_covered
from ascribe.verify.evidence.sets import ClaimContext, EvidenceSet

Members = tuple[int, ...]


def drop_stray_sentences(case: ClaimContext, members: Members, before: Mapping[int, int]) -> Members:
    """Return the members without those that are stray, the worst of them dropped first.

    Args:
        case: the claim.
        members: sentences that are read together.
        before: sentence that begins with a pronoun → the sentence with its antecedent.
    """
    row = case.scores.matrix[case.index]
    for member in sorted(members, key=lambda one: (row[one], -one)):
        rest = tuple(other for other in members if other != member)
        if rest and _is_stray(case, member, rest, before):
            return drop_stray_sentences(case, rest, before)
    return members


def _is_stray(case: ClaimContext, member: int, rest: Members, before: Mapping[int, int]) -> bool:
    """Return True if the sentence adds no word and no value to the rest, and no antecedent.

    Where the rest lacks words of the claim, the sentence may have others for them, unless it is about
    something else. A pronoun that opens it is read as its antecedent.
    """
    if any(before.get(other) == member for other in rest) or _adds_words(case, member, rest):
        return False
    if not _list_lacking_words(case, case.read(rest)):
        return True
    about = find_antecedent(case.evidence, member, case.text.language)
    return has_unrelated_subject(case, case.read((member if about is None else about,)))


def _adds_words(case: ClaimContext, member: int, rest: Members) -> bool:
    without, together = case.read(rest), case.read((*rest, member))
    lacking = _list_lacking_words(case, without) - _list_lacking_words(case, together)
    return bool(lacking) or not _list_agreed(together) <= _list_agreed(without)


MIN_PART_WORDS = 2
"""Content words that a sentence must add to be a part of the claim: a single one may be there by chance."""

MIN_PART_COVERAGE = 0.1
"""The same, as weighted share of the claim. Of the true ticks on replies for calibration, 68 of 79 then print
what decides the claim, and 63 of 78 without such sentences; one tick in eight has one."""


def find_missing_part(case: ClaimContext, members: Members) -> int | None:
    """Return the sentence of the same sources that says most of what the members lack; None if none does."""
    lacking = _list_lacking_words(case, case.read(members))
    if len(lacking) < MIN_PART_WORDS:
        return None
    sources = {case.evidence[member].position for member in members}
    others = [i for i in case.order if i not in members and case.evidence[i].position in sources]
    parts = ((_compute_part(case, i, members, lacking), i) for i in others)
    share, best = max(((part, i) for part, i in parts), key=lambda found: found[0], default=(0.0, 0))
    return best if share >= MIN_PART_COVERAGE else None


def _compute_part(case: ClaimContext, other: int, members: Members, lacking: frozenset[int]) -> float:
    """Return the weighted share of the claim that the sentence adds; 0 if it adds too few words."""
    added = lacking - _list_lacking_words(case, case.read((*members, other)))
    if len(added) < MIN_PART_WORDS:
        return 0.0
    return case.scores.joint(case.index, (*members, other)) - case.scores.joint(case.index, members)


def _list_lacking_words(case: ClaimContext, reading: EvidenceSet) -> frozenset[int]:
    """Return where the content words of the claim begin that the sentences do not have."""
    return frozenset(
        word.start
        for word in case.text.content
        if not is_word_covered(case, word, reading) and not reading.is_paraphrased(word)
    )


def _list_agreed(reading: EvidenceSet) -> frozenset[tuple[str, tuple[int, int]]]:
    """Return what the rules confirm: the rule and the span of the claim."""
    return frozenset((one.rule, one.claim) for one in reading.comparisons if one.finding == "agree")
