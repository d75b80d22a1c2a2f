"""A chain's dict → what ``check`` takes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import BaseMessage

from ascribe.errors import InputError
from ascribe.read.replies import message_text
from ascribe.read.sources import SourceSet


@dataclass(frozen=True, slots=True)
class Keys:
    """Where the dict has the question, the answer and the context."""

    question: str
    answer: str
    context: str

    def chosen(self, values: object) -> dict[str, Any]:
        """Those of the three that are there, of question and answer the text.

        Raises:
            InputError: not a dict, or no text in the question or the answer.
        """
        if not isinstance(values, Mapping):
            raise InputError(f"An AnswerChecker takes a dict, got {type(values).__name__}.")
        chosen = {
            key: value for key in (self.question, self.answer) if (value := values.get(key)) is not None
        }
        texts = {key: text_of(value) for key, value in chosen.items()}
        context = values.get(self.context)
        return texts if context is None else {**texts, self.context: context}

    def arguments(self, chosen: Mapping[str, Any]) -> tuple[str, Any, str | None]:
        """The reply, the sources and the question.

        Raises:
            InputError: no answer, or no context.
        """
        for name, key in (("answer", self.answer), ("context", self.context)):
            if key not in chosen:
                raise InputError(
                    f"The dict has no {key!r}; AnswerChecker({name}_key=…) names where the {name} is."
                )
        return chosen[self.answer], sources_of(chosen[self.context]), chosen.get(self.question)


def text_of(value: object) -> str:
    """The text of a string or a message; empty for a message that has none, such as a call of a tool."""
    return str(value.text) if isinstance(value, BaseMessage) else message_text(value)


def sources_of(context: object) -> Any:
    """The documents or texts that are not blank, each once; with none of them nothing is supported.

    Retrievers that are joined give a document twice, and one that finds nothing gives none.
    """
    items = context if isinstance(context, list | tuple) else [context]
    kept: dict[tuple[object, str], Any] = {}
    for position, item in enumerate(items):
        text = getattr(item, "page_content", item)
        if not isinstance(text, str) or text.strip():
            kept.setdefault((getattr(item, "id", None) or position, str(text)), item)
    return list(kept.values()) or SourceSet()
