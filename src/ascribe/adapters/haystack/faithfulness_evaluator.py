"""An evaluator beside Haystack's own: the share of supported sentences, without a language model."""

import asyncio
from math import nan
from typing import Any

from haystack import component

from ascribe.adapters.faithfulness import Faithfulness, Measurement, is_supported
from ascribe.adapters.haystack.stored_parameters import StoredParameters
from ascribe.errors import InputError
from ascribe.option_names import explain_unknown_options
from ascribe.records import Strictness


@component
class AscribeFaithfulness(StoredParameters):
    """Measures the faithfulness of answers to their contexts.

    The inputs and outputs are those of Haystack's ``FaithfulnessEvaluator``.

    Args:
        tier: ``builtin``, ``large``, ``rules``, ``hf`` or ``llm``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        threshold: the lowest score that passes, in [0, 1].
        language: ISO 639-1 code; None detects it.
    """

    @explain_unknown_options()
    def __init__(
        self,
        tier: str | None = None,
        strictness: Strictness = "balanced",
        threshold: float = 1.0,
        language: str | None = None,
    ) -> None:
        self.parameters = {name: value for name, value in locals().items() if name != "self"}
        self._faithfulness = Faithfulness(**self.parameters)

    def warm_up(self) -> None:
        """Load the models now instead of at the first answer."""
        self._faithfulness.measure("The mill is old.", ["The mill is old."])

    @component.output_types(score=float, individual_scores=list[float], results=list[dict[str, Any]])
    def run(
        self, questions: list[str], contexts: list[list[str]], predicted_answers: list[str]
    ) -> dict[str, Any]:
        """Return the mean ``score``, the ``individual_scores`` and the ``results``, one for each answer.

        An answer in which nothing was checked has the score NaN and is left out of the mean; without any
        score the mean is NaN.

        Args:
            questions: the questions.
            contexts: for each question, the texts that were retrieved.
            predicted_answers: for each question, the answer to measure.

        Raises:
            InputError: the lists differ in length, or hold something other than texts.
        """
        sizes = {len(questions), len(contexts), len(predicted_answers)}
        if len(sizes) > 1:
            raise InputError(
                f"questions, contexts and predicted_answers must have the same length, got {len(questions)}, "
                f"{len(contexts)} and {len(predicted_answers)}."
            )
        measured = [
            self._faithfulness.measure(answer, texts, question)
            for question, texts, answer in zip(questions, contexts, predicted_answers, strict=True)
        ]
        scores = [one.score for one in measured if one.score is not None]
        return {
            "score": sum(scores) / len(scores) if scores else nan,
            "individual_scores": [one.number for one in measured],
            "results": [_build_result(one) for one in measured],
        }

    @component.output_types(score=float, individual_scores=list[float], results=list[dict[str, Any]])
    async def run_async(
        self, questions: list[str], contexts: list[list[str]], predicted_answers: list[str]
    ) -> dict[str, Any]:
        """Run in a thread; the result is that of ``run``."""
        return await asyncio.to_thread(self.run, questions, contexts, predicted_answers)


def _build_result(measured: Measurement) -> dict[str, Any]:
    """Return the keys of Haystack's own evaluator, and ``passed`` and ``reason``."""
    return {
        "statements": [sentence.text for sentence in measured.checkable],
        "statement_scores": [int(is_supported(sentence)) for sentence in measured.checkable],
        "score": measured.number,
        "status": "evaluated" if measured.score is not None else "not_checked",
        "passed": measured.passed,
        "reason": measured.reason,
    }
