"""Rerankers of the caller's: their order, their scores, and what is said of one that cannot be used."""

import json
import re
import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from benchmarks.library_stand_in import StandIn
from hypothesis import given
from hypothesis import strategies as st

from ascribe import InputError, MissingExtraError
from ascribe.inference.model_files import is_installed
from ascribe.inference.pair_models import BuiltinPairModel
from ascribe.install_command import build_install_command
from ascribe.library import Library, ask
from ascribe.library.answering.candidates import find_candidates
from ascribe.library.config import Config
from ascribe.library.options import AskOptions
from ascribe.library.reranking import FIRST_SCORE, Rerank
from ascribe.library.retrieval import MAX_READ_PASSAGES
from tests.library.test_abstention_threshold import MADE, written

QUESTION = "How many sails has the mill?"
NAMES = ("oak", "red", "tall", "wide", "white", "round")
SOURCES = [
    {"id": f"mill-{n}", "text": f"The {name} mill has {n} sails.", "metadata": {"odd": bool(n % 2)}}
    for n, name in enumerate(NAMES)
]


class Predicting:
    """Gives what it was made with, whatever it is asked; keeps what it was asked."""

    def __init__(self, given: Any, **more: Any) -> None:
        self.given = given
        self.asked: list[tuple[str, str]] = []
        self.__dict__.update(more)

    def predict(self, pairs: list[tuple[str, str]]) -> Any:
        self.asked += pairs
        return self.given(pairs) if callable(self.given) else self.given


class Paired:
    """A ``PairModel`` of these labels: the number in the passage for the label, 0 for the others."""

    def __init__(self, *labels: str, speaks: str) -> None:
        self.labels = labels
        self.place = labels.index(speaks)

    def logits(self, pairs: Any) -> Any:
        found = np.zeros((len(pairs), len(self.labels)))
        found[:, self.place] = [number(text) for _, text in pairs]
        return found


def number(passage: str) -> int:
    return int("".join(filter(str.isdigit, passage)))


def by_number(pairs: list[tuple[str, str]]) -> list[int]:
    return [number(text) for _, text in pairs]


@pytest.fixture(scope="module")
def library():
    with Library(encoder=StandIn()) as made:
        made.add(SOURCES)
        yield made


def ids(library: Library, **options: Any) -> list[str]:
    return [hit.chunk.doc_id for hit in library.search(QUESTION, **options)]


@given(st.lists(st.floats(-1e300, 1e300) | st.sampled_from([0.0, 1.0]), min_size=6, max_size=6))
def test_the_order_follows_the_scores_and_equal_ones_keep_theirs(library, values) -> None:
    before = library.search(QUESTION, top=6)
    hits = library.search(QUESTION, top=6, rerank=Predicting(values))
    order = sorted(range(6), key=lambda place: -values[place])  # it is stable
    assert [hit.chunk for hit in hits] == [before[place].chunk for place in order]
    assert [hit.chunk.metadata[FIRST_SCORE] for hit in hits] == [before[place].score for place in order]
    scores = [hit.score for hit in hits]
    assert scores == pytest.approx(sorted(scores, reverse=True), abs=1e-12)
    assert all(0.0 <= score <= 1.0 for score in scores)


def test_the_best_come_from_all_that_was_read_and_no_others(library) -> None:
    assert ids(library, top=2, rerank=Predicting(by_number)) == ["mill-5", "mill-4"]
    assert ids(library, top=9, rerank=Predicting(by_number), where={"odd": False}) == [
        "mill-4", "mill-2", "mill-0",
    ]  # fmt: skip
    model = Predicting(by_number)
    assert library.search("Bridges and boats", rerank=model) == []
    assert model.asked == []
    with Library(encoder=StandIn()) as large:
        large.add([f"The mill of Arle has {n} sails." for n in range(MAX_READ_PASSAGES + 9)])
        large.search(QUESTION, top=1, rerank=model)
        assert len(model.asked) == MAX_READ_PASSAGES
        assert {question for question, _ in model.asked} == {QUESTION}


def test_one_value_is_log_odds_unless_the_model_makes_a_probability_of_it(library) -> None:
    def scores(model: Rerank) -> list[float]:
        return [hit.score for hit in library.search(QUESTION, top=6, rerank=model)]

    sigmoid = type("Sigmoid", (), {})()
    identity = type("Identity", (), {})()
    logits = [3.0, 2.0, 1.0, 0.0, -1.0, -800.0]
    shares = [1.0, 0.75, 0.5, 0.25, 0.125, 0.0]
    expected = [1.0 / (1.0 + np.exp(-min(700.0, max(-500.0, value)))) for value in logits]
    assert scores(Predicting(logits)) == pytest.approx(expected)
    assert scores(Predicting(np.array(logits)[:, None], activation_fn=identity)) == pytest.approx(expected)
    assert scores(Predicting(shares, activation_fn=sigmoid)) == shares


@pytest.mark.parametrize(
    ("labels", "speaks"),
    [
        (("grounded",), "grounded"),
        (("contradiction", "entailment", "neutral"), "entailment"),
        (("LABEL_0", "LABEL_1"), "LABEL_1"),
        (("yes", "no"), "yes"),
    ],
)
def test_of_several_values_the_share_of_the_label_for_an_answer_counts(library, labels, speaks) -> None:
    hits = library.search(QUESTION, top=6, rerank=Paired(*labels, speaks=speaks))
    assert [hit.chunk.doc_id for hit in hits] == [f"mill-{n}" for n in (5, 4, 3, 2, 1, 0)]
    others = max(1, len(labels) - 1)
    assert hits[0].score == pytest.approx(np.exp(5) / (np.exp(5) + others))


def test_a_cross_encoder_with_a_label_for_entailment_reads_the_passage_first(library) -> None:
    labels = dict(enumerate(("contradiction", "entailment", "neutral")))
    model = Predicting(
        lambda pairs: [[0.0, float(number(text)), 0.0] for text, _ in pairs],
        num_labels=3,
        config=SimpleNamespace(id2label=labels, num_labels=3),
    )
    assert ids(library, top=2, rerank=model) == ["mill-5", "mill-4"]
    assert {question for _, question in model.asked} == {QUESTION}


@pytest.mark.skipif(not is_installed("verifier"), reason="needs the weights of the built-in models")
def test_the_built_in_models_can_be_asked_like_any_other(library) -> None:
    (best, *_) = library.search("What has 4 sails?", top=6, rerank=BuiltinPairModel())
    assert best.chunk.doc_id == "mill-4"


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ([0.0, float("nan"), 0.0, 0.0, 0.0, 0.0], "not a finite number"),
        ([0.0, float("inf"), 0.0, 0.0, 0.0, 0.0], "not a finite number"),
        ([0.0] * 5, r"shape \(5,\) for 6 pairs"),
        ([[0.0, 1.0]] * 6, r"shape \(6, 2\) for 6 pairs"),
        (0.5, r"shape \(\) for 6 pairs"),
        (["much"] * 6, "a list that does not contain numbers"),
        (None, "not a finite number|shape"),
    ],
)
def test_what_is_no_score_is_one_sentence(library, given, fault) -> None:
    with pytest.raises(InputError, match=f"^rerank: Predicting returned .*{fault}"):
        library.search(QUESTION, top=6, rerank=Predicting(given))
    with pytest.raises(InputError, match=r"^rerank: Predicting returned "):
        library.ask(QUESTION, top=6, tier="rules", rerank=Predicting(given))


def test_a_probability_outside_its_range_is_refused(library) -> None:
    sigmoid = type("Sigmoid", (), {})()
    with pytest.raises(InputError, match=r"outside \[0, 1\]"):
        library.search(QUESTION, rerank=Predicting([0.1, 0.2, 1.5, 0.3, 0.4, 0.5], activation_fn=sigmoid))


@pytest.mark.parametrize(
    ("rerank", "said"),
    [
        (Predicting, "rerank must be an object, got the class Predicting"),
        (7, "rerank must be 'builtin', the name or folder of a cross-encoder, or an object .*, got int"),
        (" ", "rerank is empty"),
        (Paired("good", "bad", speaks="good"), "has the labels good, bad, none of which clearly means"),
    ],
)
def test_what_cannot_rerank_is_refused(library, rerank, said) -> None:
    with pytest.raises(InputError, match=said):
        library.search(QUESTION, rerank=rerank)


def test_what_the_model_raises_is_not_hidden(library) -> None:
    with pytest.raises(ZeroDivisionError):
        library.search(QUESTION, rerank=Predicting(lambda _: 1 / 0))


@pytest.mark.parametrize("command", ["search", "retrieve", "ask"])
def test_a_model_by_name_wants_the_extra(library, monkeypatch, tmp_path, command) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(MissingExtraError, match="^rerank .*" + re.escape(build_install_command("hf"))):
        getattr(library, command)(QUESTION, rerank=tmp_path)


def test_the_library_reranks_as_its_options_say_and_a_question_may_differ() -> None:
    told = AskOptions(tier="rules", rerank=Predicting(by_number), generator=lambda _, texts: texts[0])
    with Library(encoder=StandIn(), options=told) as library:
        library.add(SOURCES)
        first = library.search(QUESTION, rerank="builtin")[0]
        assert FIRST_SCORE not in first.chunk.metadata
        assert ids(library, top=1) == ["mill-5"]
        assert library.retrieve(QUESTION, 1)[0].chunk.doc_id == "mill-5"
        answer = library.ask(QUESTION, top=2)
        assert answer.reply == "The round mill has 5 sails."
        assert answer.settings.components["rerank"] == "Predicting"
        assert [hit.chunk.doc_id for hit in answer.retrieved_chunks] == ["mill-5", "mill-4"]
        assert FIRST_SCORE in json.loads(answer.to_json())["retrieved_chunks"][0]["chunk"]["metadata"]
        assert "rerank" not in library.ask(QUESTION, rerank="builtin").settings.components


def test_documents_at_hand_are_reranked_too() -> None:
    model = Predicting(by_number)
    answer = ask(QUESTION, SOURCES, tier="rules", top=1, rerank=model, generator=lambda _, texts: texts[0])
    assert answer.reply == "The round mill has 5 sails."


def test_the_sentences_that_are_read_are_chosen_as_when_the_odds_were_fitted(library) -> None:
    plain = find_candidates(library.retrieve(QUESTION, 6))
    other = find_candidates(library.retrieve(QUESTION, 6, rerank=Predicting(by_number)))
    assert {one.sentence.text: one.fit for one in other} == {one.sentence.text: one.fit for one in plain}


def test_a_calibration_made_without_the_reranker_is_refused(library, tmp_path) -> None:
    options = {"tier": "rules", "rerank": Predicting(by_number)}
    encoded = replace(MADE, encode=True)
    with pytest.raises(InputError, match=r"made with rerank 'builtin', not 'Predicting'"):
        library.ask(QUESTION, calibration=written(tmp_path, asked_with=encoded), **options)
    made = written(tmp_path, asked_with=replace(encoded, rerank="Predicting"))
    assert library.ask(QUESTION, calibration=made, **options).retrieved_chunks


def test_a_folder_in_a_config_lies_beside_it(tmp_path) -> None:
    from ascribe.library.config import read_config

    (tmp_path / "mine").mkdir()
    for name, expected in (
        ("mine", str(tmp_path / "mine")),
        ("org/mine", "org/mine"),
        ("builtin", "builtin"),
    ):
        (tmp_path / "ask.toml").write_text(f'rerank = "{name}"\n', encoding="utf-8")
        assert read_config(tmp_path / "ask.toml") == Config(rerank=expected)
