"""``/v1/chat/completions``: passes requests on to an upstream, and adds what the check found."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter(tags=["chat"])
