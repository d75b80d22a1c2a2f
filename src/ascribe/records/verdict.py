"""What a check says of one sentence."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from ascribe.records.outcomes import STATUSES, Status
from ascribe.records.reference import Reference
from ascribe.records.span import Span

Strictness = Literal["loose", "balanced", "strict", "paranoid"]
STRICTNESS: tuple[Strictness, ...] = get_args(Strictness)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The finding for one sentence. It lives on its sentence, so that nothing can shift it to another.

    Args:
        status: one of ``supported, partial, contradicted, unsupported, not_checkable, unknown``.
        reason: a code of ``ascribe.records.outcomes.OUTCOMES``; other verifiers may add their own.
        tier: who judged: ``rules``, ``builtin``, ``hf`` or ``llm``.
        score: probability in [0, 1] that the claim is supported, after vetoes; None if it was not judged.
        threshold: the score from which on this level calls a claim supported, if no rule objects; None if
            there is none.
        references: the evidence the finding rests on, best first.
        details: what was compared, as JSON values.

    Raises:
        ValueError: an unknown status, or a score outside [0, 1].
    """

    status: Status
    reason: str
    tier: str
    score: float | None = None
    threshold: float | None = None
    references: tuple[Reference, ...] = ()
    details: dict[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "references", tuple(self.references))
        if self.status not in STATUSES:
            raise ValueError(f"status must be one of {', '.join(STATUSES)}, got {self.status!r}")
        if self.score is not None and not (math.isfinite(self.score) and 0.0 <= self.score <= 1.0):
            raise ValueError(f"score must be in [0, 1], got {self.score}")


@dataclass(frozen=True, slots=True)
class VerificationResult:
    """The check of one sentence, by its index in the answer.

    ``nli_score`` is the calibrated probability that the claim is supported, after vetoes. The fields from
    ``status`` on repeat the verdict of that sentence.

    Raises:
        ValueError: ``status`` and ``is_supported`` disagree.
    """

    cited_sentence_index: int
    claim_text: str
    is_supported: bool
    nli_score: float
    supporting_span: Span | None = None
    status: Status | None = None
    reason: str | None = None
    tier: str | None = None
    threshold: float | None = None

    def __post_init__(self) -> None:
        if self.status is not None and (self.status == "supported") != self.is_supported:
            raise ValueError(f"status {self.status!r} disagrees with is_supported={self.is_supported}")
