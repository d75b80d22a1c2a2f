"""Trivial floors, computed without a process: whatever a peer can do, it has to beat these."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

from benchmarks.peers.items import SEED, Item

FLOORS = ("floor: first, always yes", "floor: random", "floor: plain [n]")
"""The first sentence, supported, no marker; chance; markers of the form ``[1]`` by a regular expression."""


def compute_floor(name: str, items: Sequence[Item]) -> list[Any]:
    """Return the floor's value for each item, None for a task that it has nothing for."""
    if name == FLOORS[0]:
        return [choose_first(item) for item in items]
    if name == FLOORS[1]:
        chance = random.Random(SEED)  # noqa: S311 - a floor
        return [choose_randomly(item, chance) for item in items]
    return [find_plain_numbers(item) for item in items]


def choose_first(item: Item) -> Any:
    """Return the first sentences, supported, or no marker."""
    if item.operation == "rank":
        return list(range(min(5, len(item.arguments["sentences"]))))
    return {"supported": True, "score": 1.0} if item.operation == "verify" else []


def choose_randomly(item: Item, chance: random.Random) -> Any:
    """Return five random sentences, or a random verdict; None for markers."""
    if item.operation == "rank":
        count = len(item.arguments["sentences"])
        return chance.sample(range(count), min(5, count))
    score = chance.random()
    return {"supported": score >= 0.5, "score": score} if item.operation == "verify" else None


def find_plain_numbers(item: Item) -> Any:
    """Return the numbers in single brackets; None for the other tasks."""
    if item.operation != "markers":
        return None
    return [int(number) for number in re.findall(r"\[(\d+)\]", item.arguments["text"])]
