"""Passages with an exhaustive list."""

from __future__ import annotations

import random

from training.scenes.people import firms
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import GOODS, PLACES


def _lists(rng: random.Random) -> Scene:
    w, x, y, z = rng.sample(GOODS, 4)
    a, place = firms(rng, 1)[0], rng.choice(PLACES)
    noun = rng.choice(("The stock", "The cargo", "The range", "The shipment"))
    said = rng.choice(
        (
            f"{noun} of {a} in {place} consists of {w}, {x} and {y}, and nothing else.",
            f"{noun} of {a} in {place} contains only {w}, {x} and {y}.",
        )
    )
    return statement_scene(
        rng,
        "list",
        [said],
        [
            f"{y} and {w} are two of the three goods in {a}'s {noun.removeprefix('The ')}.",
            f"Three goods make up {noun.lower()} of {a}, {x} being one of them.",
            f"No {z} is to be found in {noun.lower()} of {a} in {place}.",
        ],
        wrong=[
            f"{noun} of {a} in {place} consists of {w}, {x} and {z}, and nothing else.",
            f"{noun} of {a} in {place} contains only {w} and {y}.",
            f"{noun} of {a} in {place} contains {w}, {x}, {y} and {z}.",
            f"There are four goods in {noun.lower()} of {a}, one of which is {z}.",
        ],
        beyond=[
            f"{noun} of {a} in {place} consists mainly of {w}.",
            f"{noun} of {a} in {place} consists of {w}, {x} and {y}, all from local farms.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_lists,)
