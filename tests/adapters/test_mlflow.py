"""Our scorer in MLflow, with its data in a folder of the test; only ``make test-all`` has the package."""

from pathlib import Path
from typing import Any

import pytest

from ascribe import InputError
from tests.adapters.evaluation_contract import RIGHT, SOURCES, WRONG, EvaluationContract, Seen

pytestmark = [pytest.mark.evaluators, pytest.mark.filterwarnings("ignore")]  # the package warns of much


def scorer(**options: Any) -> Any:
    from ascribe.adapters.mlflow import AscribeFaithfulness

    return AscribeFaithfulness(**options)


@pytest.fixture(autouse=True)
def tracking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import mlflow

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")  # a database needs packages beyond the skinny one
    mlflow.set_tracking_uri((tmp_path / "runs").as_uri())


class TestContract(EvaluationContract):
    def make(self, **options: Any) -> Any:
        return scorer(**options)

    def see(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        feedback = hook.run(inputs={"question": "q"}, outputs={"response": reply, "contexts": contexts})
        passed = feedback.metadata["passed"] == "true"
        assert hook.pass_if(feedback.value) == passed
        assert (feedback.error is None) == (feedback.value is not None)
        assert feedback.name == "ascribe_faithfulness"
        return Seen(feedback.value, passed, feedback.rationale)


def test_an_evaluation_has_the_mean_of_the_scores() -> None:
    import mlflow

    rows = [
        {"inputs": {"question": "q"}, "outputs": {"response": reply, "contexts": SOURCES}}
        for reply in (RIGHT, WRONG, "Hello!")
    ]
    found = mlflow.genai.evaluate(data=rows, scorers=[scorer(tier="rules")])
    assert found.metrics["ascribe_faithfulness/mean"] == 0.75


def test_the_contexts_may_come_from_the_retriever_spans_of_a_trace() -> None:
    import mlflow
    from mlflow.entities import SpanType

    with mlflow.start_span("rag"):
        with mlflow.start_span("retrieve", span_type=SpanType.RETRIEVER) as span:
            span.set_outputs([{"page_content": text} for text in SOURCES])
        identity = mlflow.get_active_trace_id()
    trace = mlflow.get_trace(identity, flush=True)
    assert scorer(tier="rules").run(outputs=WRONG, trace=trace).value == 0.5


def test_without_contexts_the_field_is_named() -> None:
    with pytest.raises(InputError, match="there is no field 'contexts', and no retriever span"):
        scorer(tier="rules")(outputs=RIGHT)
