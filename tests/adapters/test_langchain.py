"""Our parts in real chains of LangChain; only ``make test-all`` has the package."""

import asyncio
import copy
import re
import runpy
from collections.abc import Iterator
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe import Answer, InputError, check
from ascribe.errors import UnknownComponentError

pytestmark = [pytest.mark.langchain, pytest.mark.filterwarnings("ignore:.*is in beta")]

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/langchain/checked_chain.py"
MILL = (
    "The mill stands on the river Arle. It has 12 sails. A fire came in 1902. The town paid for the repair."
)
REPLY = "Hello! The mill has 12 sails. A railway crosses the valley."
STATUSES = ["not_checkable", "supported", "unsupported"]
QUESTION = {"question": "What of the mill?"}


def parts() -> Any:
    from ascribe.adapters import langchain

    return langchain


def checker(**options: Any) -> Any:
    return parts().AnswerChecker(**{"tier": "rules", **options})


def documents() -> list[Any]:
    from langchain_core.documents import Document

    return [
        Document("The Arle is slow."),
        Document(MILL, metadata={"source": "mill.pdf", "page": 3, "page_label": "4"}),
    ]


def values(**others: Any) -> dict[str, Any]:
    return {**QUESTION, "answer": REPLY, "context": documents(), **others}


def chain(last: Any = None, reply: str = REPLY) -> Any:
    """Retrieval, prompt and a model that streams one character at a time, with a checker behind them."""
    from langchain_core.language_models import FakeListChatModel
    from langchain_core.prompts import ChatPromptTemplate
    from langchain_core.runnables import RunnableLambda, RunnablePassthrough

    prompt = ChatPromptTemplate.from_template("Use {context}. {question}")
    model = FakeListChatModel(responses=[reply])
    retrieve = RunnableLambda(lambda _: documents())
    return RunnablePassthrough.assign(context=retrieve).assign(answer=prompt | model) | (last or checker())


def statuses(report: Answer) -> list[str]:
    return [sentence.verdict.status for sentence in report.sentences if sentence.verdict]


def shown(chunks: list[Any], key: str = "ascribe_events") -> str:
    """What a client shows that follows the events: it appends texts and takes back the last."""
    texts: list[tuple[str, str]] = []
    for event in (event for chunk in chunks for event in chunk.get(key, ())):
        if event.kind == "retracted":
            assert texts.pop()[0] == event.id
        else:
            texts.append((event.id, event.text))
    return "".join(text for _, text in texts)


async def collected(chunks: Any) -> list[Any]:
    return [chunk async for chunk in chunks]


class TestInvoke:
    def test_the_dict_comes_back_with_what_check_says(self):
        before = values()
        out = checker().invoke(before)
        assert before == values()
        assert out == {**before, "ascribe": check(REPLY, documents(), QUESTION["question"], tier="rules")}
        assert statuses(out["ascribe"]) == STATUSES
        (reference, *_) = out["ascribe"].sentences[1].references
        assert reference.document_id == "mill.pdf, page 4"
        assert MILL[reference.document_start_idx : reference.document_end_idx] == reference.quote

    def test_answer_and_question_may_be_messages(self):
        from langchain_core.messages import AIMessage, HumanMessage

        blocks: list[str | dict[str, Any]] = [
            {"type": "thinking", "thinking": "A mill.", "signature": "s"},
            {"type": "text", "text": REPLY},
        ]
        for content in (REPLY, blocks):
            out = checker().invoke(values(answer=AIMessage(content), question=HumanMessage("Why?")))
            assert (out["ascribe"].reply, out["ascribe"].query) == (REPLY, "Why?")
        call: list[str | dict[str, Any]] = [{"type": "tool_use", "id": "1", "name": "search", "input": {}}]
        assert checker().invoke(values(answer=AIMessage(call)))["ascribe"].sentences == []

    @pytest.mark.parametrize("as_given", [MILL, [MILL], (MILL,), [{"text": MILL}]])
    def test_the_context_may_be_texts(self, as_given):
        assert statuses(checker().invoke(values(context=as_given))["ascribe"]) == STATUSES
        document = documents()[1]
        assert statuses(checker().invoke(values(context=document))["ascribe"]) == STATUSES

    @pytest.mark.parametrize("nothing", [[], "", " \n", [""]])
    def test_where_nothing_was_retrieved_nothing_is_supported(self, nothing):
        from langchain_core.documents import Document

        for context in (nothing, [Document("")]):
            assert statuses(checker().invoke(values(context=context))["ascribe"]) == [
                "not_checkable", "unsupported", "unsupported",
            ]  # fmt: skip

    def test_a_document_that_two_retrievers_found_counts_once(self):
        from langchain_core.documents import Document

        found = [Document(MILL, id="m", metadata={"score": score}) for score in (0.1, 0.2)]
        report = checker().invoke(values(context=[*found, Document("The Arle is slow."), MILL, MILL]))[
            "ascribe"
        ]
        assert [document.doc_id for document in report.documents] == ["m", "source-2", "source-3", "source-4"]
        other = Document("The mill has 14 sails.", id="m")
        with pytest.raises(InputError, match="its id 'm' is the id of source 1 too"):
            checker().invoke(values(context=[*found, other]))

    def test_keys_may_have_other_names(self):
        given_ = {"input": "Why?", "output": REPLY, "docs": MILL, "other": 1}
        one = checker(question_key="input", answer_key="output", context_key="docs", output_key="report")
        out = one.invoke(given_)
        assert {key: out[key] for key in given_} == given_
        assert out["report"].query == "Why?"
        assert {key for chunk in one.stream(given_) for key in chunk} == {*out, "report_events"}

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [
            ({"answer": REPLY}, r"no 'context'; AnswerChecker\(context_key="),
            ({"answer": REPLY, "context": None}, "no 'context'"),
            ({"context": MILL}, r"no 'answer'; AnswerChecker\(answer_key="),
            ({"answer": 5, "context": MILL}, "must be text or a chat message"),
            ({"answer": REPLY, "context": [MILL, 5]}, "source 2: cannot take an int"),
            (REPLY, "takes a dict, got str"),
        ],
    )
    def test_what_cannot_be_checked_is_said_in_every_way_to_call(self, wrong, said):
        for call in (checker().invoke, lambda one: list(checker().stream(one))):
            with pytest.raises(InputError, match=said):
                call(wrong)

    def test_wrong_parameters_are_refused_at_once(self):
        with pytest.raises(UnknownComponentError, match="No tier is called"):
            checker(tier="best")
        for wrong in ({"strictness": "lax"}, {"language": "!!"}, {"strictnes": "strict"}):
            with pytest.raises(ValueError, match=next(iter(wrong))):
                checker(**wrong)


class TestRunnable:
    def test_batches_and_async_twins_give_the_same(self):
        inputs = [values(), values(answer="The mill has 14 sails."), values(context=[])]
        expected = [checker().invoke(one) for one in inputs]
        assert checker().batch(inputs, {"max_concurrency": 3}) == expected
        assert asyncio.run(checker().abatch(inputs)) == expected
        assert asyncio.run(checker().ainvoke(inputs[0])) == expected[0]

    def test_the_shipped_models_may_be_asked_by_many_at_once(self):
        inputs = [values(answer=f"The mill has {number} sails.") for number in range(9, 15)]
        one = checker(tier="builtin")
        reports = [out["ascribe"] for out in one.batch(inputs)]
        assert [statuses(report) for report in reports] == [
            statuses(one.invoke(given_)["ascribe"]) for given_ in inputs
        ]
        assert [statuses(report) for report in reports].index(["supported"]) == 3

    def test_it_can_be_stored_alone_and_in_a_chain(self):
        from langchain_core.load import dumps, loads
        from langchain_core.runnables import RunnableSequence
        from langchain_core.runnables.passthrough import RunnablePick

        one = checker(strictness="strict", language="en", output_key="report")
        for stored in (one, one.pick("report")):
            again = loads(
                dumps(stored),
                allowed_objects=[parts().AnswerChecker, RunnableSequence, RunnablePick],
                valid_namespaces=["ascribe"],
            )
            assert again == stored
            assert again.invoke(values()) == stored.invoke(values())

    def test_parameters_may_come_with_the_config(self):
        from langchain_core.runnables import ConfigurableField

        level = ConfigurableField(id="level")
        one = checker().configurable_fields(strictness=level)
        strict = {"configurable": {"level": "paranoid"}}
        assert one.invoke(values())["ascribe"].strictness == "balanced"
        assert one.invoke(values(), strict)["ascribe"].strictness == "paranoid"
        assert [*one.stream(values(), strict)][-1]["ascribe"].strictness == "paranoid"

    def test_the_config_reaches_callbacks(self):
        from langchain_core.tracers.run_collector import RunCollectorCallbackHandler

        seen = RunCollectorCallbackHandler()
        config = {"callbacks": [seen], "tags": ["t"], "metadata": {"user": "u"}, "run_name": "checking"}
        out = checker().invoke(values(), config)
        list(checker().stream(values(), config))
        for run in seen.traced_runs:
            assert (run.name, run.tags, run.metadata["user"]) == ("checking", ["t"], "u")
            assert run.outputs["ascribe"] == out["ascribe"]
        assert len(seen.traced_runs) == 2

    def test_it_works_inside_of_assign(self):
        from langchain_core.runnables import RunnablePassthrough

        one = RunnablePassthrough.assign(report=checker().pick("ascribe"))
        expected = checker().invoke(values())["ascribe"]
        assert one.invoke(values()) == values(report=expected)
        assert reduce(add, one.stream(values())) == values(report=expected)
        whole = chain(one)
        assert statuses(whole.invoke(QUESTION)["report"]) == STATUSES
        chunks = list(whole.stream(QUESTION))
        assert [set(chunk) for chunk in chunks[-2:]] == [{"answer"}, {"report"}]
        assert statuses(chunks[-1]["report"]) == STATUSES


class TestStreaming:
    def test_tokens_pass_untouched_and_sentences_come_between_them(self):
        chunks = list(chain().stream(QUESTION))
        report = chunks[-1]["ascribe"]
        assert report == chain().invoke(QUESTION)["ascribe"]
        from langchain_core.runnables import RunnablePassthrough

        bare = [chunk for chunk in chain(RunnablePassthrough()).stream(QUESTION) if "answer" in chunk]
        tokens = [chunk for chunk in chunks if "answer" in chunk]
        assert [c["answer"].content for c in tokens] == [c["answer"].content for c in bare]
        assert all(set(chunk) == {"answer"} for chunk in tokens)
        order = ["".join(sorted(chunk)) for chunk in chunks]
        assert order.index("ascribe_events") < len(order) - 1 - order[::-1].index("answer")
        assert set(chunks[-1]) == {"ascribe", "ascribe_events"}
        assert shown(chunks) == report.to_markdown()

    def test_the_sum_of_the_chunks_is_what_invoke_gives(self):
        for given_ in (values(), values(answer="")):
            total = reduce(add, checker().stream(given_))
            assert total.pop("ascribe_events")[-1].kind == "references"
            assert total == checker().invoke(given_)

    def test_async_streams_are_the_same(self):
        chunks = asyncio.run(collected(chain().astream(QUESTION)))
        same = list(chain().stream(QUESTION))
        keys = [[*chunk] for chunk in chunks if "answer" not in chunk]
        assert keys == [[*chunk] for chunk in same if "answer" not in chunk]
        assert shown(chunks) == shown(same)
        assert chunks[-1] == same[-1]
        assert asyncio.run(collected(checker().astream(values()))) == list(checker().stream(values()))

    def test_events_of_the_whole_chain_have_them_too(self):
        events = asyncio.run(collected(chain().astream_events(QUESTION, version="v2")))
        found = [event["data"]["chunk"] for event in events if event["event"] == "on_chain_stream"]
        own = [e for e in events if e["name"] == "AnswerChecker" and e["event"] == "on_chain_end"]
        assert statuses(own[0]["data"]["output"]["ascribe"]) == STATUSES
        assert (
            sum("ascribe" in chunk for chunk in found if isinstance(chunk, dict)) == 2
        )  # its own, the chain's

    @settings(max_examples=40, deadline=None)
    @given(st.data())
    def test_the_order_and_size_of_chunks_change_nothing_at_the_end(self, data):
        from langchain_core.runnables import RunnableGenerator

        cuts = sorted(data.draw(st.sets(st.integers(0, len(REPLY)), max_size=12)))
        answer = [{"answer": REPLY[a:b]} for a, b in zip([0, *cuts], [*cuts, len(REPLY)], strict=True)]
        others: list[dict[str, Any]] = [QUESTION, *({"context": [document]} for document in documents())]
        chunks: list[dict[str, Any]] = answer
        low = 0
        for one in others:  # in their own order, among those of the answer
            low = data.draw(st.integers(low, len(chunks)))
            chunks = [*chunks[:low], one, *chunks[low:]]
            low += 1

        def source(_: Any) -> Iterator[dict[str, Any]]:
            yield from copy.deepcopy(chunks)

        passed = list((RunnableGenerator(source) | checker()).stream({}))
        expected = checker().invoke(values())["ascribe"]
        assert passed[-1]["ascribe"] == expected
        assert [chunk for chunk in passed if "ascribe_events" not in chunk] == chunks
        assert shown(passed) == expected.to_markdown()

    def test_an_earlier_check_is_replaced(self):
        chunks = list(chain(checker() | checker(strictness="paranoid")).stream(QUESTION))
        assert [chunk["ascribe"].strictness for chunk in chunks if "ascribe" in chunk] == ["paranoid"]
        assert shown(chunks) == chunks[-1]["ascribe"].to_markdown()

    def test_what_was_told_before_the_context_was_whole_is_taken_back(self):
        first, second = documents()
        chunks = [values(context=[]), {"context": [first]}, {"answer": " It fell."}, {"context": [second]}]
        passed = list(checker().transform(iter(chunks)))
        told = [chunk["ascribe_events"] for chunk in passed if "ascribe_events" in chunk]
        assert [(e.kind, e.id) for events in told[:2] for e in events] == [
            ("sentence", "0-6"), ("sentence", "7-29"),
            ("retracted", "7-29"), ("retracted", "0-6"),
            ("sentence", "0-6"), ("sentence", "7-29"), ("sentence", "30-59"),
        ]  # fmt: skip
        assert {event.reason for events in told for event in events} == {"", "rejudged"}
        assert statuses(passed[-1]["ascribe"])[:3] == STATUSES
        assert shown(passed) == passed[-1]["ascribe"].to_markdown()

    def test_a_model_that_breaks_off_leaves_no_answer(self):
        def broken() -> Iterator[Any]:
            yield values()
            raise ConnectionError("gone")

        passed: list[Any] = []
        with pytest.raises(ConnectionError, match="gone"):
            passed.extend(checker().transform(broken()))  # what came before the error stays in the list
        assert [[*chunk] for chunk in passed] == [[*values()], ["ascribe_events"]]


class TestPassageSplitter:
    def text(self) -> str:
        sentence = "The mill of the {}th year has 12 sails and stands on the river Arle. "
        return "# Mills\n\n" + "".join(sentence.format(year) for year in range(60)) + "\n\n## End\n\nIt fell."

    def test_passages_are_slices_that_end_where_sentences_end(self):
        from langchain_core.documents import Document

        text = self.text()
        document = Document(text, id="d", metadata={"source": "mill.md"})
        pieces = parts().PassageSplitter().transform_documents([Document(" "), document, document])
        assert document == Document(text, id="d", metadata={"source": "mill.md"})
        assert len(pieces) % 2 == 0
        assert len(pieces) > 6
        for piece in pieces:
            assert piece.id is None
            assert piece.metadata["source"] == "mill.md"
            start = piece.metadata["start_index"]
            assert text[start : start + len(piece.page_content)] == piece.page_content
            assert len(piece.page_content) <= 1300
            assert piece.page_content.endswith((".", "Mills"))

    @pytest.mark.parametrize("before", [0, 100])
    def test_sentences_of_passages_keep_their_place_in_the_whole(self, before):
        from langchain_core.documents import Document

        text = "x" * before + self.text()
        metadata = {"start_index": before} if before else {}
        passages = parts().PassageSplitter().transform_documents([Document(text[before:], metadata=metadata)])
        splitter = parts().PassageSplitter("sentence", language="en")
        pieces = asyncio.run(splitter.atransform_documents(passages))
        assert len(pieces) == 63
        for piece in pieces:
            start = piece.metadata["start_index"]
            assert text[start : start + len(piece.page_content)] == piece.page_content

    def test_a_wrong_unit_is_refused(self):
        with pytest.raises(InputError, match="unit must be one of passage, sentence, got 'page'"):
            parts().PassageSplitter("page")


def test_the_example_runs_and_finds_the_wrong_figure(capsys) -> None:
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    shown = capsys.readouterr().out
    assert shown.startswith((ROOT / "examples/apollo11/reply.md").read_text(encoding="utf-8"))
    assert (
        "contradicted: - They collected 25.1 kilograms of lunar material.\n    contradicts, page 2: " in shown
    )


def test_the_page_shows_what_its_code_prints(capsys) -> None:
    page = (ROOT / "docs/langchain.md").read_text(encoding="utf-8")
    found = re.findall(r"```py\n(.*?)```\n+```text\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    for code, expected in found:
        exec(code, names)
        assert capsys.readouterr().out == expected
    assert len(found) == 4


def test_a_guessed_option_names_the_real_one() -> None:
    from ascribe.adapters.langchain import AnswerChecker

    guess: dict[str, Any] = {"level": "strict"}
    with pytest.raises(InputError, match=r"AnswerChecker\(\) has no option 'level'; .*'strictness'"):
        AnswerChecker(**guess)
