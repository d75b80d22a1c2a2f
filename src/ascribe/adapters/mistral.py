"""Replies of Mistral's chat with reference chunks: each stands behind the words that it is for.

Nothing has to be installed: objects of the package ``mistralai`` and the JSON of the API are both taken.
"""

from __future__ import annotations

from typing import Any

from ascribe.adapters.fields import MessageField
from ascribe.compat.provider_citations import CitedReply, NativeCitation


def read_message(message: Any) -> CitedReply:
    """The text chunks joined, and a mark for each id of a reference chunk, behind the text before it.

    The ids are those that the tool gave its results: sources with these ids, or, for numbers, the sources in
    their order, from 0.

    Args:
        message: a response, of which the first choice counts, its message, or the JSON of either.

    Raises:
        InputError: a field is missing or of the wrong kind; the message has its path.
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
