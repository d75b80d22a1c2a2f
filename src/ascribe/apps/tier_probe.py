"""Measure the cost of one tier with a small check in its own process, where nothing is loaded yet.

A component that crashes ends only that process. Nothing is downloaded and nothing is written.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from ascribe.errors import AscribeError

REPLY = "The mill at {place} has {sails} sails. It was built by {name} in {year}, and it is closed."
SOURCE = (
    "The mill at {place} stands on the river and is open to visitors all year. "
    "{name} built it in {year} for the bakers of the valley. Its {sails} sails were renewed after a storm."
)
FIRST, *AGAIN = (
    {"place": "Arle", "sails": "12", "name": "Anna Kohl", "year": "1871"},
    {"place": "Sorn", "sails": "8", "name": "Piet Maas", "year": "1902"},
    {"place": "Lund", "sails": "6", "name": "Eva Holm", "year": "1840"},
    {"place": "Tarn", "sails": "10", "name": "Louis Roy", "year": "1795"},
)
"""Values for the texts of the first check, and of the warm ones. Each check needs new texts, because models
cache the texts that they have read."""

TIMEOUT_SECONDS = 120.0
"""Seconds after which a check is stopped."""


@dataclass(frozen=True, slots=True)
class TierCost:
    """The cost of a tier for a reply of two sentences and a source of three.

    Args:
        first_ms: milliseconds of the first check, including every import and the loading of models.
        warm_ms: milliseconds of a later check of other texts; the median of three.
        memory_mb: growth of resident memory over all checks, in MB; None if the system does not report it.
    """

    first_ms: float
    warm_ms: float
    memory_mb: float | None


class ProbeError(AscribeError):
    """The check did not finish; the message gives the reason.

    Args:
        reason: one sentence.
        lacks: True if something is missing that can be installed; False for a fault.
    """

    def __init__(self, reason: str, *, lacks: bool = False) -> None:
        super().__init__(reason)
        self.lacks = lacks


def probe_tier(tier: str) -> TierCost:
    """Measure the cost of that tier in a new process.

    Raises:
        ProbeError: the check failed, crashed its process, or took longer than ``TIMEOUT_SECONDS``.
    """
    paths = os.pathsep.join(path for path in sys.path if path)
    try:
        done = subprocess.run(  # noqa: S603  # the current interpreter, with a name from the registry
            [sys.executable, "-m", "ascribe.apps.tier_probe", tier],
            env={**os.environ, "PYTHONPATH": paths, "PYTHONSAFEPATH": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ProbeError(f"The check took longer than {TIMEOUT_SECONDS:.0f} s.") from error
    except OSError as error:
        raise ProbeError(f"No process could be started for the check ({error.strerror}).") from error
    return _parse_cost(done)


def _parse_cost(done: subprocess.CompletedProcess[str]) -> TierCost:
    """Parse the last line of output; a component may have printed lines before it."""
    lines = done.stdout.strip().splitlines()
    if done.returncode != 0 or not lines:
        said = done.stderr.strip().splitlines()
        raise ProbeError(
            f"The process of the check exited with {done.returncode}: {said[-1] if said else '–'}"
        )
    found = json.loads(lines[-1])
    if "error" in found:
        raise ProbeError(found["error"], lacks=found["lacks"])
    return TierCost(**found)


def measure_tier(tier: str) -> TierCost:
    """Measure the cost of that tier in this process; meaningful only if nothing is loaded yet."""
    before = _get_resident_bytes()
    first = _time_check(tier, FIRST)
    warm = statistics.median([_time_check(tier, words) for words in AGAIN])
    after = _get_resident_bytes()
    grown = None if before is None or after is None else round((after - before) / 1e6, 1)
    return TierCost(round(first, 1), round(warm, 1), grown)


def _time_check(tier: str, words: dict[str, str]) -> float:
    start = time.perf_counter()
    from ascribe.pipeline import check

    check(REPLY.format(**words), [SOURCE.format(**words)], tier=tier, language="en")
    return 1000 * (time.perf_counter() - start)


def _get_resident_bytes() -> int | None:
    """Return the resident memory of this process in bytes; None without /proc."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except (OSError, IndexError):
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Measure the tier named on the command line and print one line of JSON, even after an error."""
    try:
        found: dict[str, object] = asdict(measure_tier(sys.argv[1]))
    except AscribeError as error:
        found = {"error": str(error), "lacks": True}
    except Exception as error:  # faults of components are what the probe reports
        found = {"error": f"{type(error).__name__}: {error}", "lacks": isinstance(error, ModuleNotFoundError)}
    sys.stdout.write("\n" + json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
