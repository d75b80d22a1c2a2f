"""``repair`` as a component: wrong, missing and dangling markers of answers set right."""

import asyncio
import json
from dataclasses import replace
from typing import Any

from haystack import component
from haystack.dataclasses import GeneratedAnswer

from ascribe.adapters.haystack.offered_documents import find_sources, require_answers
from ascribe.adapters.haystack.stored_parameters import StoredParameters
from ascribe.citation_repair import repair
from ascribe.option_names import explain_unknown_options
from ascribe.pipeline import CheckOptions, build_config
from ascribe.records import Repair, Strictness

META_KEY = "_repairs"


@component
class CitationRepairer(StoredParameters):
    """Repairs the citation markers of answers; the prose stays as it is.

    A number names the document at that position among the documents of the answer, from 1, so they must be
    all documents that the model saw: ``AnswerBuilder(return_only_referenced_documents=False)``. Each
    answer's ``meta`` gets ``_repairs``, the changes of markers with a reason each.

    Args:
        tier: ``builtin``, ``large``, ``rules``, ``hf`` or ``llm``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        language: ISO 639-1 code; None detects it.
    """

    @explain_unknown_options()
    def __init__(
        self, tier: str | None = None, strictness: Strictness = "balanced", language: str | None = None
    ) -> None:
        self.parameters: dict[str, Any] = {k: v for k, v in locals().items() if k != "self"}
        build_config(options=CheckOptions(**self.parameters))  # reject an invalid value now

    def warm_up(self) -> None:
        """Load the models now instead of at the first answer."""
        repair("The mill is old.", "The mill is old.", **self.parameters)

    @component.output_types(answers=list[GeneratedAnswer], repairs=list[Repair])
    def run(self, answers: list[GeneratedAnswer]) -> dict[str, list[Any]]:
        """Return copies with repaired markers as ``answers``, and the ``repairs``, in the same order."""
        require_answers(answers)
        repairs = [repair(a.data, find_sources(a), a.query or None, **self.parameters) for a in answers]
        return {
            "answers": [
                replace(answer, data=one.repaired, meta={**answer.meta, META_KEY: _list_actions(one)})
                for answer, one in zip(answers, repairs, strict=True)
            ],
            "repairs": repairs,
        }

    @component.output_types(answers=list[GeneratedAnswer], repairs=list[Repair])
    async def run_async(self, answers: list[GeneratedAnswer]) -> dict[str, list[Any]]:
        """Run in a thread; the result is that of ``run``."""
        return await asyncio.to_thread(self.run, answers)


def _list_actions(found: Repair) -> list[dict[str, Any]]:
    """Return the actions as plain data without tuples, which a stored pipeline would turn into lists."""
    actions: list[dict[str, Any]] = json.loads(found.to_json())["actions"]
    return actions
