"""``create_app``: the routes, the layers around them, and the life of the service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from ascribe.apps.server import (
    ask_routes,
    chat_routes,
    check_routes,
    document_routes,
    file_routes,
    history_routes,
    status_routes,
)
from ascribe.apps.server.failures import ServiceError, WorkStoppedError, build_error, translate_error
from ascribe.apps.server.gate import Gate
from ascribe.apps.server.keys import KeyFile
from ascribe.apps.server.limits import BodyLimit
from ascribe.apps.server.openapi import build_openapi
from ascribe.apps.server.recording import Recorder
from ascribe.apps.server.service import Service, open_service
from ascribe.apps.server.settings import ServerSettings
from ascribe.apps.web import data_routes, routes
from ascribe.errors import AscribeError, InputError
from ascribe.version import __version__

_ROUTERS = (
    check_routes.router,
    ask_routes.router,
    document_routes.router,
    history_routes.router,
    file_routes.router,
    chat_routes.router,
    status_routes.router,
    data_routes.router,
    routes.router,
)


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    """Build the application of a service; its models are loaded when it starts.

    Raises:
        InputError: the host is no loopback address and there are no keys; or the file of keys is damaged.
        LibraryError: the library in the data folder cannot be opened.
    """
    settings = settings or ServerSettings()
    check_exposure(settings)
    service = open_service(settings)

    @asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        await service.start()
        try:
            yield
        finally:
            await service.close()

    app = FastAPI(
        title="Ascribe",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        lifespan=live,
        redirect_slashes=False,
    )
    app.state.service = service
    for router in _ROUTERS:
        app.include_router(router)
    _add_error_handlers(app, service)
    app.add_middleware(BodyLimit, settings=service.settings)
    app.add_middleware(Gate, settings=service.settings, keys=service.keys, metrics=service.metrics)
    app.add_middleware(Recorder, metrics=service.metrics)
    app.openapi = lambda: build_openapi(app)
    return app


def check_exposure(settings: ServerSettings) -> None:
    """Refuse to be reachable from other machines without keys.

    Raises:
        InputError: the host is no loopback address and there are no keys.
    """
    if not settings.is_loopback and not KeyFile(settings.keys_path).list_keys():
        raise InputError(
            f"--host {settings.host} is reachable from other machines, and there is no API key in "
            f"{settings.keys_path}; make one with: ascribe serve keys add NAME"
        )


def _add_error_handlers(app: FastAPI, service: Service) -> None:
    def answer(error: ServiceError) -> JSONResponse:
        service.metrics.count_rejection(error.code)
        return JSONResponse(error.to_json(), error.status_code, error.headers)

    async def handle_http(_: Request, error: Any) -> JSONResponse:
        if isinstance(error, ServiceError):
            return answer(error)
        code = {404: "not_found", 405: "wrong_method"}.get(error.status_code, "bad_request")
        return JSONResponse(build_error(code, f"{error.detail}."), error.status_code, error.headers)

    async def handle_invalid(_: Request, error: Any) -> JSONResponse:
        return answer(describe_invalid(error.errors()))

    async def handle_own(_: Request, error: Any) -> JSONResponse:
        return answer(translate_error(error))

    async def handle_stopped(_: Request, error: Any) -> JSONResponse:  # noqa: ARG001 - says no more
        return answer(ServiceError(503, "stopping", "the service is stopping; try again later."))

    app.add_exception_handler(HTTPException, handle_http)
    app.add_exception_handler(RequestValidationError, handle_invalid)
    app.add_exception_handler(AscribeError, handle_own)
    app.add_exception_handler(WorkStoppedError, handle_stopped)


def describe_invalid(errors: Any) -> ServiceError:
    """Return the error for a body or parameter that does not fit its schema: the first problem counts."""
    first = errors[0]
    if first["type"] == "json_invalid":
        return ServiceError(400, "bad_json", "the body is not JSON in UTF-8.")
    places = [str(part) for part in first["loc"] if part not in ("body", "query", "path")]
    field = ".".join(places) or "body"
    return ServiceError(422, "invalid_input", f"{field}: {first['msg']}.", field)
