"""Components for markers, audits, sources by a model, and streamed verdicts, in real Haystack pipelines."""

import asyncio
import copy
from pathlib import Path
from typing import Any

import pytest

from ascribe import Answer, InputError, check
from tests.adapters.test_haystack import components
from tests.adapters.versions import HAYSTACK_2

pytestmark = [pytest.mark.haystack, pytest.mark.filterwarnings("ignore")]  # the package warns of much

TEXTS = ["The mill has 12 sails.", "The Arle is slow."]
REPLY = "The mill has 12 sails. The Arle is slow."
RECEIVED: list[Any] = []


def receive(chunk: Any) -> None:
    """A callback that a pipeline can be stored with."""
    RECEIVED.append(chunk)


@pytest.fixture(autouse=True)
def nothing_received() -> None:
    RECEIVED.clear()


def answer(data: str = REPLY, embeddings: Any = (None, None)) -> Any:
    from haystack import Document
    from haystack.dataclasses import GeneratedAnswer

    documents = [
        Document(content=text, embedding=vector, meta={"file_name": f"{text.split()[1]}.pdf"})
        for text, vector in zip(TEXTS, embeddings, strict=True)
    ]
    return GeneratedAnswer(data, "q", documents, {"kept": 1})


def make_chat_generator() -> Any:
    """A component that names the chunks about the mill."""
    from haystack import component
    from haystack.dataclasses import ChatMessage

    @component
    class Choosing:
        @component.output_types(replies=list[ChatMessage])
        def run(self, messages: list[ChatMessage]) -> dict[str, Any]:
            self.messages = messages
            return {"replies": [ChatMessage.from_assistant('{"file_name": ["mill.pdf"]}')]}

    return Choosing()


def make_embedder() -> Any:
    """A text embedder for vectors in a plane."""
    from haystack import component

    @component
    class Plane:
        @component.output_types(embedding=list[float])
        def run(self, text: str) -> dict[str, Any]:
            return {"embedding": [1.0, 0.0] if "mill" in text else [0.0, 1.0]}

    return Plane()


def test_markers_are_inserted_by_the_builtin_encoder_or_by_embeddings_of_haystack() -> None:
    inserter = components().CitationInserter()
    given = [answer()]
    before = copy.deepcopy(given)
    (marked,) = inserter.run(given)["answers"]
    assert given == before
    assert marked.data == "The mill has 12 sails [ID:0]. The Arle is slow. [ID:1]"
    assert marked.meta["kept"] == 1
    (first, *_) = marked.meta["_pieces"]
    assert (first["text"], first["chunks"], first["threshold"]) == ("The mill has 12 sails", [0], 0.63)
    swapped = components().CitationInserter(make_embedder(), token_weight=0.0, vector_weight=1.0)
    (marked,) = swapped.run([answer(embeddings=([0.0, 1.0], [1.0, 0.0]))])["answers"]
    assert marked.data == "The mill has 12 sails [ID:1]. The Arle is slow. [ID:0]"
    with pytest.raises(InputError, match="document 1 has no embedding; put a document embedder before"):
        swapped.run([answer()])
    with pytest.raises(InputError, match="decay must be between"):
        components().CitationInserter(decay=2.0)


def test_wrong_markers_are_repaired() -> None:
    repairer = components().CitationRepairer(tier="rules")
    output = repairer.run([answer("The Arle is slow [1].")])
    (repaired,) = output["answers"]
    assert repaired.data == "The Arle is slow [2]."
    assert [(row["kind"], row["reason"]) for row in repaired.meta["_repairs"]] == [
        ("re-point", "wrong_source")
    ]
    assert output["repairs"][0].reply == "The Arle is slow [1]."


def test_the_citations_of_a_message_are_audited_against_the_documents_or_those_of_the_message() -> None:
    citation = {
        "type": "char_location",
        "cited_text": "The Arle is slow.",
        "document_index": 1,
        "document_title": None,
        "start_char_index": 0,
        "end_char_index": 17,
    }
    message = {
        "role": "assistant",
        "content": [{"type": "text", "text": "The Arle is slow.", "citations": [citation]}],
    }
    auditor = components().CitationAuditor("anthropic", tier="rules")
    output = auditor.run([message], answer().documents)
    assert output["audits"][0].counts() == {"right": 1}
    assert output["needs_review"] is False
    wrong = auditor.run([message], answer().documents[::-1])
    assert "right" not in wrong["audits"][0].counts()
    assert wrong["needs_review"] is True
    with pytest.raises(InputError, match="provider: expected one of anthropic, openai, gemini"):
        components().CitationAuditor("claude")


def test_a_chat_generator_selects_the_sources() -> None:
    chat = make_chat_generator()
    formatter = components().LMReferenceFormatter(chat)
    output = formatter.run([answer(), answer("")])
    assert output["references"] == ["References:\n1. mill.pdf", ""]
    assert output["answers"][0].meta["references"] == "References:\n1. mill.pdf"
    assert REPLY in chat.messages[1].text
    assert [message.role.value for message in chat.messages] == ["system", "user"]


@pytest.mark.parametrize("way", ["constructor", "run", "async"])
def test_each_verdict_reaches_the_streaming_callback_and_the_report_stays_the_same(way: str) -> None:
    reply = "The mill has 14 sails. The Arle is slow."
    made = {"streaming_callback": receive} if way == "constructor" else {}
    called = {} if way == "constructor" else {"streaming_callback": receive}
    checker = components().AnswerChecker(tier="rules", **made)
    given = [answer(), answer(reply)]
    run = checker.run_async(given, **called) if way == "async" else None
    output = checker.run(given, **called) if run is None else asyncio.run(run)
    told = [chunk.meta["_ascribe"] for chunk in RECEIVED]
    assert [(one["answer"], one["status"]) for one in told] == [
        *((0, "supported"), (0, "supported")),
        *((1, "contradicted"), (1, "supported")),
    ]
    assert {chunk.content for chunk in RECEIVED} == {""}
    assert output["reports"][1] == check(reply, given[1].documents, "q", tier="rules")
    summary = output["answers"][1].meta["_ascribe"]["sentences"]
    assert summary == [{k: v for k, v in one.items() if k != "answer"} for one in told[2:]]


def test_options_of_the_check_go_through_and_are_stored(tmp_path: Path) -> None:
    from ascribe.verify.hugging_face_verifier import HuggingFaceTier

    checker = components().AnswerChecker("rules", scorer="lexical", policy="threshold_decay")
    (report,) = checker.run([answer()])["reports"]
    assert report.settings.components["cite"] == "threshold_decay"
    assert "decay" in report.settings.thresholds
    hf = components().AnswerChecker(HuggingFaceTier(tmp_path, labels={"LABEL_0": "entailment"}))
    again = components().AnswerChecker.from_dict(hf.to_dict())
    assert again._options["tier"] == HuggingFaceTier(str(tmp_path), labels={"LABEL_0": "entailment"})
    with pytest.raises(InputError, match="token cannot be stored with a pipeline"):
        components().AnswerChecker(HuggingFaceTier("m", token="t"))
    with pytest.raises(InputError, match="hf: these are parameters of the tier 'hf'"):
        components().AnswerChecker("rules", hf={"model": "m"})
    for wrong in ({"policy": "none"}, {"scorer": "none"}, {"calibration": 3}):
        with pytest.raises((InputError, LookupError), match=r"none|calibration"):
            components().AnswerChecker("builtin", **wrong)


def test_a_stored_component_comes_back_with_what_is_inside_it() -> None:
    from haystack.components.embedders import OpenAITextEmbedder
    from haystack.components.generators.chat import OpenAIChatGenerator
    from haystack.utils import Secret

    key = {"api_key": Secret.from_env_var("NO_SUCH_KEY", strict=False)}
    found = components()
    allowed()
    for one in (
        found.CitationRepairer("rules"),
        found.CitationAuditor("cohere"),
        found.CitationInserter(start=0.5),
        found.AnswerChecker("rules", streaming_callback=receive),
    ):
        stored = one.to_dict()
        again = type(one).from_dict(copy.deepcopy(stored))
        assert again.to_dict() == stored
        assert again.parameters == one.parameters
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_SUCH_KEY", "k")
        for one in (
            found.CitationInserter(OpenAITextEmbedder(**key)),
            found.LMReferenceFormatter(OpenAIChatGenerator(**key), batch_size=2),
        ):
            stored = one.to_dict()
            before = copy.deepcopy(stored)
            assert type(one).from_dict(stored).to_dict() == before == stored


def allowed() -> None:
    """Let Haystack 3 load what a test stores; Haystack 2 loads anything."""
    if not HAYSTACK_2:
        from haystack.core.serialization import allow_deserialization_module

        for module in ("ascribe", "tests"):
            allow_deserialization_module(module)


@pytest.mark.parametrize("at", ["repairer", "inserter", "checker", "predictor"])
def test_nothing_is_lost_at_a_breakpoint(at: str, tmp_path: Path, monkeypatch) -> None:
    """The pipeline stops before a component, is stored in a file, and goes on from there."""
    from haystack import Pipeline
    from haystack.core.errors import BreakpointException
    from haystack.core.pipeline.breakpoint import load_pipeline_snapshot
    from haystack.dataclasses.breakpoints import Breakpoint

    allowed()
    monkeypatch.setenv("HAYSTACK_PIPELINE_SNAPSHOT_SAVE_ENABLED", "true")
    found = components()
    pipeline = Pipeline()
    pipeline.add_component("repairer", found.CitationRepairer("rules"))
    pipeline.add_component("inserter", found.CitationInserter())
    pipeline.add_component("checker", found.AnswerChecker("rules"))
    pipeline.add_component(
        "predictor", found.ReferencePredictor(model="builtin", verifiability_model="builtin")
    )
    pipeline.connect("repairer.answers", "inserter.answers")
    pipeline.connect("inserter.answers", "checker.answers")
    pipeline.connect("checker.answers", "predictor.answers")
    data = {"repairer": {"answers": [answer("The mill has 14 sails. The Arle is slow [1].")]}}
    named = {"include_outputs_from": {"repairer", "checker", "predictor"}}
    whole = pipeline.run(data, **named)
    with pytest.raises(BreakpointException):
        pipeline.run(data, break_point=Breakpoint(at, 0, str(tmp_path)), **named)
    (stored,) = tmp_path.iterdir()
    resumed = pipeline.run({}, pipeline_snapshot=load_pipeline_snapshot(str(stored)), **named)
    assert resumed["predictor"] == whole["predictor"]
    assert resumed["checker"]["reports"] == whole["checker"]["reports"]
    assert all(isinstance(report, Answer) for report in resumed["checker"]["reports"])
    assert resumed["repairer"]["repairs"] == whole["repairer"]["repairs"]
