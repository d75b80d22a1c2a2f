"""OpenAI's annotations in and out, with plain JSON; the real package is in ``test_message_packages``."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import InputError, check, repair
from ascribe.adapters.openai import input_blocks, output_text, read_message
from ascribe.compat import CitationAudit, CitedReply, audit_citations
from ascribe.records.offsets import from_code_points
from tests.adapters import messages
from tests.adapters.messages import (
    BRIDGE,
    BUILT,
    KOHL,
    MILL,
    SAILS,
    SOURCES,
    completion,
    file_search,
    response,
)

URL = "https://example.org/bridge"
LINK = f"([example.org]({URL}?utm_source=openai))"


def url(start: int, end: int, address: str = f"{URL}?utm_source=openai") -> dict[str, Any]:
    return {"type": "url_citation", "start_index": start, "end_index": end, "url": address, "title": "Bridge"}


def file(index: int, name: str = "bridge.txt") -> dict[str, Any]:
    return {"type": "file_citation", "index": index, "file_id": f"file-{name}", "filename": name}


def audited(reply: CitedReply, sources: Any = SOURCES) -> CitationAudit:
    return audit_citations(reply, sources, tier="rules")


def findings(reply: CitedReply, sources: Any = SOURCES) -> list[str]:
    return [one.finding for one in audited(reply, sources).citations]


def test_texts_are_joined_and_offsets_count_in_their_own_text() -> None:
    first, second = f"🌷 {SAILS} ", BUILT
    parts = [
        messages.output_text(first, file(2 + len(SAILS))),
        messages.output_text(second, url(0, len(BUILT))),
    ]
    reply = read_message(response(*parts, before=({"type": "reasoning", "id": "r", "summary": []},)))
    assert reply.text == first + second
    assert [(c.start, c.end, c.is_mark) for c in reply.citations] == [
        (2 + len(SAILS), 2 + len(SAILS), True),
        (len(first), len(first + second), False),
    ]
    assert reply.citations[1].keys == (f"{URL}?utm_source=openai", URL)
    assert reply.citations[1].field == "message.output[1].content[1].annotations[0]"
    assert findings(reply) == ["elsewhere", "right"]


def test_every_form_of_a_message_is_taken() -> None:
    part = messages.output_text(BUILT, url(0, len(BUILT)))
    whole = response(part)
    for message in (whole, whole["output"][0], part):
        assert findings(read_message(message)) == ["right"]
    nested = {"type": "url_citation", "url_citation": url(0, len(BUILT))}
    for message in (completion(BUILT, nested), completion(BUILT, nested)["choices"][0]["message"]):
        assert findings(read_message(message)) == ["right"]


@pytest.mark.parametrize(
    "link", [LINK, f"[1]({URL})", "【4:0†bridge】", "\ue200cite\ue202turn0search1\ue201", f"({URL})"]
)
@pytest.mark.parametrize("beyond", [0, -1])
def test_an_annotation_round_a_link_is_a_mark_behind_its_sentence(link: str, beyond: int) -> None:
    text = f"{BUILT} {link} A railway crosses the valley to Ghent."
    start = text.index(link)
    reply = read_message(messages.output_text(text, url(start, start + len(link) + beyond)))
    (citation,) = reply.citations
    assert (citation.start, citation.end, citation.is_mark) == (start, start + len(link), True)
    audit = audited(reply)
    assert (audit.citations[0].finding, audit.citations[0].sentence) == ("right", 0)
    assert len(audit.answer.sentences) == 2


@pytest.mark.parametrize("unit", ["code_point", "utf16", "utf8"])
def test_offsets_count_in_the_unit_that_is_named(unit) -> None:
    text = f"🌷🌷 {BUILT}"
    start, end = (from_code_points(text, place, unit) for place in (3, len(text)))
    reply = read_message(messages.output_text(text, url(start, end)), offset_unit=unit)
    assert (reply.citations[0].start, reply.citations[0].end) == (3, len(text))


def test_what_the_file_search_found_becomes_the_sources() -> None:
    results = [
        {"file_id": "file-bridge.txt", "filename": "bridge.txt", "text": text, "score": 0.9, "attributes": {}}
        for text in (KOHL, "It has three arches.", KOHL)
    ]
    mill = {"file_id": "file-mill.txt", "filename": "mill.txt", "text": MILL}
    text = f"{BUILT} {SAILS}"
    part = messages.output_text(text, file(len(BUILT) - 1), file(len(text)))
    reply = read_message(response(part, before=(file_search(*results, mill),)))
    assert [source["id"] for source in reply.sources] == ["file-bridge.txt", "file-mill.txt"]
    assert reply.sources[0]["text"] == f"{KOHL}\n\nIt has three arches."
    assert findings(reply, None) == ["right", "elsewhere"]
    assert findings(read_message(response(part)), [{"id": "mill.txt", "text": MILL}]) == [
        "not_given",
        "not_given",
    ]


def test_container_files_cite_and_paths_do_not() -> None:
    container = {**url(0, len(BUILT)), "type": "container_file_citation", "container_id": "c", "file_id": "f"}
    named = {**container, "filename": "bridge.txt", "url": None}
    path = {"type": "file_path", "file_id": "f", "index": 0}
    assert findings(read_message(messages.output_text(BUILT, path, named))) == ["right"]


@pytest.mark.parametrize(
    ("annotation", "said"),
    [
        (url(0, 900), "end_index: offset 900 is outside the text, which has 43 code points"),
        (url(9, 3), "end_index is 3, before its start, 9"),
        ({**url(0, 3), "start_index": None}, "start_index must be a whole number from 0, got nothing"),
        (file(900), "index: offset 900 is outside the text"),
        (file(True), "index must be a whole number from 0, got True"),
        ({**url(0, 3), "url": 4}, "url must be text, got 4"),
        ({"index": 3}, "type must be text, got nothing"),
    ],
)
def test_a_wrong_field_is_named_by_its_path(annotation, said) -> None:
    with pytest.raises(InputError) as error:
        read_message(response(messages.output_text(BUILT, annotation)))
    assert str(error.value).startswith("message.output[0].content[0].annotations[0].")
    assert said in str(error.value)


def test_an_offset_inside_a_character_is_refused() -> None:
    with pytest.raises(InputError, match=r"annotations\[0\]\.start_index: offset 1 is inside a character"):
        read_message(messages.output_text(f"🌷 {BUILT}", url(1, 4)), offset_unit="utf16")


def test_what_is_no_message_is_said() -> None:
    with pytest.raises(InputError, match=r"message\.content must be text, got nothing"):
        read_message({"role": "assistant"})
    with pytest.raises(InputError, match=r"message\.choices\[0\]\.message\.content must be text"):
        read_message({"choices": [{"message": {"content": None, "tool_calls": []}}]})


def test_an_answer_goes_out_as_annotations_and_comes_back_right() -> None:
    reply = f"🌷 Hello! {SAILS} It is made of cheese.\n\n{BUILT}\n"
    out = output_text(check(reply, SOURCES, tier="rules"))
    assert out["text"] == reply
    start = reply.index(SAILS)
    assert out["annotations"] == [
        {"type": "file_citation", "file_id": "mill.txt", "filename": "mill.txt", "index": start + len(SAILS)},
        {**url(len(reply) - 1 - len(BUILT), len(reply) - 1, URL), "title": "bridge.txt"},
    ]
    back = read_message(out)
    assert findings(back) == ["right", "right"]


PIECES = st.lists(
    st.sampled_from([SAILS, BUILT, "🌷 It is made of cheese.", "Hello!", "\n\n", "\r\n", "e\u0301"])
)


@given(PIECES, st.sampled_from(["code_point", "utf16", "utf8"]))
def test_what_goes_out_in_any_unit_comes_back_right(pieces, unit) -> None:
    reply = " ".join(pieces)
    answer = check(reply, SOURCES, tier="rules")
    back = read_message(output_text(answer, offset_unit=unit), offset_unit=unit)
    assert back.text == reply
    assert set(findings(back)) <= {"right"}
    assert bool(back.citations) is bool(answer.supported_sentences)


def test_sources_go_in_with_numbers_that_markers_can_name() -> None:
    texts = [block["text"] for block in input_blocks(SOURCES)]
    assert texts == [f"[1] The mill\n\n{MILL}", f"[2] bridge.txt\n\n{BRIDGE}"]
    assert repair(f"{SAILS[:-1]} [1].", SOURCES, tier="rules").action_counts() == {"keep": 1}
