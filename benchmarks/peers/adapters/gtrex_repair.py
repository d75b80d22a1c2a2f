"""gtrex: each claim taken as a quotation, verified or repaired under the default policy."""

from __future__ import annotations

import warnings
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from gtrex import Policy, Repairer


def load() -> dict[str, Callable[..., Any]]:
    """Return the operations."""
    warnings.simplefilter("ignore")  # the default threshold warns that it is not calibrated
    return {"rank": rank, "verify": verify, "answer": answer}


def rank(claim: str, sentences: list[str], **_: Any) -> list[int]:
    """Return the sentence at the start of the span that it located, accepted or not."""
    starts = [0, *accumulate(len(text) + 1 for text in sentences)]
    repair = Repairer("\n".join(sentences), Policy()).repair(claim)
    places = [repair.certificate.start, repair.alignment.start if repair.alignment else None]
    known = [place for place in places if place is not None]
    return [bisect_right(starts, known[0]) - 1] if known else []


def verify(claim: str, texts: list[str]) -> dict[str, Any]:
    """Return whether the claim is kept; the verdict orders before the similarity."""
    repair = Repairer("\n\n".join(texts), Policy()).repair(claim)
    similar = 1.0 if repair.before.grounded else repair.alignment.score if repair.alignment else 0.0
    return {"supported": repair.grounded, "score": similar + repair.grounded}


def answer(claims: list[str], passages: list[list[str]]) -> None:
    """Repair every claim against all passages."""
    repairer = Repairer("\n\n".join(" ".join(passage) for passage in passages), Policy())
    for claim in claims:
        repairer.repair(claim)
