"""What was found for an answer, and how well grounded it is by that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from ascribe.records import Reference


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence of an answer.

    Args:
        start: its first code point in the answer.
        end: one past its last.
        needs_verification: whether it takes part.
        class_name: what the verifiability model calls it; None where no such model was asked.
        probability: how sure the model is of that.
    """

    start: int
    end: int
    needs_verification: bool = True
    class_name: str | None = None
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class PredictedReferences:
    """The sentences of one answer and the references that were found for them."""

    sentences: tuple[AnswerSentence, ...] = ()
    references: tuple[Reference, ...] = ()

    @property
    def groundedness(self) -> float | None:
        """The mean over the sentences that need verification of the best score of their references.

        A sentence without a reference counts 0. None where no sentence needs verification.
        """
        best = [self._best(sentence) for sentence in self.sentences if sentence.needs_verification]
        return fmean(best) if best else None

    def _best(self, sentence: AnswerSentence) -> float:
        scores = (
            reference.score
            for reference in self.references
            if reference.answer_start_idx <= sentence.start and sentence.end <= reference.answer_end_idx
        )
        return max(scores, default=0.0)


def groundedness(predictions: Iterable[PredictedReferences]) -> float | None:
    """The mean over answers, as deepset's groundedness score: from 0 to 1 where the scores are.

    An answer in which nothing needs verification does not count; None where no answer counts.
    """
    scores = [score for one in predictions if (score := one.groundedness) is not None]
    return fmean(scores) if scores else None
