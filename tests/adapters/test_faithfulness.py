"""The measurement that all hooks for evaluation tools share, without any of the tools."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from ascribe import InputError, check
from ascribe.adapters.faithfulness import Faithfulness
from tests.adapters.evaluation_contract import RIGHT, SOURCES, WRONG, EvaluationContract, Seen


class TestContract(EvaluationContract):
    def make(self, **options: Any) -> Any:
        return Faithfulness(**options)

    def see(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        measured = hook.measure(reply, contexts)
        return Seen(measured.score, measured.passed, measured.reason)

    def see_async(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        measured = asyncio.run(hook.ameasure(reply, contexts))
        return Seen(measured.score, measured.passed, measured.reason)


def test_an_undecided_sentence_beside_a_supported_one_counts_as_not_supported() -> None:
    measured = Faithfulness("rules").measure("A fire came in 1902. The mill has 14 sails.", SOURCES)
    assert [s.verdict.status for s in measured.checkable if s.verdict] == ["supported", "unknown"]
    assert measured.score == 0.5
    assert "The mill has 14 sails." in measured.reason


def test_what_cannot_be_checked_does_not_count() -> None:
    measured = Faithfulness("rules").measure(f"Hello! {RIGHT}", SOURCES)
    assert (measured.score, len(measured.checkable), len(measured.answer.sentences)) == (1.0, 2, 3)


def test_the_answer_is_that_of_check() -> None:
    measured = Faithfulness("rules", "strict").measure(WRONG, SOURCES, "How many sails?")
    assert measured.answer == check(WRONG, SOURCES, "How many sails?", tier="rules", strictness="strict")


@pytest.mark.parametrize(
    ("reply", "contexts", "message"),
    [
        (None, SOURCES, "The reply must be text, got NoneType"),
        (RIGHT, None, "The contexts must be a list of texts, got NoneType"),
        (RIGHT, SOURCES[1], "The contexts must be a list of texts, got str"),
        (RIGHT, {"text": "a"}, "The contexts must be a list of texts, got dict"),
        (RIGHT, ["a", None], "context 2: expected a text or a document"),
    ],
)
def test_a_missing_field_is_a_mistake_and_no_score(reply: Any, contexts: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Faithfulness("rules").measure(reply, contexts)


@pytest.mark.parametrize("wrong", [-0.1, 1.1, float("nan"), "high", True, None])
def test_a_threshold_that_is_no_share_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match="threshold must be a number from 0 to 1"):
        Faithfulness("rules", threshold=wrong)


def test_contexts_may_be_documents_and_any_sequence() -> None:
    documents = (SimpleNamespace(page_content=SOURCES[0]), {"content": SOURCES[1]}, {"text": " "})
    assert Faithfulness("rules").measure(RIGHT, documents).score == 1.0
