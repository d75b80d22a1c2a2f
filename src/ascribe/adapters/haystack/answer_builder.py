"""``AnswerBuilder`` as a component that can replace Haystack's own."""

import asyncio
from typing import Any

from haystack import component
from haystack.dataclasses import ChatMessage, Document, GeneratedAnswer

from ascribe.adapters.haystack.stored_parameters import StoredParameters
from ascribe.compat import answer_builder


@component
class AnswerBuilder(StoredParameters):
    """Builds answers with the documents that they cite from replies.

    The parameters are those of ``ascribe.AnswerBuilder``, which are the same as Haystack's.
    """

    def __init__(
        self,
        pattern: str | None = None,
        reference_pattern: str | None = None,
        last_message_only: bool = False,
        *,
        return_only_referenced_documents: bool = True,
        expand_reference_ranges: bool = False,
    ) -> None:
        self.parameters = {name: value for name, value in locals().items() if name != "self"}
        self._builder = answer_builder.AnswerBuilder(**self.parameters)

    @component.output_types(answers=list[GeneratedAnswer])
    def run(
        self,
        query: str,
        replies: list[str] | list[ChatMessage],
        meta: list[dict[str, Any]] | None = None,
        documents: list[Document] | None = None,
        pattern: str | None = None,
        reference_pattern: str | None = None,
        expand_reference_ranges: bool | None = None,
    ) -> dict[str, list[GeneratedAnswer]]:
        """Return ``{"answers": [...]}``, one answer for each reply."""
        built = self._builder.run(
            query, replies, meta, documents, pattern, reference_pattern, expand_reference_ranges
        )
        return {"answers": [GeneratedAnswer(a.data, a.query, a.documents, a.meta) for a in built["answers"]]}

    @component.output_types(answers=list[GeneratedAnswer])
    async def run_async(
        self,
        query: str,
        replies: list[str] | list[ChatMessage],
        meta: list[dict[str, Any]] | None = None,
        documents: list[Document] | None = None,
        pattern: str | None = None,
        reference_pattern: str | None = None,
        expand_reference_ranges: bool | None = None,
    ) -> dict[str, list[GeneratedAnswer]]:
        """Run in a thread; the result is that of ``run``."""
        return await asyncio.to_thread(
            self.run, query, replies, meta, documents, pattern, reference_pattern, expand_reference_ranges
        )
