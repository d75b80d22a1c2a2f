"""The parts of an answer beside its sentences: its score, its settings, and the sources that were skipped."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from ascribe.records.verdict import Strictness


@dataclass(frozen=True, slots=True)
class FaithfulnessComponents:
    """The parts of the faithfulness score, for auditing.

    Args:
        retrieval_score: mean score of the best evidence over the checked sentences.
        nli_score: mean probability of support over the checked sentences.
        generation_logprob: the generator's own log probability; None if it gave none.

    Raises:
        ValueError: a part that is not finite; JSON has no such number.
    """

    retrieval_score: float
    nli_score: float
    generation_logprob: float | None = None

    def __post_init__(self) -> None:
        for name in ("retrieval_score", "nli_score", "generation_logprob"):
            if not math.isfinite(getattr(self, name) or 0.0):
                raise ValueError(f"{name} must be finite, got {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class SkippedSource:
    """A source that could not be read, and why.

    Args:
        source: the file name or id.
        reason: one sentence.
    """

    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that an answer was made with, so that it can be reproduced.

    Args:
        tier: the tier that gave the verdicts; empty if nothing was checked.
        strictness: the level that was requested.
        language: the language that was requested; None if it was detected for each text.
        components: stage → name of the component that ran there; ``draft`` → ``quoted`` where the reply
            consists of sentences of the sources; ``asked`` → the question that the generator was given, if
            it follows others.
        thresholds: name → value, at this strictness.
        versions: package or model → version or digest.
    """

    tier: str = ""
    strictness: Strictness = "balanced"
    language: str | None = None
    components: dict[str, str] = field(default_factory=dict)
    thresholds: dict[str, float] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)

    @property
    def is_quoted(self) -> bool:
        """Return True if the reply quotes the sources word for word, so that no character in it is markup."""
        return self.components.get("draft") == "quoted"
