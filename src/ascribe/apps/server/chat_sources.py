"""What a chat reply is checked against: given sources, uploaded documents, or texts of the request itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ascribe.apps.server.bodies import ChatOptionsBody, SourceBody
from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.incoming import GivenSource
from ascribe.apps.server.service import Service
from ascribe.apps.server.sources import ResolvedSources, resolve_sources
from ascribe.apps.server.work import Ticket

_SOURCE_ROLES = ("system", "developer", "tool", "function")
"""Roles whose messages hold what the model was told; users ask, and assistants are what is checked."""

_SEARCHED_CHARS = 2_000
_FOUND_PASSAGES = 20


def find_sources(
    request: Mapping[str, Any], options: ChatOptionsBody, reply: str, service: Service, ticket: Ticket
) -> ResolvedSources:
    """Return the sources of a chat reply.

    Args:
        request: the chat request without its field ``ascribe``.
        options: that field.
        reply: the reply; it decides which uploaded documents are read.
        service: the service.
        ticket: of the work.

    Raises:
        ServiceError: there are no sources.
        AscribeError: a source cannot be used.
    """
    given: list[GivenSource] = list(options.sources or [])
    given += [SourceBody(document=doc_id) for doc_id in _choose_documents(options, reply, service)]
    found = resolve_sources(given, service, ticket, options.language) if given else ResolvedSources()
    if options.sources is None and not options.library:
        found.items += _list_request_texts(request)
    if not found.items:
        raise ServiceError(
            422,
            "no_sources",
            "there is nothing to check the reply against; send sources or library in the field ascribe, or "
            "system or tool messages.",
            "ascribe.sources",
        )
    return found


def find_question(request: Mapping[str, Any]) -> str | None:
    """Return the text of the last message of the user."""
    asked = [text for role, text in _iterate_messages(request) if role == "user"]
    return asked[-1] if asked else None


def _choose_documents(options: ChatOptionsBody, reply: str, service: Service) -> list[str]:
    """Return the ids of the wanted documents; of the whole library, those with passages like the reply."""
    if not isinstance(options.library, bool):
        return list(options.library)
    if not options.library or not reply.strip():
        return []
    hits = service.shelf.library.search(reply[:_SEARCHED_CHARS], _FOUND_PASSAGES)
    return list(dict.fromkeys(hit.chunk.doc_id for hit in hits))


def _list_request_texts(request: Mapping[str, Any]) -> list[Any]:
    documents = request.get("documents")
    texts: list[Any] = list(documents) if isinstance(documents, list) else []
    items = [{"text": one} if isinstance(one, str) else one for one in texts]
    for number, (role, text) in enumerate(_iterate_messages(request), 1):
        if role in _SOURCE_ROLES and text.strip():
            items.append({"id": f"{role} message {number}", "text": text})
    return items


def _iterate_messages(request: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield role and text of each message."""
    messages = request.get("messages")
    for message in messages if isinstance(messages, list) else []:
        if isinstance(message, Mapping):
            yield str(message.get("role", "")), _join_parts(message.get("content"))


def _join_parts(content: Any) -> str:
    """Return the text of a message: a string, or the text parts of a list."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = (part.get("text") for part in parts if isinstance(part, Mapping))
    return "\n".join(text for text in texts if isinstance(text, str))
