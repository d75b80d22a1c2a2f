"""A model that knows bounds is asked about fewer pairs, and the references stay the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from ascribe.compat.reference_predictor.pairs import BoundedPairModel
from ascribe.inference.pair_models import BuiltinPairModel
from tests.compat.reference_predictor.models import Overlap, answer, predictor, references


class Drawn:
    """Scores and bounds out of two tables, by the numbers of the two sentences."""

    labels = ("LABEL_0",)

    def __init__(self, scores: Sequence[Sequence[int]]) -> None:
        self.scores = scores
        self.asked: list[tuple[str, str]] = []

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Any:
        self.asked += pairs
        return np.array([[float(self.value(*pair))] for pair in pairs]).reshape(len(pairs), 1)

    def value(self, said: str, source: str) -> int:
        row = self.scores[int(said[1:-1]) % len(self.scores)]
        return row[int(source[1:-1]) % len(row)]


class Bounded(Drawn):
    """The same with bounds, each of which lies ``above`` its score."""

    def __init__(self, scores: Sequence[Sequence[int]], above: Sequence[int]) -> None:
        super().__init__(scores)
        self.above = above

    def bounds(self, pairs: Sequence[tuple[str, str]]) -> Any:
        gaps = [self.above[(len(said) * 7 + int(source[1:-1])) % len(self.above)] for said, source in pairs]
        rows = [[float(self.value(*p) + gap)] for p, gap in zip(pairs, gaps, strict=True)]
        return np.array(rows).reshape(len(pairs), 1)


SMALL = st.integers(0, 9)


@for_all(
    scores=st.lists(st.lists(SMALL, min_size=1, max_size=40), min_size=1, max_size=4),
    above=st.lists(SMALL, min_size=1, max_size=9),
    documents=st.lists(st.integers(1, 30), min_size=1, max_size=4),
    threshold=st.one_of(st.none(), SMALL),
)
def test_the_references_are_those_of_all_pairs(scores, above, documents, threshold) -> None:
    said = answer(
        " ".join(f"A{i}." for i in range(4)), *(" ".join(f"B{j}." for j in range(n)) for n in documents)
    )
    parameters: dict[str, Any] = {
        "function_to_apply": "none",
        "document_window_size": 1,
        "document_stride": 1,
        "reference_threshold": threshold,
    }
    every, few = Drawn(scores), Bounded(scores, above)
    assert references(predictor(few, **parameters), said) == references(predictor(every, **parameters), said)
    assert len(few.asked) == len(set(few.asked))
    assert set(few.asked) <= set(every.asked)


def test_what_cannot_be_best_is_not_read() -> None:
    scores = [[*range(20), 9]]
    said = answer("A0.", " ".join(f"B{j}." for j in range(21)))
    model = Bounded(scores, [0])
    parameters: dict[str, Any] = {
        "function_to_apply": "none",
        "document_window_size": 1,
        "document_stride": 1,
    }
    (best,) = references(predictor(model, **parameters), said)
    assert best["score"] == 19
    assert len(model.asked) == 8
    model.asked.clear()
    assert len(references(predictor(model, **parameters, reference_threshold=15), said)) == 5
    assert len(model.asked) == 5


def test_the_built_in_models_know_a_bound() -> None:
    model = BuiltinPairModel()
    assert isinstance(model, BoundedPairModel)
    assert not isinstance(Overlap(), BoundedPairModel)
    sentences = ["The mill has 12 sails.", "The mill has 14 sails.", "It rains.", "", "Mill. " * 900]
    pairs = [(a, b) for a in sentences[:3] for b in sentences]
    assert (model.bounds(pairs) >= model.logits(pairs) - 1e-9).all()
    assert model.bounds([]).shape == (0, 1)


@pytest.mark.parametrize("threshold", [None, 0.2])
def test_the_built_in_models_find_the_same_references_with_it(monkeypatch, threshold) -> None:
    source = (
        "The mill stands on the Arle. It has 12 sails. A fire came in 1902. The town paid. It is closed. "
    )
    said = answer(
        "The mill has 12 sails. Nobody was hurt. It burnt in 1902.", source * 3, "The town is small."
    )
    made = {"model": "builtin", "reference_threshold": threshold}
    found = references(predictor(**made), said)
    nobody = type("Nobody", (), {})  # deleting the method would not do: classes remember what they are
    monkeypatch.setattr("ascribe.compat.reference_predictor.predictor.BoundedPairModel", nobody)
    assert found == references(predictor(**made), said)
    assert found
