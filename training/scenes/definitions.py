"""Passages that define an invented term: its class, its trait and who described it."""

from __future__ import annotations

import random

from training.scenes.people import people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import PLACES, ROWS, article


def _definition(rng: random.Random) -> Scene:
    name, kind, far, wide, trait, ft = rng.choice(ROWS["terms"])
    art = article(kind)
    (a,) = people(rng, 1)
    place, year = rng.choice(PLACES), rng.randint(1750, 1990)
    said = [
        rng.choice((f"A {name} is {art} {kind} that {trait}.", f"The {name} is {art} {kind}; it {trait}.")),
        f"It was first described by {a.full} of {place} in {year}.",
    ]
    return statement_scene(
        rng,
        "definition",
        said,
        [
            f"Among the features of the {name} is this: {ft}.",
            f"{a.full} gave the earliest description of the {name}.",
            f"The {name} belongs to a larger class: one could call it a kind of {far}.",
            f"In {year}, someone from {place} was the first to describe the {name}.",
        ],
        beyond=[
            f"{wide}.",
            f"The {name} is the most common {kind}.",
            f"A {name} is {art} {kind} found only in {place}.",
            f"No other {kind} {trait}.",
        ],
        wrong=[
            f"A {name} is not {art} {kind}.",
            f"No {name} {trait}.",
            f"It was in {year + rng.randint(3, 40)} that {a.full} of {place} first described the {name}.",
            f"{a.full} was not the first to describe the {name}.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_definition,)
