"""What a check says of one sentence."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from ascribe.records.outcomes import STATUSES, Status
from ascribe.records.span import Reference, Span

Strictness = Literal["loose", "balanced", "strict", "paranoid"]
STRICTNESS: tuple[Strictness, ...] = get_args(Strictness)


@dataclass(frozen=True, slots=True)
class Clause:
    """The finding for one statement of a sentence that makes several.

    Args:
        char_start: its first code point in the reply.
        char_end: one past its last.
        status: as that of a verdict.
        reason: as that of a verdict.
        score: probability in [0, 1] that the statement is supported; None if it was not judged.

    Raises:
        ValueError: an unknown status, or a range that is negative or reversed.
    """

    char_start: int
    char_end: int
    status: Status
    reason: str
    score: float | None = None

    def __post_init__(self) -> None:
        if self.status not in STATUSES:
            raise ValueError(f"status must be one of {', '.join(STATUSES)}, got {self.status!r}")
        if not 0 <= self.char_start <= self.char_end:
            raise ValueError(f"bad range {self.char_start}..{self.char_end} in the reply")


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
        clauses: the statements of a sentence that makes several and was judged by them, in order; else
            empty.
        unsupported: the words of the reply that no source supports, as (start, end) in the reply, in order;
            empty where the sentence is supported or nothing was judged.

    Raises:
        ValueError: an unknown status, a score outside [0, 1], or a range that is negative or reversed.
    """

    status: Status
    reason: str
    tier: str
    score: float | None = None
    threshold: float | None = None
    references: tuple[Reference, ...] = ()
    details: dict[str, Any] = field(default_factory=dict, hash=False)
    clauses: tuple[Clause, ...] = ()
    unsupported: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "references", tuple(self.references))
        object.__setattr__(self, "clauses", tuple(self.clauses))
        object.__setattr__(self, "unsupported", tuple((start, end) for start, end in self.unsupported))
        for start, end in self.unsupported:
            if not 0 <= start <= end:
                raise ValueError(f"bad range {start}..{end} in the reply")
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
