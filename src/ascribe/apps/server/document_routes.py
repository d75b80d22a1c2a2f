"""``/v1/documents``: upload, list, get and delete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from ascribe.apps.server.access import TheService
from ascribe.apps.server.bodies import DocumentBody, DocumentsBody, RefusedFileBody, UploadBody
from ascribe.apps.server.document_shelf import DIGEST_KEY, NAME_KEY
from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.files import StoredFile
from ascribe.apps.server.incoming import read_uploads, release_files
from ascribe.apps.server.openapi import ERRORS, describe_record
from ascribe.apps.server.reading import FileToRead
from ascribe.apps.server.service import Service
from ascribe.apps.server.work import Ticket
from ascribe.library.store import StoredDocument

router = APIRouter(tags=["documents"])

_FORM = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["files"],
                    "properties": {
                        "files": {"type": "array", "items": {"type": "string", "format": "binary"}}
                    },
                }
            }
        },
    }
}


@router.post(
    "/v1/documents", status_code=201, response_model=UploadBody, responses=ERRORS, openapi_extra=_FORM
)
async def upload_documents(
    request: Request,
    service: TheService,
    skip: Annotated[
        bool, Query(description="Leave out the files that cannot be read, and list them as `refused`.")
    ] = False,
) -> UploadBody:
    """Store documents: all of them, or none if one cannot be read. They survive a crash from then on.

    With `skip` the readable ones are stored, and it is an error only if there are none. A file that is there
    already, under whatever name, is not stored again.
    """
    files = await read_uploads(request, service)
    add = _add_readable if skip else _add
    with release_files(service, files):
        return await service.queue.run(request, lambda ticket: add(files, service, ticket))


def _add_readable(files: Sequence[StoredFile], service: Service, ticket: Ticket) -> UploadBody:
    """Store the files that can be read: all at once, or else one by one, as one may end the reading."""
    try:
        return _add(files, service, ticket)
    except ServiceError as error:
        if error.status_code != 422 or len(files) == 1:
            raise
    stored: dict[str, DocumentBody] = {}
    refused: list[RefusedFileBody] = []
    for file in files:
        try:
            stored |= {one.id: one for one in _add([file], service, ticket).documents}
        except ServiceError as error:
            if error.status_code != 422:
                raise
            named = f"{file.name}: "
            message = error.message if error.message.startswith(named) else named + error.message
            refused.append(RefusedFileBody(name=file.name, message=message))
    if not stored:
        raise ServiceError(422, "unreadable_file", " ".join(one.message for one in refused), "files")
    return UploadBody(documents=list(stored.values()), refused=refused)


def _add(files: Sequence[StoredFile], service: Service, ticket: Ticket) -> UploadBody:
    ids = service.shelf.reserve(files)
    try:
        different = {file.digest: file for file in files}
        known = service.shelf.used_digests()
        new = [file for digest, file in different.items() if digest not in known]
        read = (
            service.reader.read([FileToRead(file, ids[file.digest]) for file in new], ticket) if new else []
        )
        ticket.check()
        for file, document in zip(new, read, strict=True):
            metadata = {**document.metadata, DIGEST_KEY: file.digest, NAME_KEY: file.name}
            service.shelf.add(replace(document, metadata=metadata))
    finally:
        service.shelf.release(ids)
    if new:
        service.shelf.encode_in_background()
    stored = {one.doc_id: one for one in service.shelf.list_documents()}
    found = [stored[doc_id] for doc_id in ids.values() if doc_id in stored]
    return UploadBody(documents=[describe_document(one) for one in found])


def describe_document(stored: StoredDocument) -> DocumentBody:
    """Return a document as a client sees it."""
    return DocumentBody(
        id=stored.doc_id,
        name=str(stored.metadata.get(NAME_KEY, stored.doc_id)),
        digest=stored.metadata.get(DIGEST_KEY),
        language=stored.language,
        pages=stored.pages,
        sentences=stored.sentences,
    )


@router.get("/v1/documents", response_model=DocumentsBody, responses=ERRORS)
def list_documents(service: TheService) -> DocumentsBody:
    """List the uploaded documents by id."""
    return DocumentsBody(documents=[describe_document(one) for one in service.shelf.list_documents()])


@router.get(
    "/v1/documents/{doc_id:path}", responses=describe_record("Document", "The document as it was read.")
)
def get_document(doc_id: str, service: TheService) -> Response:
    """Return a document as it was read, with its sentences and their places."""
    return Response(service.shelf.library.document(doc_id).to_json(), media_type="application/json")


@router.delete("/v1/documents/{doc_id:path}", status_code=204, responses=ERRORS)
def delete_document(doc_id: str, service: TheService) -> None:
    """Delete a document, and its file unless a stored check refers to it."""
    service.shelf.remove(doc_id)
    service.remove_unused_files()
