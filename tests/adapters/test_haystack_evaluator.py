"""Our evaluator in a real pipeline of Haystack; only ``make test-all`` has the package."""

import asyncio
import copy
import math
from typing import Any

import pytest

from ascribe import InputError
from tests.adapters.evaluation_contract import RIGHT, SOURCES, WRONG, EvaluationContract, Seen

pytestmark = [pytest.mark.haystack, pytest.mark.filterwarnings("ignore")]  # the package warns of much

INPUTS: dict[str, Any] = {
    "questions": ["How many sails?", "q", "q"],
    "contexts": [SOURCES, SOURCES, SOURCES],
    "predicted_answers": [WRONG, RIGHT, "I cannot answer this from the given documents."],
}


def evaluator(**options: Any) -> Any:
    from ascribe.adapters.haystack import AscribeFaithfulness

    return AscribeFaithfulness(**options)


class TestContract(EvaluationContract):
    def make(self, **options: Any) -> Any:
        return evaluator(**options)

    def see(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        return self.read(
            hook.run(questions=["q"], contexts=[contexts], predicted_answers=[reply]),
        )

    def see_async(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        return self.read(asyncio.run(hook.run_async(["q"], [contexts], [reply])))

    @staticmethod
    def read(output: dict[str, Any]) -> Seen:
        (result,) = output["results"]
        (score,) = output["individual_scores"]
        assert score == output["score"] == result["score"] or math.isnan(score)
        return Seen(score, result["passed"], result["reason"])


def test_a_pipeline_gives_the_mean_of_the_scores_that_exist() -> None:
    from haystack import Pipeline

    pipeline = Pipeline()
    pipeline.add_component("faithfulness", evaluator(tier="rules"))
    output = pipeline.run({"faithfulness": INPUTS})["faithfulness"]
    assert output["score"] == 0.75
    assert output["individual_scores"][:2] == [0.5, 1.0]
    assert math.isnan(output["individual_scores"][2])
    assert [result["status"] for result in output["results"]] == ["evaluated", "evaluated", "not_checked"]
    assert output["results"][0]["statements"] == ["The mill stands on the river Arle.", "It has 14 sails."]
    assert output["results"][0]["statement_scores"] == [1, 0]


def test_without_any_score_the_mean_is_no_number() -> None:
    assert math.isnan(evaluator(tier="rules").run([], [], [])["score"])
    assert math.isnan(evaluator(tier="rules").run(["q"], [SOURCES], ["Hello!"])["score"])


def test_the_inputs_and_outputs_are_those_of_haystacks_own() -> None:
    from haystack.components.evaluators import FaithfulnessEvaluator
    from haystack.components.generators.chat import OpenAIChatGenerator
    from haystack.utils import Secret

    writer = OpenAIChatGenerator(api_key=Secret.from_token("none"))  # never called
    own = FaithfulnessEvaluator(chat_generator=writer)
    ours = evaluator()
    for side in ("__haystack_input__", "__haystack_output__"):
        names = [set(getattr(one, side)._sockets_dict) for one in (ours, own)]
        assert names[0] == names[1] - {"meta"}


def test_the_report_of_a_run_takes_the_results() -> None:
    from haystack.evaluation import EvaluationRunResult

    output = evaluator(tier="rules").run(**INPUTS)
    report = EvaluationRunResult("mill", inputs={"q": INPUTS["questions"]}, results={"faithfulness": output})
    assert report.aggregated_report(output_format="json") == {"metrics": ["faithfulness"], "score": [0.75]}


def test_the_component_gives_its_parameters_back() -> None:
    one = evaluator(tier="rules", strictness="strict", threshold=0.8, language="en")
    stored = one.to_dict()
    again = type(one).from_dict(copy.deepcopy(stored))
    assert again.parameters == one.parameters
    assert again.to_dict() == stored


def test_lists_of_different_length_are_refused() -> None:
    with pytest.raises(InputError, match="must have the same length, got 1, 2 and 1"):
        evaluator(tier="rules").run(["q"], [SOURCES, SOURCES], [RIGHT])
