"""Scores by words and meaning."""

import random

import numpy as np
import pytest

from ascribe import testing
from ascribe.inference.model_files import is_installed
from ascribe.score.hybrid import CANDIDATES, LEXICAL_WEIGHT, PRECEDED, HybridScorer
from ascribe.score.lexical import LexicalScorer

pytestmark = pytest.mark.skipif(not is_installed("encoder"), reason="needs the built-in encoder's weights")

NOUNS = ["mill", "river", "flood", "sail", "wheel", "bridge", "town", "miller", "harvest", "stone"]
VERBS = ["stands by", "moved", "reached", "turned", "broke", "was sold with", "supplied"]


def sentences(number: int) -> list[str]:
    chance = random.Random(4)
    return [
        f"The {chance.choice(NOUNS)} {chance.choice(VERBS)} the {chance.choice(NOUNS)} in {1800 + n}."
        for n in range(number)
    ]


def test_it_keeps_the_laws() -> None:
    testing.check_scorer(HybridScorer())


def test_words_and_meaning_both_count() -> None:
    evidence = ["Construction of the mill was finished in 1871.", "It was in 1871 that the river rose."]
    claim = ["The mill was built in 1871."]
    words = LexicalScorer().score(claim, evidence).matrix
    mixed = HybridScorer().score(claim, evidence).matrix
    assert mixed[0].argmax() == 0
    assert (mixed >= LEXICAL_WEIGHT * words - 1e-12).all()
    assert np.abs(mixed - words).max() > 0.05


def test_the_sentence_before_says_what_a_sentence_is_about() -> None:
    claim = ["The mill has twelve sails."]
    about, other = ["The mill stands on the river."], ["The bank raised its rates in March."]
    near, far = (
        HybridScorer().score(claim, [*before, "It has twelve."]).matrix[0, 1] for before in (about, other)
    )
    alone = HybridScorer().score(claim, ["It has twelve."]).matrix[0, 0]
    assert near > far >= alone - 0.05


def test_joint_is_that_of_the_words() -> None:
    claims, evidence = list(testing.CLAIMS), testing.SOURCES[0]
    words, mixed = LexicalScorer().score(claims, evidence), HybridScorer().score(claims, evidence)
    for claim in range(len(claims)):
        assert mixed.joint(claim, [0, 2]) == words.joint(claim, [0, 2])


def test_in_another_language_words_alone_count() -> None:
    claim, evidence = (
        ["Die Mühle wurde 1871 gebaut."],
        ["Die Mühle ist alt.", "Sie wurde 1871 am Fluss gebaut."],
    )
    words = LexicalScorer("de").score(claim, evidence).matrix
    assert (HybridScorer("de").score(claim, evidence).matrix == words).all()


@pytest.fixture
def shortened(monkeypatch) -> None:
    """Long evidence, as the scorer sees it, is more than 100 sentences."""
    monkeypatch.setattr("ascribe.score.hybrid.MOST_ENCODED", 100)


CLAIMS = [
    "The mill stands by the river in 1850.",
    "The flood reached the town.",
    "Bananas are rich in iron.",
    "?!",
]


@pytest.mark.usefixtures("shortened")
def test_of_many_sentences_the_candidates_score_as_of_few(monkeypatch) -> None:
    monkeypatch.setattr("ascribe.score.hybrid.MARGINAL_COVERAGE_WEIGHT", 0.0)
    many = sentences(300)
    found = HybridScorer().score(CLAIMS, many).matrix
    words = LexicalScorer().score(CLAIMS, many).matrix
    monkeypatch.setattr("ascribe.score.hybrid.MOST_ENCODED", 1000)
    whole = HybridScorer().score(CLAIMS, many).matrix
    for row, exact, by_words in zip(found, whole, words, strict=True):
        own = np.argsort(-by_words, kind="stable")[:CANDIDATES]
        as_exact = np.abs(row[own] - exact[own]) < 1e-9
        assert as_exact.sum() >= PRECEDED
        assert as_exact[exact[own].argmax()]
        assert (row[own] <= exact[own] + 1e-9).all()
        others = np.setdiff1d(np.arange(len(many)), own)
        assert row[others].max() <= row[own].min() + 1e-12
        assert np.isfinite(row).all()
        assert row.min() >= 0
        assert row.max() <= 1


@pytest.mark.usefixtures("shortened")
def test_of_many_sentences_no_claim_alters_another() -> None:
    many = sentences(300)
    whole = HybridScorer().score(CLAIMS, many).matrix
    for number, claim in enumerate(CLAIMS):
        alone = HybridScorer().score([claim], many).matrix[0]
        assert np.abs(alone - whole[number]).max() < 1e-9


@pytest.mark.usefixtures("shortened")
def test_of_many_sentences_the_laws_hold_without_claims() -> None:
    assert HybridScorer().score([], sentences(300)).matrix.shape == (0, 300)


def test_what_the_best_sentence_lacks_comes_second() -> None:
    claim = "The mill was built in 1871 and has twelve sails."
    texts = ["The mill was built in 1871.", "The mill was built of oak.", "It has twelve sails."]
    row = HybridScorer("en").score([claim], texts).matrix[0]
    assert row.argmax() == 0
    assert row[2] > row[1]
