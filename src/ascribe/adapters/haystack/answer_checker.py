"""``check`` as a component: a verdict for every sentence of an answer."""

import asyncio
from dataclasses import replace
from typing import Any

from haystack import component, default_from_dict, default_to_dict
from haystack.dataclasses import GeneratedAnswer

from ascribe.pipeline import check
from ascribe.read.sources import SourceSet
from ascribe.records import Answer, Strictness

META_KEY = "_ascribe"


@component
class AnswerChecker:
    """Checks answers against their documents.

    Each answer's ``meta`` gets ``_ascribe``: ``tier``, ``faithfulness`` (None if nothing was checked) and
    ``sentences`` with ``start``, ``end``, ``status``, ``reason``, ``score``.

    Args:
        tier: ``builtin``, ``large``, ``rules``, ``hf`` or ``llm``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        language: ISO 639-1 code; None detects it.
    """

    def __init__(
        self, tier: str | None = None, strictness: Strictness = "balanced", language: str | None = None
    ) -> None:
        self.parameters = {name: value for name, value in locals().items() if name != "self"}
        check("", SourceSet(), **self.parameters)  # reject an invalid value now, not at the first answer

    def to_dict(self) -> dict[str, Any]:
        """Serialize the component to plain data."""
        stored: dict[str, Any] = default_to_dict(self, **self.parameters)
        return stored

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "AnswerChecker":
        """Create the component from the data of ``to_dict``."""
        made: AnswerChecker = default_from_dict(cls, data)
        return made

    def warm_up(self) -> None:
        """Load the models now instead of at the first answer."""
        check("The mill is old.", "The mill is old.", **self.parameters)

    @component.output_types(answers=list[GeneratedAnswer], reports=list[Answer])
    def run(
        self, answers: list[GeneratedAnswer], strictness: Strictness | None = None
    ) -> dict[str, list[Any]]:
        """Check answers; return copies as ``answers``, and the results of ``check`` as ``reports``, in order.

        Args:
            answers: the answers to check; if no document of an answer has text, nothing is supported.
            strictness: overrides that of the constructor.
        """
        options = {**self.parameters, **({"strictness": strictness} if strictness else {})}
        reports = [_check_answer(answer, options) for answer in answers]
        pairs = zip(answers, reports, strict=True)
        return {
            "answers": [replace(a, meta={**a.meta, META_KEY: _build_summary(report)}) for a, report in pairs],
            "reports": reports,
        }

    @component.output_types(answers=list[GeneratedAnswer], reports=list[Answer])
    async def run_async(
        self, answers: list[GeneratedAnswer], strictness: Strictness | None = None
    ) -> dict[str, list[Any]]:
        """Run in a thread; the result is that of ``run``."""
        return await asyncio.to_thread(self.run, answers, strictness)


def _check_answer(answer: GeneratedAnswer, options: dict[str, Any]) -> Answer:
    documents = [document for document in answer.documents if (document.content or "").strip()]
    return check(answer.data, documents or SourceSet(), answer.query, **options)


def _build_summary(report: Answer) -> dict[str, Any]:
    return {
        "tier": report.settings.tier if report.settings else None,
        "faithfulness": report.faithfulness_score if report.verification_ran else None,
        "sentences": [
            {
                "start": sentence.char_start,
                "end": sentence.char_end,
                "status": sentence.verdict.status,
                "reason": sentence.verdict.reason,
                "score": sentence.verdict.score,
            }
            for sentence in report.sentences
            if sentence.verdict is not None
        ],
    }
