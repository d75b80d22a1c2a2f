"""(Question, windows of the passages) → how likely each answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ascribe.library.answering.candidates import Candidate
from ascribe.neural.encoder import Encoder
from ascribe.neural.entailment import ENTAILED, EntailmentModel
from ascribe.neural.models import ModelName
from ascribe.score.hybrid import UNDERSTOOD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

MOST_READ = 12
"""Candidates that are read: the best by words and meaning. Each costs about 20 ms."""

WEIGHTS, BIAS = (0.61, 3.96, 3.91), -4.30
"""Log odds that a candidate answers: what each of its ``features`` counts, and the constant.

Fitted on questions about documents that the model did not learn from, all candidates of a question against
one another and against no answer; ``python -m training.answer_odds`` prints them.
"""

SHARE, SHARE_BIAS = 6.28, -4.03
"""The same in a language that no model reads: of the share of the question's words, and the constant."""

SURE = 1e-4
"""As near to 0 and 1 as the model's probability is believed."""


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
        encoder: another one than the built-in.
    """

    def __init__(self, model: EntailmentModel | None = None, encoder: Encoder | None = None) -> None:
        self._model = model or AnswerModel()
        self._encoder = encoder or Encoder()

    def read(self, question: str, candidates: Sequence[Candidate], language: str | None) -> list[Read]:
        """The best of the candidates with their probabilities, the likeliest first.

        In a language that no model reads, the share of the question's words stands for the probability.
        """
        tried = candidates[:MOST_READ]
        if not tried:
            return []
        if language in UNDERSTOOD:
            odds = self.features(question, tried) @ np.array(WEIGHTS) + BIAS
        else:
            odds = np.array([SHARE * one.share + SHARE_BIAS for one in tried])
        probabilities = 1.0 / (1.0 + np.exp(-odds))
        read = [Read(one, float(value)) for one, value in zip(tried, probabilities, strict=True)]
        return sorted(read, key=lambda one: -one.probability)

    def read_part(self, part: str, candidates: Sequence[Candidate], language: str | None) -> list[Read]:
        """The same for one of the questions in a question; likeness is that to this part."""
        tried = candidates[:MOST_READ]
        vectors = self._encoder.embed([part, *(one.sentence.text for one in tried)])
        likeness = (vectors[1:] @ vectors[0]).clip(0.0, 1.0)
        alike = [replace(one, likeness=float(value)) for one, value in zip(tried, likeness, strict=True)]
        return self.read(part, alike, language)

    def features(self, question: str, candidates: Sequence[Candidate]) -> Matrix:
        """What the models make of each candidate, shape (candidates, 3).

        The model's log odds that its window answers, and the likeness in meaning of its sentence and of its
        window to the question.
        """
        found = self._model.probabilities([(one.window, question) for one in candidates])
        answers = np.clip(np.array(found, float)[:, ENTAILED], SURE, 1.0 - SURE)
        vectors = self._encoder.embed([question, *(one.window for one in candidates)])
        likeness = [one.likeness for one in candidates]
        return np.column_stack([np.log(answers / (1.0 - answers)), likeness, vectors[1:] @ vectors[0]])
