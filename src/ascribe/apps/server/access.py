"""How a route gets the service that it belongs to."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from ascribe.apps.server.service import Service


def get_service(request: Request) -> Service:
    """Return the service of the application."""
    service: Service = request.app.state.service
    return service


TheService = Annotated[Service, Depends(get_service)]
