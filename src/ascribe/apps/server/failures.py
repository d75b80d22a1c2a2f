"""The errors that a client gets: a status, a stable code, one sentence, and the field that is wrong."""

from __future__ import annotations

import logging
from typing import Any

from starlette.exceptions import HTTPException

from ascribe.errors import AscribeError, InputError, MissingExtraError, UnknownDocumentError

_LOGGER = logging.getLogger("ascribe.server")

RETRY_SECONDS = 2
"""What ``Retry-After`` says: a check takes about a second."""


class ServiceError(HTTPException):
    """A request cannot be answered; the client gets the code, the message and the field as JSON.

    Args:
        status: the HTTP status.
        code: a stable name of the problem.
        message: one sentence on what is wrong and what to do.
        field: the field of the request that is wrong, if it is one.
    """

    def __init__(self, status: int, code: str, message: str, field: str | None = None) -> None:
        headers = {"Retry-After": str(RETRY_SECONDS)} if status in (429, 503) else {}
        if status == 401:
            headers["WWW-Authenticate"] = "Bearer"
        super().__init__(status, detail=message, headers=headers)
        self.code, self.message, self.field = code, message, field

    def to_json(self) -> dict[str, Any]:
        """Return the body of the answer."""
        return build_error(self.code, self.message, self.field)


class WorkStoppedError(Exception):
    """The work was stopped: its client is gone, its time is over, or the service stops."""


def build_error(code: str, message: str, field: str | None = None) -> dict[str, Any]:
    """Build the body of an error."""
    return {"error": {"code": code, "message": message, **({"field": field} if field else {})}}


def translate_error(error: AscribeError) -> ServiceError:
    """Return what the client gets for an error of Ascribe."""
    match error:
        case UnknownDocumentError():
            return ServiceError(
                404,
                "not_found",
                f"no document has the id {error.doc_id!r}; list them with GET /v1/documents.",
            )
        case InputError():
            return ServiceError(422, "invalid_input", str(error))
        case MissingExtraError():
            return ServiceError(501, "not_installed", str(error))
        case LookupError():
            return ServiceError(422, "unknown_component", str(error))
        case ConnectionError():
            return ServiceError(502, "upstream_failed", str(error))
        case _:
            # Such a message may name files of this machine, which are no business of the client.
            _LOGGER.error("%s", error)
            return ServiceError(500, "failed", "the service failed on this request; its log says why.")
