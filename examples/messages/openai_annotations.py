"""A response of OpenAI with annotations of a web search and a file search, held against the sources.

Needs ``pip install openai``; run it as ``python examples/messages/openai_annotations.py``. Nothing is sent:
the response stands here as the API would give it. With a key it is ``client.responses.create(...)``.
"""

from openai.types.responses import Response

from ascribe.adapters.openai import output_text, read_message
from ascribe.compat import audit_citations

MILL = "The mill on the Arle has 12 sails. It is 30 m high. It was sold in 1902."
PAGE = {
    "id": "bridge",
    "text": "The bridge over the Arle was built in 1871 by Anna Kohl.",
    "metadata": {"url": "https://example.org/bridge"},
}
LINK = "([example.org](https://example.org/bridge?utm_source=openai))"
TEXT = f"🌷 The mill on the Arle has 12 sails. The bridge over the Arle was built in 1890. {LINK}"


def response() -> Response:
    """One search of files, and a message with two annotations."""
    found = {"file_id": "file-1", "filename": "mill.txt", "text": MILL, "score": 0.9, "attributes": {}}
    start = TEXT.index(LINK)
    annotations = [
        {
            "type": "file_citation",
            "file_id": "file-1",
            "filename": "mill.txt",
            "index": TEXT.index(" The bridge"),
        },
        {
            "type": "url_citation",
            "url": "https://example.org/bridge?utm_source=openai",
            "title": "The bridge",
            "start_index": start,
            "end_index": start + len(LINK),
        },
    ]
    part = {"type": "output_text", "text": TEXT, "annotations": annotations}
    search = {
        "id": "fs_1",
        "type": "file_search_call",
        "status": "completed",
        "queries": [],
        "results": [found],
    }
    said = {"id": "m_1", "type": "message", "role": "assistant", "status": "completed", "content": [part]}
    head = {"id": "r_1", "object": "response", "created_at": 0, "model": "gpt-5.6", "output": [search, said]}
    return Response.model_validate({**head, "parallel_tool_calls": False, "tool_choice": "auto", "tools": []})


def main() -> None:
    """Audit the response, and write the checked answer as an output text again."""
    reply = read_message(response())
    audit = audit_citations(reply, [*reply.sources, PAGE])
    print(audit)
    print()
    for annotation in output_text(audit.answer)["annotations"]:
        print(annotation)


if __name__ == "__main__":
    main()
