"""A component that adds the sources that a language model selects, as a numbered list."""

import asyncio
from typing import Any

from haystack import component
from haystack.dataclasses import ChatMessage, GeneratedAnswer

from ascribe.adapters.haystack import nested_components
from ascribe.adapters.haystack.offered_documents import require_answers
from ascribe.adapters.haystack.reference_formatter import add_references
from ascribe.compat.reference_formatters.lm import (
    DEFAULT_BATCH_SIZE,
    DEFAULT_MAX_CONCURRENCY,
    DEFAULT_REFERENCE_METADATA,
    LMBasedReferenceFormatter,
    build_lm_prompt,
    render_request,
)
from ascribe.option_names import explain_unknown_options


@component
class LMReferenceFormatter:
    """Adds the text ``references`` to each answer's ``meta``: the documents that a model finds relevant.

    Args:
        chat_generator: a chat generator of Haystack. Several threads call it at the same time.
        batch_size: documents per call.
        reference_metadata: the metadata key that names a document; ``"id"`` names documents by their ids.
        format_chunk_metadata_map: the metadata keys of ``title`` and ``url``; None means ``file_name`` and
            ``file_url``.
        max_concurrency: maximum number of concurrent calls.
    """

    @explain_unknown_options()
    def __init__(
        self,
        chat_generator: Any,
        batch_size: int = DEFAULT_BATCH_SIZE,
        reference_metadata: str = DEFAULT_REFERENCE_METADATA,
        format_chunk_metadata_map: dict[str, str] | None = None,
        max_concurrency: int = DEFAULT_MAX_CONCURRENCY,
    ) -> None:
        self.parameters: dict[str, Any] = {k: v for k, v in locals().items() if k != "self"}
        self._prompt = build_lm_prompt(reference_metadata)
        self._formatter = LMBasedReferenceFormatter(
            self._ask,
            batch_size,
            reference_metadata,
            format_chunk_metadata_map=format_chunk_metadata_map,
            max_concurrency=max_concurrency,
        )

    def to_dict(self) -> dict[str, Any]:
        """Serialize the component to plain data."""
        return nested_components.store(self, self.parameters, "chat_generator")

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "LMReferenceFormatter":
        """Create the component from the data of ``to_dict``."""
        made: LMReferenceFormatter = nested_components.load(cls, data, "chat_generator")
        return made

    def warm_up(self) -> None:
        """Warm up the chat generator now instead of at the first answer."""
        nested_components.warm_up(self.parameters["chat_generator"])

    @component.output_types(answers=list[GeneratedAnswer], references=list[str])
    def run(self, answers: list[GeneratedAnswer]) -> dict[str, list[Any]]:
        """Return copies as ``answers``, and the lists of sources as ``references``, in the same order.

        Raises:
            SelectionError: the model could not be asked about any document of an answer.
        """
        require_answers(answers)
        return add_references(answers, self._formatter.format_reference_sync)

    @component.output_types(answers=list[GeneratedAnswer], references=list[str])
    async def run_async(self, answers: list[GeneratedAnswer]) -> dict[str, list[Any]]:
        """Run in a thread; the result is that of ``run``."""
        return await asyncio.to_thread(self.run, answers)

    def _ask(self, response: str, context: str) -> str:
        system, user = self._prompt.build_messages(render_request(response, context))
        messages = [
            ChatMessage.from_system(str(system["content"])),
            ChatMessage.from_user(str(user["content"])),
        ]
        (reply, *_) = self.parameters["chat_generator"].run(messages=messages)["replies"]
        return reply.text or ""
