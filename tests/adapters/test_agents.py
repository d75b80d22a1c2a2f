"""DSPy's citations and metrics, and outputs of Pydantic AI's agents; only ``make test-all`` has these."""

import asyncio
from typing import Any

import pytest

from ascribe import InputError, check
from ascribe.adapters import dspy as our_dspy
from ascribe.adapters import pydantic_ai as our_pydantic_ai
from ascribe.compat import audit_citations

pytestmark = [pytest.mark.agents, pytest.mark.filterwarnings("ignore")]  # the packages warn of much

TEXTS = ["The mill is old. The mill has 12 sails.", "The Arle is slow."]
REPLY = "The Arle is slow. The mill has 12 sails. It has 14 sails."


def dspy_documents() -> list[Any]:
    from dspy.experimental import Document

    return [Document(data=text, title=title) for text, title in zip(TEXTS, ("Mills", "Rivers"), strict=True)]


def test_citations_go_both_ways() -> None:
    from dspy.experimental import Citations

    answer = check(REPLY, [{"text": text} for text in TEXTS], tier="rules")
    written = our_dspy.write_citations(answer)
    assert isinstance(written, Citations)
    told = [(one.supported_text, one.document_index, one.cited_text) for one in written]
    assert told == [
        ("The Arle is slow.", 1, "The Arle is slow."),
        ("The mill has 12 sails.", 0, "The mill has 12 sails."),
    ]
    for one in written:
        assert TEXTS[one.document_index][one.start_char_index : one.end_char_index] == one.cited_text
    read = our_dspy.read_prediction(REPLY, written, dspy_documents())
    audit = audit_citations(read, tier="rules")
    assert audit.counts() == {"right": 2}
    assert [audit.words(one) for one in audit.citations] == [text for text, *_ in told]


def test_a_wrong_citation_of_a_prediction_is_found() -> None:
    import dspy
    from dspy.experimental import Citations

    cited = {"cited_text": "The Arle is slow.", "start_char_index": 0, "end_char_index": 17}
    wrong = {**cited, "document_index": 1, "supported_text": "The mill has 12 sails."}
    whole = {**cited, "document_index": 1}
    prediction = dspy.Prediction(answer=REPLY, citations=Citations.from_dict_list([wrong, whole]))
    read = our_dspy.read_prediction(prediction.answer, prediction.citations, dspy_documents())
    assert (read.citations[1].start, read.citations[1].end) == (0, len(REPLY))
    first, _ = audit_citations(read, tier="rules").citations
    assert first.finding != "right"
    with pytest.raises(
        InputError, match=r"prediction\.citations\[0\]\.document_index must be a whole number"
    ):
        our_dspy.read_prediction(REPLY, [cited], [])


def test_the_metric_is_that_of_dspys_evaluation_and_of_its_refining() -> None:
    import dspy

    class Replying(dspy.Module):
        def __init__(self, *replies: str) -> None:
            super().__init__()
            self.replies = list(replies)

        def forward(self, question: str) -> Any:  # noqa: ARG002 - the reply is fixed
            return dspy.Prediction(answer=self.replies[0], context=TEXTS)

    metric = our_dspy.AscribeFaithfulness("rules")
    examples = [dspy.Example(question="How many sails?").with_inputs("question")]
    evaluate = dspy.Evaluate(devset=examples, metric=metric, num_threads=1, display_progress=False)
    assert evaluate(Replying("The mill has 12 sails. It has 14 sails.")).score == 50.0
    assert evaluate(Replying("Hello!")).score == 0.0
    assert metric({"question": "q"}, dspy.Prediction(answer="The Arle is slow.", context=TEXTS)) == 1.0
    with pytest.raises(InputError, match="neither prediction nor example has 'context'"):
        metric(examples[0], dspy.Prediction(answer="x"))


def make_agent(*replies: str, result: Any = TEXTS, **options: Any) -> Any:
    """An agent whose model calls a tool, then writes the replies, one after each refusal."""
    from pydantic_ai import Agent
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel

    written = iter(replies)

    def write(messages: list[Any], _: Any) -> Any:
        called = any(part.part_kind == "tool-return" for message in messages for part in message.parts)
        return ModelResponse([TextPart(next(written)) if called else ToolCallPart("search", {})])

    agent = Agent(FunctionModel(write), **options)

    @agent.tool_plain
    def search() -> Any:
        """Search."""
        return result

    return agent


def test_a_run_is_checked_against_what_its_tools_returned() -> None:
    result = asyncio.run(make_agent(REPLY).run("How many sails?"))
    answer = our_pydantic_ai.check_run(result, tier="rules")
    statuses = [s.verdict.status for s in answer.sentences if s.verdict]
    assert statuses == ["supported", "supported", "contradicted"]
    assert answer.query == "How many sails?"
    assert [document.full_text for document in answer.documents] == TEXTS


@pytest.mark.parametrize(
    "result",
    [TEXTS[0], [{"id": "mill", "text": TEXTS[0]}], {"page": 3, "said": TEXTS[0]}],
    ids=("text", "dicts", "other"),
)
def test_tools_may_return_texts_documents_or_anything(result: Any) -> None:
    run = asyncio.run(make_agent("The mill has 12 sails.", result=result).run("q"))
    (sentence,) = our_pydantic_ai.check_run(run, tier="rules").sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status == "supported"


def test_without_results_nothing_is_supported() -> None:
    run = asyncio.run(make_agent("The mill has 12 sails.", result="").run("q"))
    (sentence,) = our_pydantic_ai.check_run(run, tier="rules").sentences
    assert sentence.verdict is not None
    assert sentence.verdict.status == "unsupported"


def test_an_unsupported_output_goes_back_to_the_model_with_the_reason() -> None:
    from pydantic_ai import UnexpectedModelBehavior

    agent = make_agent("The mill has 14 sails.", "The mill has 12 sails.")
    agent.output_validator(our_pydantic_ai.build_output_validator(tier="rules"))
    result = asyncio.run(agent.run("q"))
    assert result.output == "The mill has 12 sails."
    shown = str(result.all_messages())
    assert "The source says “12 sails”, the reply says “14 sails”" in shown
    stubborn = make_agent(*["The mill has 14 sails."] * 9)
    stubborn.output_validator(our_pydantic_ai.build_output_validator(tier="rules"))
    with pytest.raises(UnexpectedModelBehavior):
        asyncio.run(stubborn.run("q"))


def test_wrong_options_and_outputs_are_refused() -> None:
    wrong: Any = ["false"]
    with pytest.raises(InputError, match="fail_on: expected some of supported"):
        our_pydantic_ai.build_output_validator(fail_on=wrong)

    class Result:
        output = 3

    with pytest.raises(InputError, match="the output is a int, not text; check the field"):
        our_pydantic_ai.check_run(Result())
