"""Mistral's Chat API: read replies with reference chunks, which follow the words they support.

No package is needed: objects of the package ``mistralai`` and the JSON of the API are both accepted.
"""

from __future__ import annotations

from typing import Any

from ascribe.adapters.fields import MessageField
from ascribe.compat.provider_citations import CitedReply, NativeCitation


def read_message(message: Any) -> CitedReply:
    """Join the text chunks; add a citation mark after the preceding text for each id of a reference chunk.

    The ids are those that the tool gave its results: they match sources with these ids or, if they are
    numbers, the sources by position, from 0.

    Args:
        message: a response (its first choice is used), its message, or the JSON of either.

    Raises:
        InputError: a field is missing or has the wrong type; the message gives its path.
    """
    root = MessageField(message)
    choices = root.items("choices")
    root = choices[0].get("message") if choices else root
    if isinstance(root.get("content").value, str):
        return CitedReply(root.text("content"))
    text = ""
    citations: list[NativeCitation] = []
    for chunk in root.items("content"):
        match chunk.get("type").value:
            case "text":
                text += chunk.text("text")
            case "reference":
                ids = chunk.items("reference_ids")
                citations += [
                    NativeCitation(len(text), len(text), _collect_keys(one), True, field=chunk.path)
                    for one in ids
                ]
    return CitedReply(text, tuple(citations))


def _collect_keys(one: MessageField) -> tuple[int | str, ...]:
    name = str(one.value)
    return (name, int(name) + 1) if name.isascii() and name.isdigit() else (name,)
