"""A metric for DeepEval: ``pip install ".[deepeval]"``."""

from __future__ import annotations

from typing import Any

from ascribe.adapters.faithfulness import Faithfulness, Measurement
from ascribe.errors import MissingExtraError
from ascribe.install_command import build_install_command
from ascribe.protocols import TierChoice
from ascribe.records import Strictness

try:
    from deepeval.errors import MissingTestCaseParamsError
    from deepeval.metrics import BaseMetric
    from deepeval.test_case import LLMTestCase, SingleTurnParams
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "deepeval":
        raise
    raise MissingExtraError(
        f"The metric for DeepEval needs deepeval; run: {build_install_command('deepeval')}."
    ) from error


class AscribeFaithfulness(BaseMetric):
    """Measures the faithfulness of ``actual_output`` to ``retrieval_context``, without a language model.

    Args:
        tier: as in ``check``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        threshold: the lowest score that passes, in [0, 1].
        language: ISO 639-1 code; None detects it.
    """

    _required_params = (
        SingleTurnParams.INPUT,
        SingleTurnParams.ACTUAL_OUTPUT,
        SingleTurnParams.RETRIEVAL_CONTEXT,
    )

    score: float | None = None
    reason: str | None = None
    success: bool | None = None
    error: str | None = None

    def __init__(
        self,
        tier: TierChoice | None = None,
        strictness: Strictness = "balanced",
        threshold: float = 1.0,
        language: str | None = None,
    ) -> None:
        self._faithfulness = Faithfulness(tier, strictness, threshold, language)
        # DeepEval copies a metric by giving these attributes to the constructor.
        self.tier, self.strictness, self.threshold, self.language = tier, strictness, threshold, language
        self.include_reason = True

    def measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float | None:
        """Return the score, and set ``score``, ``reason`` and ``success``.

        The score is None, and the test not successful, if nothing in the output was checked.

        Raises:
            MissingTestCaseParamsError: the test case lacks ``actual_output`` or ``retrieval_context``.
        """
        self._require_fields(test_case)
        return self._keep(
            self._faithfulness.measure(test_case.actual_output, test_case.retrieval_context, test_case.input)
        )

    async def a_measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float | None:
        """Measure in a thread; the result is that of ``measure``."""
        self._require_fields(test_case)
        return self._keep(
            await self._faithfulness.ameasure(
                test_case.actual_output, test_case.retrieval_context, test_case.input
            )
        )

    def is_successful(self) -> bool:
        """Return True if the last test case was measured without an error and its score passed."""
        return self.error is None and bool(self.success)

    @property
    def __name__(self) -> str:
        return "Ascribe Faithfulness"

    def _require_fields(self, test_case: LLMTestCase) -> None:
        self.score, self.reason, self.success = None, None, False  # nothing of the last test case stays
        for param in self._required_params:
            if getattr(test_case, param.value) is None:
                self.error = f"'{param.value}' cannot be None for the metric {self.__name__}"
                raise MissingTestCaseParamsError(self.error)

    def _keep(self, measured: Measurement) -> float | None:
        self.error = None
        self.score, self.reason, self.success = measured.score, measured.reason, measured.passed
        return measured.score
