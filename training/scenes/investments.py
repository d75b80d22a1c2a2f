"""Passages about investments and jobs that are only planned."""

from __future__ import annotations

import random

from training.scenes.figures import mistaken
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import figure_scene
from training.scenes.words import BUILDINGS, FIRMS, TOWNS


def _planned(rng: random.Random) -> Scene:
    firm, town, built = rng.choice(FIRMS), rng.choice(TOWNS), rng.choice(BUILDINGS)
    cost, jobs = rng.randint(4, 190), rng.randrange(20, 900, 10)
    year = rng.randint(2026, 2035)
    return figure_scene(
        rng,
        "plan",
        [
            rng.choice(
                (
                    (
                        f"{firm} plans to spend €{cost} million on a {built} in {town} "
                        f"by {year}, which could create {jobs} jobs."
                    ),
                    (
                        f"By {year}, {firm} intends to put €{cost} million into a "
                        f"{built} in {town} that may bring {jobs} jobs."
                    ),
                )
            )
        ],
        [
            f"{firm} has the aim of investing €{cost},000,000 in a {built} at {town} no later than {year}.",
            f"the {built} that {firm} wants in {town} might bring {jobs} jobs.",
            f"a planned {built} in {town} would cost {firm} {cost} million euros.",
        ],
        wrong=[
            f"{firm} plans to spend €{cost} billion on a {built} in {town} by {year}.",
            f"{firm} plans to spend €{mistaken(rng, cost)} million on a {built} in {town} by {year}.",
            f"{firm} has no plans for a {built} in {town}.",
        ],
        beyond=[
            f"{firm} has spent €{cost} million on a {built} in {town}.",
            f"the {built} in {town} has created {jobs} jobs.",
            f"the {built} by {firm} in {town} will create {jobs} jobs.",
        ],
        near=["a hearing is due in autumn.", "maps can be seen at the town hall."],
    )


SCENES: tuple[MakeScene, ...] = (_planned,)
