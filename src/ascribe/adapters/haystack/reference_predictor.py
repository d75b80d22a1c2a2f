"""``ReferencePredictor`` as a component, to be connected after the ``AnswerBuilder``."""

import asyncio
from typing import Any

from haystack import component
from haystack.dataclasses import GeneratedAnswer
from haystack.utils import ComponentDevice, Secret

from ascribe.adapters.haystack.offered_documents import require_answers
from ascribe.adapters.haystack.stored_parameters import StoredParameters
from ascribe.compat import reference_predictor
from ascribe.compat.reference_predictor.models import BUILTIN, NOT_GROUNDED
from ascribe.compat.reference_predictor.predictor import (
    DEFAULT_MODEL,
    DEFAULT_VERIFIABILITY_MODEL,
)
from ascribe.errors import InputError
from ascribe.option_names import explain_unknown_options

BUILTIN_CHOICES = (None, BUILTIN)


@component
class ReferencePredictor(StoredParameters):
    """Adds the list ``_references`` to each answer's ``meta``; each reference ties two spans.

    The parameters are those of ``ascribe.ReferencePredictor``, with Haystack's types for ``device`` and
    ``token``. They are validated when the models are loaded: at construction if both are built-in, otherwise
    by ``warm_up`` or the first run. A token is stored only as the name of its environment variable.
    """

    @explain_unknown_options()
    def __init__(
        self,
        model: str | None = DEFAULT_MODEL,
        revision: str | None = None,
        max_seq_len: int = 512,
        language: str = "en",
        device: ComponentDevice | None = None,
        batch_size: int = 16,
        answer_window_size: int = 1,
        document_window_size: int = 3,
        token: Secret | None = Secret.from_env_var("HF_API_TOKEN", strict=False),  # noqa: B008 - frozen
        function_to_apply: str = "sigmoid",
        min_score_2_label_thresholds: dict[Any, Any] | None = None,
        label_2_score_map: dict[str, float] | None = None,
        reference_threshold: float | None = None,
        default_class: str = NOT_GROUNDED,
        verifiability_model: str | None = DEFAULT_VERIFIABILITY_MODEL,
        verifiability_revision: str | None = None,
        verifiability_batch_size: int = 32,
        needs_verification_classes: list[str] | None = None,
        use_split_rules: bool = False,
        extend_abbreviations: bool = False,
        answer_stride: int = 1,
        document_stride: int = 3,
        model_kwargs: dict[str, Any] | None = None,
        verifiability_model_kwargs: dict[str, Any] | None = None,
    ) -> None:
        self.parameters = {name: value for name, value in locals().items() if name != "self"}
        self._predictor: reference_predictor.ReferencePredictor | None = None
        if model in BUILTIN_CHOICES and verifiability_model in BUILTIN_CHOICES:
            self._get_predictor()

    def warm_up(self) -> None:
        """Load the models now instead of at the first run."""
        self._get_predictor().warm_up()

    @component.output_types(answers=list[GeneratedAnswer])
    def run(self, answers: list[GeneratedAnswer]) -> dict[str, list[GeneratedAnswer]]:
        """Return ``{"answers": [...]}``: copies of the answers with their references."""
        require_answers(answers)
        return self._get_predictor().run(answers)

    @component.output_types(answers=list[GeneratedAnswer])
    async def run_async(self, answers: list[GeneratedAnswer]) -> dict[str, list[GeneratedAnswer]]:
        """Run in a thread; the result is that of ``run``."""
        return await asyncio.to_thread(self.run, answers)

    def _get_predictor(self) -> reference_predictor.ReferencePredictor:
        if self._predictor is None:
            token, device = self.parameters["token"], self.parameters["device"]
            if isinstance(token, str) or isinstance(device, str):
                raise InputError("token and device: give a Secret and a ComponentDevice of Haystack.")
            own = {
                "token": token.resolve_value() if token else None,
                "device": device.to_torch_str() if device else None,
            }
            self._predictor = reference_predictor.ReferencePredictor(**{**self.parameters, **own})
        return self._predictor
