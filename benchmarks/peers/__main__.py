"""Compare Ascribe with other packages on the same inputs, in one run; print Markdown.

Usage: ``python -m benchmarks.peers FOLDER [--only PEER …] [--full] [--size N] [--rounds N]``; the folder has
``dev``. Each peer gets an environment under ``build/peers``, a process of its own, a time limit and no
network. Without ``--only`` it also writes ``benchmarks/peers/results.json``, the pictures of ``docs/images``
and the tables of README and docs/comparison.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.peers import cost, floors, quality, report
from benchmarks.peers.environments import FOLDER, CannotInstallError, list_versions, make_environment, run
from benchmarks.peers.items import FAMILIES, Item, read_items
from benchmarks.peers.roster import PEERS, Peer
from benchmarks.peers.runner import ROOT, PeerError, PeerProcess, build_command

SIZE, TASK_SECONDS, START_SECONDS, WARM_ROUNDS, COLD_ROUNDS = 40, 600.0, 240.0, 5, 3
"""Items of a large file; limits of a task and of a start, in seconds; rounds of the measurement of cost."""

RESULTS, LAST = Path(__file__).parent / "results.json", FOLDER / "last.json"

MATPLOTLIB = (("matplotlib==3.10.7",),)


@dataclass(frozen=True, slots=True)
class Installed:
    """A peer with the Python that runs it."""

    peer: Peer
    python: str

    def start(self) -> PeerProcess:
        """Start its process."""
        command = build_command(self.python, self.peer.module, *self.peer.arguments)
        home = FOLDER / "homes" / f"{self.peer.adapter}{''.join(self.peer.arguments)}"
        return PeerProcess(command, home, START_SECONDS)


def main() -> int:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--only", nargs="+", default=(), metavar="PEER", help="these and Ascribe's tiers; no files"
    )
    parser.add_argument("--full", action="store_true", help="all items, without a time limit for a task")
    parser.add_argument("--size", type=int, default=SIZE, help="items of each large file")
    parser.add_argument("--rounds", type=int, default=WARM_ROUNDS, help="rounds of the measurement of cost")
    parser.add_argument("--cold", type=int, default=COLD_ROUNDS, help="cold processes of each peer")
    parser.add_argument(
        "--part", choices=("quality", "cost"), help="measure one; the other is of the last run"
    )
    parser.add_argument(
        "--add", action="store_true", help="add the rows of --only to the last results of all"
    )
    parser.add_argument("--report", action="store_true", help="measure nothing, write the last results again")
    chosen = parser.parse_args()
    path = LAST if chosen.only and not chosen.add else RESULTS
    if not chosen.report:
        found = measure(chosen)
        save(add_rows(load(RESULTS), found, chosen.part) if chosen.add else found, path)
    results = load(path)
    print(report.build_report(results))
    if path == RESULTS:
        write_pages(results)
    return 0


def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    """Measure the chosen parts, and take the other from its last run; the results are JSON values."""
    peers = [peer for peer in PEERS if is_chosen(peer, chosen.only, full=chosen.full)]
    installed, missing = install(peers)
    if chosen.part != "cost":
        save(measure_quality(installed, chosen), FOLDER / "quality.json")
    if chosen.part != "quality":
        save(measure_cost(installed, chosen), FOLDER / "cost.json")
    return {
        "machine": f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores.",
        "versions": {one.peer.name: list_versions(one.python, one.peer.shown) for one in installed},
        "missing": missing,
        **load(FOLDER / "quality.json"),
        **load(FOLDER / "cost.json"),
    }


def measure_quality(installed: Sequence[Installed], chosen: argparse.Namespace) -> dict[str, Any]:
    """Measure the quality of all peers on the sample."""
    items = read_items(chosen.folder / "dev", None if chosen.full else chosen.size)
    return {
        "items": dict(Counter(item.task for item in items)),
        "sample": "all" if chosen.full else f"at most {chosen.size} of each file, the same for all peers",
        "quality": rate_peers(installed, items, float("inf") if chosen.full else TASK_SECONDS),
    }


def measure_cost(installed: Sequence[Installed], chosen: argparse.Namespace) -> dict[str, Any]:
    """Measure the cost of all peers that check whole answers."""
    say("cost …")
    found = cost.measure({one.peer.name: one.start for one in installed}, chosen.rounds, chosen.cold)
    return {"rounds": chosen.rounds, "cost": cost.build_rows(found, [report.RULES, report.DEFAULT])}


def is_chosen(peer: Peer, only: Sequence[str], *, full: bool) -> bool:
    """Return True if the peer takes part: Ascribe always does, its slow tier only if asked for."""
    if peer.arguments == ("large",):
        return full or "large" in only
    name = (peer.name + peer.adapter).lower()
    return peer.is_ours or not only or any(word.lower() in name for word in only)


def install(peers: Sequence[Peer]) -> tuple[list[Installed], dict[str, str]]:
    """Install the peers; return those that can run, and why the others cannot."""
    ready, missing = [], {}
    for peer in peers:
        if peer.arguments == ("large",) and find_spec("ascribe_large") is None:
            missing[peer.name] = "not run, needs `pip install ./packages/ascribe-large`"
            continue
        say(f"install {peer.name} …")
        try:
            python = make_environment(peer.environment, peer.steps) if peer.environment else sys.executable
            ready.append(Installed(peer, python))
        except CannotInstallError as error:
            missing[peer.name] = f"not run, {error}"
    return ready, missing


def rate_peers(installed: Sequence[Installed], items: Sequence[Item], limit: float) -> dict[str, Any]:
    """Return the figures of all peers and floors; two peers run at once, since only the values count."""
    with ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(lambda one: ask(one, items, limit), installed))
    outcomes += [
        quality.Outcome(values, tasks={i.task for i, v in zip(items, values, strict=True) if v is not None})
        for values in (floors.compute_floor(name, items) for name in floors.FLOORS)
    ]
    names = [*(one.peer.name for one in installed), *floors.FLOORS]
    tables = {
        name: {task: quality.compute_figures(task, items, one.values) for task in sorted(one.tasks)}
        for name, one in zip(names, outcomes, strict=True)
    }
    ours = tables.get(report.DEFAULT, {})
    return {
        name: {
            "tasks": {
                task: describe(figures, ours.get(task, {}), name) for task, figures in tables[name].items()
            },
            "families": rate_families(items, one) if "perturbation" in one.tasks else dict.fromkeys(FAMILIES),
            "errors": one.errors,
            "ended": one.ended,
        }
        for name, one in zip(names, outcomes, strict=True)
    }


def ask(one: Installed, items: Sequence[Item], limit: float) -> quality.Outcome:
    """Start a peer and ask it for every item."""
    try:
        with one.start() as process:
            found = quality.ask_all(process, items, limit)
    except PeerError as error:
        found = quality.Outcome([None] * len(items), ended=str(error))
    say(f"asked {one.peer.name}: {found.ended or 'done'}, {found.errors} errors")
    return found


def describe(figures: quality.Figures, ours: quality.Figures, name: str) -> dict[str, Any]:
    """Return the figures as JSON values, each with how far it is above tier ``builtin``, if it is."""
    return {
        key: {
            **figure.as_dict(),
            "above": quality.compare(figure, ours[key]) if key in ours and name != report.DEFAULT else "",
        }
        for key, figure in figures.items()
    }


def rate_families(items: Sequence[Item], one: quality.Outcome) -> dict[str, Any]:
    """Return the balanced accuracy of each family of small changes."""
    pairs = [pair for pair in zip(items, one.values, strict=True) if pair[0].task == "perturbation"]
    found: dict[str, Any] = {}
    for family in FAMILIES:
        figures = quality.rate_verdicts([pair for pair in pairs if pair[0].group == family], 0)
        found[family] = figures["balanced accuracy"].as_dict() if "balanced accuracy" in figures else None
    return found


def add_rows(results: dict[str, Any], found: dict[str, Any], part: str | None) -> dict[str, Any]:
    """Add the rows of the other packages in a later run to the results; Ascribe's own stay as they are.

    A ratio is to Ascribe in the round of its own run, so that both runs can stand in one table.
    """
    added = [name for name in found["versions"] if not report.is_ours(name)]
    parts = [part] if part else ["quality", "cost"]
    order = [*(peer.name for peer in PEERS), *floors.FLOORS]
    rows = {one: {**results[one], **{k: v for k, v in found[one].items() if k in added}} for one in parts}
    return {
        **results,
        **{one: {name: table[name] for name in order if name in table} for one, table in rows.items()},
        "versions": {**results["versions"], **{name: found["versions"][name] for name in added}},
        "missing": {name: reason for name, reason in results["missing"].items() if name not in added},
        "added": sorted({*results.get("added", []), *(f"{name} ({', '.join(parts)})" for name in added)}),
    }


def load(path: Path) -> dict[str, Any]:
    """Read results."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def save(results: dict[str, Any], path: Path) -> None:
    """Write results as JSON."""
    path.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_pages(results: dict[str, Any]) -> None:
    """Write the tables in README and docs, and the pictures."""
    replace_between(ROOT / "README.md", report.build_summary(results))
    replace_between(ROOT / "docs" / "comparison.md", report.build_report(results))
    try:
        python = make_environment("charts", MATPLOTLIB)
        script = Path(__file__).parent / "plots.py"
        run([python, str(script), str(RESULTS), str(ROOT / "docs" / "images")])
    except (CannotInstallError, subprocess.SubprocessError) as error:
        say(f"no pictures: {error}")


def replace_between(path: Path, text: str) -> None:
    """Replace what stands between the marks of this command in a page."""
    begin, end = "<!-- peers: written by `python -m benchmarks.peers` -->", "<!-- peers: end -->"
    before, _, rest = path.read_text("utf-8").partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"{path} has no line {begin!r} followed by {end!r}.")
    path.write_text(f"{before}{begin}\n\n{text.strip()}\n\n{end}{after}", encoding="utf-8")


def say(text: str) -> None:
    """Report progress on standard error."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
