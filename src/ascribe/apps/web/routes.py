"""The addresses of the pages and of their style sheets and scripts. None of them needs a key."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from ascribe.apps.server.access import TheService
from ascribe.apps.server.failures import ServiceError
from ascribe.apps.server.service import Service
from ascribe.apps.web.assets import compute_digest, find_type, read_assets
from ascribe.apps.web.pages import CONTENT_SECURITY_POLICY, render_page
from ascribe.apps.web.texts import LANGUAGES, choose_language

router = APIRouter(include_in_schema=False)

_COOKIE = "ascribe-language"
_YEAR = 365 * 86_400

READING = ["GET", "HEAD"]
"""Methods of a page: monitors and link checkers ask for the head alone."""


@router.api_route("/", methods=READING)
def show_check(request: Request, service: TheService) -> Response:
    """Show the page to check a reply."""
    return _answer(request, service, "check")


@router.api_route("/checks/{check_id}", methods=READING)
def show_result(request: Request, service: TheService, check_id: str) -> Response:  # noqa: ARG001 - the script reads it
    """Show the page of one check."""
    return _answer(request, service, "result")


@router.api_route("/history", methods=READING)
def show_history(request: Request, service: TheService) -> Response:
    """Show the page with the stored checks."""
    return _answer(request, service, "history")


@router.api_route("/ask", methods=READING)
def show_ask(request: Request, service: TheService) -> Response:
    """Show the page to ask the uploaded documents."""
    return _answer(request, service, "ask")


@router.api_route("/assets/{digest}/{name}", methods=READING)
def get_asset(request: Request, digest: str, name: Annotated[str, Path(max_length=100)]) -> Response:
    """Return a style sheet or a script."""
    content = read_assets().get(name)
    if content is None or digest != compute_digest():
        raise ServiceError(404, "not_found", "there is no such file; load the page again.")
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "ETag": f'"{digest}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(content, headers={**headers, "Content-Type": find_type(name)})


def _answer(request: Request, service: Service, name: str) -> Response:
    wanted = request.query_params.get("lang")
    chosen = wanted if wanted in LANGUAGES else request.cookies.get(_COOKIE)
    language = choose_language(chosen, request.headers.get("accept-language", ""))
    response = Response(
        render_page(name, language, service.settings),
        media_type="text/html",
        headers={
            "Content-Security-Policy": CONTENT_SECURITY_POLICY,
            "Content-Language": language,
            "Vary": "Accept-Language, Cookie",
        },
    )
    if wanted in LANGUAGES:
        response.set_cookie(_COOKIE, language, max_age=_YEAR, httponly=True, samesite="strict")
    return response
