"""RAGGround without its model, which is a download: the tier that an offline installation has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ragground import RAGGround


def load() -> dict[str, Callable[..., Any]]:
    """Return the operations."""
    guard = RAGGround(auto_download=False)

    def rank(claim: str, sentences: list[str], **_: Any) -> list[int]:
        report = guard.verify({str(n): text for n, text in enumerate(sentences)}, claim)
        named = [c.matched_source_id for c in report.claims if c.status.value == "VERIFIED"]
        return list(dict.fromkeys(int(name) for name in named if name is not None))

    def verify(claim: str, texts: list[str]) -> dict[str, Any]:
        report = guard.verify(texts, claim)
        sign = (
            min((1 if c.status.value == "VERIFIED" else -1) * c.confidence for c in report.claims)
            if (report.claims)
            else 0.0
        )
        statuses = {c.status.value for c in report.claims}
        return {"supported": report.is_grounded, "score": sign, "decided": "UNCERTAIN" not in statuses}

    def answer(claims: list[str], passages: list[list[str]]) -> None:
        guard.verify([" ".join(passage) for passage in passages], " ".join(claims))

    return {"rank": rank, "verify": verify, "answer": answer}
