"""Write the message of each verdict into the JSON of its sentence; reading ignores it, as it is derived."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ascribe.records.cited_sentence import CitedSentence


def add_messages(plain: Iterable[dict[str, Any]], sentences: Iterable[CitedSentence]) -> None:
    """Add the message to the verdict of each plain sentence, in place."""
    for data, sentence in zip(plain, sentences, strict=True):
        if sentence.verdict is not None:
            data["verdict"]["message"] = sentence.verdict.message


def describe_messages(definitions: Mapping[str, dict[str, Any]]) -> None:
    """Add the message to the JSON Schema of a verdict, in place."""
    if "Verdict" in definitions:
        definitions["Verdict"]["properties"]["message"] = {
            "type": "string",
            "readOnly": True,
            "description": "what the verdict says, in one plain sentence; follows from the other fields",
        }
