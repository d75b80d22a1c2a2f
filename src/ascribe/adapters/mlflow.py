"""A scorer for MLflow: ``pip install ".[mlflow]"``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ascribe.adapters.faithfulness import NAME, Faithfulness
from ascribe.errors import InputError, MissingExtraError
from ascribe.install_command import build_install_command

try:
    from mlflow.entities import AssessmentError, Feedback, SpanType, Trace
    from mlflow.genai.scorers import Scorer
    from pydantic import PrivateAttr
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] not in ("mlflow", "pydantic"):
        raise
    raise MissingExtraError(
        f"The scorer for MLflow needs mlflow; run: {build_install_command('mlflow')}."
    ) from error


class AscribeFaithfulness(Scorer):
    """Measures the faithfulness of a reply to the retrieved texts, without a language model.

    Args:
        tier: as in ``check``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        threshold: the lowest score that passes, in [0, 1].
        language: ISO 639-1 code; None detects it.
        name: the name of the feedback.
        reply: the field of ``outputs`` with the reply, where the outputs are not the reply itself.
        contexts: the field of ``outputs`` with the retrieved texts or documents; without it they are those
            of the retriever spans of the trace.
        question: the field of ``inputs`` with the question; it may be missing.
    """

    name: str = NAME
    tier: Any = None
    strictness: Any = "balanced"
    threshold: float = 1.0
    language: str | None = None
    reply: str = "response"
    contexts: str = "contexts"
    question: str = "question"
    _faithfulness: Faithfulness = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:
        """Reject an invalid option now, not at the first reply."""
        super().model_post_init(context)
        self._faithfulness = Faithfulness(self.tier, self.strictness, self.threshold, self.language)

    @property
    def pass_if(self) -> Callable[[Any], bool]:
        """The test of a value for ``EvaluationResult.passed``."""
        return lambda value: value is not None and value >= self.threshold

    def __call__(self, *, inputs: Any = None, outputs: Any = None, trace: Trace | None = None) -> Feedback:
        """Return the feedback with its rationale; its value is None, with an error, if nothing was checked.

        Raises:
            InputError: there is no reply, or there are neither contexts nor a retriever span.
        """
        question = inputs.get(self.question) if isinstance(inputs, Mapping) else inputs
        reply = outputs.get(self.reply) if isinstance(outputs, Mapping) else outputs
        measured = self._faithfulness.measure(reply, self._find_contexts(outputs, trace), question)
        return Feedback(
            name=self.name,
            value=measured.score,
            error=None if measured.score is not None else AssessmentError("NOT_CHECKED", measured.reason),
            rationale=measured.reason,
            metadata={"passed": str(measured.passed).lower()},
        )

    def _find_contexts(self, outputs: Any, trace: Trace | None) -> list[Any]:
        if isinstance(outputs, Mapping) and self.contexts in outputs:
            return outputs[self.contexts]  # type: ignore[no-any-return]  # measure() checks what it is
        spans = trace.search_spans(span_type=SpanType.RETRIEVER) if trace else []
        if not spans:
            raise InputError(
                f"outputs: there is no field {self.contexts!r}, and no retriever span in the trace; "
                "name the field: AscribeFaithfulness(contexts=…)."
            )
        return [document for span in spans for document in span.outputs or []]
