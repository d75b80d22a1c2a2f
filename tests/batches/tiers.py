"""Tiers for runs over several processes: picklable, and deadly or endless for one word."""

import hashlib
import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ascribe import Verdict
from ascribe.protocols import Claim, Scores, SourceSentence

SECONDS = 300


def wait_for(found: Any) -> Any:
    """Return what the function finds, as soon as it finds anything."""
    deadline = time.monotonic() + SECONDS
    while not (value := found()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert value, "it did not come in time"
    return value


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


@dataclass
class PatientTier:
    """Find no claim in the sources; the reader of ``patient`` waits until other claims were read.

    Args:
        folder: has an empty file for each of the other claims.
        others: the number of claims to wait for.
    """

    folder: Path
    others: int
    tier = "patient"
    thresholds: dict[str, float] = field(default_factory=dict)
    replays = False

    def verify(
        self,
        claims: Sequence[Claim],
        _evidence: Sequence[SourceSentence],
        _cited: Sequence[tuple[int, ...]],
        _scores: Scores,
    ) -> list[Verdict]:
        if any("patient" in claim.text for claim in claims):
            wait_for(self._is_quiet)
        else:
            for claim in claims:
                (self.folder / hashlib.sha256(claim.text.encode()).hexdigest()).touch()
        return [Verdict("unsupported", "not_found", self.tier, 0.0) for _ in claims]

    def _is_quiet(self) -> bool:
        """Return True if all other claims were read, a second ago, so that their results are on their way."""
        read = [path.stat().st_mtime for path in self.folder.iterdir()]
        return len(read) >= self.others and time.time() > max(read) + 1


@dataclass
class HoldingTier:
    """Find no claim in the sources; the first process that reads ``hold`` says so in a file and waits.

    Args:
        folder: ``held`` has the number of the process that waits, the files of ``workers`` are named after
            all processes that have checked a row.
    """

    folder: Path
    tier = "holding"
    thresholds: dict[str, float] = field(default_factory=dict)
    replays = False

    def verify(
        self,
        claims: Sequence[Claim],
        _evidence: Sequence[SourceSentence],
        _cited: Sequence[tuple[int, ...]],
        _scores: Scores,
    ) -> list[Verdict]:
        (self.folder / "workers").mkdir(exist_ok=True)
        (self.folder / "workers" / str(os.getpid())).touch()
        held = self.folder / "held"
        if any("hold" in claim.text for claim in claims) and not held.exists():
            held.with_suffix(".part").write_text(str(os.getpid()))
            held.with_suffix(".part").rename(held)
            while True:
                signal.pause()
        return [Verdict("unsupported", "not_found", self.tier, 0.0) for _ in claims]
