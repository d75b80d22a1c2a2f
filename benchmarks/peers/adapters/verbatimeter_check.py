"""verbatimeter: the share of a claim's words that are copied from the source, in runs of three or more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verbatimeter import check


def load() -> dict[str, Callable[..., Any]]:
    """Return the operations; it has no threshold and names no sentence."""
    return {"verify": verify, "answer": answer}


def verify(claim: str, texts: list[str]) -> dict[str, Any]:
    """Return the share."""
    return {"supported": None, "score": check(claim, "\n\n".join(texts)).matched_ratio}


def answer(claims: list[str], passages: list[list[str]]) -> None:
    """Compare the whole reply with all passages."""
    check(" ".join(claims), "\n\n".join(" ".join(passage) for passage in passages))
