"""grounded-check: figures, names, quotations and citations looked up, and its advisory sentence tier."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from grounded import Kind, Result, Source, extract
from grounded import verify as look_up

KINDS = {Kind.QUOTE, Kind.NUMBER, Kind.CITATION, Kind.ENTITY, Kind.SENTENCE}


def load() -> dict[str, Callable[..., Any]]:
    """Return the operations."""
    return {"rank": rank, "verify": verify, "answer": answer}


def look(claim: str, texts: Sequence[str]) -> Result:
    """Look the claim up in the texts."""
    sources = [Source(Path(str(n)), text) for n, text in enumerate(texts)]
    return look_up(extract(claim, kinds=KINDS), sources)


def rank(claim: str, sentences: list[str], **_: Any) -> list[int]:
    """Return the sentences that the sentence tier names."""
    found = look(claim, sentences).heuristic
    return list(dict.fromkeys(int(one.found_in) for one in found if one.found_in is not None))


def verify(claim: str, texts: list[str]) -> dict[str, Any]:
    """Return supported if nothing is missing and no sentence is weak; the verdict orders before the score."""
    result = look(claim, texts)
    weak = [one for one in result.heuristic if one.verdict.value != "grounded"]
    share = min((one.score for one in result.heuristic if one.score is not None), default=0.5)
    supported = result.passed and not weak
    return {"supported": supported, "score": share + supported}


def answer(claims: list[str], passages: list[list[str]]) -> None:
    """Check a whole reply."""
    look(" ".join(claims), [" ".join(passage) for passage in passages])
