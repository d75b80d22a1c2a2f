"""Tier ``pairs``: verdicts by any object that scores pairs of evidence and claim, checked by typed rules.

Such objects are the scorers of verifiable-rag, or a few lines around a model of your own. The score is not
calibrated: a level sets how high it must be, and promises no error rate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ascribe.errors import InputError
from ascribe.inference.cache import LRUCache, hash_texts
from ascribe.protocols import PairScorer
from ascribe.records import Strictness
from ascribe.verify.hugging_face_verifier import (
    CACHE_SIZE,
    DEFAULT_THRESHOLDS,
    HuggingFaceVerifier,
    UncalibratedScore,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PairScoreTier:
    """Configuration of tier ``pairs``, for ``check(…, tier=PairScoreTier(scorer))``.

    ``check(…, tier=scorer)`` is the same with the default thresholds.

    Args:
        scorer: the object that scores pairs of (evidence, claim).
        thresholds: level → score from which on a claim is supported, rising from ``loose`` to ``paranoid``.

    Raises:
        InputError: the object cannot score pairs, or the thresholds do not rise.
    """

    tier: ClassVar[str] = "pairs"
    sentences: ClassVar[None] = None
    scorer: PairScorer
    thresholds: Mapping[Strictness, float] = field(default_factory=lambda: DEFAULT_THRESHOLDS)

    def __post_init__(self) -> None:
        if isinstance(self.scorer, type) or not isinstance(self.scorer, PairScorer):
            raise InputError(
                "scorer: expected an object with score_pairs(pairs of evidence and claim), got "
                f"{getattr(self.scorer, '__name__', type(self.scorer).__name__)}."
            )
        UncalibratedScore(self.thresholds)  # raises if the thresholds are not valid

    def __call__(
        self, *, strictness: Strictness = "balanced", language: str | None = None
    ) -> PairScoreVerifier:
        """Build a verifier."""
        return PairScoreVerifier(strictness, language, self)

    def reads(self, language: str | None) -> bool:  # noqa: ARG002 - what it reads is not known
        """Return True: nothing is known of the languages that the object reads."""
        return True

    def load(self) -> ScoredPairs:
        """Return the object as a model of entailment."""
        return ScoredPairs(self.scorer)


class PairScoreVerifier(HuggingFaceVerifier):
    """Verifier of tier ``pairs``: an object that scores pairs, and the rules."""

    tier = "pairs"


class ScoredPairs:
    """The scores of an object as probabilities of entailed, contradicted and neither.

    The object says nothing about contradiction, so what is not entailed counts as neither.
    """

    def __init__(self, scorer: PairScorer) -> None:
        self._scorer = scorer
        self.versions = {"pairs.scorer": f"{type(scorer).__module__}.{type(scorer).__qualname__}"}
        self._memory: LRUCache[Matrix] = LRUCache(CACHE_SIZE)

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> Matrix:
        """Return an array of shape (pairs, 3) for pairs (evidence, claim).

        Raises:
            InputError: the object returns too few or too many scores, or one outside [0, 1].
        """
        if not pairs:
            return np.empty((0, 3))
        keys = [hash_texts(evidence, claim) for evidence, claim in pairs]
        return np.stack(self._memory.all(keys, lambda new: self._read([pairs[n] for n in new])))

    def _read(self, pairs: list[tuple[str, str]]) -> list[Matrix]:
        scores = _to_numbers(self._scorer.score_pairs(pairs))
        name = type(self._scorer).__name__
        if scores is None or scores.shape != (len(pairs),):
            raise InputError(f"{name}.score_pairs must return one number for each of {len(pairs)} pairs.")
        if not (np.isfinite(scores) & (scores >= 0.0) & (scores <= 1.0)).all():
            raise InputError(f"{name}.score_pairs returned a score outside [0, 1]; convert its scores.")
        return [np.array([score, 0.0, 1.0 - score]) for score in scores]


def _to_numbers(values: Any) -> Matrix | None:
    """Return the values as an array; None if they are not numbers."""
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        return None
