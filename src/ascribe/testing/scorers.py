"""Contract check for scorers."""

from __future__ import annotations

from ascribe.protocols import Scorer, Scores
from ascribe.testing.samples import CLAIMS, SOURCES


def check_scorer(scorer: Scorer) -> None:
    """Check that scores are finite, in order, and independent of batches, earlier calls and other claims.

    Raises:
        AssertionError: the scorer breaks this contract.
    """
    asked, texts = list(CLAIMS), [text for source in SOURCES for text in source]
    whole = scorer.score(asked, texts)
    shape = (len(asked), len(texts))
    assert whole.matrix.shape == shape, f"matrix has shape {whole.matrix.shape}, not {shape}"
    assert ((whole.matrix >= 0.0) & (whole.matrix <= 1.0)).all(), "a score is not a number in [0, 1]"
    for i, claim in enumerate(asked):
        alone = scorer.score([claim], texts)
        assert abs(alone.matrix[0] - whole.matrix[i]).max() < 1e-9, f"claim {i} gets another score alone"
        _check_joint(whole, i, len(texts))
    assert scorer.score([], texts).matrix.shape == (0, len(texts)), "wrong shape without claims"
    assert scorer.score(asked, []).matrix.shape == (len(asked), 0), "wrong shape without evidence"


def _check_joint(scores: Scores, claim: int, n: int) -> None:
    values = [scores.joint(claim, range(k)) for k in range(n + 1)]
    assert values == sorted(values), "joint coverage falls with more sentences"
    assert all(0.0 <= value <= 1.0 for value in values), "joint coverage is not in [0, 1]"
