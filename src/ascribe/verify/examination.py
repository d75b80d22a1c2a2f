"""What the built-in models find for a claim: how far windows of the sources entail it, as features.

The windows are the best single sentences, the cited set, and as many of the best sentences as fit together.
Coverage, the encoder's cosine and the alignment of tokens stand beside the entailment, because each fails
somewhere: a small model misreads long noisy pages, and words alone miss what is said otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ascribe.neural.encoder import Encoded, Encoder
from ascribe.neural.entailment import EntailmentModel
from ascribe.stages import Claim, Evidence, Scores
from ascribe.verify.coreference import link
from ascribe.verify.passages import read_text
from ascribe.verify.windows import in_reading_order, joint_window

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

SINGLES = 4
"""Best sentences that are read one by one."""

MEMBERS = 6
"""Most sentences of the joined window."""

BUDGET = 150
"""Tokens of the joined window."""

COVERING = 8
"""Best sentences whose shared coverage is a feature."""

FEATURES = (
    "joint_entailed",
    "best_entailed",
    "joint_contradicted",
    "best_contradicted",
    "covered",
    "best_covered",
    "cosine",
    "aligned",
    "least_aligned",
    "length",
    "sentences",
)
"""In the order of ``Examination.features``. Entailment and contradiction are log odds, cut at ±6; lengths
are logarithms of tokens and of sentences."""

SENSES = (1, 1, -1, -1, 1, 1, 1, 1, 1, 0, 0)
"""Of each feature: 1 if more of it may only speak for the claim, -1 if only against it, 0 if either way."""

ENGLISH = "en"
"""What the models read."""

_EDGE = 6.0
_NEARLY = 0.9
_LEAST = 0.2
"""Share of the claim's tokens whose alignment is ``least_aligned``: one word out of five may be the lie."""


@dataclass(frozen=True, slots=True)
class Window:
    """Sentences that were read together, as indices into the evidence, and what the model says."""

    members: tuple[int, ...]
    entailed: float
    contradicted: float


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found for one claim.

    Args:
        windows: what was read, the joined window first.
        features: in the order of ``FEATURES``.
        alone: members of the window of the best sentence: that one, and the one that explains its pronoun.
        before: sentence that begins with a pronoun → the one that says what it stands for.
    """

    windows: tuple[Window, ...]
    features: tuple[float, ...]
    alone: tuple[int, ...]
    before: Mapping[int, int]

    @property
    def covered(self) -> float:
        """Weighted share of the claim's words that the best sentence has."""
        return self.features[FEATURES.index("best_covered")]

    def nearest(self) -> Window:
        """The window of the best single sentence."""
        return next(window for window in self.windows if window.members == self.alone)

    def bar(self, enough: float) -> float:
        """What a window needs to be evidence by itself: ``enough``, or nine tenths of the most there is."""
        return min(enough, _NEARLY * max(window.entailed for window in self.windows))

    def smallest(self, enough: float) -> Window:
        """The fewest sentences of those windows that entail the claim by themselves, ties by entailment."""
        fitting = [window for window in self.windows if window.entailed >= self.bar(enough)]
        return min(fitting, key=lambda window: (len(window.members), -window.entailed))

    def against(self) -> Window:
        """The best single sentence or the joined window, whichever the model finds more contradicted."""
        return max(self.windows[0], self.nearest(), key=lambda window: window.contradicted)


def examine(
    claims: Sequence[Claim],
    indices: Sequence[int],
    evidence: Sequence[Evidence],
    cited: Sequence[tuple[int, ...]],
    scores: Scores,
    encoder: Encoder,
    model: EntailmentModel,
) -> dict[int, Examination]:
    """The examination of each claim in ``indices``; none where no sentence has anything of the claim."""
    best = {i: _best(scores.matrix[i]) for i in indices}
    asked = {i: _asked(i, claims[i].content, best[i], cited[i], evidence) for i in indices if best[i]}
    texts = list(dict.fromkeys(evidence[s].sentence.text for a in asked.values() for s in a.sentences))
    held = dict(zip(texts, encoder.read(texts), strict=True))
    said = encoder.read([a.claim for a in asked.values()])
    lengths = {s: len(held[evidence[s].sentence.text].tokens) for a in asked.values() for s in a.sentences}
    windows = read_windows(claims, {i: a.windows(lengths) for i, a in asked.items()}, evidence, model)
    return {
        i: Examination(
            tuple(windows[i]),
            _features(a, own, windows[i], evidence, held, scores),
            a.alone(a.best[0]),
            a.before,
        )
        for (i, a), own in zip(asked.items(), said, strict=True)
    }


def read_windows(
    claims: Sequence[Claim],
    sets: Mapping[int, Sequence[tuple[int, ...]]],
    evidence: Sequence[Evidence],
    model: EntailmentModel,
) -> dict[int, list[Window]]:
    """What the model says of these sets of sentences of each claim, in one call."""
    pairs = [
        ("\n".join(evidence[i].sentence.text for i in members), claims[claim].content)
        for claim, of_claim in sets.items()
        for members in of_claim
    ]
    rows = iter(model.probabilities(pairs).tolist())
    return {i: [Window(members, *next(rows)[:2]) for members in of_claim] for i, of_claim in sets.items()}


def _features(
    asked: _Asked,
    said: Encoded,
    windows: Sequence[Window],
    evidence: Sequence[Evidence],
    held: Mapping[str, Encoded],
    scores: Scores,
) -> tuple[float, ...]:
    """In the order of ``FEATURES``."""
    near = [held[evidence[i].sentence.text] for i in asked.best]
    joint = [held[evidence[i].sentence.text].tokens for i in windows[0].members]
    mean, least = _alignment(said.tokens.astype(np.float32), np.concatenate(joint).astype(np.float32))
    return (
        _log_odds(windows[0].entailed),
        _log_odds(max(window.entailed for window in windows)),
        _log_odds(windows[0].contradicted),
        _log_odds(max(window.contradicted for window in windows[:2])),
        scores.joint(asked.index, asked.best),
        scores.joint(asked.index, asked.best[:1]),
        max(float(text.vector @ said.vector) for text in near),
        mean,
        least,
        float(np.log1p(len(said.tokens))),
        float(np.log1p(len(evidence))),
    )


def _alignment(said: Array, held: Array) -> tuple[float, float]:
    """Each token of the claim beside the most similar one of the window: the mean cosine, and the least.

    The mean is the recall of BERTScore (Zhang and others 2020) without weights.
    """
    if not len(said) or not len(held):
        return 0.0, 0.0
    cosines = np.sort((said @ held.T).max(axis=1))
    least = cosines[: max(1, round(len(cosines) * _LEAST))]
    return float(cosines.mean()), float(least.mean())


@dataclass(frozen=True, slots=True)
class _Asked:
    """One claim and the sentences that are read for it, best first."""

    index: int
    claim: str
    best: list[int]
    cited: tuple[int, ...]
    before: Mapping[int, int]
    evidence: Sequence[Evidence]

    @property
    def sentences(self) -> list[int]:
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


def _asked(
    index: int, claim: str, best: list[int], cited: tuple[int, ...], evidence: Sequence[Evidence]
) -> _Asked:
    """The claim with what the pronouns of its sentences stand for, where it takes something from there."""
    text = read_text(claim, ENGLISH)
    links = {member: link(text, evidence, member).antecedent for member in {*best, *cited}}
    before = {member: earlier for member, earlier in links.items() if earlier is not None}
    return _Asked(index, claim, best, cited, before, evidence)


def _best(row: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[int]:
    """Indices of the best sentences with a score above 0, ties by position."""
    order = np.argsort(-row, kind="stable")[:COVERING]
    return [int(i) for i in order if row[i] > 0]


def _log_odds(probability: float) -> float:
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return float(np.clip(np.log(clipped / (1 - clipped)), -_EDGE, _EDGE))
