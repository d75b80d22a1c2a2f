"""Anthropic's citations in and out, with plain JSON; the real package is in ``test_message_packages``."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe import InputError, ask, check, read_sources
from ascribe.adapters.anthropic import content_blocks, document_blocks, read_message
from ascribe.compat import (
    CitationAudit,
    CitedReply,
    NativeCitation,
    SourceLocation,
    audit_citations,
)
from tests.adapters.messages import BRIDGE, BUILT, KOHL, MILL, SAILS, SOURCES, blocks, characters, message

APOLLO = Path(__file__).parents[2] / "examples/apollo11"
REQUEST = {
    "messages": [{"role": "user", "content": [*document_blocks(SOURCES), {"type": "text", "text": "?"}]}]
}


def audited(reply: CitedReply, sources: Any = None) -> CitationAudit:
    return audit_citations(reply, sources, tier="rules")


def findings(reply: CitedReply, sources: Any = None) -> list[tuple[str, str]]:
    return [(one.finding, one.quote) for one in audited(reply, sources).citations]


def test_blocks_are_joined_and_each_citation_stands_at_its_block() -> None:
    content = blocks(("🌷 So: ",), (SAILS, characters(SAILS, 0)), ("\r\n",), (BUILT, characters(KOHL)))
    content.insert(1, {"type": "thinking", "thinking": "Twelve?", "signature": "x"})
    reply = read_message(message(content))
    assert reply.text == f"🌷 So: {SAILS}\r\n{BUILT}"
    assert [reply.text[c.start : c.end] for c in reply.citations] == [SAILS, BUILT]
    assert reply.citations[1] == NativeCitation(
        len(reply.text) - len(BUILT),
        len(reply.text),
        (2,),
        quote=KOHL,
        location=SourceLocation("char", 0, len(KOHL)),
        field="message.content[4].citations[0]",
    )


@pytest.mark.parametrize("sources", [None, SOURCES])
def test_citations_are_audited_against_the_request_or_against_sources(sources: Any) -> None:
    content = blocks(
        (SAILS, characters(SAILS, 0)), (" ",), (BUILT, characters(KOHL), characters("It has three arches."))
    )
    request = REQUEST if sources is None else None
    reply = read_message(message(content), request)
    assert findings(reply, sources) == [("right", "stands"), ("right", "stands"), ("wrong_place", "stands")]


def test_any_form_of_a_request_is_taken() -> None:
    content = blocks((BUILT, characters(KOHL)))
    for request in (REQUEST, REQUEST["messages"], REQUEST["messages"][0], REQUEST["messages"][0]["content"]):
        assert findings(read_message(content, request)) == [("right", "stands")]
    assert read_message("No list at all.").text == "No list at all."
    assert read_message({"content": "A string."}).citations == ()


def test_a_document_without_text_in_the_request_is_not_given() -> None:
    by_address = {
        "type": "document",
        "source": {"type": "url", "url": "https://example.org/a.pdf"},
        "title": "A",
    }
    request = [by_address, *document_blocks([BRIDGE])]
    content = blocks((BUILT, characters(KOHL, document_index=0, document_title="A")))
    assert findings(read_message(content, request)) == [("not_given", "unquoted")]
    right = blocks((BUILT, characters(KOHL)))
    assert findings(read_message(right, request)) == [("right", "stands")]


PARTS = [{"type": "text", "text": "It has three arches."}, {"type": "text", "text": KOHL.strip()}]


@pytest.mark.parametrize(
    ("first", "last", "quote", "finding"),
    [
        (1, 2, KOHL.strip(), ("right", "stands")),
        (0, 2, "It has three arches." + KOHL.strip(), ("right", "stands")),
        (0, 1, "It has three arches.", ("wrong_place", "stands")),
        (0, 1, KOHL.strip(), ("wrong_place", "moved")),
        (5, 6, KOHL.strip(), ("wrong_place", "moved")),
        (0, 1, "It was built by nobody.", ("no_such_quote", "absent")),
    ],
)
def test_documents_in_parts_and_search_results(first, last, quote, finding) -> None:
    where = {"cited_text": quote, "start_block_index": first, "end_block_index": last}
    custom = {"type": "document", "title": "Bridge", "source": {"type": "content", "content": PARTS}}
    of_custom = {"type": "content_block_location", "document_index": 1, "document_title": "Bridge", **where}
    assert findings(read_message(blocks((BUILT, of_custom)), [*document_blocks([MILL]), custom])) == [finding]
    found = {"type": "search_result", "source": "https://example.org/b", "title": "Bridge", "content": PARTS}
    tool = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": [found]}]}
    of_search = {
        "type": "search_result_location",
        "search_result_index": 0,
        "source": "https://example.org/b",
        **where,
    }
    reply = read_message(blocks((BUILT, of_search)), [*REQUEST["messages"], tool])
    assert findings(reply, reply.sources[2:]) == [finding]


def test_a_search_result_is_found_among_sources_by_its_address() -> None:
    where = {"cited_text": "Anna Kohl.", "start_block_index": 0, "end_block_index": 1}
    cited = {
        "type": "search_result_location",
        "search_result_index": 0,
        "source": "https://example.org/bridge",
    }
    assert findings(read_message(blocks((BUILT, {**cited, **where}))), SOURCES) == [("right", "stands")]


def test_a_web_page_is_checked_only_if_it_is_given() -> None:
    cited = {"type": "web_search_result_location", "encrypted_index": "x", "title": "T", "cited_text": KOHL}
    reply = read_message(blocks((BUILT, {**cited, "url": "https://example.org/bridge"})))
    assert findings(reply, SOURCES) == [("right", "stands")]
    other = read_message(blocks((BUILT, {**cited, "url": "https://example.org/other"})))
    assert findings(other, SOURCES) == [("not_given", "unquoted")]


def test_a_kind_that_is_not_known_yet_is_found_by_its_names() -> None:
    cited = {"type": "clay_tablet_location", "title": "The mill", "tablet": 4}
    assert findings(read_message(blocks((SAILS, cited))), SOURCES) == [("right", "unquoted")]


def test_pages_of_a_pdf_in_the_request_count_from_one(made_files) -> None:
    data = base64.b64encode(made_files["pdf"][1]).decode()
    source = {"type": "base64", "media_type": "application/pdf", "data": data}
    request = [{"type": "document", "title": "Mill", "source": source}]
    words = "The mill was built in 1871."

    def page(first: int) -> list[dict[str, Any]]:
        where = {"start_page_number": first, "end_page_number": first + 1}
        cited = {
            "type": "page_location",
            "document_index": 0,
            "cited_text": "It was built\nin 1871. ",
            **where,
        }
        return blocks((words, cited))

    audit = audited(read_message(page(1), request))
    assert [(c.finding, c.quote) for c in audit.citations] == [("right", "stands")]
    assert audit.citations[0].reference is not None
    assert audit.citations[0].reference.pages == (0,)
    assert audit.citations[0].reference.bboxes
    for wrong in (2, 7):
        assert findings(read_message(page(wrong), request)) == [("wrong_place", "moved")]
    broken = [{"type": "document", "source": {**source, "data": "%%%"}}]
    with pytest.raises(InputError, match=r"request\[0\]\.source\.data is not base64"):
        read_message(page(1), broken)


@pytest.mark.parametrize(
    ("cited", "said"),
    [
        (
            {**characters(KOHL), "start_char_index": -1},
            "start_char_index must be a whole number from 0, got -1",
        ),
        (
            {**characters(KOHL), "end_char_index": "9"},
            "end_char_index must be a whole number from 0, got '9'",
        ),
        ({**characters(KOHL), "start_char_index": 90}, "end_char_index is 57, before its start, 90"),
        (
            {**characters(KOHL), "document_index": None},
            "document_index must be a whole number from 0, got nothing",
        ),
        ({**characters(KOHL), "cited_text": 7}, "cited_text must be text, got 7"),
        ({**characters(KOHL), "type": None}, "type must be text, got nothing"),
        (
            {"type": "page_location", "document_index": 0, "start_page_number": 0, "end_page_number": 1},
            "start_page_number must be a page, counted from 1",
        ),
    ],
)
def test_a_wrong_field_is_named_by_its_path(cited, said) -> None:
    with pytest.raises(InputError) as error:
        read_message(message(blocks(("x",), (BUILT, cited))))
    assert str(error.value).startswith("message.content[1].citations[0].")
    assert said in str(error.value)


def test_what_is_no_message_is_said() -> None:
    with pytest.raises(InputError, match=r"message\.content must be a list of blocks, got nothing"):
        read_message({"completion": "x"})
    with pytest.raises(InputError, match=r"message\.content\[0\]\.text must be text"):
        read_message([{"type": "text"}])
    with pytest.raises(InputError, match=r"message\.content\[0\]\.citations must be a list"):
        read_message([{"type": "text", "text": "x", "citations": {}}])


def test_an_answer_goes_out_as_blocks_and_comes_back_right() -> None:
    reply = f"  Hello!\n\n{SAILS} It is made of cheese.\n\n{BUILT}\n"
    answer = check(reply, SOURCES, tier="rules")
    out = content_blocks(answer)
    assert "".join(block["text"] for block in out) == reply
    cited = [block for block in out if "citations" in block]
    assert [block["text"].strip() for block in cited] == [SAILS, BUILT]
    assert cited[0]["citations"] == [
        {**characters("🌷 The mill on the Arle has 12 sails.", 0), "document_title": "The mill"}
    ]
    back = read_message(out, document_blocks(SOURCES))
    assert back.text == reply
    assert findings(back) == [("right", "stands")] * 2


@pytest.mark.parametrize("unit", ["code_point", "utf16", "utf8"])
def test_offsets_go_out_in_the_unit_that_is_asked_for(unit) -> None:
    answer = check("The mill was sold in 1902.", ["🌷🌷 It is old. The mill was sold in 1902."], tier="rules")
    (citation,) = content_blocks(answer, offset_unit=unit)[0]["citations"]
    size = {"code_point": 14, "utf16": 16, "utf8": 20}[unit]
    assert citation["start_char_index"] == size
    assert findings(read_message(content_blocks(answer, offset_unit=unit)), answer.documents) == [
        ("right", "stands")
    ]


def test_a_document_with_pages_is_cited_by_page() -> None:
    documents = read_sources(APOLLO / "apollo11.pdf")
    answer = check((APOLLO / "reply.md").read_text(encoding="utf-8"), documents, tier="rules")
    cited = [c for block in content_blocks(answer) for c in block.get("citations", [])]
    assert cited
    assert all(
        c["type"] == "page_location" and 1 <= c["start_page_number"] < c["end_page_number"] for c in cited
    )
    back = findings(read_message(content_blocks(answer)), documents)
    assert back == [("right", "stands")] * len(cited)


def test_nothing_supported_is_one_block_without_citations() -> None:
    answer = check("Cheese is blue.", SOURCES, tier="rules")
    assert content_blocks(answer) == [{"type": "text", "text": "Cheese is blue."}]


def test_a_refusal_has_no_blocks() -> None:
    answer = ask("Who wrote Hamlet?", SOURCES, tier="rules")
    assert answer.was_refused
    assert content_blocks(answer) == []


SENTENCES = st.lists(
    st.sampled_from(
        [SAILS, BUILT, "🌷 It is made of cheese.", "Hello!", "\n\n", " ", "- ", "\r\n", "e\u0301"]
    ),
    max_size=6,
)


@settings(max_examples=30, deadline=None)
@given(SENTENCES)
def test_blocks_always_make_the_reply_and_none_is_blank(pieces) -> None:
    reply = " ".join(pieces)
    out = content_blocks(check(reply, SOURCES, tier="rules"))
    assert "".join(block["text"] for block in out) == (reply if reply.strip() else "")
    assert all(block["text"].strip() for block in out)
    assert all(finding == ("right", "stands") for finding in findings(read_message(out), SOURCES))
