"""``audit_citations`` as a component: the citations that a provider writes itself, one by one."""

import asyncio
from importlib import import_module
from typing import Any

from haystack import component
from haystack.dataclasses import Document

from ascribe.adapters.haystack.stored_parameters import StoredParameters
from ascribe.compat.provider_citations import CitationAudit, audit_citations
from ascribe.errors import InputError
from ascribe.option_names import explain_unknown_options
from ascribe.pipeline import CheckOptions, build_config
from ascribe.records import Strictness

PROVIDERS = ("anthropic", "openai", "gemini", "cohere", "mistral")


@component
class CitationAuditor(StoredParameters):
    """Checks for each citation of a provider's message whether its document supports the words at that place.

    Haystack's own chat generators keep no citations, so this takes the messages as the provider sent them,
    objects or JSON.

    Args:
        provider: ``anthropic``, ``openai``, ``gemini``, ``cohere`` or ``mistral``.
        tier: ``builtin``, ``large``, ``rules``, ``hf`` or ``llm``; None selects the strongest built-in tier.
        strictness: ``loose``, ``balanced``, ``strict`` or ``paranoid``.
        language: ISO 639-1 code; None detects it.

    Raises:
        InputError: an unknown provider or an invalid option.
    """

    @explain_unknown_options()
    def __init__(
        self,
        provider: str,
        tier: str | None = None,
        strictness: Strictness = "balanced",
        language: str | None = None,
    ) -> None:
        self.parameters: dict[str, Any] = {k: v for k, v in locals().items() if k != "self"}
        if provider not in PROVIDERS:
            raise InputError(f"provider: expected one of {', '.join(PROVIDERS)}, got {provider!r}.")
        self._options = {k: v for k, v in self.parameters.items() if k != "provider"}
        build_config(options=CheckOptions(**self._options))  # reject an invalid value now

    @component.output_types(audits=list[CitationAudit], needs_review=bool)
    def run(
        self, messages: list[Any], documents: list[Document] | None = None, query: str | None = None
    ) -> dict[str, Any]:
        """Return the ``audits`` in order, and whether a person should look at any citation.

        Args:
            messages: the provider's messages.
            documents: the documents, in the order in which the provider got them; without any, the sources in
                the messages are used.
            query: the question that they answer.
        """
        read = import_module(f"ascribe.adapters.{self.parameters['provider']}").read_message
        audits = [
            audit_citations(read(message), documents or None, query, **self._options) for message in messages
        ]
        return {"audits": audits, "needs_review": any(audit.needs_review for audit in audits)}

    @component.output_types(audits=list[CitationAudit], needs_review=bool)
    async def run_async(
        self, messages: list[Any], documents: list[Document] | None = None, query: str | None = None
    ) -> dict[str, Any]:
        """Run in a thread; the result is that of ``run``."""
        return await asyncio.to_thread(self.run, messages, documents, query)
