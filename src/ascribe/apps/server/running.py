"""Run the service with uvicorn: say where it listens, and let running requests finish when it stops."""

from __future__ import annotations

import signal
import socket
import sys
from contextlib import suppress

import uvicorn

from ascribe.apps.server.app import create_app
from ascribe.apps.server.service import Service
from ascribe.apps.server.settings import ServerSettings
from ascribe.errors import InputError

_HEADER_BYTES = 64_000


class GracefulServer(uvicorn.Server):
    """A server that refuses new work as soon as it is told to stop, and finishes what runs.

    Args:
        config: of uvicorn.
        service: the service that runs in it.
    """

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse new work and wait for the running requests, up to the grace time."""
        self._service.queue.is_closing = True
        await super().shutdown(sockets)


def build_server(settings: ServerSettings) -> GracefulServer:
    """Build the server of a new service.

    Raises:
        InputError: as ``create_app``.
    """
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=max(1, round(settings.grace_seconds)),
        h11_max_incomplete_event_size=_HEADER_BYTES,
    )
    return GracefulServer(config, app.state.service)


def run_server(settings: ServerSettings) -> None:
    """Run a service until a signal stops it.

    Raises:
        InputError: as ``create_app``, or the address cannot be used.
    """
    listening = _bind(settings)  # first: a service that cannot listen must leave no data folder behind
    try:
        server = build_server(settings)
    except BaseException:
        listening.close()
        raise
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    sys.stderr.write(f"ascribe: listening on http://{shown}:{port}\n")
    sys.stderr.flush()
    # uvicorn stops gracefully on a signal, then raises it again; by then there is nothing left to end.
    signal.signal(signal.SIGTERM, lambda *_: None)
    with suppress(KeyboardInterrupt):
        server.run([listening])


def _bind(settings: ServerSettings) -> socket.socket:
    """Return a socket that listens, so that whoever reads the address can connect at once."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host.strip("[]"), settings.port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise InputError(
            f"--host {settings.host} --port {settings.port}: cannot be used ({error.strerror}); give others."
        ) from None
    return listening
