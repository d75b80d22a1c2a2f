"""What the labels of models mean, whatever their order and spelling."""

from itertools import permutations
from typing import Any

import pytest

from ascribe import InputError
from ascribe.inference.hub import ModelSource
from ascribe.inference.sequence_classifier import map_labels

SOURCE = ModelSource("model", "mine")

SPELLINGS = [
    {"entailment": "entailment", "neutral": "neutral", "contradiction": "contradiction"},
    {"ENTAILMENT": "entailment", "NEUTRAL": "neutral", "CONTRADICTION": "contradiction"},
    {"SUPPORTS": "entailment", "NOT ENOUGH INFO": "neutral", "REFUTES": "contradiction"},
    {"entailed": "entailment", "neither": "neutral", "contradicted": "contradiction"},
    {"Supported": "entailment", "Unverifiable": "neutral", "Conflicting": "contradiction"},
    {"entailment": "entailment", "not_entailment": "neutral"},
    {"supported": "entailment", "unsupported": "neutral"},
    {"consistent": "entailment", "inconsistent": "neutral"},
    {"grounded": "entailment", "not_grounded": "neutral"},
    {"factual": "entailment", "hallucinated": "neutral"},
    {"True": "entailment", "False": "neutral"},
    {"yes": "entailment", "no": "neutral"},
    {"1": "entailment", "0": "neutral"},
]


@pytest.mark.parametrize("spelling", SPELLINGS, ids="-".join)
def test_labels_are_understood_in_any_order(spelling: dict[str, str]) -> None:
    for labels in permutations(spelling):
        assert map_labels(SOURCE, labels, {}) == tuple(spelling[label] for label in labels)


@pytest.mark.parametrize("label", ["LABEL_0", "entailment", "score", "Relevance"])
def test_a_single_value_is_how_strongly_the_claim_is_supported(label: str) -> None:
    assert map_labels(SOURCE, [label], {}) == ("entailment",)


def test_of_two_that_nobody_named_the_second_supports() -> None:
    assert map_labels(SOURCE, ["LABEL_0", "LABEL_1"], {}) == ("neutral", "entailment")
    assert map_labels(SOURCE, ["LABEL_0", "LABEL_1"], {"LABEL_0": "entailment", "LABEL_1": "neutral"}) == (
        "entailment",
        "neutral",
    )


@pytest.mark.parametrize(
    "labels",
    [
        ["LABEL_0", "LABEL_1", "LABEL_2"],
        ["0", "1", "2"],
        ["negative", "positive"],
        ["LABEL_1", "LABEL_0"],
        ["contradiction", "neutral"],
        ["supported", "supported_in_parts", "unsupported"],
        ["supported", "partially_supported", "unsupported"],
        ["supported", "refuted", "conflicting"],
        ["hallucination"],
        ["contradiction"],
    ],
    ids="-".join,
)
def test_labels_that_leave_a_doubt_are_refused_with_the_way_out(labels: list[str]) -> None:
    with pytest.raises(InputError) as refused:
        map_labels(SOURCE, labels, {})
    message = str(refused.value)
    assert message.startswith(f"model 'mine' has the labels {', '.join(labels)}, ")
    assert f'give labels={{"{labels[0]}": "contradiction", …}}' in message
    assert "id2label" in message


def test_names_for_labels_are_read_like_labels() -> None:
    labels = ["LABEL_0", "LABEL_1", "LABEL_2"]
    names = {"LABEL_0": "REFUTES", "LABEL_1": "Supported", "LABEL_2": "not enough info"}
    assert map_labels(SOURCE, labels, names) == ("contradiction", "entailment", "neutral")
    assert map_labels(SOURCE, ["contradicts", "fits"], {"fits": "entailment"}) == (
        "contradiction",
        "entailment",
    )


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"LABEL_7": "neutral"}, "^labels: model 'mine' has LABEL_0, LABEL_1, not LABEL_7"),
        ({"LABEL_0": "entailment"}, "it is unclear which means support"),
        ({"LABEL_0": "good", "LABEL_1": "bad"}, "it is unclear which means support"),
        ({"LABEL_0": "entailment", "LABEL_1": "entailment"}, "it is unclear which means support"),
    ],
)
def test_names_that_do_not_fit_are_refused(names: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        map_labels(SOURCE, ["LABEL_0", "LABEL_1"], names)
