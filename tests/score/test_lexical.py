"""Laws and behaviour of the scorer by words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.score.lexical import LexicalScorer, Postings, weigh_claim_terms
from ascribe.text.words import is_content_word, split_words

VOCABULARY = [
    "cell",
    "cells",
    "divide",
    "division",
    "12",
    "1,200",
    "not",
    "the",
    "of",
    "in-batch",
    "inbatch",
    "東京は",
]
SENTENCE = st.lists(st.sampled_from(VOCABULARY), max_size=8).map(" ".join)
SENTENCES = st.lists(st.one_of(SENTENCE, st.text(max_size=20)), max_size=6)

RIVER = [
    "The Danube rises in the Black Forest.",
    "It flows through ten countries and is 2,850 km long.",
    "The Rhine rises in the Alps.",
    "Bananas are rich in potassium.",
]


def best(claim: str, evidence: list[str], language: str | None = None) -> int:
    return int(LexicalScorer(language).score([claim], evidence).matrix[0].argmax())


@given(SENTENCES, SENTENCES)
def test_one_finite_number_per_pair(claims, evidence):
    scores = LexicalScorer().score(claims, evidence)
    assert scores.matrix.shape == (len(claims), len(evidence))
    assert scores.matrix.dtype == np.float64
    assert np.isfinite(scores.matrix).all()
    assert ((scores.matrix >= 0) & (scores.matrix <= 1)).all()


@given(SENTENCES, SENTENCES)
def test_other_claims_change_nothing(claims, evidence):
    together = LexicalScorer().score(claims, evidence)
    for number, claim in enumerate(claims):
        alone = LexicalScorer().score([claim], evidence)
        assert alone.matrix[0].tobytes() == together.matrix[number].tobytes()
        assert alone.joint(0, range(len(evidence))) == together.joint(number, range(len(evidence)))


@given(SENTENCE, SENTENCES.filter(bool), st.data())
def test_joint_never_falls_with_more_sentences(claim, evidence, data):
    scores = LexicalScorer().score([claim], evidence)
    indices = st.lists(st.integers(0, len(evidence) - 1), unique=True)
    some, more = data.draw(indices), data.draw(indices)
    assert 0.0 <= scores.joint(0, some) <= scores.joint(0, [*some, *more]) <= 1.0


@given(SENTENCE, SENTENCES.filter(bool))
def test_joint_does_not_depend_on_the_order(claim, evidence):
    scores = LexicalScorer().score([claim], evidence)
    indices = list(range(len(evidence)))
    assert scores.joint(0, indices) == scores.joint(0, indices[::-1])


def test_joint_is_the_weighted_share_of_the_content_words():
    claim = "The Danube rises in ten countries of Asia"
    scores = LexicalScorer("en").score([claim], RIVER)
    terms = weigh_claim_terms(split_words(claim, "en"), "en", Postings(RIVER, "en"))
    weight = dict(zip(terms.stems, terms.weights.tolist(), strict=True))
    assert set(weight) == {w.stem for w in split_words(claim, "en") if is_content_word(w, "en")}
    assert weight["danub"] > weight["rise"]
    held = {0: {"danub", "rise"}, 1: {"10", "countri"}, 2: {"rise"}, 3: set()}
    for chosen in ([], [0], [1], [3], [0, 1], [0, 2], [2, 1, 3]):
        found = set().union(*(held[i] for i in chosen))
        share = sum(weight[stem] for stem in found) / sum(weight.values())
        assert scores.joint(0, chosen) == pytest.approx(share)


def test_a_sentence_that_repeats_the_claim_scores_one():
    scores = LexicalScorer().score(RIVER, RIVER)
    assert np.diag(scores.matrix) == pytest.approx(np.ones(len(RIVER)))


@pytest.mark.parametrize(("claims", "shape"), [([], (0, 4)), (["", "…", "the of"], (3, 4))])
def test_claims_without_words_score_nothing(claims, shape):
    matrix = LexicalScorer().score(claims, [*RIVER[1:], ""]).matrix
    assert matrix.shape == shape
    assert matrix[:2].sum() == 0.0


def test_no_evidence_covers_nothing():
    scores = LexicalScorer().score(["The Danube rises."], [])
    assert scores.matrix.shape == (1, 0)
    assert scores.joint(0, []) == 0.0


def test_equal_sentences_score_the_same():
    row = LexicalScorer().score(["The Danube rises."], ["", *RIVER[:1], "", *RIVER[:1]]).matrix[0]
    assert row[1] == row[3] > 0


@pytest.mark.parametrize(
    ("claim", "right", "language"),
    [
        ("Bananas contain potassium.", 3, None),
        ("The river is 2850 km long.", 1, None),
        ("The Rhine has its rise in the Alps.", 2, None),
        ("The potassium-rich banana", 3, "en"),
    ],
)
def test_the_right_sentence_comes_first(claim, right, language):
    assert best(claim, RIVER, language) == right


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("in-batch negatives", "in batch"),
        ("inbatch", "in-batch"),
        ("in batch", "inbatch"),
        ("covid19", "COVID-19"),
        ("e-mail", "email"),
        ("café", "cafe"),
        ("U.S. law", "the law of the US"),
    ],
)
def test_spellings_meet(one, other):
    assert best(one, ["Something else.", f"About {other} here.", "And more."], "en") == 1


def test_words_side_by_side_count_more():
    assert best("white house", ["A house was painted, all white.", "He left the white house."]) == 1


def test_a_relative_counts_less_than_the_word():
    row = LexicalScorer("en").score(["optimisation"], ["optimum", "optimisation", "banana"]).matrix[0]
    assert row[1] > row[0] >= row[2] == 0.0


def test_numbers_have_no_relatives():
    assert LexicalScorer("en").score(["19900"], ["19901"]).matrix[0, 0] == 0.0


def test_german_compound_meets_its_first_part():
    evidence = ["Der Hund schläft im Garten.", "Die Reparatur kostet 300 Euro.", "Das Wetter ist schön."]
    assert best("Reparaturkosten", evidence, "de") == 1


def test_chinese_japanese_and_korean():
    assert best("北京是中国的首都", ["上海很大。", "中国首都是北京。", "今天下雨。"]) == 1
    assert best("東京は日本の首都です", ["大阪は大きい。", "日本の首都は東京である。", "雨が降る。"]) == 1
    assert best("한국의 수도는 서울이다", ["부산은 크다.", "서울은 한국 수도입니다.", "비가 온다."]) == 1
