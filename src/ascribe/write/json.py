"""The whole answer as JSON."""

from __future__ import annotations

from ascribe.protocols import Rendered
from ascribe.records import Answer
from ascribe.write.evidence import get_reply


class JsonWriter:
    """Writes everything in the answer; ``Answer.from_json`` reads it back.

    Args:
        indent: spaces per level; None for one line.
    """

    def __init__(self, indent: int | None = 2) -> None:
        self.indent = indent

    def write(self, answer: Answer) -> Rendered:
        """Render the answer as JSON. It has no insertions: ``decode`` reads the field with the reply.

        Raises:
            InputError: the answer contains a value that JSON cannot express, such as a lone surrogate.
        """
        return Rendered(answer.to_json(indent=self.indent))

    def decode(self, text: str) -> str:
        """Return the reply in the JSON; without one, its sentences joined by spaces.

        Raises:
            InputError: the text is not the JSON of an answer.
        """
        return get_reply(Answer.from_json(text))
