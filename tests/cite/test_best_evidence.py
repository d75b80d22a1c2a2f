"""What the policy cites."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe.cite.best_evidence import BestEvidence
from ascribe.errors import InputError
from ascribe.protocols import Claim
from ascribe.records import Document, Sentence, Span
from ascribe.records.source_sentence import SourceSentence
from ascribe.score.lexical import LexicalScorer


class CoverageScores:
    """Scores by hand: the matrix, and which parts of the claim each sentence holds."""

    def __init__(self, row: list[float], parts: list[set[int]], whole: int) -> None:
        self.matrix = np.array([row])
        self.parts = parts
        self.whole = whole

    def joint(self, claim: int, sentences: Sequence[int]) -> float:
        assert claim == 0
        return len(set().union(*(self.parts[i] for i in sentences))) / self.whole


def claim(text: str = "claim") -> Claim:
    return Claim(text, 0, len(text), "prose", text)


def evidence(*documents: Sequence[str]) -> list[SourceSentence]:
    made = []
    for position, sentences in enumerate(documents, start=1):
        name = f"d{position}"
        document = Document(name, Path(name), [])
        for place, text in enumerate(sentences):
            sentence = Sentence(f"{name}::s{place}", text, Span(name, 0, len(text)))
            made.append(SourceSentence(document, position, sentence))
    return made


def cite(
    row: list[float], parts: list[set[int]], *, documents: int = 1, **settings: float
) -> tuple[int, ...]:
    size = len(row) // documents
    offered = evidence(*[["x"] * size for _ in range(documents)])
    policy = BestEvidence(**{"floor": 0.2, "gain": 0.25, "most": 3} | settings)  # type: ignore[arg-type]  # most is an int
    return policy.cite([claim()], offered, CoverageScores(row, parts, 4))[0]


def test_the_best_sentence_is_cited():
    assert cite([0.1, 0.9, 0.3], [{0}, {0, 1, 2, 3}, {1}]) == (1,)


def test_ties_go_to_the_earlier_sentence():
    assert cite([0.5, 0.9, 0.9], [set(), {0}, {0}]) == (1,)


def test_nothing_is_cited_below_the_floor():
    assert cite([0.1, 0.19], [{0}, {1}]) == ()
    assert cite([0.1, 0.2], [set(), {1}]) == (1,)


def test_a_score_of_zero_is_never_cited():
    assert cite([0.0, 0.0], [{0}, {1}], floor=0.0) == ()


def test_a_sentence_that_adds_enough_is_cited_too():
    assert cite([0.6, 0.0, 0.4], [{0, 1}, set(), {2, 3}]) == (0, 2)
    assert cite([0.6, 0.0, 0.4], [{0, 1}, set(), {2, 3}], gain=0.75) == (0,)


def test_a_sentence_that_repeats_the_best_is_not_cited():
    assert cite([0.6, 0.59], [{0, 1, 2}, {0, 1, 2}]) == (0,)


def test_the_one_that_adds_most_comes_first():
    assert cite([0.5, 0.4, 0.3], [{0}, {1}, {2, 3}]) == (0, 2, 1)


def test_no_more_than_the_limit():
    parts = [{0}, {1}, {2}, {3}]
    assert cite([0.5, 0.4, 0.3, 0.2], parts) == (0, 1, 2)
    assert cite([0.5, 0.4, 0.3, 0.2], parts, most=1) == (0,)


def test_a_neighbour_is_preferred():
    row = [0.3, 0.0, 0.0, 0.0, 0.5, 0.2]
    parts = [{1}, set(), set(), set(), {0}, {1}]
    assert cite(row, parts) == (4, 5)


def test_a_sentence_of_another_document_is_no_neighbour():
    row = [0.3, 0.0, 0.0, 0.5, 0.2, 0.0]
    parts = [{1}, set(), set(), {0}, {1}, set()]
    assert cite(row, parts, documents=1) == (3, 4)
    assert cite(row, parts, documents=3) == (3, 0)


def test_no_claims_and_no_evidence():
    scores = LexicalScorer().score([], ["One."])
    assert BestEvidence().cite([], evidence(["One."]), scores) == []
    scores = LexicalScorer().score(["One."], [])
    assert BestEvidence().cite([claim("One.")], [], scores) == [()]


def test_evidence_from_two_documents_is_joined():
    sources = (
        ["Marie Curie was born in Warsaw.", "She liked cycling."],
        ["In 1903 Curie received the Nobel Prize."],
    )
    text = "Marie Curie, born in Warsaw, received the Nobel Prize in 1903."
    offered = evidence(*sources)
    scores = LexicalScorer().score([text], [item.sentence.text for item in offered])
    assert set(BestEvidence().cite([claim(text)], offered, scores)[0]) == {0, 2}


@pytest.mark.parametrize("wrong", [{"floor": -0.1}, {"floor": 1.1}, {"gain": float("nan")}, {"most": 0}])
def test_settings_out_of_range_are_refused(wrong):
    with pytest.raises(InputError, match=next(iter(wrong))):
        BestEvidence(**wrong)


@given(st.lists(st.tuples(st.floats(0, 1), st.sets(st.integers(0, 3))), max_size=8), st.integers(1, 4))
def test_only_what_exists_and_none_twice(sentences, most):
    row, parts = [score for score, _ in sentences], [held for _, held in sentences]
    chosen = cite(row, parts, most=most)
    assert len(chosen) == len(set(chosen)) <= most
    assert all(0 <= index < len(row) for index in chosen)
    assert not chosen or row[chosen[0]] == max(row)
