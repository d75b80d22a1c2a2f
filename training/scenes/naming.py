"""Passages about titles and full names of people."""

from __future__ import annotations

import random

from training.scenes.people import firms, people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import JOBS, MEN, PLACES, WOMEN


def _titles(rng: random.Random) -> Scene:
    a, b = people(rng, 2)
    job, other, wrong = rng.sample(JOBS, 3)
    firm, place = firms(rng, 1)[0], rng.choice(PLACES)
    first = rng.choice([n for n in WOMEN + MEN if n not in (a.first, b.first)])
    said = [
        f"{a.full}, {job} of {firm}, opened the meeting in {place}.",
        f"The minutes were taken by {b.full}, the {other}.",
    ]
    return statement_scene(
        rng,
        "names",
        said,
        [
            f"It fell to {firm}'s {job}, {a.full}, to start the {place} meeting.",
            f"{b.last}, who is {other}, wrote down what was said.",
            f"At {firm}, {a.full} holds the office of {job}.",
            f"The {place} meeting was recorded in writing by the {other}.",
        ],
        wrong=[
            f"{a.full}, {wrong} of {firm}, opened the meeting in {place}.",
            f"{first} {a.last}, {job} of {firm}, opened the meeting in {place}.",
            f"The minutes were taken by {a.first} {b.last}, the {other}.",
            f"{b.full}, {other} of {firm}, opened the meeting in {place}.",
            f"{firm}'s {job} goes by the name of {first} {a.last}.",
        ],
        beyond=[
            f"{a.full}, {job} and founder of {firm}, opened the meeting in {place}.",
            f"The minutes were taken by {b.full}, the {other}, at the request of {a.full}.",
            f"{b.full}, the {other}, has left {firm}.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_titles,)
