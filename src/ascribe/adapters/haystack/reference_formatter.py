"""The numbered list of an answer's sources as a component."""

import asyncio
from dataclasses import replace
from typing import Any

from haystack import component, default_from_dict, default_to_dict
from haystack.dataclasses import GeneratedAnswer

from ascribe.compat.reference_formatters import (
    BUILTIN_THRESHOLD,
    SimilarityBasedReferenceFormatter,
)

META_KEY = "references"


@component
class ReferenceFormatter:
    """Adds to each answer's ``meta`` a text ``references``: the documents that are near the answer, numbered.

    Args:
        threshold: cosine of the built-in encoder from which a document is listed.
        format_chunk_metadata_map: where the metadata has ``title`` and ``url``; None is ``file_name`` and
            ``file_url``.
    """

    def __init__(
        self,
        threshold: float = BUILTIN_THRESHOLD,
        format_chunk_metadata_map: dict[str, str] | None = None,
    ) -> None:
        self.parameters = {name: value for name, value in locals().items() if name != "self"}
        self._formatter(threshold)

    def to_dict(self) -> dict[str, Any]:
        """The component as plain data."""
        stored: dict[str, Any] = default_to_dict(self, **self.parameters)
        return stored

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "ReferenceFormatter":
        """The component that ``to_dict`` stored."""
        made: ReferenceFormatter = default_from_dict(cls, data)
        return made

    @component.output_types(answers=list[GeneratedAnswer], references=list[str])
    def run(self, answers: list[GeneratedAnswer], threshold: float | None = None) -> dict[str, list[Any]]:
        """``answers``, copies, and ``references``, the texts by themselves, in the same order.

        Args:
            answers: an empty one has no sources.
            threshold: instead of the one of the constructor.
        """
        formatter = self._formatter(self.parameters["threshold"] if threshold is None else threshold)
        texts = [
            str(formatter.format_reference_sync(answer.data, answer.documents)) if answer.data.strip() else ""
            for answer in answers
        ]
        pairs = zip(answers, texts, strict=True)
        return {
            "answers": [replace(answer, meta={**answer.meta, META_KEY: text}) for answer, text in pairs],
            "references": texts,
        }

    @component.output_types(answers=list[GeneratedAnswer], references=list[str])
    async def run_async(
        self, answers: list[GeneratedAnswer], threshold: float | None = None
    ) -> dict[str, list[Any]]:
        """What ``run`` gives, worked out in a thread."""
        return await asyncio.to_thread(self.run, answers, threshold)

    def _formatter(self, threshold: float) -> SimilarityBasedReferenceFormatter:
        names = self.parameters["format_chunk_metadata_map"]
        return SimilarityBasedReferenceFormatter(threshold=threshold, format_chunk_metadata_map=names)
