"""Vectors of texts, from the built-in model and from a tiny one."""

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from ascribe.inference.encoder import WIDTH, Encoder
from ascribe.inference.onnx import OnnxSession, iterate_batches
from ascribe.inference.tokens import build_text_row, tokenize

TEXTS = [
    "The mill was built in 1871.",
    "",
    "水車は川のそばにある。",
    "?!",
    "It has sails. " * 20,
    "mill",
    "\ud800",
]


@pytest.fixture(params=["built in", "tiny"])
def any_encoder(request) -> Encoder:
    """Both."""
    if request.param == "built in":
        found: Encoder = request.getfixturevalue("encoder")
        return found
    return Encoder(request.getfixturevalue("made")["embedding"])


def test_rows_have_length_one_and_keep_the_order(any_encoder) -> None:
    vectors = any_encoder.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), WIDTH)
    assert vectors.dtype == np.float32
    assert np.abs(np.linalg.norm(vectors, axis=1) - 1).max() < 1e-5
    for text, vector in zip(TEXTS, vectors, strict=True):
        assert (any_encoder.embed([text])[0] == vector).all()


def test_no_text_gives_no_row(any_encoder) -> None:
    assert any_encoder.embed([]).shape == (0, WIDTH)


def test_no_batch_and_no_order_changes_a_vector(made) -> None:
    rows = [build_text_row(tokenize(text)) for text in TEXTS * 2]
    chance = random.Random(5)
    one = np.stack(OnnxSession(made["embedding"], batch_tokens=1).run("embedding", rows))
    for most in (16, 100, 3000):
        order = chance.sample(range(len(rows)), len(rows))
        found = OnnxSession(made["embedding"], batch_tokens=most).run("embedding", [rows[n] for n in order])
        assert np.abs(np.stack(found) - one[order]).max() < 1e-5


def test_batches_hold_each_place_once_and_stay_small() -> None:
    chance = random.Random(6)
    for most in (1, 64, 500):
        lengths = [chance.randint(2, 512) for _ in range(100)]
        found = list(iterate_batches(lengths, most))
        assert sorted(place for batch in found for place in batch) == list(range(100))
        assert all(len(b) == 1 or len(b) * max(lengths[p] for p in b) <= most for b in found)
    assert list(iterate_batches([], 10)) == []


def test_a_changed_result_does_not_change_the_next(any_encoder) -> None:
    first = any_encoder.embed(["mill"])
    kept = first.copy()
    first[:] = 0
    assert (any_encoder.embed(["mill"]) == kept).all()


def test_every_text_has_a_unit_vector(any_encoder) -> None:
    vectors = any_encoder.embed(["Émile's mill", "", "the old mill " * 300])
    assert vectors.shape == (3, WIDTH)
    assert np.abs(np.linalg.norm(vectors, axis=1) - 1).max() < 1e-5


def test_the_end_of_a_long_text_counts(any_encoder) -> None:
    head = "the old mill " * 300
    one, other = any_encoder.embed([head + "stands", head + "burned down in the great flood"])
    assert np.abs(one - other).max() > 0


def test_threads_get_the_same(any_encoder) -> None:
    texts = [f"Sail {n} turns." for n in range(40)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda n: any_encoder.embed(texts[n : n + 20]), range(20)))
    whole = any_encoder.embed(texts)
    for n, part in enumerate(found):
        assert np.abs(part - whole[n : n + 20]).max() < 1e-5


def test_like_texts_are_near(encoder) -> None:
    mill, same, other = encoder.embed(
        [
            "The mill was built in 1871.",
            "Construction of the mill took place in 1871.",
            "Bananas are rich in potassium.",
        ]
    )
    assert mill @ same > 0.6 > 0.3 > mill @ other
