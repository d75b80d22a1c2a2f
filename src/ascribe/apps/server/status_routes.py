"""``/healthz`` and ``/metrics``."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Response

from ascribe.apps.server.access import TheService
from ascribe.apps.server.bodies import HealthBody
from ascribe.apps.server.failures import RETRY_SECONDS
from ascribe.apps.server.openapi import ERRORS
from ascribe.apps.server.service import Service
from ascribe.version import __version__

router = APIRouter(tags=["status"])


_NOT_READY: dict[int | str, dict[str, Any]] = {
    503: {"model": HealthBody, "description": "The service cannot check now; `status` says why."}
}


@router.get("/healthz", response_model=HealthBody, responses={**ERRORS, **_NOT_READY})
async def get_health(service: TheService, response: Response) -> HealthBody:
    """Say whether the service can check: 200 with ``ok``, else 503, such as while the models are loaded."""
    status = _find_status(service)
    if status != "ok":
        response.status_code = 503
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return HealthBody(
        status=status,
        models_loaded=service.queue.is_ready,
        problem=service.problem,
        version=__version__,
    )


def _find_status(service: Service) -> Literal["ok", "loading", "stopping", "failed"]:
    if service.queue.is_closing:
        return "stopping"
    if service.problem:
        return "failed"
    return "ok" if service.queue.is_ready else "loading"


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **ERRORS},
)
async def get_metrics(service: TheService) -> Response:
    """Return the counters in the format of Prometheus."""
    return Response(service.metrics.render(), media_type="text/plain; version=0.0.4; charset=utf-8")
