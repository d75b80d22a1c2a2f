"""(Passage, question) → how likely the passage answers the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from ascribe.library.answering.candidates import Candidate
from ascribe.neural.entailment import ENTAILED, EntailmentModel
from ascribe.neural.models import ModelName

MOST_READ = 12
"""Candidates that are read: the best by words and meaning. Each costs about 15 ms."""


class AnswerModel(EntailmentModel):
    """The built-in reader. Its classes are those of the verifier: entailed stands for "answers"."""

    name: ClassVar[ModelName] = "reader"


@dataclass(frozen=True, slots=True)
class Read:
    """A candidate, and the probability that it answers."""

    candidate: Candidate
    probability: float


class Reader:
    """Reads candidates beside a question.

    Args:
        model: another one than the built-in.
    """

    def __init__(self, model: EntailmentModel | None = None) -> None:
        self._model = model or AnswerModel()

    def read(self, question: str, candidates: Sequence[Candidate]) -> list[Read]:
        """The best of the candidates with their probabilities, the likeliest first."""
        tried = candidates[:MOST_READ]
        found = self._model.probabilities([(one.window, question) for one in tried])
        read = [Read(one, float(row[ENTAILED])) for one, row in zip(tried, found, strict=True)]
        return sorted(read, key=lambda one: -one.probability)
