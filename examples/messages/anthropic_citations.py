"""A reply of Claude with its own citations, held against the documents of the request.

Needs ``pip install anthropic``; run it as ``python examples/messages/anthropic_citations.py``. Nothing is
sent: the message stands here as the API would give it. With a key it is ``client.messages.create(...)``.
"""

from anthropic.types import Message, MessageParam

from ascribe.adapters.anthropic import content_blocks, document_blocks, read_message
from ascribe.compat import audit_citations

FIRST = "The mill on the Arle has 12 sails. "
SECOND = "It is 30 m high. It was sold in 1902."
SOURCES = [
    {"id": "mill.txt", "text": FIRST + SECOND},
    {"id": "bridge.txt", "text": "The bridge over the Arle was built in 1871 by Anna Kohl."},
]


def cited(quote: str, document: int) -> dict[str, object]:
    """Return a citation of characters, as the API gives it."""
    text = SOURCES[document]["text"]
    return {
        "type": "char_location",
        "cited_text": quote,
        "document_index": document,
        "document_title": SOURCES[document]["id"],
        "start_char_index": text.index(quote),
        "end_char_index": text.index(quote) + len(quote),
    }


ANSWER = [
    {"type": "text", "text": "The mill on the Arle has 12 sails.", "citations": [cited(FIRST, 0)]},
    {"type": "text", "text": " "},
    {"type": "text", "text": "The mill was sold in 1902.", "citations": [cited(FIRST, 0)]},
    {"type": "text", "text": " "},
    {"type": "text", "text": "The bridge was built in 1890.", "citations": [cited(SOURCES[1]["text"], 1)]},
]


def main() -> None:
    """Audit the message, and write the checked answer as content blocks again."""
    asked: MessageParam = {
        "role": "user",
        "content": [*document_blocks(SOURCES), {"type": "text", "text": "Tell me of the Arle."}],
    }
    message = Message.model_validate(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude-opus-4-8",
            "content": ANSWER,
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 0, "output_tokens": 0},
        }
    )
    audit = audit_citations(read_message(message, [asked]))
    print(audit)
    print()
    for block in content_blocks(audit.answer):
        print(repr(block["text"]), [citation["cited_text"] for citation in block.get("citations", [])])


if __name__ == "__main__":
    main()
