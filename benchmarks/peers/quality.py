"""Ask a peer for every item and compute its figures, with intervals from a clustered bootstrap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ascribe.evaluation.metrics import Figure, Resampling, auroc, average_figures, balanced_accuracy, ratio
from benchmarks.peers.items import Item
from benchmarks.peers.runner import PeerError, PeerProcess

ITEM_SECONDS = 240.0
"""Time limit for one item."""

COLUMNS = {
    "attribution": ("first is gold", "recall of five", "names one"),
    "verification": ("balanced accuracy", "AUROC", "undecided"),
    "perturbation": ("balanced accuracy", "lies passed", "truths kept"),
    "markers": ("documents right",),
}
"""Figures of each task, the first of them being the main one."""


@dataclass
class Outcome:
    """The values of one peer for the items of each task that it can do.

    Args:
        values: one value per item, None where the peer failed or cannot do the task.
        errors: number of items on which it raised an error.
        ended: how its process ended, if not in good order.
    """

    values: list[Any]
    errors: int = 0
    ended: str = ""
    tasks: set[str] = field(default_factory=set)


def ask_all(process: PeerProcess, items: Sequence[Item], limit: float) -> Outcome:
    """Ask for every item; after ``limit`` seconds of one task the rest of it is left out, and said so."""
    found = Outcome([None] * len(items))
    spent: dict[str, float] = {}
    try:
        for index, item in enumerate(items):
            if item.operation not in process.operations or spent.get(item.task, 0.0) > limit:
                continue
            reply = process.ask(item.operation, ITEM_SECONDS, **item.arguments)
            spent[item.task] = spent.get(item.task, 0.0) + reply.seconds
            found.tasks.add(item.task)
            found.values[index] = reply.value
            found.errors += reply.error is not None
    except PeerError as error:
        found.ended = str(error)
        found.tasks.clear()
    late = sorted(task for task, seconds in spent.items() if seconds > limit)
    if late and not found.ended:
        found.ended = f"too slow: {', '.join(late)} stopped after {limit:g} s"
        found.tasks.difference_update(late)
    return found


Figures = dict[str, Figure]


def compute_figures(task: str, items: Sequence[Item], values: Sequence[Any]) -> Figures:
    """Compute the figures of one task: the mean over its files, or over all items of a suite."""
    pairs = [(item, value) for item, value in zip(items, values, strict=True) if item.task == task]
    compute = {"attribution": rate_ranking, "markers": rate_markers}.get(task, rate_verdicts)
    if task not in ("attribution", "verification"):
        return {k: v for k, v in compute(pairs, 0).items() if k in COLUMNS[task]}
    groups = list(dict.fromkeys(item.group for item, _ in pairs))
    tables = [compute([p for p in pairs if p[0].group == group], n) for n, group in enumerate(groups)]
    return {
        name: average_figures([table[name] for table in tables])
        for name in COLUMNS[task]
        if name in tables[0]
    }


Pairs = Sequence[tuple[Item, Any]]


def rate_ranking(pairs: Pairs, file: int) -> Figures:
    """Rate the sentences named: the first is gold; the share of a gold set in the first five; any named."""
    first, recall, some = [], [], []
    for item, value in pairs:
        ranked = list(value or [])[:5]
        first.append(bool(ranked) and any(ranked[0] in gold for gold in item.gold))
        recall.append(max(len(set(ranked) & set(gold)) / len(gold) for gold in item.gold))
        some.append(bool(ranked))
    return average_all(pairs, file, dict(zip(COLUMNS["attribution"], (first, recall, some), strict=True)))


def rate_markers(pairs: Pairs, file: int) -> Figures:
    """Rate the documents cited: exactly those of gold, of the documents that exist."""
    right = []
    for item, value in pairs:
        cited = {n for n in value or [] if 1 <= n <= item.arguments["count"]} if value is not None else None
        right.append(cited == set(item.gold))
    return average_all(pairs, file, {"documents right": right})


def rate_verdicts(pairs: Pairs, file: int) -> Figures:
    """Rate verdicts and scores; an undecided claim, or a failed one, is not called supported."""
    labels = np.array([item.gold for item, _ in pairs], bool)
    answers: list[Mapping[str, Any]] = [value or {"supported": False, "score": None} for _, value in pairs]
    draws = Resampling([item.cluster for item, _ in pairs], file=file)
    found: Figures = {}
    if any(one["supported"] is not None for one in answers):
        said = np.array([bool(one["supported"]) for one in answers])
        undecided = [not one.get("decided", True) for one in answers]
        found["balanced accuracy"] = draws.figure(balanced_accuracy(labels, said))
        found["lies passed"] = draws.figure(ratio(said & ~labels, ~labels))
        found["truths kept"] = draws.figure(ratio(said & labels, labels))
        found["undecided"] = draws.figure(ratio(np.array(undecided), np.ones(len(pairs))))
    known = [one["score"] for one in answers if one["score"] is not None]
    lowest = min(known, default=0.0)
    scores = np.array([lowest if one["score"] is None else one["score"] for one in answers], float)
    found["AUROC"] = draws.figure(auroc(labels, scores))
    return found


def average_all(pairs: Pairs, file: int, columns: Mapping[str, Sequence[float]]) -> Figures:
    """Return the mean of each column with its interval."""
    draws, ones = Resampling([item.cluster for item, _ in pairs], file=file), np.ones(len(pairs))
    return {name: draws.figure(ratio(np.array(column, float), ones)) for name, column in columns.items()}


def compare(one: Figure, other: Figure) -> str:
    """Say how sure it is that the first figure is above the second; empty if it is not."""
    if one.value is None or other.value is None or one.value <= other.value:
        return ""
    if one.samples is None or other.samples is None:
        return "without an interval"
    low = float(np.nanpercentile(one.samples - other.samples, 2.5))
    return "by more than chance" if low > 0 else "within the interval of the difference"
