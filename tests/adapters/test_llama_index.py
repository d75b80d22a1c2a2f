"""Our checks around real query engines of LlamaIndex; only ``make test-all`` has the package."""

import asyncio
import copy
import runpy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ascribe
from ascribe import InputError

pytestmark = [pytest.mark.llama_index, pytest.mark.filterwarnings("ignore")]  # the package warns of much

EXAMPLE = Path(__file__).parents[2] / "examples/llama_index/checked_query.py"
MILL = (
    "The mill stands on the river Arle. It has 12 sails. A fire came in 1902. The town paid for the repair."
)
REPLY = "The mill has 12 sails. A railway crosses the valley."
STATUSES = ["supported", "unsupported"]


def adapter() -> Any:
    from ascribe.adapters import llama_index

    return llama_index


def checker(**options: Any) -> Any:
    return adapter().ResponseChecker("rules", **options)


def nodes_of(text: str = MILL, parser: Any = None, **metadata: Any) -> list[Any]:
    """The text as LlamaIndex cuts it."""
    from llama_index.core import Document
    from llama_index.core.node_parser import SentenceSplitter
    from llama_index.core.schema import NodeWithScore

    cut = (parser or SentenceSplitter(chunk_size=24, chunk_overlap=0)).get_nodes_from_documents
    return [NodeWithScore(node=node, score=0.5) for node in cut([Document(text=text, metadata=metadata)])]


def engine(reply: str = REPLY, nodes: Any = None, make: Any = None, **options: Any) -> Any:
    """A real query engine over a model that always says the same, in pieces of four characters."""
    from llama_index.core.base.llms.types import CompletionResponse, LLMMetadata
    from llama_index.core.llms import CustomLLM
    from llama_index.core.query_engine import RetrieverQueryEngine
    from llama_index.core.retrievers import BaseRetriever

    class Scripted(CustomLLM):
        @property
        def metadata(self) -> Any:
            return LLMMetadata()

        def complete(self, *_: Any, **__: Any) -> Any:
            return CompletionResponse(text=reply)

        def stream_complete(self, *_: Any, **__: Any) -> Any:
            for at in range(0, len(reply), 4):
                yield CompletionResponse(text=reply[: at + 4], delta=reply[at : at + 4])

    class All(BaseRetriever):
        def _retrieve(self, _: Any) -> list[Any]:
            return nodes_of() if nodes is None else nodes

    return (make or RetrieverQueryEngine.from_args)(All(), llm=Scripted(), **options)


def checked_engine(*args: Any, **options: Any) -> Any:
    return adapter().CheckedQueryEngine(engine(*args, **options), checker())


def answer_of(response: Any) -> Any:
    return response.metadata["ascribe"]


def statuses_of(response: Any) -> list[str]:
    return [sentence.verdict.status for sentence in answer_of(response).sentences]


def test_a_query_gives_the_response_of_the_engine_with_the_answer_of_check() -> None:
    nodes = nodes_of()
    plain = engine(nodes=nodes).query("How many sails?")
    found = checked_engine(nodes=nodes).query("How many sails?")
    assert type(found) is type(plain)
    assert str(found) == REPLY
    assert found.source_nodes == plain.source_nodes
    answer = answer_of(found)
    assert answer == ascribe.check(REPLY, [node.node for node in nodes], "How many sails?", tier="rules")
    assert {key: value for key, value in found.metadata.items() if key != "ascribe"} == plain.metadata
    assert statuses_of(found) == STATUSES
    assert statuses_of(asyncio.run(checked_engine(nodes=nodes).aquery("How many sails?"))) == STATUSES


def test_nothing_that_was_given_is_changed() -> None:
    response = engine().query("q")
    before = copy.deepcopy(response)
    assert answer_of(checker(write=ascribe.Answer.with_citations).check(response, "q")).query == "q"
    assert response == before


def test_a_stream_passes_its_tokens_on_and_the_answer_follows() -> None:
    response = checked_engine(streaming=True).query("q")
    tokens = []
    for token in response.response_gen:
        assert "ascribe" not in response.metadata
        tokens.append(token)
    assert "".join(tokens) == REPLY
    assert len(tokens) > 5
    assert statuses_of(response) == STATUSES
    for read in (str, lambda response: response.get_response().response):
        response = checked_engine(streaming=True).query("q")
        assert read(response) == REPLY
        assert statuses_of(response) == STATUSES
        assert statuses_of(response.get_response()) == STATUSES


def test_an_async_stream_does_the_same() -> None:
    async def run() -> None:
        response = await checked_engine(streaming=True).aquery("q")
        tokens = [token async for token in response.async_response_gen()]
        assert "".join(tokens) == REPLY
        assert len(tokens) > 5
        assert statuses_of(await response.get_response()) == STATUSES

    asyncio.run(run())


def test_a_stream_that_was_read_before_is_checked_at_once() -> None:
    response = engine(streaming=True).query("q")
    assert str(response) == REPLY
    found = checker().check(response)
    assert statuses_of(found) == STATUSES
    assert str(found) == REPLY


class Breaks:
    """Tokens that fail behind the first, and tell whether they were closed."""

    closed = False

    def tokens(self) -> Any:
        try:
            yield "The mill has 12 sails. "
            raise RuntimeError("the line is dead")
        finally:
            self.closed = True

    async def async_tokens(self) -> Any:
        for token in self.tokens():
            yield token


@pytest.mark.parametrize("leaves", [True, False])
def test_half_a_reply_gets_no_answer_and_its_tokens_are_closed(leaves: bool) -> None:
    from llama_index.core.base.response.schema import StreamingResponse

    source = Breaks()
    response = checker().check(StreamingResponse(source.tokens(), nodes_of()))
    next(response.response_gen)
    if leaves:
        response.response_gen.close()
    else:
        with pytest.raises(RuntimeError, match="dead"):
            next(response.response_gen)
    assert source.closed
    assert "ascribe" not in response.metadata


def test_an_async_stream_that_breaks_gets_no_answer() -> None:
    from llama_index.core.base.response.schema import AsyncStreamingResponse

    async def run() -> None:
        response = checker().check(AsyncStreamingResponse(Breaks().async_tokens(), nodes_of()))
        with pytest.raises(RuntimeError, match="dead"):
            [token async for token in response.response_gen]
        assert "ascribe" not in response.metadata

    asyncio.run(run())


def test_retrieve_and_synthesize_go_through_and_what_is_synthesized_is_checked() -> None:
    from llama_index.core.schema import QueryBundle

    bundle, found = QueryBundle("q"), checked_engine()
    nodes = found.retrieve(bundle)
    assert [node.text for node in nodes] == [node.text for node in nodes_of()]
    assert statuses_of(found.synthesize(bundle, nodes)) == STATUSES
    response = asyncio.run(found.asynthesize(bundle, nodes[:1], nodes[1:]))
    assert statuses_of(response) == STATUSES
    assert len(response.source_nodes) == len(nodes)


def test_callbacks_spans_and_prompts_are_those_of_the_engine_and_the_check_has_a_span() -> None:
    from llama_index.core.callbacks import CallbackManager, CBEventType, LlamaDebugHandler
    from llama_index.core.instrumentation import get_dispatcher
    from llama_index.core.instrumentation.span_handlers import SimpleSpanHandler

    debug, spans = LlamaDebugHandler(print_trace_on_end=False), SimpleSpanHandler()
    root = get_dispatcher()
    root.add_span_handler(spans)
    try:
        found = checked_engine(callback_manager=CallbackManager([debug]))
        found.query("q")
        asyncio.run(found.aquery("q"))
    finally:
        root.span_handlers.remove(spans)
    assert [pair[0].payload for pair in debug.get_event_pairs(CBEventType.QUERY)] == [{"query_str": "q"}] * 2
    parents = {span.id_: span for span in spans.completed_spans}
    for number, span in enumerate(s for s in spans.completed_spans if "ResponseChecker._answer" in s.id_):
        above = parents[span.parent_id].id_
        assert above.startswith(("CheckedQueryEngine._query", "CheckedQueryEngine._aquery")[number])
    assert number == 1
    assert "query_engine:response_synthesizer:text_qa_template" in found.get_prompts()


def test_an_event_with_the_answer_can_be_written_as_json() -> None:
    from llama_index.core.instrumentation.events.query import QueryEndEvent

    event = QueryEndEvent(query="q", response=checked_engine().query("q"))
    assert '"status":"supported"' in event.model_dump_json()


def test_a_tool_hands_the_answer_on() -> None:
    from llama_index.core.tools import QueryEngineTool

    output = QueryEngineTool.from_defaults(checked_engine()).call(input="q")
    assert output.content == REPLY
    assert statuses_of(output.raw_output) == STATUSES


def test_a_chat_engines_response_is_checked() -> None:
    from llama_index.core.chat_engine.types import AgentChatResponse

    found = checker().check(AgentChatResponse(REPLY, source_nodes=nodes_of(), metadata={"kept": 1}))
    assert isinstance(found, AgentChatResponse)
    assert found.metadata["kept"] == 1
    assert statuses_of(found) == STATUSES


def test_the_text_can_have_citations() -> None:
    nodes = nodes_of(file_name="mill.pdf")
    found = checker(write=ascribe.Answer.with_citations).check(engine(nodes=nodes).query("q"))
    assert str(found).startswith("The mill has 12 sails [1]. A railway crosses the valley.\n")
    assert answer_of(found).reply == REPLY


def test_wrong_names_are_refused_at_once_and_objects_are_not_text() -> None:
    from llama_index.core.base.response.schema import PydanticResponse
    from llama_index.core.bridge.pydantic import BaseModel

    class Sails(BaseModel):
        number: int

    with pytest.raises(InputError, match="strictness must be one of"):
        checker(strictness="lax")
    with pytest.raises(InputError, match=r"is a Sails.*ascribe\.check\(response\.response\.FIELD"):
        checker().check(PydanticResponse(Sails(number=12), nodes_of()))


@pytest.mark.parametrize("text", [REPLY, "", None])
def test_without_nodes_nothing_is_supported(text: str | None) -> None:
    from llama_index.core.base.response.schema import Response
    from llama_index.core.schema import ImageNode, NodeWithScore

    for nodes in ([], [NodeWithScore(node=ImageNode(image_url="mill.png"))]):
        found = checker().check(Response(text, nodes))
        assert statuses_of(found) == ["unsupported"] * (2 if text else 0)
        assert str(found) == str(Response(text))


def test_a_node_that_was_retrieved_twice_is_one_source() -> None:
    nodes = nodes_of()
    found = checker().check(engine(nodes=[*nodes, *nodes]).query("q"))
    assert len(answer_of(found).documents) == len(nodes)


def test_chunks_of_a_citation_engine_that_share_an_id_are_sources_of_their_own() -> None:
    from llama_index.core.base.response.schema import Response
    from llama_index.core.query_engine import CitationQueryEngine
    from llama_index.core.schema import NodeWithScore, TextNode

    whole = nodes_of(" ".join([MILL] * 9), parser=whole_documents())
    found = checked_engine(nodes=whole, make=CitationQueryEngine, citation_chunk_size=40).query("q")
    assert len(found.source_nodes) > 3
    assert statuses_of(found) == STATUSES
    spans = spans_of(found)
    assert {span.document_id for span in spans} == {whole[0].node.ref_doc_id}
    assert {span.document_start for span in spans} == {None}  # their range is that of the whole
    alike = [NodeWithScore(node=TextNode(id_="n", text=text)) for text in ("The Arle is slow.", MILL)]
    found = checker().check(Response(REPLY, alike))
    assert [document.doc_id for document in answer_of(found).documents] == ["n", "n-2"]
    assert {id(span.node) for span in spans_of(found)} == {id(alike[1])}


def test_the_label_of_a_citation_engine_is_no_quote_and_no_marker_is_doubled() -> None:
    from llama_index.core.query_engine import CitationQueryEngine

    options = {"nodes": nodes_of(parser=whole_documents()), "make": CitationQueryEngine}
    reply = "Source 1 names it. The mill has 12 sails [1]."
    plain = engine(reply, **options).query("q")
    assert plain.source_nodes[0].node.get_content().startswith("Source 1:\n")
    found = checker(write=ascribe.Answer.with_citations).check(plain, "q")
    sails = answer_of(found).sentences[1]
    assert "12 sails" in sails.references[0].quote
    assert all("Source" not in sentence.text for sentence in answer_of(found).documents[0].sentences)
    (citation,) = sails.citations
    assert (citation.finding, citation.document_position) == ("right", 1)
    for span in spans_of(found):
        assert "Source" not in span.node.node.get_content()[span.start : span.end]
    text, *_ = str(found).split("\n\n")
    assert text.count("[1]") == 1
    assert plain.source_nodes[0].node.get_content().startswith("Source 1:\n")  # it is not changed


def test_a_text_that_only_says_source_keeps_its_words() -> None:
    from llama_index.core.base.response.schema import Response
    from llama_index.core.schema import NodeWithScore, TextNode

    texts = ("Source 1:\nThe mill has 12 sails.", "The Arle is slow.")
    nodes = [NodeWithScore(node=TextNode(text=text)) for text in texts]
    found = checker().check(Response("The mill has 12 sails.", nodes))
    assert [document.full_text for document in answer_of(found).documents] == list(texts)


@pytest.mark.parametrize("unit", ["passage", "sentence"])
def test_nodes_are_slices_at_the_ends_of_sentences(unit: str) -> None:
    from llama_index.core import Document

    text = " ".join([MILL, "Dr. Ros built it."] * (1 if unit == "sentence" else 30))
    parser = adapter().PassageNodeParser(unit)
    nodes = parser.get_nodes_from_documents([Document(text=text), Document(text=" ")])
    assert [text[node.start_char_idx : node.end_char_idx] for node in nodes] == [n.text for n in nodes]
    assert len(nodes) == 5 if unit == "sentence" else len(nodes) > 1
    assert all(node.text.endswith(".") for node in nodes)
    assert nodes[0].next_node is not None
    assert (parser.to_dict()["unit"], parser.class_name()) == (unit, "PassageNodeParser")
    with pytest.raises(InputError, match="unit must be one of passage, sentence"):
        adapter().PassageNodeParser("page")


def asking_engines() -> list[Any]:
    """Engines that ask another one first and hand on what it said as a source node."""
    from llama_index.core.indices.query.query_transform import StepDecomposeQueryTransform
    from llama_index.core.query_engine import MultiStepQueryEngine, SubQuestionQueryEngine
    from llama_index.core.question_gen import LLMQuestionGenerator
    from llama_index.core.response_synthesizers import get_response_synthesizer
    from llama_index.core.tools import QueryEngineTool

    asked = '```json\n{"items": [{"sub_question": "Is there a railway?", "tool_name": "mill"}]}\n```'
    model, asks = (engine(said)._response_synthesizer._llm for said in (REPLY, asked))
    tool = QueryEngineTool.from_defaults(engine(), name="mill", description="the mill")
    writes = get_response_synthesizer(llm=model)
    questions = LLMQuestionGenerator.from_defaults(llm=asks)
    return [
        SubQuestionQueryEngine(questions, writes, [tool], verbose=False, use_async=False),
        MultiStepQueryEngine(engine(), StepDecomposeQueryTransform(llm=model), writes, num_steps=2),
    ]


def test_what_a_model_wrote_on_the_way_supports_nothing() -> None:
    for asking in asking_engines():
        found = adapter().CheckedQueryEngine(asking, checker()).query("q")
        assert "railway" in found.source_nodes[0].text
        assert statuses_of(found) == STATUSES
        assert not any("railway" in span.node.text for span in spans_of(found))


def whole_documents() -> Any:
    from llama_index.core.node_parser import SentenceSplitter

    return SentenceSplitter(chunk_size=4000)


def spans_of(response: Any) -> list[Any]:
    """The places of all references that support or contradict."""
    references = [r for s in answer_of(response).sentences for r in s.references if r.label != "related"]
    return [adapter().locate(reference, response.source_nodes) for reference in references]


FACTS = st.lists(st.sampled_from([*MILL.split(". "), "Öl → 5 €", "🌾 Wheat", "a b", ""]), min_size=1)


@settings(max_examples=40, deadline=None)
@given(facts=FACTS, glue=st.sampled_from([". ", ".\n\n", ".\r\n", "  "]), size=st.integers(12, 60))
def test_every_reference_is_found_in_its_node_and_in_the_document(
    facts: list[str], glue: str, size: int
) -> None:
    from llama_index.core.base.response.schema import Response
    from llama_index.core.node_parser import SentenceSplitter

    text = glue.join([*facts, "It has 12 sails."])
    nodes = nodes_of(text, parser=SentenceSplitter(chunk_size=size, chunk_overlap=size // 4))
    response = checker().check(Response("It has 12 sails. A fire came in 1902.", nodes))
    references = [r for sentence in answer_of(response).sentences for r in sentence.references]
    assert references
    for reference in references:
        span = adapter().locate(reference, response.source_nodes)
        assert span.node in nodes
        assert span.node.text[span.start : span.end] == reference.quote
        assert text[span.document_start : span.document_end] == reference.quote
        assert span.document_id == nodes[0].node.ref_doc_id


def test_a_place_in_the_document_is_told_only_where_it_is_known() -> None:
    from llama_index.core.base.response.schema import Response
    from llama_index.core.node_parser import HierarchicalNodeParser, SentenceWindowNodeParser
    from llama_index.core.postprocessor import MetadataReplacementPostProcessor

    text = " ".join(f"The mill number {n} has {n + 12} sails and a wheel." for n in range(60))
    said = "The mill number 50 has 62 sails and a wheel."
    for parser, known in (
        (SentenceWindowNodeParser.from_defaults(), True),
        (HierarchicalNodeParser.from_defaults(chunk_sizes=[128, 64]), False),
    ):
        nodes = nodes_of(text, parser=parser)
        small = [node for node in nodes if node.node.parent_node is not None or known]
        (span, *_) = spans_of(checker().check(Response(said, small)))
        assert span.node.text[span.start : span.end] == said
        assert (span.document_start == text.index(said)) is known
        assert (span.document_start is None) is not known
        assert span.document_id is not None
    windows = MetadataReplacementPostProcessor(target_metadata_key="window").postprocess_nodes(
        nodes_of(text, parser=SentenceWindowNodeParser.from_defaults())
    )
    (span, *_) = spans_of(checker().check(Response(said, windows)))
    assert span.node.text[span.start : span.end] == said
    assert span.document_start is None


def test_nodes_of_another_response_are_refused() -> None:
    response = checked_engine().query("q")
    reference = answer_of(response).sentences[0].references[0]
    for others in ([], list(reversed(response.source_nodes))):
        with pytest.raises(InputError, match="give the source_nodes of the response that was checked"):
            adapter().locate(reference, others)


def test_the_example_runs_without_a_network(capsys) -> None:
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    shown = capsys.readouterr().out
    assert shown.startswith("Here is a short summary of the mission.")
    assert "contradicted: - They collected 25.1 kilograms of lunar material.\n     page 2, 95-157: " in shown
    assert "[6] apollo11.pdf, page 2 (contradicts)" in shown


def test_another_kind_of_input_is_an_error_of_ours() -> None:
    from llama_index.core import MockEmbedding, VectorStoreIndex

    index = VectorStoreIndex([], embed_model=MockEmbedding(embed_dim=4))
    with pytest.raises(InputError, match="cannot take a VectorStoreIndex; give its as_query_engine"):
        adapter().CheckedQueryEngine(index)
    with pytest.raises(InputError, match=r"CheckedQueryEngine\(\) has no option 'tier'; .*'checker'"):
        adapter().CheckedQueryEngine(index, tier="rules")
    with pytest.raises(InputError, match=r"ResponseChecker\(\) has no option 'level'; .*'strictness'"):
        adapter().ResponseChecker(level="strict")
    with pytest.raises(InputError, match="response: cannot take a str"):
        adapter().ResponseChecker(tier="rules").check("The mill.")
