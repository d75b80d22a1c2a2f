"""Passages about when somebody was born and at what age the person died."""

from __future__ import annotations

import random

from training.scenes.figures import in_words, some_day
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import figure_scene
from training.scenes.words import PEOPLE, TOWNS, two_of


def _age(rng: random.Random) -> Scene:
    person, town, other = rng.choice(PEOPLE), *two_of(rng, TOWNS)
    birth, age = some_day(rng, 1850, 1950), rng.randint(41, 92)
    return figure_scene(
        rng,
        "age",
        [
            f"{person} was born in {town} in {birth.year}.",
            rng.choice(
                (
                    f"The painter died in {other} at the age of {age}.",
                    f"The painter's life ended in {other} at {age}.",
                )
            ),
        ],
        [
            f"{person}, a painter, lived to be {in_words(age)}.",
            f"{town} is the birthplace of the painter {person}.",
            f"the painter from {town}, {person}, died in {birth.year + age} or {birth.year + age + 1}.",
            f"{person}'s birth fell in the {birth.year // 10 * 10}s.",
        ],
        wrong=[
            f"{person} was born in {other} in {birth.year}.",
            f"{person} was born in {town} in {birth.year + age}.",
            f"the painter died in {other} at the age of {age - 10}.",
            f"the painter died in {town} at the age of {age}.",
        ],
        beyond=[
            f"{person} was born in {town} in {birth.year} to a family of painters.",
            f"{person} moved to {other} at the age of {age - 20}.",
        ],
        near=["many of the letters are lost.", "a street bears the name."],
    )


SCENES: tuple[MakeScene, ...] = (_age,)
