"""Which sentences of the sources a model reads for a claim: the best alone, and those that fit together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ascribe.stages import Claim, Evidence, Scores
from ascribe.verify.coreference import link
from ascribe.verify.entailed_windows import Window, Windows
from ascribe.verify.passages import read_text
from ascribe.verify.windows import in_reading_order, joint_window

SINGLES = 4
"""Best sentences that are read one by one."""

MEMBERS = 6
"""Most sentences of the joined window."""

BUDGET = 150
"""Tokens of the joined window."""

COVERING = 8
"""Best sentences whose shared coverage is a feature."""


@dataclass(frozen=True, slots=True)
class Shortlist:
    """One claim and the sentences that are read for it.

    Args:
        index: of the claim.
        claim: its content.
        best: indices of the best sentences, best first.
        cited: those of the cited set.
        before: sentence that begins with a pronoun → the one that says what it stands for.
        evidence: all sentences.
    """

    index: int
    claim: str
    best: list[int]
    cited: tuple[int, ...]
    before: Mapping[int, int]
    evidence: Sequence[Evidence]

    @property
    def sentences(self) -> list[int]:
        """All that may be read."""
        return [*self.best, *self.cited]

    def windows(self, lengths: Mapping[int, int]) -> list[tuple[int, ...]]:
        """The joined window, the best single sentences, the cited set; none twice."""
        joint = sorted(joint_window(self.best, lengths, BUDGET, MEMBERS), key=self.best.index)
        singles = [self.alone(index) for index in self.best[:SINGLES]]
        sets = [in_reading_order(members, self.evidence) for members in (joint, *singles, self.cited)]
        return list(dict.fromkeys(members for members in sets if members))

    def alone(self, index: int) -> tuple[int, ...]:
        """The sentence, behind the one that says what its pronoun stands for."""
        return (self.before[index], index) if index in self.before else (index,)

    def as_read(self, windows: Sequence[Window]) -> Windows:
        """What a model said of the windows, the joined one first."""
        return Windows(tuple(windows), self.alone(self.best[0]), self.before)


def shortlists(
    claims: Sequence[Claim],
    indices: Sequence[int],
    evidence: Sequence[Evidence],
    cited: Sequence[tuple[int, ...]],
    scores: Scores,
    language: str | None,
) -> dict[int, Shortlist]:
    """That of each claim in ``indices``; none where no sentence has anything of the claim."""
    best = {i: _best(scores.matrix[i]) for i in indices}
    return {
        i: _shortlist(i, claims[i].content, best[i], cited[i], evidence, language) for i in indices if best[i]
    }


def _shortlist(
    index: int,
    claim: str,
    best: list[int],
    cited: tuple[int, ...],
    evidence: Sequence[Evidence],
    language: str | None,
) -> Shortlist:
    """The claim with what the pronouns of its sentences stand for, where it takes something from there."""
    text = read_text(claim, language)
    links = {member: link(text, evidence, member).antecedent for member in {*best, *cited}}
    before = {member: earlier for member, earlier in links.items() if earlier is not None}
    return Shortlist(index, claim, best, cited, before, evidence)


def _best(row: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[int]:
    """Indices of the best sentences with a score above 0, ties by position."""
    order = np.argsort(-row, kind="stable")[:COVERING]
    return [int(i) for i in order if row[i] > 0]
