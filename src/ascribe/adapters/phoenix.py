"""An evaluator for Phoenix: ``pip install ".[phoenix]"``."""

from __future__ import annotations

import asyncio
from typing import Any

from ascribe.adapters.faithfulness import NAME, Faithfulness, Measurement
from ascribe.errors import MissingExtraError
from ascribe.install_command import build_install_command
from ascribe.protocols import TierChoice
from ascribe.records import Strictness

try:
    from phoenix.evals import Evaluator, Score
    from pydantic import BaseModel, Field
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] not in ("phoenix", "pydantic"):
        raise
    raise MissingExtraError(
        f"The evaluator for Phoenix needs arize-phoenix-evals; run: {build_install_command('phoenix')}."
    ) from error


class FaithfulnessInput(BaseModel):
    """The fields of a row, with the names of Phoenix's own faithfulness evaluator."""

    output: Any = Field(description="The reply.")
    context: Any = Field(description="The retrieved text, or a list of the retrieved texts.")
    input: Any = Field(default=None, description="The question.")


class AscribeFaithfulness(Evaluator):
    """Measures the faithfulness of ``output`` to ``context``, without a language model.

    Args:
        tier: as in ``check``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        threshold: the lowest score that passes, in [0, 1].
        language: ISO 639-1 code; None detects it.
        name: the name of the scores.
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
        super().__init__(name=name, kind="code", direction="maximize", input_schema=FaithfulnessInput)

    def _evaluate(self, eval_input: dict[str, Any]) -> list[Score]:
        context = eval_input["context"]
        contexts = [context] if isinstance(context, str) else context
        measured = self._faithfulness.measure(eval_input["output"], contexts, eval_input.get("input"))
        return [self._build_score(measured)]

    async def _async_evaluate(self, eval_input: dict[str, Any]) -> list[Score]:
        return await asyncio.to_thread(self._evaluate, eval_input)

    def _build_score(self, measured: Measurement) -> Score:
        """Return a score whose number is missing if nothing was checked; its label then says so."""
        label = "faithful" if measured.passed else "unfaithful"
        return Score(
            name=self.name,
            score=measured.score,
            label=label if measured.score is not None else "not_checked",
            explanation=measured.reason,
            metadata={"passed": measured.passed, "tier": measured.answer.settings.tier},
            kind=self.kind,
            direction=self.direction,
        )
