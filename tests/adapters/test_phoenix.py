"""Our evaluator in Phoenix; only ``make test-all`` has the package."""

import asyncio
from typing import Any

import pytest

from tests.adapters.evaluation_contract import RIGHT, SOURCES, WRONG, EvaluationContract, Seen

pytestmark = [pytest.mark.evaluators, pytest.mark.filterwarnings("ignore")]  # the package warns of much


def evaluator(**options: Any) -> Any:
    from ascribe.adapters.phoenix import AscribeFaithfulness

    return AscribeFaithfulness(**options)


class TestContract(EvaluationContract):
    def make(self, **options: Any) -> Any:
        return evaluator(**options)

    def see(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        return self.read(hook.evaluate({"input": "q", "output": reply, "context": contexts}))

    def see_async(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        return self.read(asyncio.run(hook.async_evaluate({"output": reply, "context": contexts})))

    @staticmethod
    def read(scores: Any) -> Seen:
        (score,) = scores
        labels = {True: "faithful", False: "unfaithful"}
        passed = score.metadata["passed"]
        assert score.label == ("not_checked" if score.score is None else labels[passed])
        assert (score.kind, score.direction, score.name) == ("code", "maximize", "ascribe_faithfulness")
        return Seen(score.score, passed, score.explanation)


def test_a_data_frame_gets_a_column_of_scores() -> None:
    import pandas as pd
    from phoenix.evals import evaluate_dataframe

    frame = pd.DataFrame(
        {"output": [RIGHT, WRONG, "Hello!"], "context": [SOURCES, " ".join(SOURCES), SOURCES]}
    )
    found = evaluate_dataframe(frame, [evaluator(tier="rules")], hide_tqdm_bar=True)
    scores = list(found["ascribe_faithfulness_score"])
    assert [score.get("score") for score in scores] == [1.0, 0.5, None]
    assert [score["label"] for score in scores] == ["faithful", "unfaithful", "not_checked"]


def test_other_names_of_fields_are_mapped() -> None:
    row = {"answer": WRONG, "documents": [{"text": text} for text in SOURCES]}
    (score,) = evaluator(tier="rules").evaluate(row, {"output": "answer", "context": "documents"})
    assert score.score == 0.5


def test_its_fields_are_those_of_phoenixs_own() -> None:
    from phoenix.evals.metrics import FaithfulnessEvaluator

    own = set(FaithfulnessEvaluator.FaithfulnessInputSchema.model_fields)
    assert set(evaluator().describe()["input_schema"]["properties"]) == own


def test_a_row_without_contexts_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="context"):
        evaluator().evaluate({"output": RIGHT})
