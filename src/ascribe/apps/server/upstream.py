"""The upstream of the chat endpoint: one client, the key from the environment, and the headers that pass."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.settings import ServerSettings
from ascribe.errors import MissingExtraError
from ascribe.install_command import build_install_command

_CONNECT_SECONDS = 10.0
_PASSED_RESPONSE_HEADERS = ("content-type", "retry-after", "x-request-id")
_PASSED_PREFIXES = ("openai-", "x-ratelimit-")


class Upstream:
    """Sends chat requests on. Redirects are not followed: they would send the key to another host.

    Args:
        settings: of the service.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._client: Any = None

    async def send(self, body: bytes, headers: Mapping[str, str], *, keep_key: bool) -> Any:
        """Send a request and return the response, whose body is not read yet; the caller closes it.

        Args:
            body: JSON.
            headers: of the client's request.
            keep_key: pass the client's own ``Authorization`` on if the service has no key for the upstream.

        Raises:
            ServiceError: there is no upstream, its key is missing, or it cannot be reached.
        """
        if self._settings.upstream is None:
            raise ServiceError(
                501, "no_upstream", "this service passes no chat requests on; start it with --upstream URL."
            )
        httpx2 = _import_client()
        if self._client is None:
            timeout = httpx2.Timeout(self._settings.upstream_seconds, connect=_CONNECT_SECONDS)
            self._client = httpx2.AsyncClient(timeout=timeout, follow_redirects=False)
        address = f"{self._settings.upstream.rstrip('/')}/chat/completions"
        own_headers = self._build_headers(headers, keep_key=keep_key)
        request = self._client.build_request("POST", address, headers=own_headers, content=body)
        try:
            return await self._client.send(request, stream=True)
        except httpx2.TimeoutException:
            raise ServiceError(504, "upstream_timeout", "the upstream did not answer in time.") from None
        except httpx2.HTTPError as error:
            reason = type(error).__name__
            raise ServiceError(
                502, "upstream_failed", f"the upstream cannot be reached ({reason}); check --upstream."
            ) from None

    def _build_headers(self, headers: Mapping[str, str], *, keep_key: bool) -> dict[str, str]:
        # Without compression the bytes that come are the bytes that are passed on.
        built = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
        built |= {name: value for name, value in headers.items() if name.lower().startswith("openai-")}
        if "accept" in headers:
            built["Accept"] = headers["accept"]
        variable = self._settings.upstream_key_variable
        if variable is not None:
            key = os.environ.get(variable)
            if not key:
                raise ServiceError(
                    500,
                    "no_upstream_key",
                    f"the environment variable {variable} of --upstream-key-env is empty.",
                )
            built["Authorization"] = f"Bearer {key}"
        elif keep_key and "authorization" in headers:
            built["Authorization"] = headers["authorization"]
        return built

    async def close(self) -> None:
        """Close all connections."""
        if self._client is not None:
            await self._client.aclose()


def get_connection_errors() -> tuple[type[Exception], ...]:
    """Return the errors of a connection that breaks while a response is read."""
    httpx2 = _import_client()
    return (httpx2.HTTPError, httpx2.StreamError)


def select_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of the upstream's response that the client gets."""
    return {
        name: value
        for name, value in headers.items()
        if name.lower() in _PASSED_RESPONSE_HEADERS or name.lower().startswith(_PASSED_PREFIXES)
    }


def _import_client() -> Any:
    try:
        import httpx2
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"The upstream needs httpx2; run: {build_install_command('serve')}"
        ) from error
    return httpx2
