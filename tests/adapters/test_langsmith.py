"""Our evaluator called by LangSmith, which sends nothing; only ``make test-all`` has the package."""

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from ascribe import InputError
from ascribe.adapters.langsmith import AscribeFaithfulness
from tests.adapters.evaluation_contract import RIGHT, SOURCES, WRONG, EvaluationContract, Seen

pytestmark = [pytest.mark.evaluators, pytest.mark.filterwarnings("ignore")]  # the package warns of much


def run_of(outputs: Any) -> Any:
    from langsmith.schemas import Run

    return Run(id=uuid4(), name="rag", start_time=datetime.now(UTC), run_type="chain", outputs=outputs)


def example(question: str = "q") -> Any:
    from langsmith.schemas import Example

    inputs = {"question": question}
    return Example(id=uuid4(), dataset_id=uuid4(), inputs=inputs, created_at=datetime.now(UTC))


class TestContract(EvaluationContract):
    def make(self, **options: Any) -> Any:
        return AscribeFaithfulness(**options)

    def see(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        from langsmith.evaluation import run_evaluator

        return self.read(run_evaluator(hook).evaluate_run(*self.record(reply, contexts)))

    def see_async(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        from langsmith.evaluation import run_evaluator

        return self.read(asyncio.run(run_evaluator(hook).aevaluate_run(*self.record(reply, contexts))))

    @staticmethod
    def record(reply: Any, contexts: Any) -> tuple[Any, Any]:
        return run_of({"answer": reply, "documents": contexts}), example()

    @staticmethod
    def read(result: Any) -> Seen:
        assert result.key == "ascribe_faithfulness"
        return Seen(result.score, result.metadata["passed"], result.comment)


def test_an_evaluation_of_a_target_has_the_feedback() -> None:
    from langsmith import Client, evaluate

    replies = {"right": RIGHT, "wrong": WRONG}

    def target(inputs: dict[str, Any]) -> dict[str, Any]:
        return {"answer": replies[inputs["question"]], "documents": SOURCES}

    found = evaluate(
        target,
        data=[example("right"), example("wrong")],
        evaluators=[AscribeFaithfulness(tier="rules")],
        client=Client(api_url="http://127.0.0.1:1", api_key="none"),
        upload_results=False,
        max_concurrency=1,
    )
    seen = {row["example"].inputs["question"]: row["evaluation_results"]["results"][0] for row in found}
    assert {question: result.score for question, result in seen.items()} == {"right": 1.0, "wrong": 0.5}
    assert "It has 14 sails." in seen["wrong"].comment


def test_the_names_of_the_fields_can_be_given() -> None:
    documents = [SimpleNamespace(page_content=text) for text in SOURCES]
    one = AscribeFaithfulness(tier="rules", key="grounded", reply="text", contexts="found", question="q")
    feedback = one({"q": "How many sails?"}, {"text": WRONG, "found": documents})
    assert (feedback["key"], feedback["score"]) == ("grounded", 0.5)


def test_a_missing_field_is_named() -> None:
    with pytest.raises(InputError, match="there is no field 'documents'"):
        AscribeFaithfulness(tier="rules")({}, {"answer": RIGHT})
