"""Our evaluator among those of LlamaIndex; only ``make test-all`` has the package."""

import asyncio
from typing import Any

import pytest

from ascribe import InputError
from tests.adapters.evaluation_contract import RIGHT, SOURCES, WRONG, EvaluationContract, Seen

pytestmark = [pytest.mark.llama_index, pytest.mark.filterwarnings("ignore")]  # the package warns of much


def evaluator(**options: Any) -> Any:
    from ascribe.adapters.llama_index import AscribeFaithfulness

    return AscribeFaithfulness(**options)


class TestContract(EvaluationContract):
    def make(self, **options: Any) -> Any:
        return evaluator(**options)

    def see(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        return self.read(hook.evaluate("q", reply, contexts))

    def see_async(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        return self.read(asyncio.run(hook.aevaluate("q", reply, contexts)))

    @staticmethod
    def read(result: Any) -> Seen:
        assert result.invalid_result == (result.score is None)
        assert result.invalid_reason == (result.feedback if result.invalid_result else None)
        return Seen(result.score, result.passing, result.feedback)


def response(text: str) -> Any:
    from llama_index.core.base.response.schema import Response
    from llama_index.core.schema import NodeWithScore, TextNode

    return Response(text, [NodeWithScore(node=TextNode(text=source)) for source in SOURCES])


def test_a_response_is_measured_against_its_source_nodes() -> None:
    result = evaluator(tier="rules").evaluate_response("How many sails?", response(WRONG))
    assert (result.query, result.response, result.contexts) == ("How many sails?", WRONG, SOURCES)
    assert (result.passing, result.score) == (False, 0.5)
    later = asyncio.run(evaluator(tier="rules").aevaluate_response("How many sails?", response(WRONG)))
    assert later == result


def test_a_batch_runs_it_beside_others() -> None:
    from llama_index.core.evaluation import BatchEvalRunner

    runner = BatchEvalRunner(
        {"strict": evaluator(tier="rules"), "lenient": evaluator(tier="rules", threshold=0.5)}
    )
    found = asyncio.run(runner.aevaluate_responses(["q", "q"], [response(WRONG), response(RIGHT)]))
    assert [result.passing for result in found["strict"]] == [False, True]
    assert [result.passing for result in found["lenient"]] == [True, True]


def test_it_has_no_prompts() -> None:
    one = evaluator(tier="rules")
    assert one.get_prompts() == {}
    one.update_prompts({})


def test_without_a_response_there_is_nothing_to_measure() -> None:
    with pytest.raises(InputError, match="The reply must be text, got NoneType"):
        evaluator(tier="rules").evaluate_response("q", None)
