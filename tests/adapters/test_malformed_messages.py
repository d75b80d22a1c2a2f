"""Whatever stands in a field: a reader gives a reply, or one sentence that names the field."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ascribe import InputError
from ascribe.adapters import anthropic, cohere, gemini, mistral, openai
from ascribe.compat import CitedReply
from tests.adapters import messages
from tests.adapters.messages import BUILT, KOHL, blocks, characters, response
from tests.adapters.test_other_providers import of_cohere, of_gemini

URL = {"type": "url_citation", "url": "https://example.org", "title": "T", "start_index": 0, "end_index": 4}
FILE = {"type": "file_citation", "file_id": "f", "filename": "f.txt", "index": 3}
FOUND = messages.file_search({"file_id": "f", "filename": "f.txt", "text": KOHL, "score": 1.0})
REFERENCE = {"type": "reference", "reference_ids": [0, "1"]}
REQUEST = anthropic.document_blocks([KOHL])

WELL_FORMED: dict[str, tuple[Callable[[Any], CitedReply], Any]] = {
    "anthropic": (anthropic.read_message, messages.message(blocks((BUILT, characters(KOHL))))),
    "anthropic request": (lambda request: anthropic.read_message("x", request), REQUEST),
    "openai": (openai.read_message, response(messages.output_text(BUILT, URL, FILE), before=(FOUND,))),
    "openai chat": (
        openai.read_message,
        messages.completion(BUILT, {"type": "url_citation", "url_citation": URL}),
    ),
    "cohere": (cohere.read_message, {"text": BUILT, "citations": [of_cohere(0, 3, "The", "a", KOHL)]}),
    "gemini": (gemini.read_message, of_gemini("camel")),
    "mistral": (mistral.read_message, {"content": [{"type": "text", "text": BUILT}, REFERENCE]}),
}
ANYTHING: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 3, 10**9, 1.5, "", "x", "text", [], [None], ["x"], [[]], {}, {"a": 1}]
)


def outcome(read: Callable[[Any], CitedReply], message: Any) -> tuple[CitedReply, str]:
    """The reply, and what is said instead of one."""
    try:
        return read(message), ""
    except InputError as error:
        return CitedReply(""), str(error)


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from paths(item, (*at, key))


@pytest.mark.parametrize("name", WELL_FORMED)
@settings(max_examples=60)
@given(st.data())
def test_any_value_in_any_field(name: str, data: st.DataObject) -> None:
    read, message = WELL_FORMED[name]
    assert isinstance(read(message), CitedReply)
    path = data.draw(st.sampled_from(list(paths(message))))
    broken: Any = copy.deepcopy([message])
    holder, key = broken, 0
    for step in path:
        holder, key = holder[key], step
    holder[key] = data.draw(ANYTHING)
    reply, said = outcome(read, broken[0])
    assert said.startswith(("message", "request")) is bool(said)
    assert all(0 <= c.start <= c.end <= len(reply.text) for c in reply.citations)
