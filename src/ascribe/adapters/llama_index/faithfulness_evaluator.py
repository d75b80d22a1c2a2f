"""An evaluator for LlamaIndex: the share of supported sentences, without a language model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llama_index.core.evaluation import BaseEvaluator, EvaluationResult
from llama_index.core.prompts.mixin import PromptDictType

from ascribe.adapters.faithfulness import Faithfulness, Measurement
from ascribe.option_names import explain_unknown_options
from ascribe.protocols import TierChoice
from ascribe.records import Strictness


class AscribeFaithfulness(BaseEvaluator):
    """Measures the faithfulness of a response to its contexts.

    Args:
        tier: as in ``check``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        threshold: the lowest score that passes, in [0, 1].
        language: ISO 639-1 code; None detects it.
    """

    @explain_unknown_options()
    def __init__(
        self,
        tier: TierChoice | None = None,
        strictness: Strictness = "balanced",
        threshold: float = 1.0,
        language: str | None = None,
    ) -> None:
        self._faithfulness = Faithfulness(tier, strictness, threshold, language)

    def evaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **_: Any,
    ) -> EvaluationResult:
        """Return the result for a response and the texts of its source nodes.

        The result of a response in which nothing was checked is invalid: it has no score and does not pass.

        Raises:
            InputError: the response is not text, or the contexts are not a list of texts.
        """
        measured = self._faithfulness.measure(response, contexts, query)
        return _build_result(measured, query, response, contexts)

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **_: Any,
    ) -> EvaluationResult:
        """Evaluate in a thread; the result is that of ``evaluate``."""
        measured = await self._faithfulness.ameasure(response, contexts, query)
        return _build_result(measured, query, response, contexts)

    def _get_prompts(self) -> PromptDictType:
        return {}

    def _update_prompts(self, prompts: PromptDictType) -> None:
        """Do nothing: there is no prompt."""


def _build_result(
    measured: Measurement, query: str | None, response: str | None, contexts: Sequence[str] | None
) -> EvaluationResult:
    scored = measured.score is not None
    return EvaluationResult(
        query=query,
        response=response,
        contexts=contexts,
        passing=measured.passed,
        score=measured.score,
        feedback=measured.reason,
        invalid_result=not scored,
        invalid_reason=None if scored else measured.reason,
    )
