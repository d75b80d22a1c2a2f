"""Passages about the order of steps and about until and since."""

from __future__ import annotations

import random

from training.scenes.figures import years_of
from training.scenes.people import firms, people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import JOBS, ROWS


def _steps(rng: random.Random) -> Scene:
    row = rng.choice(ROWS["steps"])
    steps = list(zip(row[::2], row[1::2], strict=True))
    (x, fx), (y, fy), (z, fz) = steps if rng.random() < 0.6 else rng.sample(steps, 3)
    said = rng.choice(
        (
            [f"First {x}, then {y}, and finally {z}."],
            [f"{x} before you {y}.", f"Only after that, {z}."],
            [f"To begin with, {x}.", f"Next, {y}.", f"The last step is to {z}."],
        )
    )
    return statement_scene(
        rng,
        "order",
        said,
        [
            f"{fz} comes last.",
            f"{fx} precedes {fy}.",
            f"{fy} is the middle one of three steps.",
            f"By the time of {fz}, {fx} is already behind you.",
        ],
        wrong=[
            f"First {y}, then {x}, and finally {z}.",
            f"{z} before you {y}.",
            f"To begin with, {z}.",
            f"{fx} follows {fy}.",
            f"The last step is to {x}.",
        ],
        beyond=[f"First {x}, then wait an hour and {y}.", f"{x} before you {y}, or the guarantee is void."],
    )


def _until_since(rng: random.Random) -> Scene:
    (a,), firm, job = people(rng, 1), firms(rng, 1)[0], rng.choice(JOBS)
    one, two = years_of(rng, 2, 1950, 2020)
    until = rng.random() < 0.5
    said = (
        f"{a.full} was {job} of {firm} until {two}, having started in {one}."
        if until
        else f"{a.full} has been {job} of {firm} since {two}, having joined as a clerk in {one}."
    )
    if until:
        true = [
            f"{a.last}'s time as {job} of {firm} began in {one} and ended in {two}.",
            f"In {two}, {firm} ceased to have {a.full} as its {job}.",
            f"For {two - one} years, the {job} of {firm} was {a.full}."
            if two - one > 1
            else f"{one} saw {a.full} begin as {job} of {firm}.",
        ]
        lies = [
            f"{a.full} has been {job} of {firm} since {two}.",
            f"{a.full} was {job} of {firm} until {one}.",
            f"{a.full} only took up the post of {job} at {firm} in {two}.",
        ]
    else:
        true = [
            f"It was in {two} that {a.full} became {job} of {firm}.",
            f"{a.last} first worked for {firm} in {one}, in a clerk's job.",
            f"{firm} took {a.last} on as a clerk and made {a.him} {job} later.",
        ]
        lies = [
            f"{a.full} was {job} of {firm} until {two}.",
            f"{a.full} has been {job} of {firm} since {one}.",
            f"{a.full} gave up the post of {job} at {firm} in {two}.",
        ]
    return statement_scene(
        rng,
        "period",
        [said],
        true,
        wrong=lies,
        beyond=[said[:-1] + ", at a low wage.", f"{a.full} was the first {job} that {firm} ever had."],
    )


SCENES: tuple[MakeScene, ...] = (_steps, _until_since)
