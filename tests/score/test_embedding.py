"""Scores by meaning."""

import numpy as np
import pytest

from ascribe import testing
from ascribe.inference.model_files import is_installed
from ascribe.score.embedding import EmbeddingScorer, compute_cosines

needs_weights = pytest.mark.skipif(not is_installed("encoder"), reason="needs the built-in encoder's weights")

EVIDENCE = [
    "Bananas are rich in potassium.",
    "Construction of the mill was finished in 1871.",
    "The town lies on a hill.",
]


def test_what_points_away_scores_nothing_and_the_same_scores_one() -> None:
    turn = np.array([[1.0, 0.0], [-1.0, 0.0], [0.6, 0.8]])
    assert np.allclose(compute_cosines(turn[:1], turn), [[1.0, 0.0, 0.6]])


@pytest.mark.parametrize("claims", [1, 2, 3, 7, 64])
def test_equal_sentences_tie_wherever_they_stand(claims) -> None:
    chance = np.random.default_rng(3)
    asked, one = chance.normal(size=(claims, 384)) / 20, chance.normal(size=(1, 384)) / 20
    found = compute_cosines(asked, np.repeat(one, 37, axis=0))
    assert (found == found[:, :1]).all()
    assert (found[0] == compute_cosines(asked[:1], one)[0]).all()


@needs_weights
def test_it_keeps_the_laws() -> None:
    testing.check_scorer(EmbeddingScorer())


@needs_weights
def test_it_finds_what_shares_no_word() -> None:
    scores = EmbeddingScorer().score(["They completed building it: a windmill."], EVIDENCE)
    assert scores.matrix[0].argmax() == 1


@needs_weights
def test_a_sentence_that_repeats_the_claim_scores_one() -> None:
    assert EmbeddingScorer().score(EVIDENCE, EVIDENCE).matrix.diagonal() == pytest.approx(1.0, abs=1e-5)


@needs_weights
def test_joint_is_the_best_of_them() -> None:
    scores = EmbeddingScorer().score(["The mill was built in 1871."], EVIDENCE)
    assert scores.joint(0, []) == 0.0
    assert scores.joint(0, [0, 2]) == max(scores.matrix[0, [0, 2]])
    assert scores.joint(0, [2, 1, 0]) == scores.matrix[0, 1]
