"""The answer as JSON, whole or without the texts of its sources."""

from __future__ import annotations

from dataclasses import replace

from ascribe.protocols import Rendered
from ascribe.records import Answer
from ascribe.write.evidence import get_reply


class JsonWriter:
    """Writes the answer; ``Answer.from_json`` reads it back.

    Args:
        indent: spaces per level; None for one line.
        source_texts: True writes everything. False leaves out the texts of the sources and the passages that
            were offered, which are most of the JSON; the references keep the quoted words.
    """

    def __init__(self, indent: int | None = 2, *, source_texts: bool = True) -> None:
        self.indent = indent
        self.source_texts = source_texts

    def write(self, answer: Answer) -> Rendered:
        """Render the answer as JSON. It has no insertions: ``decode`` reads the field with the reply.

        Raises:
            InputError: the answer contains a value that JSON cannot express, such as a lone surrogate.
        """
        written = answer if self.source_texts else drop_source_texts(answer)
        return Rendered(written.to_json(indent=self.indent))

    def decode(self, text: str) -> str:
        """Return the reply in the JSON; without one, its sentences joined by spaces.

        Raises:
            InputError: the text is not the JSON of an answer.
        """
        return get_reply(Answer.from_json(text))


def drop_source_texts(answer: Answer) -> Answer:
    """Return the answer without the texts of its sources and the passages that were offered.

    Every document keeps its name, path, digest and metadata, so that the texts can be found again.
    """
    documents = [
        replace(one, sections=[], page_breaks=[], full_text=None, lines=[]) for one in answer.documents
    ]
    return replace(answer, documents=documents, retrieved_chunks=[])
