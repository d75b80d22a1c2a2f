"""Turn the sources and the reply of a request into what ``check`` takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ascribe.apps.server.bodies import SourceBody
from ascribe.apps.server.document_shelf import DIGEST_KEY
from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.files import StoredFile
from ascribe.apps.server.incoming import GivenSource
from ascribe.apps.server.reading import FileToRead
from ascribe.apps.server.service import Service
from ascribe.apps.server.work import Ticket
from ascribe.records import Document

_TEXT_FILES = (".md", ".markdown", ".txt")
_BYTES_PER_CHAR = 4


@dataclass(slots=True)
class ResolvedSources:
    """Sources for ``check``, in order, and the files that they were read from."""

    items: list[Any] = field(default_factory=list)
    files: list[StoredFile] = field(default_factory=list)


def resolve_sources(
    given: Sequence[GivenSource], service: Service, ticket: Ticket, language: str | None = None
) -> ResolvedSources:
    """Read the uploaded files and load the documents.

    Raises:
        ServiceError: a source is neither text nor a document, or all of them are too long.
        UnknownDocumentError: a document does not exist.
    """
    read = _read_files(given, service, ticket, language)
    found, total = ResolvedSources(), 0
    for position, source in enumerate(given):
        item: Any
        if isinstance(source, StoredFile):
            item = read[position]
            found.files.append(source)
        elif source.document is not None:
            item = _load_document(source, position, service, found.files)
        else:
            item = _build_text_source(source, position)
        total += len(item["text"] if isinstance(item, dict) else item.full_text or "")
        found.items.append(item)
    _check_total(total, service)
    return found


def _read_files(
    given: Sequence[GivenSource], service: Service, ticket: Ticket, language: str | None
) -> dict[int, Document]:
    uploads: dict[int, StoredFile] = {
        position: one for position, one in enumerate(given) if isinstance(one, StoredFile)
    }
    if not uploads:
        return {}
    taken = {one.id or one.document or "" for one in given if isinstance(one, SourceBody)}
    files = []
    for one in uploads.values():
        number, name = 1, one.name
        while name in taken:
            number += 1
            name = f"{one.name} ({number})"
        taken.add(name)
        files.append(FileToRead(one, name, "sources"))
    return dict(zip(uploads, service.reader.read(files, ticket, language), strict=True))


def _load_document(source: SourceBody, position: int, service: Service, files: list[StoredFile]) -> Document:
    if source.text is not None or source.document is None:
        raise _build_shape_error(position)
    document = service.shelf.library.document(source.document)
    stored = service.files.find(str(document.metadata.get(DIGEST_KEY)))
    if stored is not None:
        files.append(stored)
    return document


def _build_text_source(source: SourceBody, position: int) -> dict[str, Any]:
    if source.text is None:
        raise _build_shape_error(position)
    named = {"file_name": source.name} if source.name else {}
    made: dict[str, Any] = {"text": source.text, "metadata": {**named, **source.metadata}}
    if source.id is not None:
        made["id"] = source.id
    return made


def _build_shape_error(position: int) -> ServiceError:
    return ServiceError(
        422,
        "invalid_input",
        f"source {position + 1} must have either text, or the id of a document.",
        f"sources.{position}",
    )


def _check_total(total: int, service: Service) -> None:
    most = service.settings.max_total_chars
    if total > most:
        raise ServiceError(
            422,
            "sources_too_long",
            f"the sources have {total:,} characters, more than the limit of {most:,}; send fewer.",
            "sources",
        )


def read_reply_file(file: StoredFile, service: Service, ticket: Ticket) -> str:
    """Return a reply that came as a file; text stays as it is, other formats are read as Markdown.

    Raises:
        ServiceError: it cannot be read.
        InputError: it has no known encoding.
    """
    if file.path.suffix not in _TEXT_FILES:
        return service.reader.read_reply(file, ticket)
    if file.size > _BYTES_PER_CHAR * service.settings.max_reply_chars:
        raise ServiceError(
            422,
            "invalid_input",
            f"{file.name}: the reply is longer than {service.settings.max_reply_chars:,} characters.",
            "reply",
        )
    from ascribe.read.encodings import decode

    return decode(file.path.read_bytes(), file.name)
