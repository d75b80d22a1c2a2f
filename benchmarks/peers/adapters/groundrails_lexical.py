"""groundrails: its lexical grounder, which needs no model; its calibration comes with the package."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import groundrails


def load() -> dict[str, Callable[..., Any]]:
    """Provision it from what the package contains and return the operations."""
    groundrails.init()
    ground(["The tower is in Paris."], ["The tower stands in Paris."])  # loads its language models
    return {"rank": rank, "verify": verify, "answer": answer}


def ground(claims: list[str], texts: list[str]) -> list[dict[str, Any]]:
    """Return the claims of the grounding document."""
    sources = [(f"{n}.txt", text) for n, text in enumerate(texts)]
    found: list[dict[str, Any]] = groundrails.grounding_document(claims, sources)["claims"]
    return found


def rank(claim: str, sentences: list[str], **_: Any) -> list[int]:
    """Return the sentence at the start of the support."""
    starts = [0, *accumulate(len(text) + 1 for text in sentences)]
    support = ground([claim], ["\n".join(sentences)])[0]["support"]
    return [bisect_right(starts, support["char_start"]) - 1] if support else []


def verify(claim: str, texts: list[str]) -> dict[str, Any]:
    """Return its verdict and score."""
    found = ground([claim], texts)[0]
    return {"supported": bool(found["grounded"]), "score": float(found["score"])}


def answer(claims: list[str], passages: list[list[str]]) -> None:
    """Ground every claim in all passages."""
    ground(claims, [" ".join(passage) for passage in passages])
