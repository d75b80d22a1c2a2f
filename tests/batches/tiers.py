"""A tier for runs over several processes: picklable, and deadly for one word."""

import os
import signal
from collections.abc import Sequence

from ascribe import Verdict
from ascribe.protocols import Claim, Scores, SourceSentence


class DeadlyTier:
    """Find no claim in the sources, but end the process that reads ``explode``."""

    tier = "deadly"
    replays = False

    def __init__(self) -> None:
        self.thresholds: dict[str, float] = {}

    def verify(
        self,
        claims: Sequence[Claim],
        _evidence: Sequence[SourceSentence],
        _cited: Sequence[tuple[int, ...]],
        _scores: Scores,
    ) -> list[Verdict]:
        if any("explode" in claim.text for claim in claims):
            os.kill(os.getpid(), signal.SIGKILL)
        return [Verdict("unsupported", "not_found", self.tier, 0.0) for _ in claims]
