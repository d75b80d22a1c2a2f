"""``/v1/chat/completions``: passes requests on to an upstream, and adds what the check of the reply found.

Whatever fails here, the client gets what the upstream sent; a sentence that was not checked is not annotated.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.requests import ClientDisconnect
from starlette.responses import StreamingResponse

from ascribe.apps.server.access import TheService
from ascribe.apps.server.bodies import ChatOptionsBody
from ascribe.apps.server.chat_annotations import summarize_choice
from ascribe.apps.server.chat_sources import find_question, find_sources
from ascribe.apps.server.chat_stream import ChunkCollector, LineRelay
from ascribe.apps.server.check_routes import check_tier
from ascribe.apps.server.checking import CheckRequest, run_check
from ascribe.apps.server.failures import ServiceError, WorkStoppedError, build_error, translate_error
from ascribe.apps.server.incoming import check_count, parse_json, validate
from ascribe.apps.server.openapi import ERRORS
from ascribe.apps.server.service import LOGGER, Service
from ascribe.apps.server.upstream import get_connection_errors, select_headers
from ascribe.apps.server.work import Ticket
from ascribe.errors import AscribeError

router = APIRouter(tags=["chat"])

_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["messages"],
                    "properties": {
                        "model": {"type": "string"},
                        "messages": {"type": "array", "items": {"type": "object"}},
                        "stream": {"type": "boolean"},
                        "ascribe": {"$ref": "#/components/schemas/ChatOptionsBody"},
                    },
                }
            }
        },
    }
}
_ANSWER = {
    "description": "What the upstream sent, with the field `ascribe`.",
    "content": {"application/json": {}},
}


@dataclass(frozen=True, slots=True)
class ChatExchange:
    """A chat request on its way.

    Args:
        request: the client's.
        service: the service.
        asked: its body without the field ``ascribe``.
        options: that field.
    """

    request: Request
    service: Service
    asked: Mapping[str, Any]
    options: ChatOptionsBody


@router.post("/v1/chat/completions", responses={200: _ANSWER, **ERRORS}, openapi_extra=_BODY)
async def complete_chat(request: Request, service: TheService) -> Response:
    """Pass a chat request on to the upstream, and annotate the sentences of its reply."""
    body = await request.body()
    asked = _parse(body)
    options = validate(asked.get("ascribe") or {}, ChatOptionsBody)
    check_tier(options.tier, service)
    check_count(len(options.sources or []), service)
    if "ascribe" in asked:
        asked = {name: value for name, value in asked.items() if name != "ascribe"}
        body = json.dumps(asked).encode()
    upstream = await service.upstream.send(body, request.headers, keep_key=not service.keys.list_keys())
    exchange = ChatExchange(request, service, asked, options)
    if upstream.headers.get("content-type", "").startswith("text/event-stream"):
        return StreamingResponse(
            _relay_stream(upstream, exchange), upstream.status_code, headers=select_headers(upstream.headers)
        )
    return await _answer_whole(upstream, exchange)


def _parse(body: bytes) -> dict[str, Any]:
    asked = parse_json(body)
    if not isinstance(asked, dict) or not isinstance(asked.get("messages"), list):
        raise ServiceError(
            422, "invalid_input", "messages: the body must have a list of messages.", "messages"
        )
    return asked


async def _answer_whole(upstream: Any, exchange: ChatExchange) -> Response:
    """Relay an answer that comes in one piece, with the field ``ascribe`` if it has choices."""
    headers = select_headers(upstream.headers)
    pieces, size = upstream.aiter_bytes(), 0
    data = bytearray()
    try:
        async for piece in pieces:
            data += piece
            size += len(piece)
            if size > exchange.service.settings.max_upstream_bytes:
                return StreamingResponse(
                    _relay_rest(bytes(data), pieces, upstream), upstream.status_code, headers=headers
                )
    except get_connection_errors():
        await upstream.aclose()
        raise ServiceError(
            502, "upstream_failed", "the upstream broke off in the middle of its answer."
        ) from None
    await upstream.aclose()
    body = bytes(data) if upstream.status_code != 200 else await _annotate(bytes(data), exchange)
    return Response(body, upstream.status_code, headers=headers)


async def _relay_rest(start: bytes, pieces: Any, upstream: Any) -> AsyncGenerator[bytes]:
    """Relay an answer that is too large to be checked."""
    try:
        yield start
        async for piece in pieces:
            yield piece
    finally:
        await upstream.aclose()


async def _annotate(data: bytes, exchange: ChatExchange) -> bytes:
    """Return the answer with our annotations in its messages; unchanged if it is no chat completion."""
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError):
        return data
    choices = answer.get("choices") if isinstance(answer, dict) else None
    if not isinstance(choices, list):
        return data
    messages = {
        place: choice["message"]
        for place, choice in enumerate(choices)
        if isinstance(choice, dict) and isinstance(choice.get("message"), dict)
    }
    texts = {place: message.get("content") for place, message in messages.items()}
    found = await _check_texts({n: text for n, text in texts.items() if isinstance(text, str)}, exchange)
    for one in found.get("choices", ()):
        message = messages[one["index"]]
        own = message.get("annotations")
        message["annotations"] = [*(own if isinstance(own, list) else []), *one["annotations"]]
    answer["ascribe"] = found
    return json.dumps(answer).encode()


async def _relay_stream(upstream: Any, exchange: ChatExchange) -> AsyncGenerator[bytes]:
    """Relay the chunks as they come; before the end marker, or at the end, comes our own chunk."""
    collector = ChunkCollector()
    relay = LineRelay(collector)
    try:
        try:
            async for piece in upstream.aiter_bytes():
                before, after = relay.add(piece)
                if before:
                    yield before
                if after:
                    yield collector.build_chunk(await _check_stream(collector, exchange)) + after
        except get_connection_errors():
            yield relay.add(b"", last=True)[0]
            error = build_error("upstream_failed", "the upstream broke off, so the reply was not checked.")
            yield b"\n\n" + collector.build_chunk(error)
            raise  # breaks the connection off, as the upstream did
        was_done = relay.is_done
        before, after = relay.add(b"", last=True)
        if before:
            yield before
        if not was_done:
            found = await _check_stream(collector, exchange)
            ending = b"" if after or before.endswith((b"\n\n", b"\r\n\r\n")) or not before else b"\n\n"
            yield ending + collector.build_chunk(found)
        if after:
            yield after
    finally:
        await upstream.aclose()


async def _check_stream(collector: ChunkCollector, exchange: ChatExchange) -> dict[str, Any]:
    if collector.failed:
        return build_error("upstream_failed", "the upstream reported an error, so the reply was not checked.")
    return await _check_texts(collector.contents(), exchange)


async def _check_texts(texts: Mapping[int, str], exchange: ChatExchange) -> dict[str, Any]:
    """Return what ``ascribe`` says: the checks of the texts, by choice, or what went wrong."""
    said = {index: text for index, text in texts.items() if text.strip()}
    try:
        if not said:
            return {"choices": []}
        work = exchange.service.queue.run(exchange.request, lambda ticket: _check_all(said, exchange, ticket))
        return {"choices": await work}
    except ServiceError as error:
        return error.to_json()
    except AscribeError as error:
        return translate_error(error).to_json()
    except WorkStoppedError:
        return build_error("stopping", "the service is stopping, so the reply was not checked.")
    except ClientDisconnect:
        raise
    except Exception:
        LOGGER.exception("a chat reply could not be checked")
        return build_error("failed", "the check failed, so nothing is known of the reply; the log says why.")


def _check_all(texts: Mapping[int, str], exchange: ChatExchange, ticket: Ticket) -> list[dict[str, Any]]:
    options, service = exchange.options, exchange.service
    found = []
    for index, text in texts.items():
        sources = find_sources(exchange.asked, options, text, service, ticket)
        check = CheckRequest(
            text,
            sources.items,
            find_question(exchange.asked),
            options.tier,
            options.strictness,
            options.language,
        )
        answer = run_check(check, service.settings, ticket)
        stored = service.store(answer, "chat", sources.files, wanted=options.store)
        found.append(summarize_choice(index, answer, stored))
    return found
