"""Windows of source sentences that an entailment model reads for a claim: their selection and their
scores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ascribe.protocols import Claim, Scores, SourceSentence
from ascribe.records import Document
from ascribe.verify.coreference import find_link
from ascribe.verify.evidence import read_text, select_joint_window, sort_in_reading_order

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


_NEAR_BEST_SHARE = 0.9

MAX_TITLE_WORDS = 20
"""Words of a first line that is taken for a title."""

_END_MARKS = tuple(".!?:;。！？")


class NLIModel(Protocol):
    """A model of entailment: the built-in one, or one that was loaded.

    Law: one row per pair, in order, that sums to 1; the same for the same pair, whatever else is asked.
    """

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Shape (pairs, 3) for pairs (evidence, claim): entailed, contradicted, neither."""
        ...


@dataclass(frozen=True, slots=True)
class ScoredWindow:
    """Sentences that were read together, as indices into the evidence, and what the model says."""

    members: tuple[int, ...]
    entailed: float
    contradicted: float


@dataclass(frozen=True, slots=True)
class WindowScores:
    """What was read for one claim.

    Args:
        read: the joined window first.
        alone: members of the window of the best sentence: that one, and the one that explains its pronoun.
        before: sentence that begins with a pronoun → the one that says what it stands for.
    """

    read: tuple[ScoredWindow, ...]
    alone: tuple[int, ...]
    before: Mapping[int, int]

    @property
    def entailed(self) -> float:
        """The most that any of them entails the claim."""
        return max(window.entailed for window in self.read)

    def find_nearest(self) -> ScoredWindow:
        """The window of the best single sentence."""
        return next(window for window in self.read if window.members == self.alone)

    def bar(self, enough: float) -> float:
        """What a window needs to be evidence by itself: ``enough``, or nine tenths of the most there is."""
        return min(enough, _NEAR_BEST_SHARE * self.entailed)

    def find_smallest(self, enough: float) -> ScoredWindow:
        """The fewest sentences of those windows that entail the claim by themselves, ties by entailment."""
        fitting = [window for window in self.read if window.entailed >= self.bar(enough)]
        return min(fitting, key=lambda window: (len(window.members), -window.entailed))

    def find_most_contradicted(self) -> ScoredWindow:
        """The best single sentence or the joined window, whichever the model finds more contradicted."""
        return max(self.read[0], self.find_nearest(), key=lambda window: window.contradicted)


def score_windows(
    claims: Sequence[Claim],
    sets: Mapping[int, Sequence[tuple[int, ...]]],
    evidence: Sequence[SourceSentence],
    model: NLIModel,
) -> dict[int, list[ScoredWindow]]:
    """What the model says of these sets of sentences of each claim, in one call.

    Where several documents are offered, the sentences of each stand behind its title: of near-identical ones
    it may be all that tells which is which.
    """
    titles = _find_titles(evidence)
    pairs = [
        (_render_window(members, evidence, titles), claims[claim].content)
        for claim, of_claim in sets.items()
        for members in of_claim
    ]
    rows = iter(model.probabilities(pairs).tolist())
    return {
        i: [ScoredWindow(members, *next(rows)[:2]) for members in of_claim] for i, of_claim in sets.items()
    }


def _render_window(
    members: Sequence[int], evidence: Sequence[SourceSentence], titles: Mapping[int, str]
) -> str:
    """Return the sentences line by line, a document's title before its first one unless it is that one."""
    lines: list[str] = []
    last = 0
    for i in members:
        here = evidence[i]
        title = titles.get(here.position, "")
        if here.position != last and title and not here.sentence.text.endswith(title):
            lines.append(title)
        last = here.position
        lines.append(here.sentence.text)
    return "\n".join(lines)


def _find_titles(evidence: Sequence[SourceSentence]) -> dict[int, str]:
    """Return the title of each document, by its position; none where there is one document only."""
    documents = {one.position: one.document for one in evidence}
    return (
        {place: find_title(document) for place, document in documents.items()} if len(documents) > 1 else {}
    )


def find_title(document: Document) -> str:
    """Return what names a document: its first heading, else a short first line without an end mark."""
    title = next((section.title for section in document.sections[:2] if section.title), "")
    if title:
        return title
    first = next((sentence.text for section in document.sections for sentence in section.sentences), "")
    is_line = len(first.split()) <= MAX_TITLE_WORDS and first[-1:] not in _END_MARKS
    return first if is_line else ""


MAX_SINGLE_WINDOWS = 4
"""Best sentences that are read one by one."""

MAX_JOINT_SENTENCES = 6
"""Most sentences of the joined window."""

JOINT_TOKEN_BUDGET = 150
"""Tokens of the joined window."""

MAX_BEST_SENTENCES = 8
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
    evidence: Sequence[SourceSentence]

    @property
    def sentences(self) -> list[int]:
        """All that may be read."""
        return [*self.best, *self.cited]

    def windows(self, lengths: Mapping[int, int]) -> list[tuple[int, ...]]:
        """The joined window, the best single sentences, the cited set; none twice."""
        joint = sorted(
            select_joint_window(self.best, lengths, JOINT_TOKEN_BUDGET, MAX_JOINT_SENTENCES),
            key=self.best.index,
        )
        singles = [self.alone(index) for index in self.best[:MAX_SINGLE_WINDOWS]]
        sets = [sort_in_reading_order(members, self.evidence) for members in (joint, *singles, self.cited)]
        return list(dict.fromkeys(members for members in sets if members))

    def alone(self, index: int) -> tuple[int, ...]:
        """The sentence, behind the one that says what its pronoun stands for."""
        return (self.before[index], index) if index in self.before else (index,)

    def to_window_scores(self, windows: Sequence[ScoredWindow]) -> WindowScores:
        """What a model said of the windows, the joined one first."""
        return WindowScores(tuple(windows), self.alone(self.best[0]), self.before)


def build_shortlists(
    claims: Sequence[Claim],
    indices: Sequence[int],
    evidence: Sequence[SourceSentence],
    cited: Sequence[tuple[int, ...]],
    scores: Scores,
    language: str | None,
) -> dict[int, Shortlist]:
    """That of each claim in ``indices``; none where no sentence has anything of the claim."""
    best = {i: _select_best_sentences(scores.matrix[i]) for i in indices}
    return {
        i: _build_shortlist(i, claims[i].content, best[i], cited[i], evidence, language)
        for i in indices
        if best[i]
    }


def _build_shortlist(
    index: int,
    claim: str,
    best: list[int],
    cited: tuple[int, ...],
    evidence: Sequence[SourceSentence],
    language: str | None,
) -> Shortlist:
    """The claim with what the pronouns of its sentences stand for, where it takes something from there."""
    text = read_text(claim, language)
    links = {member: find_link(text, evidence, member).antecedent for member in {*best, *cited}}
    before = {member: earlier for member, earlier in links.items() if earlier is not None}
    return Shortlist(index, claim, best, cited, before, evidence)


def _select_best_sentences(row: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[int]:
    """Indices of the best sentences with a score above 0, ties by position."""
    order = np.argsort(-row, kind="stable")[:MAX_BEST_SENTENCES]
    return [int(i) for i in order if row[i] > 0]
