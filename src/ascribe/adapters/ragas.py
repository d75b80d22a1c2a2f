"""A metric for RAGAS: ``pip install ".[ragas]"``."""

from __future__ import annotations

from typing import Any

from ascribe.adapters.faithfulness import NAME, Faithfulness
from ascribe.errors import MissingExtraError
from ascribe.install_command import build_install_command
from ascribe.protocols import TierChoice
from ascribe.records import Strictness

try:
    from ragas.dataset_schema import SingleTurnSample
    from ragas.metrics.base import MetricType, SingleTurnMetric
    from ragas.metrics.collections.base import BaseMetric
    from ragas.metrics.result import MetricResult
except ModuleNotFoundError as error:
    # RAGAS 0.4.3 imports modules that langchain-community 0.4.2 no longer has; the extra excludes it.
    if (error.name or "").partition(".")[0] not in ("ragas", "langchain_community"):
        raise
    raise MissingExtraError(
        "The metric for RAGAS needs ragas, and a langchain-community that ragas works with; "
        f"run: {build_install_command('ragas')}."
    ) from error


class AscribeFaithfulness(BaseMetric, SingleTurnMetric):
    """Measures the faithfulness of a response to its retrieved contexts, without a language model.

    ``score`` and ``ascore`` return a ``MetricResult`` with the reason, as the metrics of
    ``ragas.metrics.collections`` do. ``ragas.evaluate``, which takes numbers only, accepts it too.

    Args:
        tier: as in ``check``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        threshold: the lowest score that passes, in [0, 1].
        language: ISO 639-1 code; None detects it.
        name: the name of the column in RAGAS's results.
    """

    def __init__(
        self,
        tier: TierChoice | None = None,
        strictness: Strictness = "balanced",
        threshold: float = 1.0,
        language: str | None = None,
        *,
        name: str = NAME,
    ) -> None:
        self._faithfulness = Faithfulness(tier, strictness, threshold, language)
        super().__init__(name=name)
        self.required_columns = {
            MetricType.SINGLE_TURN: {"user_input:optional", "response", "retrieved_contexts"}
        }

    def init(self, run_config: Any) -> None:
        """Do nothing: there is no model to set up."""

    async def ascore(
        self, *, response: str, retrieved_contexts: list[str], user_input: str | None = None, **_: Any
    ) -> MetricResult:
        """Return the score of a response with its reason; NaN if nothing in it was checked.

        ``traces["output"]["passed"]`` is True if the score reaches the threshold.

        Raises:
            InputError: the response is not text, or the contexts are not a list of texts.
        """
        measured = await self._faithfulness.ameasure(response, retrieved_contexts, user_input)
        return MetricResult(measured.number, measured.reason, {"output": {"passed": measured.passed}})

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:  # noqa: ARG002 - RAGAS gives it
        measured = await self._faithfulness.ameasure(
            sample.response, sample.retrieved_contexts, sample.user_input
        )
        return measured.number
