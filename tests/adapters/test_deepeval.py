"""Our metric in DeepEval; only ``make test-all`` has the package."""

import asyncio
from typing import Any

import pytest

from tests.adapters.evaluation_contract import RIGHT, SOURCES, WRONG, EvaluationContract, Seen

pytestmark = [pytest.mark.evaluators, pytest.mark.filterwarnings("ignore")]  # the package warns of much

REFUSAL = "I cannot answer this from the given documents."


def metric(**options: Any) -> Any:
    from ascribe.adapters.deepeval import AscribeFaithfulness

    return AscribeFaithfulness(**options)


def case(reply: Any, contexts: Any = tuple(SOURCES)) -> Any:
    from deepeval.test_case import LLMTestCase

    return LLMTestCase(
        input="q", actual_output=reply, retrieval_context=None if contexts is None else list(contexts)
    )


class TestContract(EvaluationContract):
    def make(self, **options: Any) -> Any:
        return metric(**options)

    def see(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        assert hook.measure(case(reply, contexts)) == hook.score
        return self.read(hook)

    def see_async(self, hook: Any, reply: Any, contexts: Any) -> Seen:
        assert asyncio.run(hook.a_measure(case(reply, contexts))) == hook.score
        return self.read(hook)

    @staticmethod
    def read(hook: Any) -> Seen:
        assert hook.success == hook.is_successful()
        return Seen(hook.score, hook.is_successful(), hook.reason)


@pytest.mark.parametrize("run_async", [True, False])
def test_an_evaluation_reports_each_test_case(run_async: bool, tmp_path, monkeypatch) -> None:
    from deepeval import evaluate
    from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig

    monkeypatch.chdir(tmp_path)  # DeepEval writes its files into the current folder
    found = evaluate(
        test_cases=[case(RIGHT), case(WRONG), case(REFUSAL)],
        metrics=[metric(tier="rules", threshold=0.9)],
        async_config=AsyncConfig(run_async=run_async),
        cache_config=CacheConfig(write_cache=False),
        display_config=DisplayConfig(show_indicator=False, print_results=True),
    )
    seen = {result.actual_output: result.metrics_data[0] for result in found.test_results}
    assert [(seen[reply].score, seen[reply].success) for reply in (RIGHT, WRONG, REFUSAL)] == [
        (1.0, True),
        (0.5, False),
        (None, False),
    ]
    assert "It has 14 sails." in seen[WRONG].reason
    assert {data.threshold for data in seen.values()} == {0.9}


def test_a_failed_assertion_names_the_metric(tmp_path, monkeypatch) -> None:
    from deepeval import assert_test

    monkeypatch.chdir(tmp_path)
    assert_test(case(RIGHT), [metric(tier="rules")])
    with pytest.raises(AssertionError, match="Ascribe Faithfulness"):
        assert_test(case(WRONG), [metric(tier="rules")])


def test_contexts_with_their_source_are_read() -> None:
    from deepeval.test_case.llm_test_case import RetrievedContextData

    contexts = [RetrievedContextData(context=text, source="mill.pdf") for text in SOURCES]
    assert metric(tier="rules").measure(case(WRONG, contexts)) == 0.5


def test_nothing_of_the_last_test_case_stays() -> None:
    from deepeval.errors import MissingTestCaseParamsError

    one = metric(tier="rules")
    one.measure(case(RIGHT))
    with pytest.raises(MissingTestCaseParamsError, match="'retrieval_context' cannot be None"):
        one.measure(case(RIGHT, None))
    assert (one.score, one.reason, one.is_successful()) == (None, None, False)
    one.measure(case(RIGHT))
    assert (one.error, one.is_successful()) == (None, True)


def test_a_metric_that_measured_nothing_is_not_successful() -> None:
    assert metric().is_successful() is False
