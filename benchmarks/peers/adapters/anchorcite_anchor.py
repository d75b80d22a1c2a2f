"""AnchorCite at its core installation, whose scorer counts words in common."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from anchorcite import anchor_claim, parse_citations_clean


def load() -> dict[str, Callable[..., Any]]:
    """Return the operations."""
    return {"rank": rank, "verify": verify, "answer": answer, "markers": find_markers}


def rank(claim: str, sentences: list[str], **_: Any) -> list[int]:
    """Return the sentence that it anchors the claim to; the documentation's threshold applies."""
    starts = [0, *accumulate(len(text) + 1 for text in sentences)]
    anchor = anchor_claim(claim, "\n".join(sentences))
    return [bisect_right(starts, anchor.start_offset) - 1] if anchor else []


def verify(claim: str, texts: list[str]) -> dict[str, Any]:
    """Return whether an anchor was found; its score at threshold 0 gives the ranking."""
    text = "\n\n".join(texts)
    nearest = anchor_claim(claim, text, threshold=0.0)
    supported = anchor_claim(claim, text) is not None
    return {"supported": supported, "score": nearest.score if nearest else 0.0}


def answer(claims: list[str], passages: list[list[str]]) -> None:
    """Anchor every claim in all passages."""
    text = "\n\n".join(" ".join(passage) for passage in passages)
    for claim in claims:
        anchor_claim(claim, text)


def find_markers(text: str, count: int) -> list[int]:
    """Return the documents of its ``cite`` tags."""
    _, found = parse_citations_clean(text)
    named = [name for one in found for name in one["citation_ids"]]
    return [int(name) for name in named if name.isdecimal() and int(name) <= count]
