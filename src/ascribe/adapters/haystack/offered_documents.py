"""The answers that a component gets, and their documents as sources."""

from typing import Any

from haystack.dataclasses import GeneratedAnswer

from ascribe.errors import InputError
from ascribe.read.sources import SourceSet


def find_sources(answer: GeneratedAnswer) -> Any:
    """Return the documents with text; an empty source set if there are none, so that nothing is supported."""
    return [one for one in answer.documents if (one.content or "").strip()] or SourceSet()


def require_answers(answers: Any) -> None:
    """Raise InputError unless these are a list of ``GeneratedAnswer``."""
    if not isinstance(answers, list | tuple):
        raise InputError(f"answers: expected a list of GeneratedAnswer, got {type(answers).__name__}.")
    for number, answer in enumerate(answers):
        if not isinstance(answer, GeneratedAnswer):
            raise InputError(
                f"answers[{number}]: expected a GeneratedAnswer, got {type(answer).__name__}; an "
                "AnswerBuilder makes answers of replies and documents."
            )
