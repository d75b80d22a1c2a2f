"""Ascribe at one tier, called as a user calls it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ascribe import check
from ascribe.evaluation.predictors import combine_verdicts
from ascribe.read.markers import parse_markers
from benchmarks.attribution import Case, cite


def load(tier: str) -> dict[str, Callable[..., Any]]:
    """Return the operations of a tier; markers do not depend on it."""
    check("The mill has 12 sails.", ["The old mill has 12 sails."], tier=tier)

    def rank(claim: str, sentences: list[str], documents: list[int]) -> list[int]:
        return list(cite(Case(claim, documents, sentences, [], "en"), tier))

    def verify(claim: str, texts: list[str]) -> dict[str, Any]:
        answer = check(claim, texts, tier=tier)
        found = combine_verdicts([s.verdict for s in answer.sentences if s.verdict is not None])
        return {"supported": bool(found.supported), "score": found.probability, "decided": found.decided}

    def answer(claims: list[str], passages: list[list[str]]) -> None:
        check(" ".join(claims), [" ".join(passage) for passage in passages], tier=tier)

    return {"rank": rank, "verify": verify, "answer": answer, "markers": find_markers}


def find_markers(text: str, count: int) -> list[int]:
    """Return the documents that the markers of a reply cite."""
    named = [n for marker in parse_markers(text, count) for n in marker.documents]
    return [n for n in named if isinstance(n, int)]
