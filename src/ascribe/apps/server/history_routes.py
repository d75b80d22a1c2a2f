"""``/v1/checks`` and ``/v1/corrections``: the history, and what people made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import StreamingResponse

from ascribe.apps.server.access import TheService
from ascribe.apps.server.bodies import ChecksBody, CheckSummaryBody, CorrectionBody, StoredCorrectionBody
from ascribe.apps.server.history import CheckSummary
from ascribe.apps.server.openapi import ERRORS

router = APIRouter(tags=["history"])

CheckId = Annotated[str, Path(max_length=100)]

_STORED_CHECK = {
    "type": "object",
    "required": ["id", "created", "kind", "question", "reply", "summary", "answer", "files", "corrections"],
    "properties": {
        "id": {"type": "string"},
        "created": {"type": "number"},
        "kind": {"type": "string"},
        "question": {"type": "string"},
        "reply": {"type": "string"},
        "summary": {"type": "object"},
        "answer": {"$ref": "#/components/schemas/Answer"},
        "files": {"type": "array", "items": {"type": "object"}},
        "corrections": {"type": "array", "items": {"type": "object"}},
    },
}


def _describe_summary(one: CheckSummary) -> CheckSummaryBody:
    made = asdict(one)
    made.pop("row")
    return CheckSummaryBody(**made)


@router.get("/v1/checks", response_model=ChecksBody, responses=ERRORS)
def list_checks(
    service: TheService,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[int | None, Query(ge=0, le=2**62, description="`next` of the page before.")] = None,
) -> ChecksBody:
    """List the stored checks, newest first."""
    found = service.history.list_checks(limit + 1, before)
    shown = found[:limit]
    return ChecksBody(
        checks=[_describe_summary(one) for one in shown], next=shown[-1].row if len(found) > limit else None
    )


@router.get(
    "/v1/checks/{check_id}",
    responses={
        200: {"description": "The check.", "content": {"application/json": {"schema": _STORED_CHECK}}},
        **ERRORS,
    },
)
def get_check(check_id: CheckId, service: TheService) -> Response:
    """Return a stored check: its answer, its files and its corrections."""
    history = service.history
    head = _describe_summary(history.get(check_id)).model_dump()
    head["files"] = history.files(check_id)
    head["corrections"] = [asdict(one) for one in history.corrections(check_id)]
    written = json.dumps(head)
    # The answer is put in as it was stored: parsing and writing it again would cost more than all the rest.
    return Response(
        f'{written[:-1]}, "answer": {history.answer_json(check_id)}}}', media_type="application/json"
    )


@router.delete("/v1/checks/{check_id}", status_code=204, responses=ERRORS)
def delete_check(check_id: CheckId, service: TheService) -> None:
    """Delete a check with its corrections, and its files unless something else refers to them."""
    service.history.remove(check_id)
    service.remove_unused_files()


@router.delete("/v1/checks", status_code=204, responses=ERRORS)
def delete_all_checks(service: TheService) -> None:
    """Delete every check with its corrections, and the files that nothing else refers to."""
    service.history.remove_all()
    service.remove_unused_files()


@router.post(
    "/v1/checks/{check_id}/corrections",
    status_code=201,
    response_model=StoredCorrectionBody,
    responses=ERRORS,
)
def correct_check(check_id: CheckId, body: CorrectionBody, service: TheService) -> StoredCorrectionBody:
    """Say what the status of a sentence should be; a second correction of it replaces the first."""
    made = service.history.correct(check_id, body.sentence, body.status, body.note)
    return StoredCorrectionBody(**asdict(made))


@router.get(
    "/v1/corrections",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "JSON Lines of the task verification, as `ascribe calibrate` reads them.",
            "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
        },
        **ERRORS,
    },
)
def download_corrections(service: TheService) -> StreamingResponse:
    """Download all corrections as labelled data for `ascribe calibrate` and `ascribe evaluate`."""

    def iterate_lines() -> Iterator[str]:
        for record in service.history.iterate_labelled():
            yield json.dumps(record, ensure_ascii=False) + "\n"

    headers = {"Content-Disposition": 'attachment; filename="corrections.jsonl"'}
    return StreamingResponse(iterate_lines(), media_type="application/x-ndjson", headers=headers)
