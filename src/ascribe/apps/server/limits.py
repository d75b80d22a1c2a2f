"""The limit on the body of a request: bytes are counted while they arrive, and time too."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import JSONResponse

from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.settings import ServerSettings

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_DRAINED_BYTES = 64_000_000
"""Bytes of a body that is too large that are still taken and thrown away: a client that is cut off while it
sends may never read why."""

_DRAINING_SECONDS = 5.0


class BodyLimit:
    """Refuses a body that is too large or too slow, also one without a ``Content-Length``.

    Args:
        app: the application.
        settings: of the service.
    """

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self._app, self._most, self._seconds = app, settings.max_body_bytes, settings.body_seconds
        self._buffer = _Buffer(settings.max_buffered_bytes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with a ``receive`` that counts."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "")
        if length.isdigit() and int(length) > self._most:
            await _drain(receive)
            error = build_size_error(self._most)
            await JSONResponse(error.to_json(), error.status_code)(scope, receive, send)
            return
        counting = _CountingReceive(receive, self._most, self._seconds, self._buffer)
        try:
            await self._app(scope, counting, send)
        finally:
            self._buffer.size -= counting.size


@dataclass(slots=True)
class _Buffer:
    """The bytes of all bodies in memory, and the most that there may be."""

    most: int
    size: int = 0


class _CountingReceive:
    """``receive`` of one request; it raises once the body is too large or too slow, or all of them are."""

    def __init__(self, receive: Receive, most: int, seconds: float, buffer: _Buffer) -> None:
        self._receive, self._most, self._buffer = receive, most, buffer
        self._seconds, self._deadline = seconds, time.monotonic() + seconds
        self.size, self._complete = 0, False

    async def __call__(self) -> Message:
        if self._complete:
            return await self._receive()
        try:
            left = max(0.0, self._deadline - time.monotonic())
            message = await asyncio.wait_for(self._receive(), left)
        except TimeoutError:
            raise ServiceError(
                408, "body_too_slow", f"the body did not arrive within {self._seconds:g} s."
            ) from None
        length = len(message.get("body", b""))
        self.size, self._buffer.size = self.size + length, self._buffer.size + length
        self._complete = not message.get("more_body", False)
        error = self._find_error()
        if error is None:
            return message
        if not self._complete:
            await _drain(self._receive)
        raise error

    def _find_error(self) -> ServiceError | None:
        if self.size > self._most:
            return build_size_error(self._most)
        if self._buffer.size > self._buffer.most:
            return ServiceError(503, "busy", "too many large requests are being answered; try again soon.")
        return None


async def _drain(receive: Receive) -> None:
    """Throw away what the client still sends, for a while."""
    size = 0
    try:
        async with asyncio.timeout(_DRAINING_SECONDS):
            while size < _DRAINED_BYTES:
                message = await receive()
                size += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return
    except TimeoutError:
        return


def build_size_error(most: int) -> ServiceError:
    """Build the error of a body with more than ``most`` bytes."""
    return ServiceError(
        413, "too_large", f"the request has more than {most:,} bytes; send less, or raise --max-body-bytes."
    )
