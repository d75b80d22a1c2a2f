"""A component that adds a numbered list of sources to each answer."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from haystack import component
from haystack.dataclasses import Document, GeneratedAnswer

from ascribe.adapters.haystack.offered_documents import require_answers
from ascribe.adapters.haystack.stored_parameters import StoredParameters
from ascribe.compat.reference_formatters.similarity import (
    BUILTIN_THRESHOLD,
    SimilarityBasedReferenceFormatter,
)
from ascribe.option_names import explain_unknown_options

META_KEY = "references"


def add_references(
    answers: list[GeneratedAnswer], format_references: Callable[[str, list[Document]], Any]
) -> dict[str, list[Any]]:
    """Return what the components give: copies of the answers with their lists, and the lists themselves.

    An answer without text gets an empty list.
    """
    texts = [
        str(format_references(answer.data, answer.documents)) if answer.data.strip() else ""
        for answer in answers
    ]
    pairs = zip(answers, texts, strict=True)
    return {
        "answers": [replace(answer, meta={**answer.meta, META_KEY: text}) for answer, text in pairs],
        "references": texts,
    }


@component
class ReferenceFormatter(StoredParameters):
    """Adds the text ``references`` to each answer's ``meta``: a numbered list of the similar documents.

    Args:
        threshold: minimum cosine of the built-in encoder for a document to be listed.
        format_chunk_metadata_map: the metadata keys of ``title`` and ``url``; None means ``file_name`` and
            ``file_url``.
    """

    @explain_unknown_options()
    def __init__(
        self,
        threshold: float = BUILTIN_THRESHOLD,
        format_chunk_metadata_map: dict[str, str] | None = None,
    ) -> None:
        self.parameters = {name: value for name, value in locals().items() if name != "self"}
        self._build_formatter(threshold)  # reject an invalid value now

    @component.output_types(answers=list[GeneratedAnswer], references=list[str])
    def run(self, answers: list[GeneratedAnswer], threshold: float | None = None) -> dict[str, list[Any]]:
        """Return copies as ``answers``, and the lists of sources as ``references``, in the same order.

        Args:
            answers: the answers; an empty answer gets an empty list.
            threshold: overrides that of the constructor.
        """
        require_answers(answers)
        formatter = self._build_formatter(self.parameters["threshold"] if threshold is None else threshold)
        return add_references(answers, formatter.format_reference_sync)

    @component.output_types(answers=list[GeneratedAnswer], references=list[str])
    async def run_async(
        self, answers: list[GeneratedAnswer], threshold: float | None = None
    ) -> dict[str, list[Any]]:
        """Run in a thread; the result is that of ``run``."""
        return await asyncio.to_thread(self.run, answers, threshold)

    def _build_formatter(self, threshold: float) -> SimilarityBasedReferenceFormatter:
        names = self.parameters["format_chunk_metadata_map"]
        return SimilarityBasedReferenceFormatter(threshold=threshold, format_chunk_metadata_map=names)
