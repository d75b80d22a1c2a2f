"""The limit on the body of a request: bytes are counted while they arrive, and time too."""

from __future__ import annotations

import asyncio
import time
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
        await self._app(scope, _CountingReceive(receive, self._most, self._seconds), send)


class _CountingReceive:
    """``receive`` of one request; it raises once the body is too large or too slow."""

    def __init__(self, receive: Receive, most: int, seconds: float) -> None:
        self._receive, self._most = receive, most
        self._seconds, self._deadline = seconds, time.monotonic() + seconds
        self._size, self._complete = 0, False

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
        self._size += len(message.get("body", b""))
        self._complete = not message.get("more_body", False)
        if self._size > self._most:
            if not self._complete:
                await _drain(self._receive)
            raise build_size_error(self._most)
        return message


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
