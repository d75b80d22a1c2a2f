"""groundguard without a language model: what its rules decide; what needs a key stays undecided."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from groundguard import verify as check
from groundguard.models.result import Source


def load() -> dict[str, Callable[..., Any]]:
    """Return the operations."""
    logging.disable(logging.CRITICAL)
    return {"verify": verify, "answer": answer}


def verify(claim: str, texts: list[str]) -> dict[str, Any]:
    """Return the verdict of the rules; undecided if it asks for its language model."""
    try:
        found = check(claim, [Source(text, str(n)) for n, text in enumerate(texts)])
    except Exception as error:  # litellm has no common class for a missing key
        if "credentials" not in str(error).lower() and "api_key" not in str(error).lower():
            raise
        return {"supported": False, "score": 0.5, "decided": False}
    return {"supported": found.status == "VERIFIED", "score": found.factual_consistency_score}


def answer(claims: list[str], passages: list[list[str]]) -> None:
    """Verify every claim against all passages, as far as that goes without a key."""
    for claim in claims:
        verify(claim, [" ".join(passage) for passage in passages])
