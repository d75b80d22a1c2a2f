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
from ascribe.protocols import Claim, Scores
from ascribe.records.source_sentence import SourceSentence

SECONDS = 300


def wait_for(found: Any) -> Any:
    """Return what the function finds, as soon as it finds anything."""
    deadline = time.monotonic() + SECONDS
    while not (value := found()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert value, "it did not come in time"
    return value


@dataclass
class AbsentTier:
    """Find no claim in the sources; a subclass does something when it reads them."""

    tier = "absent"
    thresholds: dict[str, float] = field(default_factory=dict, kw_only=True)
    replays = False

    def verify(
        self,
        claims: Sequence[Claim],
        _evidence: Sequence[SourceSentence],
        _cited: Sequence[tuple[int, ...]],
        _scores: Scores,
    ) -> list[Verdict]:
        self.read([claim.text for claim in claims])
        return [Verdict("unsupported", "not_found", self.tier, 0.0) for _ in claims]

    def read(self, texts: list[str]) -> None:
        """Read the claims."""


class DeadlyTier(AbsentTier):
    """End the process that reads ``explode``."""

    tier = "deadly"

    def read(self, texts: list[str]) -> None:
        if any("explode" in text for text in texts):
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class PatientTier(AbsentTier):
    """The reader of ``patient`` waits until other claims were read.

    Args:
        folder: has an empty file for each of the other claims.
        others: the number of claims to wait for.
    """

    folder: Path
    others: int
    tier = "patient"

    def read(self, texts: list[str]) -> None:
        if any("patient" in text for text in texts):
            wait_for(self._is_quiet)
        else:
            for text in texts:
                (self.folder / hashlib.sha256(text.encode()).hexdigest()).touch()

    def _is_quiet(self) -> bool:
        """Return True if all other claims were read, a second ago, so that their results are on their way."""
        read = [path.stat().st_mtime for path in self.folder.iterdir()]
        return len(read) >= self.others and time.time() > max(read) + 1


@dataclass
class HoldingTier(AbsentTier):
    """The first process that reads ``hold`` says so in a file and waits.

    Args:
        folder: ``held`` has the number of the process that waits, the files of ``workers`` are named after
            all processes that have checked a row.
    """

    folder: Path
    tier = "holding"

    def read(self, texts: list[str]) -> None:
        (self.folder / "workers").mkdir(exist_ok=True)
        (self.folder / "workers" / str(os.getpid())).touch()
        held = self.folder / "held"
        if any("hold" in text for text in texts) and not held.exists():
            held.with_suffix(".part").write_text(str(os.getpid()))
            held.with_suffix(".part").rename(held)
            while True:
                signal.pause()
