"""Read the body of a request: JSON of a model, or a form with fields and files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from ascribe.apps.server.bodies import SourceBody
from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.files import StoredFile
from ascribe.apps.server.service import Service

Model = TypeVar("Model", bound=BaseModel)

_FORM_FIELDS = 200
_SMALL_BODY = 100_000
"""Bytes of JSON that are parsed on the event loop; more would make other clients wait."""

_SOURCE_FIELDS = ("sources", "source")

GivenSource = SourceBody | StoredFile
"""A source of a request: a text or a document's id, or an uploaded file."""


@dataclass(slots=True)
class Incoming(Generic[Model]):
    """A request that was read.

    Args:
        body: its options.
        sources: its sources, in order; empty where the body has none.
        reply_file: the reply, if it came as a file.
        files: every uploaded file; they are held until ``release_files``.
    """

    body: Model
    sources: list[GivenSource] = field(default_factory=list)
    reply_file: StoredFile | None = None
    files: list[StoredFile] = field(default_factory=list)


async def read_json(request: Request, model: type[Model]) -> Model:
    """Read a body in JSON.

    Raises:
        RequestValidationError: it does not fit the model.
        ServiceError: it is no JSON.
    """
    data = await request.body()
    if len(data) <= _SMALL_BODY:
        return validate(parse_json(data), model)
    return await asyncio.to_thread(lambda: validate(parse_json(data), model))


def parse_json(data: bytes) -> Any:
    """Parse JSON.

    Raises:
        ServiceError: the data is not JSON.
    """
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise ServiceError(400, "bad_json", "the body is not JSON in UTF-8.") from None


def validate(given: Any, model: type[Model]) -> Model:
    """Return the model of a value.

    Raises:
        RequestValidationError: it does not fit.
    """
    try:
        made: Model = model.model_validate(given)
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_url=False, include_context=False)) from None
    return made


async def read_body(request: Request, model: type[Model], service: Service) -> Incoming[Model]:
    """Read a body with a reply and sources, in JSON or as a form.

    Raises:
        RequestValidationError: it does not fit the model.
        ServiceError: it is neither, it has too many sources, or the queue is full.
    """
    service.queue.check_open()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        return await _read_form(request, model, service)
    if kind not in ("application/json", ""):
        raise ServiceError(
            415, "wrong_type", f"the body is {kind}; send application/json or multipart/form-data."
        )
    body = await read_json(request, model)
    sources: list[GivenSource] = list(getattr(body, "sources", []))
    check_count(len(sources), service)
    return Incoming(body, sources)


async def _read_form(request: Request, model: type[Model], service: Service) -> Incoming[Model]:
    most = service.settings.max_body_bytes
    async with request.form(
        max_files=service.settings.max_sources + 1, max_fields=_FORM_FIELDS, max_part_size=most
    ) as form:
        options = {
            name: value
            for name, value in form.items()
            if isinstance(value, str) and name not in (*_SOURCE_FIELDS, "document")
        }
        given = [(name, value) for name, value in form.multi_items() if name in (*_SOURCE_FIELDS, "document")]
        check_count(len(given), service)
        files: list[StoredFile] = []
        try:
            sources = [await _take_source(name, value, service, files) for name, value in given]
            reply_file = await _take_reply(form, service, files)
            body = validate({**options, **_placeholders(options, reply_file)}, model)
        except BaseException:
            service.files.release(files)
            raise
    return Incoming(body, sources, reply_file, files)


def _placeholders(options: dict[str, str], reply_file: StoredFile | None) -> dict[str, Any]:
    """Return what the model needs although the form has it in another shape."""
    made: dict[str, Any] = {"sources": [{"text": "in the form"}]}
    if reply_file is not None and "reply" not in options:
        made["reply"] = ""
    return made


async def _take_source(
    name: str, value: str | UploadFile, service: Service, files: list[StoredFile]
) -> GivenSource:
    if isinstance(value, UploadFile):
        return await _take_file(value, service, files)
    return validate({"document" if name == "document" else "text": value}, SourceBody)


async def _take_reply(form: FormData, service: Service, files: list[StoredFile]) -> StoredFile | None:
    value = form.get("reply")
    return await _take_file(value, service, files) if isinstance(value, UploadFile) else None


async def _take_file(upload: UploadFile, service: Service, files: list[StoredFile]) -> StoredFile:
    data = await upload.read()
    stored = await asyncio.to_thread(service.files.put, data, upload.filename or "file")
    files.append(stored)
    return stored


async def read_uploads(request: Request, service: Service) -> list[StoredFile]:
    """Read the files of a form, whatever their fields are called; they are held until ``release_files``.

    Raises:
        ServiceError: it is no form, has no file, or the queue is full.
    """
    service.queue.check_open()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "multipart/form-data":
        raise ServiceError(415, "wrong_type", "send the files as multipart/form-data.")
    files: list[StoredFile] = []
    most = service.settings.max_sources
    async with request.form(max_files=most, max_fields=_FORM_FIELDS) as form:
        uploads = [value for _, value in form.multi_items() if isinstance(value, UploadFile)]
        if not uploads:
            raise ServiceError(422, "invalid_input", "files: the form has no file.", "files")
        try:
            for upload in uploads:
                await _take_file(upload, service, files)
        except BaseException:
            service.files.release(files)
            raise
    return files


@contextmanager
def release_files(service: Service, files: Sequence[StoredFile]) -> Iterator[None]:
    """Release the files at the end: what refers to them has been stored by then, or nothing will."""
    try:
        yield
    finally:
        service.files.release(files)


def check_count(count: int, service: Service) -> None:
    """Check the number of sources.

    Raises:
        ServiceError: there are too many.
    """
    most = service.settings.max_sources
    if count > most:
        raise ServiceError(
            422, "too_many_sources", f"there are {count} sources, more than the limit of {most}.", "sources"
        )
