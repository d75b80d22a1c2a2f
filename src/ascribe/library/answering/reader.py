"""(Window of a passage, question) → how likely the window answers the question."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from ascribe.library.answering.candidates import Candidate
from ascribe.neural.entailment import ENTAILED, EntailmentModel
from ascribe.neural.models import ModelName
from ascribe.score.hybrid import UNDERSTOOD

MOST_READ = 12
"""Candidates that are read: the best by words and meaning. Each costs about 15 ms."""

MODEL, FIT, BIAS = 0.49, 2.22, -1.89
"""Odds of an answer: of the model's own log odds, of the fit by words and meaning, and the constant.

Fitted on questions about documents that the model did not learn from; ``python -m training.answer_odds``
prints them.
"""

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
    """

    def __init__(self, model: EntailmentModel | None = None) -> None:
        self._model = model or AnswerModel()

    def read(self, question: str, candidates: Sequence[Candidate], language: str | None) -> list[Read]:
        """The best of the candidates with their probabilities, the likeliest first.

        In a language that no model reads, the share of the question's words stands for the probability.
        """
        tried = candidates[:MOST_READ]
        if language in UNDERSTOOD:
            odds = [
                MODEL * read + FIT * one.fit + BIAS
                for one, read in zip(tried, self.log_odds(question, tried), strict=True)
            ]
            read = [Read(one, _probability(value)) for one, value in zip(tried, odds, strict=True)]
        else:
            read = [Read(one, one.share) for one in tried]  # nobody fitted this on answers
        return sorted(read, key=lambda one: -one.probability)

    def log_odds(self, question: str, candidates: Sequence[Candidate]) -> list[float]:
        """What the model makes of each: the logarithm of how many times likelier it answers than not."""
        found = self._model.probabilities([(one.window, question) for one in candidates])
        answered = [min(max(float(row[ENTAILED]), SURE), 1.0 - SURE) for row in found]
        return [math.log(value / (1.0 - value)) for value in answered]


def _probability(odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-odds))
