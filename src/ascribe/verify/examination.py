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
from ascribe.verify.entailed_windows import Window, Windows, read_windows
from ascribe.verify.shortlist import Shortlist, shortlists

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
"""In the order of ``Examination.features``. Entailment and contradiction are log odds, cut at ±6; lengths
are logarithms of tokens and of sentences."""

SENSES = (1, 1, -1, -1, 1, 1, 1, 1, 1, 0, 0)
"""Of each feature: 1 if more of it may only speak for the claim, -1 if only against it, 0 if either way."""

ENGLISH = "en"
"""What the models read."""

_EDGE = 6.0
_LEAST = 0.2
"""Share of the claim's tokens whose alignment is ``least_aligned``: one word out of five may be the lie."""


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found for one claim.

    Args:
        windows: what a model of entailment says.
        covered: weighted share of the claim's words that the best sentence has.
        features: in the order of ``FEATURES``; empty for a model that is asked by itself.
    """

    windows: Windows
    covered: float
    features: tuple[float, ...] = ()


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
    asked = shortlists(claims, indices, evidence, cited, scores, ENGLISH)
    texts = list(dict.fromkeys(evidence[s].sentence.text for a in asked.values() for s in a.sentences))
    held = dict(zip(texts, encoder.read(texts), strict=True))
    said = encoder.read([a.claim for a in asked.values()])
    lengths = {s: len(held[evidence[s].sentence.text].tokens) for a in asked.values() for s in a.sentences}
    windows = read_windows(claims, {i: a.windows(lengths) for i, a in asked.items()}, evidence, model)
    return {
        i: _examination(a, own, windows[i], evidence, held, scores)
        for (i, a), own in zip(asked.items(), said, strict=True)
    }


def _examination(
    asked: Shortlist,
    said: Encoded,
    windows: Sequence[Window],
    evidence: Sequence[Evidence],
    held: Mapping[str, Encoded],
    scores: Scores,
) -> Examination:
    features = _features(asked, said, windows, evidence, held, scores)
    covered = features[FEATURES.index("best_covered")]
    return Examination(asked.as_read(windows), covered, features)


def _features(
    asked: Shortlist,
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


def _log_odds(probability: float) -> float:
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return float(np.clip(np.log(clipped / (1 - clipped)), -_EDGE, _EDGE))
