"""Features of a claim from the built-in models: entailment, coverage, cosine and token alignment.

Entailment is computed for windows: the best single sentences, the cited set, and as many of the best
sentences as fit together. Coverage, cosine and alignment complement it: a small model misreads long noisy
pages, and words alone miss paraphrases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ascribe.inference.encoder import EncodedText, Encoder
from ascribe.inference.nli import EntailmentModel
from ascribe.protocols import Scores, SourceSentence
from ascribe.verify.evidence import ClaimBatch
from ascribe.verify.nli_windows import ScoredWindow, Shortlist, WindowScores, build_shortlists, score_windows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

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
"""The names, in the order of ``ClaimFeatures.features``. Entailment and contradiction are log odds, clipped
at ±6; lengths are logarithms of the numbers of tokens and of sentences."""

FEATURE_SIGNS = (1, 1, -1, -1, 1, 1, 1, 1, 1, 0, 0)
"""Sign of each feature: 1 if it may only raise the probability, -1 if it may only lower it, 0 if either."""

_MAX_LOG_ODDS = 6.0
_LEAST_ALIGNED_SHARE = 0.2
"""Share of the claim's tokens that ``least_aligned`` averages: one wrong word in five may make it false."""


@dataclass(frozen=True, slots=True)
class ClaimFeatures:
    """The findings of the models for one claim.

    Args:
        windows: entailment scores of the windows.
        covered: weighted share of the claim's words that the best sentence contains.
        features: in the order of ``FEATURES``; empty for a model whose own probability is used.
    """

    windows: WindowScores
    covered: float
    features: tuple[float, ...] = ()


def extract_features(
    batch: ClaimBatch, indices: Sequence[int], encoder: Encoder, model: EntailmentModel
) -> dict[int, ClaimFeatures]:
    """Return the features of each claim in ``indices`` that shares content with a sentence."""
    asked, evidence = build_shortlists(batch, indices), batch.evidence
    texts = list(dict.fromkeys(evidence[s].sentence.text for a in asked.values() for s in a.sentences))
    held = dict(zip(texts, encoder.read(texts), strict=True))
    said = encoder.read([a.claim for a in asked.values()])
    lengths = {s: len(held[evidence[s].sentence.text].tokens) for a in asked.values() for s in a.sentences}
    windows = score_windows(batch.claims, {i: a.windows(lengths) for i, a in asked.items()}, evidence, model)
    return {
        i: _build_claim_features(a, own, windows[i], evidence, held, batch.scores)
        for (i, a), own in zip(asked.items(), said, strict=True)
    }


def _build_claim_features(
    asked: Shortlist,
    said: EncodedText,
    windows: Sequence[ScoredWindow],
    evidence: Sequence[SourceSentence],
    held: Mapping[str, EncodedText],
    scores: Scores,
) -> ClaimFeatures:
    features = _compute_features(asked, said, windows, evidence, held, scores)
    covered = features[FEATURES.index("best_covered")]
    return ClaimFeatures(asked.to_window_scores(windows), covered, features)


def _compute_features(
    asked: Shortlist,
    said: EncodedText,
    windows: Sequence[ScoredWindow],
    evidence: Sequence[SourceSentence],
    held: Mapping[str, EncodedText],
    scores: Scores,
) -> tuple[float, ...]:
    """Return the features in the order of ``FEATURES``."""
    near = [held[evidence[i].sentence.text] for i in asked.best]
    joint = [held[evidence[i].sentence.text].tokens for i in windows[0].members]
    mean, least = _compute_alignment(said.tokens.astype(np.float32), np.concatenate(joint).astype(np.float32))
    return (
        _compute_log_odds(windows[0].entailed),
        _compute_log_odds(max(window.entailed for window in windows)),
        _compute_log_odds(windows[0].contradicted),
        _compute_log_odds(max(window.contradicted for window in windows[:2])),
        scores.joint(asked.index, asked.best),
        scores.joint(asked.index, asked.best[:1]),
        max(float(text.vector @ said.vector) for text in near),
        mean,
        least,
        float(np.log1p(len(said.tokens))),
        float(np.log1p(len(evidence))),
    )


def _compute_alignment(said: Array, held: Array) -> tuple[float, float]:
    """Match each token of the claim with the most similar token of the window.

    Returns the mean cosine and the mean of the lowest ones. The mean is the recall of BERTScore (Zhang and
    others 2020) without weights.
    """
    if not len(said) or not len(held):
        return 0.0, 0.0
    cosines = np.sort((said @ held.T).max(axis=1))
    least = cosines[: max(1, round(len(cosines) * _LEAST_ALIGNED_SHARE))]
    return float(cosines.mean()), float(least.mean())


def _compute_log_odds(probability: float) -> float:
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return float(np.clip(np.log(clipped / (1 - clipped)), -_MAX_LOG_ODDS, _MAX_LOG_ODDS))
