"""``/v1/check``, ``/v1/repair`` and ``/v1/format``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from fastapi import APIRouter, Request, Response

from ascribe.apps.server.access import TheService
from ascribe.apps.server.bodies import (
    CheckBody,
    CheckOptionsBody,
    FormatBody,
    FormattedBody,
    RepairBody,
    SentencesBody,
)
from ascribe.apps.server.checking import CheckRequest, iterate_check, run_check
from ascribe.apps.server.events import answer_with_events, wants_events, write_data, write_event
from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.incoming import Incoming, read_body, release_files
from ascribe.apps.server.openapi import ERRORS, describe_body, describe_events, describe_record
from ascribe.apps.server.service import Service
from ascribe.apps.server.sources import ResolvedSources, read_reply_file, resolve_sources
from ascribe.apps.server.work import Ticket
from ascribe.records import Answer
from ascribe.records.sentence_rows import build_rows

router = APIRouter(tags=["check"])

CHECK_HEADER = "X-Ascribe-Check"
"""Header with the id under which the history has the check."""

_FILE = {"type": "string", "format": "binary"}
_FORM = {
    "type": "object",
    "required": ["reply", "sources"],
    "properties": {
        "reply": {
            "anyOf": [{"type": "string"}, _FILE],
            "description": "Text, or a Markdown, DOCX, PDF or HTML file.",
        },
        "sources": {
            "type": "array",
            "items": _FILE,
            "description": "Files, in order; a field without a file is text.",
        },
        "document": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Ids of uploaded documents.",
        },
        "question": {"type": "string"},
        "tier": {"type": "string"},
        "strictness": {"type": "string"},
        "language": {"type": "string"},
        "policy": {"type": "string"},
        "store": {"type": "boolean"},
    },
}


@router.post(
    "/v1/check",
    responses=describe_events("Answer", "SentencesBody"),
    openapi_extra=describe_body("CheckBody", _FORM),
)
async def check_reply(
    request: Request, service: TheService, view: Literal["answer", "sentences"] = "answer"
) -> Response:
    """Check a reply against its sources, sentence by sentence; return all of it, or only the sentences.

    Events end with the whole answer in either view.
    """
    incoming = await read_body(request, CheckBody, service)
    check_tier(incoming.body.tier, service)
    if wants_events(request):

        def produce(ticket: Ticket) -> Iterator[bytes]:
            checked, resolved = _prepare(incoming, service, ticket)
            for event in iterate_check(checked, service.settings, ticket):
                yield write_event(event)
                if event.answer is not None:
                    ticket.check()
                    found = service.store(event.answer, "check", resolved.files, wanted=incoming.body.store)
                    yield write_data("stored", json.dumps({"check": found}))

        return await answer_with_events(
            request, service, produce, lambda: service.files.release(incoming.files)
        )

    def work(ticket: Ticket) -> tuple[str, str | None]:
        checked, resolved = _prepare(incoming, service, ticket)
        answer = run_check(checked, service.settings, ticket)
        found = service.store(answer, "check", resolved.files, wanted=incoming.body.store)
        return answer.to_json() if view == "answer" else _list_sentences(answer).model_dump_json(), found

    with release_files(service, incoming.files):
        return answer_with_record(*await service.queue.run(request, work))


def _list_sentences(answer: Answer) -> SentencesBody:
    return SentencesBody(
        verification_ran=answer.verification_ran,
        faithfulness_score=answer.faithfulness_score if answer.verification_ran else None,
        checked_count=len(answer.verification_results),
        stating_count=len(answer.stating_sentences),
        supported_share=answer.supported_share,
        status_counts={str(status): count for status, count in answer.status_counts().items()},
        sentences=build_rows(answer),
    )


def answer_with_record(written: str, check: str | None) -> Response:
    """Answer with a record in JSON, and the id of the stored check in a header."""
    headers = {CHECK_HEADER: check, "Location": f"/v1/checks/{check}"} if check else {}
    return Response(written, media_type="application/json", headers=headers)


def check_tier(tier: str | None, service: Service) -> None:
    """Check that a request may name that tier.

    Raises:
        ServiceError: it may not.
    """
    allowed = service.settings.tiers
    if tier is not None and tier not in allowed:
        raise ServiceError(
            422, "unknown_component", f"tier must be one of {', '.join(allowed)}, got {tier!r}.", "tier"
        )


def _prepare(
    incoming: Incoming[Any], service: Service, ticket: Ticket
) -> tuple[CheckRequest, ResolvedSources]:
    """Read the files of a request and return the check that it asks for.

    Raises:
        ServiceError: the reply is blank; an answer to it could be taken for a passed check.
    """
    body = incoming.body
    reply = body.reply
    resolved = resolve_sources(incoming.sources, service, ticket, body.language)
    if incoming.reply_file is not None:
        reply = read_reply_file(incoming.reply_file, service, ticket)
        resolved.files.append(incoming.reply_file)
    if not reply.strip():
        raise ServiceError(422, "invalid_input", "the reply is empty; there is nothing to check.", "reply")
    return build_check(reply, resolved, body), resolved


def build_check(reply: str, resolved: ResolvedSources, body: CheckOptionsBody) -> CheckRequest:
    """Build the check of a reply with the options of a body."""
    made = CheckRequest(reply, resolved.items, body.question, body.tier, body.strictness, body.language)
    return replace(made, policy=getattr(body, "policy", made.policy))


@router.post(
    "/v1/repair", responses=describe_record("Repair"), openapi_extra=describe_body("RepairBody", _FORM)
)
async def repair_reply(request: Request, service: TheService) -> Response:
    """Set the citation markers of a reply right; its prose stays the same."""
    incoming = await read_body(request, RepairBody, service)
    check_tier(incoming.body.tier, service)

    def work(ticket: Ticket) -> tuple[str, str | None]:
        from ascribe.citation_repair import repair

        asked, resolved = _prepare(incoming, service, ticket)
        fixed = repair(
            asked.reply,
            asked.sources,
            asked.question,
            tier=asked.tier or service.settings.tier,
            strictness=asked.strictness,
            language=asked.language,
            limits=service.settings.limits,
        )
        ticket.check()
        found = service.store(fixed.answer, "repair", resolved.files, wanted=incoming.body.store)
        return fixed.to_json(), found

    with release_files(service, incoming.files):
        return answer_with_record(*await service.queue.run(request, work))


@router.post(
    "/v1/format",
    response_model=FormattedBody,
    responses=ERRORS,
    openapi_extra=describe_body("FormatBody", {**_FORM, "required": []}),
)
async def format_reply(request: Request, service: TheService) -> FormattedBody:
    """Write a reply with citations in a style, and its list of references in a format."""
    incoming = await read_body(request, FormatBody, service)
    body = incoming.body
    check_tier(body.tier, service)

    def work(ticket: Ticket) -> FormattedBody:
        answer = _find_answer(incoming, service, ticket)
        text = answer.with_citations(
            body.style,
            body.references,
            markup=body.markup,
            repeats=not body.once,
            known=body.known,
            replace_markers=body.replace_markers,
        )
        listed = answer.bibliography(body.references, markup=body.markup, style=body.style, known=body.known)
        return FormattedBody(text=text, bibliography=listed)

    with release_files(service, incoming.files):
        return await service.queue.run(request, work)


def _find_answer(incoming: Incoming[FormatBody], service: Service, ticket: Ticket) -> Answer:
    """Return the stored answer that a request names, or check its reply."""
    body = incoming.body
    has_reply = body.reply is not None
    if body.check is not None and not has_reply and not incoming.sources:
        return Answer.from_json(service.history.answer_json(body.check))
    if body.check is not None or not has_reply or not incoming.sources:
        raise ServiceError(422, "invalid_input", "give either check, or reply and sources.", "reply")
    asked, resolved = _prepare(incoming, service, ticket)
    answer = run_check(asked, service.settings, ticket)
    service.store(answer, "check", resolved.files, wanted=body.store)
    return answer
