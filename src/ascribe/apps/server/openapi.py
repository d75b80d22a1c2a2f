"""The OpenAPI description: that of FastAPI, with the JSON Schema of Ascribe's own records."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from ascribe.apps.server.bodies import (
    AskBody,
    ChatOptionsBody,
    CheckBody,
    ErrorBody,
    FormatBody,
    RepairBody,
    SentencesBody,
)
from ascribe.records import Answer, Document, Repair, StreamEvent
from ascribe.records.serialization import build_schema

_DESCRIPTION = (
    "Ascribe every sentence of a reply to the exact source words that support it. Answers have the JSON that "
    "`ascribe check --format json --source-texts` writes; its schema is `Answer` below."
)

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": text}
    for status, text in {
        "4XX": "The request cannot be answered; `error.message` says why.",
        "5XX": "The service cannot answer now; `Retry-After` says when to try again.",
    }.items()
}
"""The errors of every route."""


def describe_record(*names: str) -> dict[int | str, dict[str, Any]]:
    """Describe an answer with status 200 that is one of these records."""
    schemas = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    content = {"application/json": {"schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}}
    return {200: {"description": "The answer.", "content": content}, **ERRORS}


def describe_events(*names: str) -> dict[int | str, dict[str, Any]]:
    """Describe an answer that is one of these records, or server-sent events on request."""
    described = describe_record(*names)
    described[200]["content"]["text/event-stream"] = {"schema": {"type": "string"}}
    described[200]["description"] += (
        " As events: `sentence`, `references`, `final`, then `stored`, or `error`."
    )
    return described


def describe_body(name: str, form: dict[str, Any] | None = None) -> dict[str, Any]:
    """Describe the body of a request: JSON of that model, or a form."""
    content: dict[str, Any] = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
    if form is not None:
        content["multipart/form-data"] = {"schema": form}
    return {"requestBody": {"required": True, "content": content}}


@cache
def _build_record_schemas() -> dict[str, Any]:
    """Return the schemas of the records, and of the bodies that routes read themselves."""
    schemas = build_schema(Answer, Document, Repair, StreamEvent)["$defs"]
    written = json.dumps(schemas).replace("#/$defs/", "#/components/schemas/")
    found: dict[str, Any] = json.loads(written)
    for model in (CheckBody, RepairBody, FormatBody, AskBody, ChatOptionsBody, SentencesBody):
        made = model.model_json_schema(ref_template="#/components/schemas/{model}")
        found |= made.pop("$defs", {})
        found[model.__name__] = made
    return found


def build_openapi(app: FastAPI) -> dict[str, Any]:
    """Build the description once, and return it."""
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title, version=app.version, description=_DESCRIPTION, routes=app.routes
        )
        schema.setdefault("components", {}).setdefault("schemas", {}).update(_build_record_schemas())
        schema["components"]["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
        app.openapi_schema = schema
    found: dict[str, Any] = app.openapi_schema
    return found
