"""The retriever over a library, the names of text splitters, and the middleware in a real agent."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from ascribe import Answer, InputError, Library, check
from tests.adapters.test_langchain import parts

pytestmark = [pytest.mark.langchain, pytest.mark.filterwarnings("ignore")]

MILL = {"id": "mill", "text": "The mill has 12 sails.", "metadata": {"year": 1871}}
RIVER = {"id": "river", "text": "The Arle is slow. Boats cross it in summer."}


def draw_pages(path: Path) -> Path:
    canvas = Canvas(str(path))
    for text in ("The mill has 12 sails.", "A fire came in 1902 and took the roof."):
        canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return path


def test_a_library_is_a_retriever(tmp_path: Path) -> None:
    with Library() as library:
        library.add([MILL, RIVER])
        library.add(draw_pages(tmp_path / "fire.pdf"))
        retriever = parts().LibraryRetriever(library=library, top=1)
        (found,) = retriever.invoke("How many sails?")
        assert found.metadata["source"] in ("mill", "fire.pdf")
        (found,) = parts().LibraryRetriever(library=library, where={"year": 1871}).invoke("sails of the mill")
        assert (found.page_content, found.metadata["source"]) == ("The mill has 12 sails.", "mill")
        assert (found.metadata["year"], found.metadata["start_index"]) == (1871, 0)
        (found,) = asyncio.run(retriever.ainvoke("When was the fire that took the roof?"))
        source = library.document(found.metadata["source"]).full_text or ""
        start = found.metadata["start_index"]
        assert source[start : start + len(found.page_content)] == found.page_content
        assert found.metadata["page_label"] in ("1", "2")
        assert 0.0 < found.metadata["score"] <= 1.0
        answer = check("A fire came in 1902.", [found], tier="rules")
        assert answer.sentences[0].verdict is not None
        assert answer.sentences[0].verdict.status == "supported"


def test_the_splitter_has_the_names_of_text_splitters() -> None:
    from langchain_core.documents import Document

    splitter = parts().PassageSplitter("sentence")
    text = "It has 12 sails. Dr. Ros built it."
    given = [Document(text, metadata={"source": "mill"})]
    assert splitter.split_documents(iter(given)) == splitter.transform_documents(given)
    assert splitter.split_text(text) == ["It has 12 sails.", "Dr. Ros built it."]
    made = splitter.create_documents([text], [{"source": "mill"}])
    assert made == splitter.split_documents(given)
    assert [one.metadata["start_index"] for one in made] == [0, 17]
    assert splitter.split_text(" ") == []


def run_agent(reply: str, *, artifact: bool = True, thread: bool = False, **options: Any) -> dict[str, Any]:
    """A real agent whose model searches once, then replies."""
    pytest.importorskip("langchain")
    from langchain.agents import create_agent
    from langchain_core.documents import Document
    from langchain_core.language_models import GenericFakeChatModel
    from langchain_core.messages import AIMessage
    from langchain_core.tools import tool
    from langgraph.checkpoint.memory import InMemorySaver

    class Scripted(GenericFakeChatModel):
        def bind_tools(self, tools: Any, **_: Any) -> Any:  # noqa: ARG002 - the model is scripted
            return self

    @tool(response_format="content_and_artifact")
    def search(query: str) -> tuple[str, Any]:
        """Search."""
        found = [Document("The mill has 12 sails.", id="mill", metadata={"query": query})]
        return ("found: The mill has 12 sails.", found if artifact else None)

    call = AIMessage("", tool_calls=[{"name": "search", "args": {"query": "mill"}, "id": "1"}])
    model = Scripted(messages=iter([call, AIMessage(reply)]))
    middleware = parts().AnswerMiddleware("rules", **options)
    agent = create_agent(model, [search], middleware=[middleware], checkpointer=InMemorySaver())
    given = {"messages": [("user", "How many sails?")]}
    config: Any = {"configurable": {"thread_id": "1"}}
    if thread:
        return dict(asyncio.run(agent.ainvoke(given, config)))
    return dict(agent.invoke(given, config))


@pytest.mark.parametrize("thread", [False, True], ids=("invoke", "ainvoke"))
def test_the_answer_of_an_agent_is_checked_against_what_its_tools_found(thread: bool) -> None:
    state = run_agent("The mill has 12 sails. It has 14 sails.", thread=thread)
    answer = state["ascribe"]
    assert isinstance(answer, Answer)
    assert [s.verdict.status for s in answer.sentences if s.verdict] == ["supported", "contradicted"]
    assert (answer.query, answer.documents[0].doc_id) == ("How many sails?", "mill")
    assert state["messages"][-1].text == "The mill has 12 sails. It has 14 sails."


def test_without_documents_the_text_of_a_tool_counts_and_without_text_nothing_is_checked() -> None:
    (sentence,) = run_agent("The mill has 12 sails.", artifact=False)["ascribe"].sentences
    assert sentence.verdict.status == "supported"
    assert "ascribe" not in run_agent("")


def test_an_invalid_option_is_refused_at_once() -> None:
    with pytest.raises(InputError, match="strictness must be one of"):
        run_agent("x", strictness="lax")
