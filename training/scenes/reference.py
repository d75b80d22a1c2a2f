"""Passages whose pronouns and descriptions must be resolved to a name."""

from __future__ import annotations

import random

from training.scenes.people import firms, people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import capital, statement_scene
from training.scenes.words import GOODS, JOBS, PLACES, SUBJECTS


def _coreference(rng: random.Random) -> Scene:
    (a,), (b,) = people(rng, 1, "f"), people(rng, 1, "m")
    while b.last == a.last:
        (b,) = people(rng, 1, "m")
    if rng.random() < 0.5:
        a, b = b, a
    place, year, what = rng.choice(PLACES), rng.randint(1950, 2020), rng.choice(SUBJECTS)
    job, other = rng.sample(JOBS, 2)
    said = [
        f"{a.full} met {b.full} in {place} in {year}.",
        f"At the time, {a.he} worked as {job}, and {b.he} as {other}.",
        f"{capital(b.he)} later wrote a book about {what}.",
    ]
    return statement_scene(
        rng,
        "coreference",
        said,
        [
            f"The author of a book about {what} was {b.full}.",
            f"When they got to know each other, {a.full} had the job of {job}.",
            f"In {year}, {b.last} earned {b.his} living as {other}.",
            f"{place} was where the paths of a {job} and a {other} crossed.",
        ],
        wrong=[
            f"{a.full} worked as {other} when {a.he} met {b.full}.",
            f"At the time, {b.full} worked as {job}.",
            f"{a.full} met {b.full} in {place} in {year + rng.randint(2, 9)}.",
        ],
        beyond=[
            f"{a.full} later wrote a book about {what}.",
            f"{b.full} later wrote a book about {what} with the help of {a.full}.",
            f"{a.full} married {b.full} in {place}.",
        ],
    )


def _the_firm(rng: random.Random) -> Scene:
    a, b = firms(rng, 2)
    place, good, year = rng.choice(PLACES), rng.choice(GOODS), rng.randint(1900, 2015)
    said = [
        f"{a} was founded in {place} in {year}.",
        f"The company soon became known for its {good}.",
        f"A rival, {b}, never managed to sell any {good}.",
    ]
    return statement_scene(
        rng,
        "coreference",
        said,
        [
            f"{good} made the name of {a}.",
            f"The beginnings of the company famous for {good} lie in {place}.",
            f"{b} found no buyers for {good} at any time.",
            f"{a}, set up in {year}, had a competitor in {b}.",
        ],
        wrong=[
            f"{b} soon sold a lot of {good}.",
            f"{a} never managed to sell any {good}.",
            f"{a} was founded in {place} in {year - rng.randint(2, 20)}.",
            f"{a} had no rival by the name of {b}.",
        ],
        beyond=[
            f"{b} was founded in {place} in {year}.",
            f"{a} soon became the largest seller of {good} in {place}.",
            f"{a} drove {b} out of business.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_coreference, _the_firm)
