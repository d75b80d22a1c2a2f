"""Windows of source sentences that an entailment model reads for a claim: selection and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ascribe.protocols import Claim
from ascribe.records.source_sentence import SourceSentence
from ascribe.verify.comparison import Text
from ascribe.verify.discourse.coreference import find_link
from ascribe.verify.evidence.operand_sets import find_operand_set
from ascribe.verify.evidence.passages import (
    read_text,
    render_passage,
    select_joint_window,
    sort_in_reading_order,
)
from ascribe.verify.evidence.sets import ClaimBatch, ClaimContext

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


_NEAR_BEST_SHARE = 0.9


class NLIModel(Protocol):
    """An entailment model, built in or loaded.

    Law: one row per pair, in order, that sums to 1; the same for the same pair, whatever other pairs are
    read.
    """

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Return shape (pairs, 3) for pairs (evidence, claim): entailed, contradicted, neither."""
        ...


@dataclass(frozen=True, slots=True)
class ScoredWindow:
    """Sentences that were read together, as indices into the evidence, with the scores of the model."""

    members: tuple[int, ...]
    entailed: float
    contradicted: float

    @property
    def is_entailed(self) -> bool:
        """Whether entailed is the likeliest class: what the model itself does not accept is no evidence."""
        return self.entailed >= max(self.contradicted, 1.0 - self.entailed - self.contradicted)


@dataclass(frozen=True, slots=True)
class WindowScores:
    """The windows that were read for one claim.

    Args:
        read: the windows with their scores, the joint window first.
        alone: members of the window of the best sentence: that one, and the one with the antecedent of its
            pronoun.
        before: sentence that begins with a pronoun → the sentence with its antecedent.
        near: sentences whose meaning is near that of the claim; None if that was not measured.
    """

    read: tuple[ScoredWindow, ...]
    alone: tuple[int, ...]
    before: Mapping[int, int]
    near: frozenset[int] | None = None

    @property
    def entailed(self) -> float:
        """Return the highest entailment of any window."""
        return max(window.entailed for window in self.read)

    def find_nearest(self) -> ScoredWindow:
        """Return the window of the best single sentence."""
        return next(window for window in self.read if window.members == self.alone)

    def compute_threshold(self, enough: float) -> float:
        """Return the entailment that makes a window evidence: ``enough`` or nine tenths of the highest."""
        return min(enough, _NEAR_BEST_SHARE * self.entailed)

    def find_entailing(self, enough: float) -> list[ScoredWindow]:
        """Return the windows that entail the claim, the fewest sentences first, then as they were retrieved.

        The model tells whether a window entails the claim; which of two does so more it tells worse than the
        words and the meaning do. A sentence and the one with the antecedent of its pronoun count as one.
        """
        fitting = [window for window in self.read if self.is_evidence(window, enough)]
        return sorted(fitting, key=self._count_sentences)

    def is_evidence(self, window: ScoredWindow, enough: float) -> bool:
        """Return True if the window entails the claim by ``compute_threshold`` and is near it.

        What is about something else entails nothing, though a model of a few layers may say so.
        """
        is_near = self.near is None or not self.near.isdisjoint(window.members)
        return is_near and window.is_entailed and window.entailed >= self.compute_threshold(enough)

    def _count_sentences(self, window: ScoredWindow) -> int:
        explaining = {self.before.get(member) for member in window.members}
        return sum(member not in explaining for member in window.members)

    def find_most_contradicted(self) -> ScoredWindow:
        """Return the most contradicted single passage: a sentence, with the antecedent of its pronoun.

        Several sentences that only together contradict a claim show a reader nothing. Of passages that
        are equal to two decimals, as with a model that is sure of all of them, take the best sentence.
        """
        return max(filter(self._is_single, self.read), key=self._rank_contradicted)

    def _rank_contradicted(self, window: ScoredWindow) -> tuple[float, bool]:
        return round(window.contradicted, 2), window.members == self.alone

    def _is_single(self, window: ScoredWindow) -> bool:
        *rest, last = window.members
        return not rest or rest == [self.before.get(last)]


def score_windows(
    claims: Sequence[Claim],
    sets: Mapping[int, Sequence[tuple[int, ...]]],
    evidence: Sequence[SourceSentence],
    model: NLIModel,
) -> dict[int, list[ScoredWindow]]:
    """Score these sets of sentences for each claim, in one call of the model.

    The headings of sentences precede them, once for a run of sentences with the same ones: they may be all
    that distinguishes near-identical passages.
    """
    pairs = [
        (_render_window(members, read_text(claims[claim].reading), evidence), claims[claim].reading)
        for claim, of_claim in sets.items()
        for members in of_claim
    ]
    rows = iter(model.probabilities(pairs).tolist())
    return {
        i: [ScoredWindow(members, *next(rows)[:2]) for members in of_claim] for i, of_claim in sets.items()
    }


def _render_window(members: Sequence[int], claim: Text, evidence: Sequence[SourceSentence]) -> str:
    """Return the sentences line by line, each run of them after its headings and caption."""
    lines: list[str] = []
    last = ""
    for i in members:
        setting = evidence[i].setting
        if setting and setting != last:
            lines.append(setting)
        last = setting
        lines.append(render_passage(claim, evidence[i]))
    return "\n".join(lines)


# --- Shortlists ---

MAX_SINGLE_WINDOWS = 4
"""Best sentences that are read one by one."""

MAX_JOINT_SENTENCES = 6
"""Most sentences of the joint window."""

JOINT_TOKEN_BUDGET = 150
"""Most tokens of the joint window."""


@dataclass(frozen=True, slots=True)
class Shortlist:
    """One claim and the sentences that are read for it.

    Args:
        index: index of the claim.
        claim: its content.
        best: indices of the best sentences, best first.
        cited: indices of the cited set.
        before: sentence that begins with a pronoun → the sentence with its antecedent.
        evidence: all sentences.
        operands: indices of sentences that give a figure which the claim calculates; none if it does not.
    """

    index: int
    claim: str
    best: list[int]
    cited: tuple[int, ...]
    before: Mapping[int, int]
    evidence: Sequence[SourceSentence]
    operands: tuple[int, ...] = ()

    @property
    def sentences(self) -> list[int]:
        """Return all sentences that may be read."""
        return [*self.best, *self.cited, *self.operands]

    def windows(self, lengths: Mapping[int, int]) -> list[tuple[int, ...]]:
        """Return the joint window, the best single sentences, the cited set and the operands, each once."""
        joint = sorted(
            select_joint_window(self.best, lengths, JOINT_TOKEN_BUDGET, MAX_JOINT_SENTENCES),
            key=self.best.index,
        )
        singles = [self.alone(index) for index in self.best[:MAX_SINGLE_WINDOWS]]
        sets = [
            sort_in_reading_order(members, self.evidence)
            for members in (joint, *singles, self.cited, self.operands)
        ]
        return list(dict.fromkeys(members for members in sets if members))

    def alone(self, index: int) -> tuple[int, ...]:
        """Return the sentence, after the one with the antecedent of its pronoun if there is one."""
        return (self.before[index], index) if index in self.before else (index,)

    def to_window_scores(
        self, windows: Sequence[ScoredWindow], near: frozenset[int] | None = None
    ) -> WindowScores:
        """Wrap the scores of the windows, the joint one first."""
        return WindowScores(tuple(windows), self.alone(self.best[0]), self.before, near)


def build_shortlists(batch: ClaimBatch, indices: Sequence[int]) -> dict[int, Shortlist]:
    """Build a shortlist for each claim in ``indices`` that shares content with a sentence."""
    best = {i: batch.contexts[i].order for i in indices}
    return {i: _build_shortlist(batch.contexts[i], best[i], batch.cited[i]) for i in indices if best[i]}


def _build_shortlist(case: ClaimContext, best: list[int], cited: tuple[int, ...]) -> Shortlist:
    """Build the shortlist of one claim, with antecedents of pronouns where the claim needs them."""
    links = {m: find_link(case.text, case.evidence, m).antecedent for m in {*best, *cited}}
    before = {member: earlier for member, earlier in links.items() if earlier is not None}
    operands = find_operand_set(case)
    return Shortlist(case.index, case.claim.reading, best, cited, before, case.evidence, operands)
