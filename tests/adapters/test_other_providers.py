"""Citations of Cohere, Gemini and Mistral, as the JSON of their APIs and as objects."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ascribe import InputError
from ascribe.adapters import cohere, gemini, mistral
from ascribe.compat import CitedReply, audit_citations
from tests.adapters.messages import BRIDGE, BUILT, KOHL, MILL, SAILS, SOURCES

TEXT = f"🌷 {SAILS} {BUILT}"


def findings(reply: CitedReply, sources: Any = None) -> list[str]:
    return [one.finding for one in audit_citations(reply, sources, tier="rules").citations]


def spans(reply: CitedReply) -> list[str]:
    return [reply.text[c.start : c.end] for c in reply.citations]


def as_object(value: Any) -> Any:
    """The JSON as objects with attributes, as a package has it."""
    if isinstance(value, dict):
        return SimpleNamespace(**{key: as_object(item) for key, item in value.items()})
    return [as_object(item) for item in value] if isinstance(value, list) else value


def of_cohere(start: int, end: int, words: str, doc_id: str, text: str, **more: Any) -> dict[str, Any]:
    source = {"type": "document", "id": doc_id, "document": {"id": doc_id, "snippet": text, "title": "T"}}
    return {"start": start, "end": end, "text": words, "sources": [source], "type": "TEXT_CONTENT", **more}


def test_cohere_brings_its_documents() -> None:
    start = TEXT.index(BUILT)
    citations = [
        of_cohere(2, 2 + len(SAILS), SAILS, "mill", MILL),
        of_cohere(start, len(TEXT), BUILT, "mill", MILL),
        of_cohere(start, len(TEXT), BUILT, "bridge", BRIDGE),
        of_cohere(0, 4, "plan", "mill", MILL, type="PLAN"),
    ]
    message = {"message": {"content": [{"type": "text", "text": TEXT}], "citations": citations}}
    reply = cohere.read_message(message)
    assert spans(reply) == [SAILS, BUILT, BUILT]
    assert [source["id"] for source in reply.sources] == ["mill", "bridge"]
    assert reply.sources[0]["metadata"] == {"title": "T"}
    assert findings(reply) == ["right", "beside", "right"]


def test_cohere_version_one_and_an_id_that_is_missing() -> None:
    citations = [{"start": 0, "end": len(BUILT), "text": BUILT, "document_ids": ["b", "m"]}]
    documents = [{"id": "m", "text": MILL}, {"id": "b", "snippet": BRIDGE}]
    reply = cohere.read_message({"text": BUILT, "citations": citations, "documents": documents})
    assert [c.keys for c in reply.citations] == [("b",), ("m",)]
    assert findings(reply) == ["right", "beside"]
    nameless = {"start": 0, "end": 3, "text": "The", "sources": [{"type": "tool", "tool_output": {"x": 1}}]}
    assert findings(cohere.read_message({"text": BUILT, "citations": [nameless]}), SOURCES) == ["not_given"]


def test_offsets_that_miss_the_words_are_put_right_by_them() -> None:
    utf16 = of_cohere(3, 3 + len(SAILS), SAILS, "mill", MILL)
    far = of_cohere(500, 500 + len(BUILT), BUILT, "bridge", BRIDGE)
    second = of_cohere(0, 8, "The mill", "mill", MILL)
    content = [{"type": "text", "text": TEXT + " " + SAILS}]
    reply = cohere.read_message({"content": content, "citations": [utf16, far, second]})
    assert spans(reply) == [SAILS, BUILT, "The mill"]
    assert reply.citations[2].start == 2  # the nearest of two
    with pytest.raises(InputError, match=r"citations\[0\]: the reply does not contain the words 'cheese'"):
        cohere.read_message({"content": content, "citations": [of_cohere(0, 6, "cheese", "m", MILL)]})
    with pytest.raises(InputError, match=r"message\.citations\[0\]: offset 999 is outside the text"):
        cohere.read_message({"content": content, "citations": [of_cohere(0, 999, "", "m", MILL)]})


def of_gemini(style: str) -> dict[str, Any]:
    """Two supports, the offsets in bytes: the tulip has four."""
    first = {"endIndex": 5 + len(SAILS), "startIndex": 5, "text": SAILS}
    second = {"partIndex": 1, "endIndex": len(BUILT), "text": BUILT}
    data = {
        "groundingChunks": [
            {"retrievedContext": {"uri": "gs://b/mill", "title": "Mill", "text": MILL}},
            {"web": {"uri": "https://example.org/bridge", "title": "example.org"}},
        ],
        "groundingSupports": [
            {"segment": first, "groundingChunkIndices": [0]},
            {"segment": second, "groundingChunkIndices": [1, 0], "confidenceScores": [0.9, 0.2]},
        ],
    }
    parts = [{"text": f"🌷 {SAILS} "}, {"text": BUILT}]
    candidate = {"content": {"parts": parts, "role": "model"}, "groundingMetadata": data}
    return {"candidates": [candidate if style == "camel" else snake(candidate)]}


def snake(value: Any) -> Any:
    if isinstance(value, dict):
        return {"".join(f"_{c.lower()}" if c.isupper() else c for c in k): snake(v) for k, v in value.items()}
    return [snake(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("style", ["camel", "snake"])
def test_gemini_counts_bytes_within_a_part(style: str) -> None:
    for message in (of_gemini(style), as_object(of_gemini(style)), of_gemini(style)["candidates"][0]):
        reply = gemini.read_message(message)
        assert reply.text == f"🌷 {SAILS} {BUILT}"
        assert spans(reply) == [SAILS, BUILT, BUILT]
        assert findings(reply)[1] == "not_given"
        bridge = {"id": "b", "text": BRIDGE, "metadata": {"url": "https://example.org/bridge"}}
        assert findings(reply, [*reply.sources, bridge]) == ["right", "right", "beside"]


def test_gemini_without_grounding_and_with_wrong_numbers() -> None:
    message = of_gemini("camel")
    support = message["candidates"][0]["groundingMetadata"]["groundingSupports"][1]
    support["groundingChunkIndices"] = [2]
    with pytest.raises(InputError, match=r"groundingChunkIndices\[0\] must be one of the 2 chunks, got 2"):
        gemini.read_message(message)
    support["segment"] = {"partIndex": 2, "endIndex": 3}
    with pytest.raises(InputError, match=r"segment\.partIndex must be a part of the reply, which has 2"):
        gemini.read_message(message)
    support["segment"] = {"endIndex": 2}
    with pytest.raises(InputError, match="offset 2 is inside a character when counted in bytes of UTF-8"):
        gemini.read_message(message)
    assert gemini.read_message(
        {"content": {"parts": [{"text": "Hm.", "thought": True}, {"text": "So."}]}}
    ) == (CitedReply("So."))


def test_mistral_puts_references_behind_the_words() -> None:
    content = [
        {"type": "text", "text": f"🌷 {SAILS}"},
        {"type": "reference", "reference_ids": [0]},
        {"type": "text", "text": f" {BUILT[:-1]}"},
        {"type": "reference", "reference_ids": ["0", 1]},
        {"type": "text", "text": "."},
    ]
    message = {"choices": [{"message": {"role": "assistant", "content": content}}]}
    for given in (message, as_object(message)):
        reply = mistral.read_message(given)
        assert reply.text == TEXT
        assert [c.keys for c in reply.citations] == [("0", 1), ("0", 1), ("1", 2)]
        assert findings(reply, SOURCES) == ["right", "beside", "right"]
    named = [{"id": "1", "text": MILL}, {"id": "0", "text": BRIDGE}]  # ids of the tool stand above the order
    assert findings(mistral.read_message(message), named) == ["elsewhere", "right", "beside"]
    assert mistral.read_message({"content": KOHL}) == CitedReply(KOHL)
