"""The outermost layer: security headers on every answer, counters, and an answer even for a bug."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse

from ascribe.apps.server.failures import build_error
from ascribe.apps.server.service import LOGGER

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from ascribe.apps.server.metrics import Metrics

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Headers of every answer that does not set them itself."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""Of HTML that has no policy of its own: a report needs nothing but its own styles."""

_METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
_CLIENT_LEFT = 499


class Recorder:
    """Adds headers, counts requests, and turns an error that nobody caught into an answer.

    Args:
        app: the application.
        metrics: the counters.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and record how it ended."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = time.monotonic(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(MutableHeaders(scope=message))
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        except ClientDisconnect:
            status = _CLIENT_LEFT
        except Exception:
            LOGGER.exception("%s %s failed", scope["method"], scope["path"])
            if status:
                raise  # the answer has begun: the connection must break off, so that nobody takes it as whole
            body = build_error("failed", "the service failed on this request; its log says why.")
            await JSONResponse(body, 500)(scope, receive, send_with_headers)
        finally:
            self._record(scope, status or _CLIENT_LEFT, time.monotonic() - started)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        route: Any = scope.get("route")
        path = getattr(route, "path", "other")
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._metrics.count_request(method, path, status, seconds)


def _add_headers(headers: MutableHeaders) -> None:
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if headers.get("content-type", "").startswith("text/html"):
        headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
