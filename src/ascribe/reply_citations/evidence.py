"""Verify stretches of a reply against single documents, with the same verifier, in one batch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ascribe.engine import CheckEngine
from ascribe.protocols import Claim, Scores
from ascribe.records import Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

Positions = tuple[int, ...]
"""1-based positions of documents, ascending; empty means all of them."""

EvidenceQuery = tuple[int, int, Positions]
"""A stretch of the reply to verify, start and end, and the documents to verify it against."""

Columns = tuple[int, ...]
"""Indices of source sentences, ascending."""


class PartScores:
    """Scores of some claims against some sentences, taken unchanged from the scores of all.

    A word that is rare in all sources therefore stays rare in one of them.

    Args:
        scores: of all claims against all sentences.
        claims: indices of the claims.
        sentences: indices of the sentences.
    """

    def __init__(self, scores: Scores, claims: Sequence[int], sentences: Sequence[int]) -> None:
        self._scores = scores
        self._claims = claims
        self._sentences = sentences
        self.matrix: Matrix = scores.matrix[np.ix_(claims, sentences)]

    def joint(self, claim: int, sentences: Sequence[int]) -> float:
        """Return how much of the claim's content these sentences cover together."""
        return self._scores.joint(self._claims[claim], [self._sentences[i] for i in sentences])


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Verdicts of all queries."""

    found: dict[EvidenceQuery, Verdict]

    def of(self, stretch: tuple[int, int], places: Iterable[int] = ()) -> Verdict:
        """Return the verdict for that stretch of the reply by these documents alone."""
        return self.found[(*stretch, tuple(sorted(places)))]


def verify_queries(engine: CheckEngine, queries: Iterable[EvidenceQuery]) -> Verdicts:
    """Return one verdict per query. Every stretch is scored once, and each set of documents is used once."""
    asked = set(queries)
    evidence = engine.evidence
    columns = {
        places: tuple(i for i, e in enumerate(evidence) if not places or e.position in places)
        for places in {places for _, _, places in asked}
    }
    found = verify_stretches(engine, {(start, end, columns[places]) for start, end, places in asked})
    return Verdicts({(start, end, at): found[start, end, columns[at]] for start, end, at in asked})


def verify_stretches(
    engine: CheckEngine, queries: Iterable[tuple[int, int, Columns]]
) -> dict[tuple[int, int, Columns], Verdict]:
    """Return one verdict per stretch of the reply and set of source sentences."""
    asked = sorted(set(queries))
    if not asked:
        return {}
    stretches = sorted({(start, end) for start, end, _ in asked})
    claims = [_build_claim(engine, *stretch) for stretch in stretches]
    row_of = {stretch: row for row, stretch in enumerate(stretches)}
    evidence = engine.evidence
    scores = engine.score(claims)
    found: dict[tuple[int, int, Columns], Verdict] = {}
    for columns in sorted({columns for _, _, columns in asked}):
        of_columns = [question for question in asked if question[2] == columns]
        rows = [row_of[question[:2]] for question in of_columns]
        part = PartScores(scores, rows, columns)
        chosen, offered = [claims[row] for row in rows], [evidence[column] for column in columns]
        cited = engine.policy.cite(chosen, offered, part)
        found.update(zip(of_columns, engine.verifier.verify(chosen, offered, cited, part), strict=True))
    return found


def find_supporting_documents(verdict: Verdict) -> Positions:
    """Return the documents that a supported verdict rests on, best first; empty for any other verdict."""
    if verdict.status != "supported":
        return ()
    return tuple(dict.fromkeys(r.document_position for r in verdict.references if r.label == "supports"))


def is_denial(verdict: Verdict) -> bool:
    """Return True if these documents do not support it and the verdict is decided."""
    return verdict.status in ("unsupported", "contradicted")


def _build_claim(engine: CheckEngine, start: int, end: int) -> Claim:
    """Return the claim with these bounds, or the part of one."""
    claim = next(c for c in engine.read.claims if c.start <= start and end <= c.end)
    first, last = start - claim.start, end - claim.start
    return replace(
        claim, text=claim.text[first:last], content=claim.content[first:last], start=start, end=end
    )
