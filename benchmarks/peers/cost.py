"""Measure what one answer costs: time, memory, cold start, and growth when sources and reply double.

All peers are alive at once, and take turns, one answer each; the next round has new texts. A figure is the
ratio to Ascribe within one round, so that a busy machine slows both sides of it.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from benchmarks.english import generate_case
from benchmarks.peers.runner import PeerError, PeerProcess

SIZES = {"answer": (8, 10), "sources doubled": (8, 20), "reply doubled": (16, 10)}
"""Sentences of the reply and passages, of twelve sentences each."""

ANSWER_SECONDS = 300.0

Start = Callable[[], PeerProcess]


@dataclass
class Costs:
    """What was measured of one peer.

    Args:
        seconds: of one answer, per size and round.
        cold: seconds from the start of a process to its first answer, per round.
        memory: highest resident memory in MiB.
        ended: how it failed, if it did.
    """

    seconds: dict[str, list[float]] = field(default_factory=lambda: {size: [] for size in SIZES})
    cold: list[float] = field(default_factory=list)
    memory: float | None = None
    ended: str = ""


def measure(starts: Mapping[str, Start], rounds: int, cold_rounds: int) -> dict[str, Costs]:
    """Measure all peers that check whole answers."""
    found = {name: Costs() for name in starts}
    with ExitStack() as stack:
        alive: dict[str, PeerProcess] = {}
        for name, start in starts.items():
            try:
                process = stack.enter_context(start())
            except PeerError as error:
                found[name].ended = str(error)
                continue
            if "answer" in process.operations:
                alive[name] = process
        for number in range(rounds + 1):
            run_round(alive, found, number)
        for name, process in alive.items():
            found[name].memory = float(process.ask("memory").value)
        measured = list(alive)
    for number in range(cold_rounds):
        for name in measured:
            if not found[name].ended:
                try:
                    found[name].cold.append(time_cold_start(starts[name], number))
                except PeerError as error:
                    found[name].ended = str(error)
    return {name: costs for name, costs in found.items() if name in measured or costs.ended}


def run_round(alive: dict[str, PeerProcess], found: Mapping[str, Costs], number: int) -> None:
    """Let every peer check an answer of each size; round 0 warms up and does not count."""
    for place, (size, (claims, passages)) in enumerate(SIZES.items()):
        said, sources = generate_case(10_000 + 100 * number + place, passages, claims)
        for name in list(alive):
            try:
                seconds = time_answer(alive[name], said, sources)
            except PeerError as error:
                found[name].ended = str(error)
                alive.pop(name).close()
                continue
            if number:
                found[name].seconds[size].append(seconds)


def time_answer(process: PeerProcess, claims: Sequence[str], passages: Sequence[Sequence[str]]) -> float:
    """Return the seconds of one answer.

    Raises:
        PeerError: the process failed, or the peer raised an error.
    """
    reply = process.ask("answer", ANSWER_SECONDS, claims=claims, passages=passages)
    if reply.error is not None:
        raise PeerError("error", reply.error)
    return reply.seconds


def time_cold_start(start: Start, number: int) -> float:
    """Return the seconds from the start of a process to the end of its first answer."""
    said, sources = generate_case(90_000 + number)
    with start() as process:
        return process.start_seconds + time_answer(process, said, sources)


def compute_ratios(of: Sequence[float], to: Sequence[float]) -> list[float]:
    """Return the ratios round by round; none if either side lacks a round."""
    return [one / other for one, other in zip(of, to, strict=True)] if len(of) == len(to) else []


def summarize(values: Sequence[float]) -> dict[str, Any] | None:
    """Return the median and the range of the values; None without any."""
    if not values:
        return None
    return {"median": statistics.median(values), "low": min(values), "high": max(values)}


def build_rows(costs: Mapping[str, Costs], to: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return, for each peer, ratios to the named ones, growth, memory and cold start."""
    rows: dict[str, dict[str, Any]] = {}
    for name, one in costs.items():
        row: dict[str, Any] = {"memory": one.memory, "ended": one.ended}
        for other in to:
            base = costs.get(other, Costs())
            row[f"time, of {other}"] = summarize(
                compute_ratios(one.seconds["answer"], base.seconds["answer"])
            )
            row[f"cold, of {other}"] = summarize(compute_ratios(one.cold, base.cold))
            row[f"memory, of {other}"] = one.memory / base.memory if one.memory and base.memory else None
        for size in ("sources doubled", "reply doubled"):
            row[size] = summarize(compute_ratios(one.seconds[size], one.seconds["answer"]))
        row["seconds"] = summarize(one.seconds["answer"])
        rows[name] = row
    return rows
