"""Passages that rank three towns by two comparisons."""

from __future__ import annotations

import random

from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import PLACES, ROWS


def _compare(rng: random.Random) -> Scene:
    x, y, z = rng.sample(PLACES, 3)
    adj, far, anti, bare = rng.choice(ROWS["comparatives"])
    said = (
        [f"{x} is {adj} {y}.", f"{y}, in turn, is {adj} {z}."]
        if rng.random() < 0.5
        else [f"{x} is {adj} {y}, which in turn is {adj} {z}."]
    )
    return statement_scene(
        rng,
        "comparison",
        said,
        [
            f"{x} {far} {y}.",
            f"{z} is {anti} {y}.",
            f"Of the three, {y} comes between {x} and {z}.",
            f"{x} {far} {z}.",
            f"{z} is {anti} {x}.",
        ],
        wrong=[
            f"{y} is {adj} {x}.",
            f"{z}, in turn, is {adj} {y}.",
            f"{z} {far} {x}.",
            f"{x} is {anti} {y}.",
            f"{y} is just as {bare} as {z}.",
        ],
        beyond=[
            f"{x} is {adj} all other towns.",
            f"{x} is {'far cheaper to live in than' if 'live' in adj else 'far ' + adj} {y}.",
            f"{y}, in turn, is {adj} {z}, as visitors soon notice.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_compare,)
