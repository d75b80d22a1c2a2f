"""Messages of providers as the JSON of their APIs, over two small sources."""

from __future__ import annotations

from typing import Any

MILL = "🌷 The mill on the Arle has 12 sails.\r\nIt is 30 m high. It was sold in 1902."
BRIDGE = "The bridge over the Arle was built in 1871 by Anna Kohl. It has three arches."
SAILS = "The mill on the Arle has 12 sails."
BUILT = "The bridge over the Arle was built in 1871."
KOHL = "The bridge over the Arle was built in 1871 by Anna Kohl. "
SOURCES = [
    {"id": "mill.txt", "text": MILL, "metadata": {"title": "The mill"}},
    {"id": "bridge.txt", "text": BRIDGE, "metadata": {"url": "https://example.org/bridge"}},
]


def characters(quote: str, index: int = 1, **more: Any) -> dict[str, Any]:
    """A ``char_location`` of Anthropic's, counted in code points."""
    start = (MILL, BRIDGE)[index].index(quote)
    return {
        "type": "char_location",
        "cited_text": quote,
        "document_index": index,
        "document_title": None,
        "start_char_index": start,
        "end_char_index": start + len(quote),
        **more,
    }


def blocks(*texts: tuple[str, *tuple[dict[str, Any], ...]]) -> list[dict[str, Any]]:
    """Text blocks of Anthropic's: each a text and its citations."""
    return [{"type": "text", "text": text, "citations": list(cited) or None} for text, *cited in texts]


def message(content: list[dict[str, Any]]) -> dict[str, Any]:
    """A message of Anthropic's."""
    usage = {"input_tokens": 1, "output_tokens": 1}
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-x"}
    return {**head, "content": content, "stop_reason": "end_turn", "stop_sequence": None, "usage": usage}


def output_text(text: str, *annotations: dict[str, Any]) -> dict[str, Any]:
    """An output text of OpenAI's."""
    return {"type": "output_text", "text": text, "annotations": list(annotations)}


def response(*parts: dict[str, Any], before: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """A response of OpenAI's; ``before`` are the items before its message."""
    head = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed"}
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": "gpt-x",
        "output": [*before, {**head, "content": list(parts)}],
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
    }


def file_search(*results: dict[str, Any]) -> dict[str, Any]:
    """A file search with its results, as ``include=["file_search_call.results"]`` brings them."""
    head = {"id": "fs_1", "type": "file_search_call", "status": "completed", "queries": ["bridge"]}
    return {**head, "results": list(results)}


def completion(text: str, *annotations: dict[str, Any]) -> dict[str, Any]:
    """A chat completion of OpenAI's."""
    reply = {"role": "assistant", "content": text, "refusal": None, "annotations": list(annotations)}
    choice = {"index": 0, "finish_reason": "stop", "logprobs": None, "message": reply}
    head = {"id": "c_1", "object": "chat.completion", "created": 1, "model": "gpt-x"}
    return {**head, "choices": [choice]}
