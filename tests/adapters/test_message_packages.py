"""The real packages: their objects are read as their JSON is, and what goes out fits their types."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any, get_args

import pytest

from ascribe import check
from ascribe.adapters import anthropic as claude
from ascribe.adapters import openai as gpt
from ascribe.adapters.anthropic import _LOCATION_PARSERS
from ascribe.compat import audit_citations
from tests.adapters.messages import (
    BUILT,
    KOHL,
    MILL,
    SAILS,
    SOURCES,
    blocks,
    characters,
    completion,
    file_search,
    message,
    output_text,
    response,
)

pytestmark = pytest.mark.messages

EXAMPLES = Path(__file__).parents[2] / "examples/messages"
URL = {"type": "url_citation", "url": "https://example.org/bridge", "title": "T"}
WHOLE = {**URL, "start_index": 0, "end_index": len(BUILT)}
REPLY = f"🌷 Hello! {SAILS} It is made of cheese.\n\n{BUILT}\n"


def fits(kind: Any, value: Any) -> None:
    """The value is of that typed dict, and has no field that it does not know."""
    from pydantic import TypeAdapter

    TypeAdapter(kind).validate_python(value, strict=True)
    assert set(value) <= set(kind.__annotations__)


def locations() -> list[dict[str, Any]]:
    """One citation of each kind that Anthropic has."""
    document = {"document_index": 1, "document_title": "T", "cited_text": KOHL}
    block = {"start_block_index": 0, "end_block_index": 1}
    address = {"url": "https://example.org/bridge", "title": "T", "encrypted_index": "x"}
    return [
        characters(KOHL),
        {"type": "page_location", **document, "start_page_number": 1, "end_page_number": 2},
        {"type": "content_block_location", **document, **block},
        {
            "type": "search_result_location",
            "cited_text": KOHL,
            "search_result_index": 0,
            "source": "s",
            **block,
        },
        {"type": "web_search_result_location", "cited_text": KOHL, **address},
    ]


def test_a_message_of_anthropic_is_read_as_its_json() -> None:
    from anthropic.types import Message

    data = message(blocks((SAILS, characters(SAILS, 0)), (" ",), (BUILT, *locations())))
    real = Message.model_validate(data)
    assert claude.read_message(real) == claude.read_message(data) == claude.read_message(real.model_dump())
    assert claude.read_message(real.content).text == f"{SAILS} {BUILT}"


def test_every_kind_of_citation_of_anthropic_is_known() -> None:
    from anthropic.types import TextCitation

    union = get_args(get_args(TextCitation)[0]) or get_args(TextCitation)
    kinds = {get_args(kind.model_fields["type"].annotation)[0] for kind in union}
    assert kinds == set(_LOCATION_PARSERS) == {one["type"] for one in locations()}


def test_the_order_of_parts_stands_in_a_streamed_message_too() -> None:
    from anthropic.types import CitationsDelta

    delta = CitationsDelta.model_validate({"type": "citations_delta", "citation": characters(KOHL)})
    block = {"type": "text", "text": BUILT, "citations": [delta.citation]}
    assert claude.read_message([block]) == claude.read_message(blocks((BUILT, characters(KOHL))))


def test_what_goes_to_anthropic_fits_its_types() -> None:
    from anthropic.types import DocumentBlockParam, Message, TextBlockParam

    documents = claude.document_blocks(SOURCES)
    for document in documents:
        fits(DocumentBlockParam, document)
    out = claude.content_blocks(check(REPLY, SOURCES, tier="rules"))
    for block in out:
        fits(TextBlockParam, block)
    real = Message.model_validate(message(out))
    reply = claude.read_message(real, [{"role": "user", "content": documents}])
    assert reply.text == REPLY
    assert audit_citations(reply, tier="rules").counts() == {"right": 2}


def test_a_response_of_openai_is_read_as_its_json() -> None:
    from openai.types.responses import Response

    part = output_text(f"🌷 {BUILT} ", {**URL, "start_index": 2, "end_index": 2 + len(BUILT)})
    cited = {"type": "file_citation", "file_id": "f", "filename": "mill.txt", "index": len(SAILS)}
    found = file_search(
        {"file_id": "f", "filename": "mill.txt", "text": MILL, "score": 0.5, "attributes": {}}
    )
    data = response(part, output_text(SAILS, cited), before=(found,))
    real = Response.model_validate(data)
    reply = gpt.read_message(real)
    assert reply == gpt.read_message(data) == gpt.read_message(real.model_dump())
    assert reply.text == real.output_text
    assert [source["id"] for source in reply.sources] == ["f"]
    counts = audit_citations(reply, [*SOURCES, *reply.sources], tier="rules").counts()
    assert counts == {"right": 2}


def test_a_chat_completion_of_openai_is_read_as_its_json() -> None:
    from openai.types.chat import ChatCompletion

    data = completion(
        BUILT, {"type": "url_citation", "url_citation": {k: WHOLE[k] for k in WHOLE if k != "type"}}
    )
    real = ChatCompletion.model_validate(data)
    assert gpt.read_message(real) == gpt.read_message(data)
    assert audit_citations(gpt.read_message(real), SOURCES, tier="rules").counts() == {"right": 1}


def test_what_goes_out_fits_the_types_of_openai() -> None:
    from openai.types.responses import ResponseInputTextParam, ResponseOutputText, ResponseOutputTextParam

    for block in gpt.input_blocks(SOURCES):
        fits(ResponseInputTextParam, block)
    out = gpt.output_text(check(REPLY, SOURCES, tier="rules"))
    fits(ResponseOutputTextParam, out)
    real = ResponseOutputText.model_validate(out)
    assert len(real.annotations) == 2
    assert audit_citations(gpt.read_message(real), SOURCES, tier="rules").counts() == {"right": 2}


@pytest.mark.parametrize("name", ["anthropic_citations", "openai_annotations"])
def test_the_examples_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    shown = capsys.readouterr().out
    assert "right: " in shown
    assert "contradicted: " in shown
