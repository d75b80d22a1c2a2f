"""Chunks of other packages: text, no text, or one clear sentence."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ascribe import InputError
from ascribe.records.offsets import join_surrogates
from ascribe.streaming.api import _ChunkReader, extract_delta_text


def as_object(value: Any) -> Any:
    """The same with attributes, as the clients of these services give it."""
    if isinstance(value, dict):
        return SimpleNamespace(**{key: as_object(inner) for key, inner in value.items()})
    return [as_object(inner) for inner in value] if isinstance(value, list) else value


TEXTS = [
    ({"choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}}]}, ""),
    ({"choices": [{"index": 0, "delta": {"content": "The mill"}, "finish_reason": None}]}, "The mill"),
    ({"choices": [{"index": 0, "delta": {"content": None, "tool_calls": []}}]}, ""),
    ({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}, ""),
    ({"choices": [{"index": 0, "finish_reason": "stop"}]}, ""),
    ({"choices": [{"index": 1, "delta": {"content": "another reply"}}]}, ""),
    ({"choices": [], "usage": {"total_tokens": 9}}, ""),
    ({"choices": [{"index": 0, "text": "of a completion"}]}, "of a completion"),
    ({"choices": [{"delta": {"content": [{"type": "text", "text": "a"}, {"type": "image"}]}}]}, "a"),
    ({"type": "response.created", "response": {"error": None}}, ""),
    ({"type": "response.output_text.delta", "delta": "The mill"}, "The mill"),
    ({"type": "response.function_call_arguments.delta", "delta": "{"}, ""),
    ({"type": "response.completed", "response": {"output": []}}, ""),
    ({"type": "message_start", "message": {"content": [], "role": "assistant"}}, ""),
    ({"type": "ping"}, ""),
    ({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}, ""),
    (
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "The mill"}},
        "The mill",
    ),
    ({"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Hm."}}, ""),
    (
        {
            "type": "content_block_delta",
            "index": 1,
            "delta": {"type": "input_json_delta", "partial_json": "{"},
        },
        "",
    ),
    ({"type": "content_block_stop", "index": 0}, ""),
    ({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 9}}, ""),
    ({"type": "message_stop"}, ""),
    ({"candidates": [{"content": {"parts": [{"text": "The "}, {"text": "mill"}]}}]}, "The mill"),
    ({"candidates": [{"content": {"parts": [{"text": "Hm.", "thought": True}, {"text": "A"}]}}]}, "A"),
    ({"candidates": [{"finishReason": "STOP"}], "usageMetadata": {"totalTokenCount": 9}}, ""),
    ({"candidates": [{"index": 1, "content": {"parts": [{"text": "another reply"}]}}]}, ""),
    ({"usageMetadata": {"totalTokenCount": 9}}, ""),
    ({"type": "AIMessageChunk", "content": "The mill"}, "The mill"),
    ({"content": [{"type": "text", "text": "The "}, "mill"]}, "The mill"),
]


@pytest.mark.parametrize(("chunk", "text"), TEXTS)
def test_dicts_and_objects_say_the_same(chunk: dict[str, Any], text: str) -> None:
    assert extract_delta_text(chunk, 1) == text
    assert extract_delta_text(as_object(chunk), 1) == text


def test_text_is_itself() -> None:
    assert extract_delta_text("data: {}", 1) == "data: {}"
    assert extract_delta_text({"content": None}, 1) == ""


@pytest.mark.parametrize(
    "chunk",
    [None, 7, b"text", [], {}, object(), {"choices": 7}, {"choices": [{}]}, {"choices": ["text"]},
     {"choices": [{"delta": {"content": 7}}]}, {"type": "response.output_text.delta"}, {"content": 7},
     {"type": "text", "text": "no stream"},
     {"type": "content_block_delta", "delta": {"type": "text_delta"}}, {"candidates": 7},
     {"candidates": [{"content": {"parts": 7}}]}],
)  # fmt: skip
def test_a_malformed_chunk_is_one_sentence_with_its_number(chunk: Any) -> None:
    with pytest.raises(InputError, match=r"^chunk 3: a \w+ without text in a known field; pass strings"):
        extract_delta_text(chunk, 3)


@pytest.mark.parametrize(
    ("chunk", "told"),
    [
        ({"type": "error", "message": "Too many requests."}, ": Too many requests."),
        ({"type": "response.failed", "response": {"error": {"message": "No answer"}}}, ": No answer."),
        ({"error": {"message": "No credit", "code": 402}, "choices": []}, ": No credit."),
        ({"error": "overloaded"}, ": overloaded."),
        ({"type": "error"}, "."),
        ({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, ": Overloaded."),
        ({"promptFeedback": {"blockReason": "SAFETY"}}, ": the question is blocked (SAFETY)."),
    ],
)
def test_a_failure_is_never_the_end_of_a_reply(chunk: dict[str, Any], told: str) -> None:
    for form in (chunk, as_object(chunk)):
        with pytest.raises(InputError) as error:
            extract_delta_text(form, 2)
        assert str(error.value) == f"chunk 2: the stream reports that it failed{told}"


def test_a_text_that_anthropics_package_gives_twice_counts_once() -> None:
    raw = {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "The mill"}}
    twin = {"type": "text", "text": "The mill", "snapshot": "The mill"}
    for chunks in ([raw, twin], [raw], [twin]):
        reader = _ChunkReader()
        assert "".join(reader.read(as_object(chunk)) for chunk in chunks) == "The mill"


@given(st.text(), st.integers(0, 40))
def test_halves_of_characters_become_whole(text: str, cut: int) -> None:
    units = text.encode("utf-16-le", "surrogatepass")
    halves = "".join(chr(int.from_bytes(units[i : i + 2], "little")) for i in range(0, len(units), 2))
    first, held = join_surrogates(halves[:cut])
    assert len(held) <= 1
    assert first + join_surrogates(held + halves[cut:])[0] == text
