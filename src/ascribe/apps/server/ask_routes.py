"""``/v1/ask``: a question over the uploaded documents."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from fastapi import APIRouter, Request, Response

from ascribe.apps.server.access import TheService
from ascribe.apps.server.bodies import AskBody
from ascribe.apps.server.check_routes import answer_with_record, check_tier
from ascribe.apps.server.document_shelf import DIGEST_KEY
from ascribe.apps.server.events import answer_with_events, wants_events, write_data, write_event
from ascribe.apps.server.files import StoredFile
from ascribe.apps.server.incoming import read_json
from ascribe.apps.server.openapi import describe_body, describe_events
from ascribe.apps.server.service import Service
from ascribe.apps.server.work import Ticket
from ascribe.records import Answer, StreamEvent

router = APIRouter(tags=["ask"])


@router.post("/v1/ask", responses=describe_events("Answer"), openapi_extra=describe_body("AskBody"))
async def ask_documents(request: Request, service: TheService) -> Response:
    """Answer a question from the uploaded documents, or refuse with a reason."""
    body = await read_json(request, AskBody)
    check_tier(body.tier, service)
    if wants_events(request):

        def produce(ticket: Ticket) -> Iterator[bytes]:
            for event in _iterate_answer(body, service, ticket):
                yield write_event(event)
                if event.answer is not None:
                    found = _store(event.answer, body, service)
                    yield write_data("stored", json.dumps({"check": found}))

        return await answer_with_events(request, service, produce)

    def work(ticket: Ticket) -> tuple[str, str | None]:
        answer = next(e.answer for e in _iterate_answer(body, service, ticket) if e.answer is not None)
        return answer.to_json(), _store(answer, body, service)

    return answer_with_record(*await service.queue.run(request, work))


def _iterate_answer(body: AskBody, service: Service, ticket: Ticket) -> Iterator[StreamEvent]:
    """Yield the events of an answer; the work stops between two of them."""
    options: dict[str, Any] = {
        "strictness": body.strictness,
        "tier": body.tier,
        "top": body.top,
        "context": body.context,
        "language": body.language,
        "where": _restrict(body, service),
        "history": [(turn.question, turn.answer) for turn in body.history],
    }
    with closing(service.shelf.library.stream(body.question, **options)) as events:
        for event in events:
            ticket.check()
            yield event


def _restrict(body: AskBody, service: Service) -> dict[str, Any] | None:
    """Return the condition that only the wanted documents fulfil; None for all."""
    if body.documents is None:
        return None
    return {DIGEST_KEY: [service.shelf.find(doc_id).metadata.get(DIGEST_KEY) for doc_id in body.documents]}


def _store(answer: Answer, body: AskBody, service: Service) -> str | None:
    digests = [str(document.metadata.get(DIGEST_KEY)) for document in answer.documents]
    files: list[StoredFile] = [file for digest in digests if (file := service.files.find(digest)) is not None]
    return service.store(answer, "ask", files, wanted=body.store)
