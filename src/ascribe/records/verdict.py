"""The verdict on one sentence, on each of its clauses, and the result derived from it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

from ascribe.records.messages import build_message
from ascribe.records.missing_fields import build_attribute_error
from ascribe.records.outcomes import STATUSES, Status
from ascribe.records.span import Reference, Span

Strictness = Literal["loose", "balanced", "strict", "paranoid"]
STRICTNESS: tuple[Strictness, ...] = get_args(Strictness)


@dataclass(frozen=True, slots=True)
class Clause:
    """The verdict on one statement of a sentence that makes several.

    Args:
        char_start: its first code point in the reply.
        char_end: one past its last.
        status: as in ``Verdict``.
        reason: as in ``Verdict``.
        score: probability in [0, 1] that the statement is supported; None if none was computed.

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
    """The verdict on one sentence. It is stored on that sentence, so that nothing can shift it to another.

    Args:
        status: one of ``supported, partial, contradicted, unsupported, not_checkable, unknown``.
        reason: a code of ``ascribe.records.outcomes.OUTCOMES``; other verifiers may add their own.
        tier: the tier that gave the verdict: ``rules``, ``builtin``, ``large``, ``hf`` or ``llm``.
        score: probability in [0, 1] that the claim is supported, after vetoes; None if none was computed.
        threshold: the lowest score that this strictness accepts as supported, unless a rule vetoes; None if
            there is none.
        references: the evidence that the verdict is based on, best first.
        details: what was compared, as JSON values; a number that is not finite becomes None, as in JSON.
        clauses: the statements of a sentence that makes several and was verified statement by statement, in
            order; otherwise empty.
        unsupported: the words of the reply that no source supports, as (start, end) in the reply, in order;
            empty where the sentence is supported or was not checked.

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
        object.__setattr__(self, "details", drop_infinite(self.details))
        for start, end in self.unsupported:
            if not 0 <= start <= end:
                raise ValueError(f"bad range {start}..{end} in the reply")
        if self.status not in STATUSES:
            raise ValueError(f"status must be one of {', '.join(STATUSES)}, got {self.status!r}")
        if self.score is not None and not (math.isfinite(self.score) and 0.0 <= self.score <= 1.0):
            raise ValueError(f"score must be in [0, 1], got {self.score}")

    def __str__(self) -> str:
        return self.message

    if not TYPE_CHECKING:  # type checkers must find a field that does not exist

        def __getattr__(self, name: str) -> Any:
            raise build_attribute_error(self, name)

    @property
    def message(self) -> str:
        """What the verdict says, in one plain sentence, with the words of both sides where they differ.

        >>> compared = {"rule": "numbers", "finding": "clash", "claim": "14", "evidence": "12"}
        >>> Verdict("contradicted", "number_mismatch", "rules", details={"compared": [compared]}).message
        'The source says “12”, the reply says “14”.'
        """
        return build_message(self.status, self.reason, self.details, self.references)


def drop_infinite(value: Any) -> Any:
    """Return a JSON value with None for numbers that are not finite; itself if it has none."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        kept: Any = {key: drop_infinite(inner) for key, inner in value.items()}
    elif isinstance(value, list | tuple):
        kept = type(value)(map(drop_infinite, value)) if type(value) in (list, tuple) else value
    else:
        return value
    return value if kept == value else kept


@dataclass(frozen=True, slots=True)
class VerificationResult:
    """The result for one sentence, by its index in the answer.

    Args:
        cited_sentence_index: the sentence, as an index into ``answer.sentences``.
        claim_text: the text of that sentence.
        is_supported: whether its status is ``supported``.
        nli_score: the calibrated probability that the claim is supported, after vetoes.
        supporting_span: the best evidence; None if there is none.
        status: as in the verdict of that sentence, like the fields below.
        reason: as in the verdict.
        tier: as in the verdict.
        threshold: as in the verdict.

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
