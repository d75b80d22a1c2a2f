"""An evaluator for LangSmith. It returns plain data, so it needs no package beyond the one that calls it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ascribe.adapters.faithfulness import NAME, Faithfulness
from ascribe.errors import InputError
from ascribe.protocols import TierChoice
from ascribe.records import Strictness


class AscribeFaithfulness:
    """Measures the faithfulness of a run's reply to the documents that it returns beside it.

    Args:
        tier: as in ``check``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        threshold: the lowest score that passes, in [0, 1].
        language: ISO 639-1 code; None detects it.
        key: the name of the feedback.
        reply: the field of ``outputs`` with the reply.
        contexts: the field of ``outputs`` with the retrieved texts or documents.
        question: the field of ``inputs`` with the question; it may be missing.
    """

    def __init__(
        self,
        tier: TierChoice | None = None,
        strictness: Strictness = "balanced",
        threshold: float = 1.0,
        language: str | None = None,
        *,
        key: str = NAME,
        reply: str = "answer",
        contexts: str = "documents",
        question: str = "question",
    ) -> None:
        self._faithfulness = Faithfulness(tier, strictness, threshold, language)
        self._key, self._reply, self._contexts, self._question = key, reply, contexts, question
        self.__name__ = key  # LangSmith names an evaluator by it

    def __call__(self, inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> dict[str, Any]:
        """Return the feedback: ``key``, ``score`` (None if nothing was checked), ``comment``, ``metadata``.

        Args:
            inputs: the inputs of the example.
            outputs: the outputs of the run.

        Raises:
            InputError: the outputs lack a field, or it has no text.
        """
        for field in (self._reply, self._contexts):
            if field not in outputs:
                raise InputError(
                    f"outputs: there is no field {field!r}; name the fields of your run: "
                    "AscribeFaithfulness(reply=…, contexts=…)."
                )
        measured = self._faithfulness.measure(
            outputs[self._reply], outputs[self._contexts], inputs.get(self._question)
        )
        return {
            "key": self._key,
            "score": measured.score,
            "comment": measured.reason,
            "metadata": {"passed": measured.passed},
        }
