"""What the page of a check fetches: the report as a fragment, its evidence, sources, and downloads."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from ascribe.apps.server.access import TheService
from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.history_routes import CheckId
from ascribe.apps.server.service import Service
from ascribe.apps.server.work import Ticket
from ascribe.apps.web.evidence import cut_source, describe_evidence
from ascribe.apps.web.exports import FORMATS, build_title, write_export
from ascribe.errors import InputError
from ascribe.records import Answer
from ascribe.write.report.page import HtmlWriter

router = APIRouter(include_in_schema=False)

Offset = Annotated[int, Query(ge=0, le=2**31)]


@router.get("/v1/checks/{check_id}/report")
async def get_report(request: Request, service: TheService, check_id: CheckId) -> Response:
    """Return the report of a stored check as HTML, with its evidence and corrections."""

    def work(_: Ticket) -> dict[str, Any]:
        head = service.history.get(check_id)
        answer = Answer.from_json(service.history.answer_json(check_id))
        corrections = [asdict(one) for one in service.history.corrections(check_id)]
        return {
            **_build_report(answer, service),
            "created": head.created,
            "kind": head.kind,
            "corrections": corrections,
        }

    return JSONResponse(await service.queue.run(request, work))


@router.post("/v1/report")
async def build_report(request: Request, service: TheService) -> Response:
    """Return the report of an answer that the history does not keep."""
    given = await request.body()

    def work(_: Ticket) -> dict[str, Any]:
        try:
            answer = Answer.from_json(given.decode())
        except (ValueError, InputError) as error:
            raise ServiceError(422, "invalid_input", f"the body is no answer: {error}") from None
        return {**_build_report(answer, service), "corrections": []}

    return JSONResponse(await service.queue.run(request, work))


def _build_report(answer: Answer, service: Service) -> dict[str, Any]:
    # No pictures: they would be made from a path in the answer, and by pdfium in this very process.
    return {
        "html": HtmlWriter(images=False).write_fragment(answer).text,
        "evidence": describe_evidence(answer, service.files),
        "refused": answer.was_refused,
        "title": answer.query or build_title(answer),
    }


@router.get("/v1/checks/{check_id}/sources/{position}")
def get_source(
    service: TheService,
    check_id: CheckId,
    position: Annotated[int, Path(ge=0, le=1_000_000)],
    start: Offset = 0,
    end: Offset = 0,
) -> Response:
    """Return the text of a source around the characters from ``start`` to ``end``, in three parts."""
    answer = Answer.from_json(service.history.answer_json(check_id))
    parts = cut_source(answer, position, start, end)
    if parts is None:
        raise ServiceError(404, "not_found", f"the check has no source {position}, counted from 0.")
    return JSONResponse(parts)


@router.get("/checks/{check_id}/export/{name}")
async def export_check(
    request: Request,
    service: TheService,
    check_id: CheckId,
    name: Annotated[str, Path(max_length=20)],
    references: Annotated[str, Query(pattern=r"^[a-z0-9-]{1,100}(\.csl)?$")] = "own",
) -> Response:
    """Return a check as a file to download; ``references`` is the style of its list of references."""
    if name not in FORMATS:
        raise ServiceError(404, "not_found", f"there is no format {name!r}; choose {', '.join(FORMATS)}.")

    def work(_: Ticket) -> tuple[bytes, str]:
        made = datetime.fromtimestamp(service.history.get(check_id).created, UTC)
        answer = Answer.from_json(service.history.answer_json(check_id))
        return write_export(answer, name, references, f"{made:%Y-%m-%d}"), f"{made:%Y-%m-%d}"

    content, date = await service.queue.run(request, work)
    file = quote(f"ascribe-{date}-{check_id[:8]}.{name}")
    headers = {
        "Content-Disposition": f'attachment; filename="{file}"',
        # Opened on its own, the file may do no more than show its own styles.
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    }
    return Response(content, media_type=FORMATS[name], headers=headers)
