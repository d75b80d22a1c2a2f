"""What the reader is shown, and how its odds are fitted."""

import random
from typing import Any

import numpy as np
import pytest
from training.answer_odds import CandidateSet, find_best, fit_weights
from training.answers import (
    BEST,
    OTHERS,
    build_example,
    is_answer,
    is_held_out,
    is_training_document,
    is_unread,
    search_questions,
)
from training.questions import DOCUMENTS, Question

from ascribe.library.answering.candidates import Candidate
from ascribe.records import Sentence, Span

NAMES = sorted(file.name for file in DOCUMENTS.iterdir())


def candidate(text: str) -> Candidate:
    sentence = Sentence("mill::s0", text, Span("mill", 0, len(text)))
    return Candidate(0, 0, sentence, f"Mills. {text}", 0.5, 0.5, 0.5)


def question(*quotes: str) -> Question:
    return Question("mill-01", "mill.md", "How many sails has it?", bool(quotes), "number", "12", quotes)


@pytest.mark.parametrize("name", NAMES)
def test_a_document_is_learnt_from_or_kept_aside_or_not_read(name: str) -> None:
    assert [is_training_document(name), is_held_out(name), is_unread(name)].count(True) == 1


def test_about_a_fifth_is_kept_aside() -> None:
    read = [name for name in NAMES if not is_unread(name)]
    assert 0.15 < sum(map(is_held_out, read)) / len(read) < 0.3


def test_the_windows_are_those_that_ask_would_read() -> None:
    (name,) = [name for name in NAMES if is_held_out(name)][:1]
    found = list(search_questions(lambda doc: doc == name))
    assert {each.doc for each, _ in found} == {name}
    assert any(is_answer(each, one) for each, candidates in found for one in candidates)


def test_an_example_has_what_answers_and_the_best_and_some_others_that_do_not() -> None:
    found = [candidate(f"It has {number} doors.") for number in range(10)] + [candidate("It has 12 sails.")]
    made = build_example(question("It has 12 sails."), found, random.Random(1))
    assert made is not None
    assert made["right"] == ["Mills. It has 12 sails."]
    assert made["wrong"][:BEST] == [f"Mills. It has {number} doors." for number in range(BEST)]
    assert len(set(made["wrong"])) == BEST + OTHERS


def test_a_question_of_which_the_answer_was_not_found_teaches_nothing() -> None:
    found = [candidate("It has 4 doors.")]
    assert build_example(question("It has 12 sails."), found, random.Random(1)) is None
    assert build_example(question(), found, random.Random(1)) == {
        "question": "How many sails has it?",
        "right": [],
        "wrong": ["Mills. It has 4 doors."],
    }


def drawn(count: int, weights: Any) -> list[CandidateSet]:
    """Questions whose right candidate was drawn by these weights, or none."""
    chance = np.random.default_rng(3)
    made = []
    for _ in range(count):
        features = np.column_stack([chance.normal(size=(5, 2)), np.ones(5)])
        odds = np.exp(np.array([0.0, *(features @ weights)]))
        place = int(chance.choice(6, p=odds / odds.sum()))
        made.append(CandidateSet(features, np.arange(1, 6) == place, place > 0))
    return made


def test_the_odds_that_made_the_answers_are_found_again() -> None:
    weights = np.array([1.5, -0.5, -1.0])
    questions = drawn(4000, weights)
    assert fit_weights(questions) == pytest.approx(weights, abs=0.15)


def test_a_question_without_candidates_is_refused() -> None:
    nothing = CandidateSet(np.empty((0, 3)), np.zeros(0, bool), answerable=True)
    questions = [*drawn(50, np.array([1.0, 0.0, 0.0])), nothing]
    probability, right = find_best(questions, fit_weights(questions))
    assert (probability[-1], right[-1]) == (0.0, False)
