"""Who may send a request: the names and origins that are allowed, and the API key."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse

from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.settings import ServerSettings, is_loopback

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from ascribe.apps.server.keys import KeyFile
    from ascribe.apps.server.metrics import Metrics

PUBLIC_PATHS = frozenset({"/healthz", "/", "/ask", "/history"})
"""Paths that need no key: they tell nothing about anyone's texts, as pages fetch all data with the key."""

_PUBLIC_PATTERN = re.compile(r"/assets/[^/]+/[^/]+|/checks/[^/]+")

_READING = frozenset({"GET", "HEAD", "OPTIONS"})


class Gate:
    """Refuses requests before anything of them is read.

    - On a loopback address the ``Host`` header must be a loopback name: a web page whose own name was made to
      point to this machine (DNS rebinding) is refused.
    - A request that changes state and has an ``Origin`` must come from the service itself or from an allowed
      origin, so that no other web page can send it with the visitor's browser.
    - Where there are keys, every path but the public ones needs one.

    Args:
        app: the application behind the gate.
        settings: of the service.
        keys: the keys.
        metrics: counts refusals.
    """

    def __init__(self, app: ASGIApp, settings: ServerSettings, keys: KeyFile, metrics: Metrics) -> None:
        self._app, self._settings, self._keys, self._metrics = app, settings, keys, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with an error, or pass the request on."""
        if scope["type"] == "http":
            try:
                self._check(scope)
            except ServiceError as error:
                self._metrics.count_rejection(error.code)
                response = JSONResponse(error.to_json(), error.status_code, error.headers)
                await response(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        self._check_host(host)
        if scope["method"] not in _READING:
            self._check_origin(headers.get("origin"), host)
        if not is_public(scope["method"], scope["path"]):
            self._check_key(headers.get("authorization", ""))

    def _check_host(self, host: str) -> None:
        name = _find_host_name(host)
        allowed = self._settings.allowed_hosts
        needed = self._settings.is_loopback or allowed
        if needed and name not in allowed and not is_loopback(name):
            raise ServiceError(
                421,
                "wrong_host",
                f"this service does not answer to the name {name!r}; allow it with --allow-host.",
            )

    def _check_origin(self, origin: str | None, host: str) -> None:
        # Behind a proxy with TLS the page has https, and what arrives here has not.
        allowed = (f"http://{host}", f"https://{host}", *self._settings.allowed_origins)
        if origin is not None and origin not in allowed:
            raise ServiceError(
                403,
                "wrong_origin",
                f"pages of {origin!r} may not change anything here; allow it with --allow-origin.",
            )

    def _check_key(self, authorization: str) -> None:
        if not self._keys.list_keys() and self._settings.is_loopback:
            return
        kind, _, key = authorization.partition(" ")
        if kind.lower() != "bearer" or self._keys.find(key.strip()) is None:
            raise ServiceError(
                401,
                "no_key",
                "this service needs an API key; send it as the header: Authorization: Bearer KEY.",
            )


def is_public(method: str, path: str) -> bool:
    """Return True if a request needs no key: it reads a page, one of its files, or the state of health."""
    if path == "/healthz":
        return True
    return method in _READING and (path in PUBLIC_PATHS or _PUBLIC_PATTERN.fullmatch(path) is not None)


def _find_host_name(host: str) -> str:
    """Return the host without its port, in lower case; "" if it is malformed."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
