"""Passages about all of a group except one."""

from __future__ import annotations

import random

from training.scenes.people import people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import MEASURES, PLACES


def _exception(rng: random.Random) -> Scene:
    names = people(rng, 3)
    place, what = rng.choice(PLACES), rng.choice(MEASURES)
    x, y, z = names
    yes, no = rng.choice(
        (
            ("voted for", "voted against"),
            ("praised", "condemned"),
            ("signed off on", "refused to sign off on"),
        )
    )
    said = rng.choice(
        (
            f"Of the jurors {x.last}, {y.last} and {z.last}, all except {z.last} {yes} {what}.",
            (
                f"Everyone on the panel in {place} – {x.last}, {y.last} and {z.last} "
                f"– {yes} {what}, with the sole exception of {z.last}."
            ),
        )
    )
    return statement_scene(
        rng,
        "exception",
        [said, f"{z.last} {no} it."],
        [
            f"Two out of three were in favour of {what}, {x.last} among them.",
            f"{z.last} was alone in being opposed to {what}.",
            f"{y.last} was on the same side as {x.last} when it came to {what}.",
        ],
        wrong=[
            f"All three, {z.last} included, {yes} {what}.",
            f"{x.last} {no} {what}.",
            f"All except {y.last} {yes} {what}.",
            f"{z.last} {yes} {what}.",
            f"A majority of the three was opposed to {what}.",
        ],
        beyond=[
            f"{z.last} {no} {what} on grounds of cost.",
            f"{x.last} persuaded {y.last} to back {what}.",
            f"{z.last} {no} {what} and left the room.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_exception,)
