"""``/healthz`` and ``/metrics``."""

from __future__ import annotations

from fastapi import APIRouter, Response

from ascribe.apps.server.access import TheService
from ascribe.apps.server.bodies import HealthBody
from ascribe.apps.server.openapi import ERRORS
from ascribe.apps.server.service import Service
from ascribe.version import __version__

router = APIRouter(tags=["status"])


@router.get("/healthz", response_model=HealthBody, responses=ERRORS)
async def get_health(service: TheService) -> HealthBody:
    """Say whether the service lives, and whether its models are loaded."""
    return HealthBody(
        status=_find_status(service),
        models_loaded=service.queue.is_ready,
        problem=service.problem,
        version=__version__,
    )


def _find_status(service: Service) -> str:
    if service.queue.is_closing:
        return "stopping"
    if service.problem:
        return "failed"
    return "ok" if service.queue.is_ready else "starting"


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **ERRORS},
)
async def get_metrics(service: TheService) -> Response:
    """Return the counters in the format of Prometheus."""
    return Response(service.metrics.render(), media_type="text/plain; version=0.0.4; charset=utf-8")
