"""Our metric in RAGAS; only ``make test-all`` has the package."""

import asyncio
import math
from typing import Any

import pytest

from ascribe import InputError
from tests.adapters.evaluation_contract import RIGHT, SOURCES, WRONG, EvaluationContract, Seen

pytestmark = [pytest.mark.evaluators, pytest.mark.filterwarnings("ignore")]  # the package warns of much

REFUSAL = "I cannot answer this from the given documents."


def metric(**options: Any) -> Any:
    from ascribe.adapters.ragas import AscribeFaithfulness

    return AscribeFaithfulness(**options)


class TestContract(EvaluationContract):
    def make(self, **options: Any) -> Any:
        return metric(**options)

    def see(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        return self.read(hook.score(user_input="q", response=reply, retrieved_contexts=contexts))

    def see_async(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        return self.read(
            asyncio.run(hook.ascore(user_input="q", response=reply, retrieved_contexts=contexts))
        )

    @staticmethod
    def read(result: Any) -> Seen:
        return Seen(result.value, result.traces["output"]["passed"], result.reason)


def samples() -> list[Any]:
    from ragas.dataset_schema import SingleTurnSample

    return [
        SingleTurnSample(user_input="How many sails?", response=reply, retrieved_contexts=SOURCES)
        for reply in (RIGHT, WRONG, REFUSAL)
    ]


def test_an_evaluation_of_a_data_set_has_a_column_of_scores() -> None:
    from ragas import EvaluationDataset, evaluate

    found = evaluate(EvaluationDataset(samples()), [metric(tier="rules")], show_progress=False)
    scores = [row["ascribe_faithfulness"] for row in found.scores]
    assert scores[:2] == [1.0, 0.5]
    assert math.isnan(scores[2])
    assert str(found) == "{'ascribe_faithfulness': 0.7500}"


def test_a_sample_is_scored_alone() -> None:
    right, wrong, _ = samples()
    one = metric(tier="rules", name="grounded")
    assert (one.single_turn_score(right), one.single_turn_score(wrong)) == (1.0, 0.5)
    assert asyncio.run(one.single_turn_ascore(wrong)) == 0.5
    assert one.name == "grounded"


def test_a_batch_keeps_its_order() -> None:
    inputs = [{"response": reply, "retrieved_contexts": SOURCES} for reply in (WRONG, RIGHT)]
    assert [result.value for result in metric(tier="rules").batch_score(inputs)] == [0.5, 1.0]


def test_it_asks_for_the_columns_that_it_reads() -> None:
    assert metric().required_columns == {"SINGLE_TURN": {"response", "retrieved_contexts"}}
    assert metric().get_required_columns(with_optional=True) == {
        "SINGLE_TURN": {"user_input", "response", "retrieved_contexts"}
    }


def test_a_sample_without_contexts_is_a_mistake() -> None:
    with pytest.raises(InputError, match="The contexts must be a list of texts, got NoneType"):
        metric().score(response=RIGHT, retrieved_contexts=None)
