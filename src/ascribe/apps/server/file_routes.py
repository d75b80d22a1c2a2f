"""``/v1/files/{digest}/pages/{number}.png``: a page of an uploaded PDF as a picture."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from ascribe.apps.server.access import TheService
from ascribe.apps.server.bodies import PageBody
from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.files import StoredFile
from ascribe.apps.server.openapi import ERRORS
from ascribe.apps.server.page_cache import PageCache
from ascribe.apps.server.service import Service
from ascribe.apps.server.work import Ticket

router = APIRouter(tags=["files"])

Digest = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="SHA-256 of the file.")]
PageNumber = Annotated[int, Path(ge=1, le=1_000_000, description="Of the page, from 1.")]

_KEPT_BY_CLIENT = {"Cache-Control": "private, max-age=3600"}
"""The digest names the content, so what is made from it never changes; only this client may keep it."""


@router.get(
    "/v1/files/{digest}/pages/{number}.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}, **ERRORS},
)
async def get_page(
    request: Request,
    service: TheService,
    digest: Digest,
    number: PageNumber,
    scale: Annotated[float, Query(ge=0.1, le=8, description="Pixels for each point; 2 is 144 dpi.")] = 2.0,
) -> Response:
    """Return a page as PNG; a page that would be too large is rendered at a smaller scale."""
    file = _find_pdf(digest, service)
    cache = PageCache(service.settings)
    picture = cache.get(digest, number, scale)
    if picture is None:

        def render(ticket: Ticket) -> bytes:
            made = service.reader.render_page(file, number - 1, scale, ticket)
            cache.put(digest, number, scale, made)  # here, as it looks at every page of the cache
            return made

        picture = await service.pages.run(request, render)
    return Response(picture, media_type="image/png", headers=_KEPT_BY_CLIENT)


@router.get("/v1/files/{digest}/pages/{number}.json", response_model=PageBody, responses=ERRORS)
async def measure_page(
    request: Request, response: Response, service: TheService, digest: Digest, number: PageNumber
) -> PageBody:
    """Return the size of a page and where the points of its boxes are in its picture."""
    file = _find_pdf(digest, service)
    measured = await service.pages.run(
        request, lambda ticket: service.reader.measure_page(file, number - 1, ticket)
    )
    response.headers.update(_KEPT_BY_CLIENT)
    return PageBody(**measured)


def _find_pdf(digest: str, service: Service) -> StoredFile:
    file = service.files.find(digest, ".pdf")
    if file is None:
        raise ServiceError(404, "not_found", f"no PDF file has the digest {digest}; it may have expired.")
    return file
