"""Probabilities of pairs, from the built-in model and from a tiny one."""

import random

import numpy as np
import pytest

from ascribe.inference.nli import ENTAILED, EntailmentModel
from ascribe.inference.onnx import OnnxSession
from ascribe.inference.probabilities import compute_softmax
from ascribe.inference.tokens import (
    MAX_TOKENS,
    TokenRow,
    build_pair_ids,
    split_claim,
    tokenize,
)

PAIRS = [
    ("The mill has 12 sails.", "The mill has sails."),
    ("", "The mill has sails."),
    ("The mill has 12 sails.", ""),
    ("", ""),
    ("The mill stands on the river. " * 100, "It stands on the river."),
    ("水車は川のそばにある。", "?!"),
]


@pytest.fixture(params=["built in", "tiny"])
def any_model(request) -> EntailmentModel:
    """Both."""
    if request.param == "built in":
        found: EntailmentModel = request.getfixturevalue("entailment")
        return found
    return EntailmentModel(request.getfixturevalue("made")["entailment"])


def test_rows_sum_to_one_and_keep_the_order(any_model) -> None:
    found = any_model.probabilities(PAIRS)
    assert found.shape == (len(PAIRS), 3)
    assert found.dtype == np.float64
    assert np.abs(found.sum(axis=1) - 1).max() < 1e-12
    for pair, row in zip(PAIRS, found, strict=True):
        assert (any_model.probabilities([pair])[0] == row).all()


def test_no_pair_gives_no_row(any_model) -> None:
    assert any_model.probabilities([]).shape == (0, 3)


def test_no_batch_and_no_order_changes_a_row(made) -> None:
    rows = [TokenRow(*build_pair_ids(tokenize(claim), tokenize(evidence))) for evidence, claim in PAIRS]
    chance = random.Random(5)
    one = np.stack(OnnxSession(made["entailment"], batch_tokens=1).run("logits", rows))
    for most in (16, 100, 3000):
        order = chance.sample(range(len(rows)), len(rows))
        found = OnnxSession(made["entailment"], batch_tokens=most).run("logits", [rows[n] for n in order])
        assert np.abs(np.stack(found) - one[order]).max() < 1e-5


def test_claim_and_evidence_are_not_the_same(any_model) -> None:
    there = any_model.probabilities([("The mill burned.", "It was a hot summer.")])
    back = any_model.probabilities([("It was a hot summer.", "The mill burned.")])
    assert np.abs(there - back).max() > 1e-6


def test_the_least_entailed_piece_of_a_long_claim_decides(any_model) -> None:
    evidence, claim = "The mill stands on the river.", "mill sail river wheel flood " * 200
    parts = split_claim(tokenize(claim), len(tokenize(evidence)))
    assert len(parts) > 1
    words = claim.split()
    texts, start = [], 0
    for part in parts:
        texts.append(" ".join(words[start : start + len(part)]))
        start += len(part)
    each = any_model.probabilities([(evidence, text) for text in texts])
    (whole,) = any_model.probabilities([(evidence, claim)])
    assert np.abs(whole - each[each[:, ENTAILED].argmin()]).max() < 1e-6


def test_what_is_beyond_the_limit_of_the_evidence_is_not_read(any_model) -> None:
    head = "mill " * MAX_TOKENS
    found = any_model.probabilities([(head + "stands", "The mill."), (head + "burned", "The mill.")])
    assert np.abs(found[0] - found[1]).max() < 1e-6


def test_softmax_bears_large_numbers() -> None:
    found = compute_softmax(np.array([[1000.0, 0.0, -1000.0], [0.0, 0.0, 0.0]], np.float32))
    assert np.abs(found - [[1, 0, 0], [1 / 3, 1 / 3, 1 / 3]]).max() < 1e-12
