"""Passages about attempts, successful or not."""

from __future__ import annotations

import random

from training.scenes.people import people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import PLACES, ROWS


def _failed(rng: random.Random) -> Scene:
    a, place = people(rng, 1)[0], rng.choice(PLACES)
    goal, far, past = rng.choice(ROWS["goals"])
    ok = rng.random() < 0.5
    can, cannot = (
        ("managed to", "was able to", "at last managed to"),
        ("failed to", "tried in vain to", "was unable to"),
    )
    said = f"{a.full} {rng.choice(can if ok else cannot)} {goal} in {place}."
    yes = [f"In {place}, {a.full} {far}.", f"{a.last} {far} in {place}.", f"{a.full} {past} in {place}."]
    no = [
        f"In {place}, it cannot be said that {a.full} {far}.",
        f"{a.full} did not {goal} in {place}.",
        f"{a.last} never {far} in {place}.",
    ]
    return statement_scene(
        rng,
        "success",
        [said],
        yes if ok else no,
        wrong=[
            f"{a.full} {'failed to' if ok else 'managed to'} {goal} in {place}.",
            *(no if ok else yes)[:2],
        ],
        beyond=[
            said[:-1] + " at the first attempt.",
            said[:-1] + " because of bad advice.",
            said[:-1] + ", and gave up the trade.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_failed,)
