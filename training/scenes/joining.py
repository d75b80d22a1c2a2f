"""Passages whose positives join two facts, and whose negatives add one that is not in the passage."""

from __future__ import annotations

import random

from training.scenes.people import firms, people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import GOODS, JOBS, MONTHS, PLACES, STEMS, SUBJECTS


def _joint(rng: random.Random) -> Scene:
    a, b = people(rng, 2)
    ship = "the " + rng.choice(STEMS)
    port, other = rng.sample(PLACES, 2)
    day = rng.choice(("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"))
    load, job = rng.choice(GOODS), rng.choice(JOBS)
    said = [
        f"{a.full} commands {ship}.",
        f"On {day}, {ship} left {port} for {other} with a load of {load}.",
        f"Among the passengers was the {job}, {b.full}.",
    ]
    return statement_scene(
        rng,
        "joint",
        said,
        [
            f"The vessel that {a.full} is captain of set out for {other} with {load} aboard.",
            f"{b.full} sailed from {port} on a vessel under {a.last}'s command.",
            f"On {day}, a {job} set off from {port} by sea.",
            f"{load} and a {job} were on board when {a.last}'s vessel put to sea on {day}.",
        ],
        wrong=[
            f"On {day}, {ship} left {other} for {port} with a load of {load}.",
            f"{b.full} commands {ship}.",
            f"On {day}, {ship} left {port} for {other} without a load.",
            f"{a.full} is in command of a vessel that sailed to {port} from {other} on {day}.",
        ],
        beyond=[
            f"On {day}, {ship} reached {other} with a load of {load}.",
            f"{b.full} bought the load of {load}.",
            f"{a.full} has commanded {ship} for many years.",
        ],
    )


def _compound(rng: random.Random) -> Scene:
    (a,), place, firm = people(rng, 1), rng.choice(PLACES), firms(rng, 1)[0]
    year, job, what = rng.randint(1960, 2020), rng.choice(JOBS), rng.choice(SUBJECTS)
    said = [
        rng.choice(
            (
                f"{a.full} was born in {place} and became {job} of {firm} in {year}.",
                f"Born in {place}, {a.full} was made {job} of {firm} in {year}.",
            )
        )
    ]
    extra = rng.choice(
        (
            "has three children",
            "speaks four languages",
            "owns a vineyard",
            "won a medal",
            f"studied {what}",
            "collects stamps",
            "sits on the town council",
            "donated a park",
            "suffered from asthma",
            "moved abroad",
        )
    )
    return statement_scene(
        rng,
        "compound",
        said,
        [
            f"{place} is the birthplace of {firm}'s {job}, {a.full}.",
            f"{firm} appointed {a.full} as {job} in {year}.",
            f"The {job} whom {firm} appointed in {year} came from {place}.",
            f"{a.last}, a native of {place}, rose to the post of {job}.",
        ],
        beyond=[
            f"{a.full} was born in {place} and {extra}.",
            f"{a.full} became {job} of {firm} in {year} and {extra}.",
            f"{a.full} {extra}.",
            f"The father of {a.full} was born in {place}.",
        ],
        wrong=[
            f"{a.full} was born in {place} and never became {job} of {firm}.",
            f"{a.full} was born outside {place} and became {job} of {firm} in {year}.",
            f"{a.full} became {job} of {firm} before {year}.",
        ],
    )


def _absent(rng: random.Random) -> Scene:
    firm, place, (a,) = firms(rng, 1)[0], rng.choice(PLACES), people(rng, 1)
    good, month = rng.choice(GOODS), rng.choice(MONTHS)
    said = [
        f"{firm} took part in the trade fair in {place} in {month}.",
        f"{a.full} presented its new line of {good} there.",
    ]
    return statement_scene(
        rng,
        "absent topic",
        said,
        [
            f"In {month}, {a.full} showed {firm}'s latest {good} to visitors of an exhibition in {place}.",
            f"{firm} had a presence at the {place} fair.",
            f"{good} from {firm} was on show in {place}."
            if not good.endswith("s") or good == "glass"
            else f"{good} from {firm} were on show in {place}.",
        ],
        beyond=[
            f"{firm} won a prize at the trade fair in {place} in {month}.",
            f"{a.full} has worked for {firm} for ten years.",
            f"{firm} has its head office in {place}.",
            f"The new line of {good} from {firm} sells well.",
            f"{a.full} is the owner of {firm}.",
        ],
        wrong=[
            f"{firm} stayed away from the trade fair in {place} in {month}.",
            f"{a.full} presented no {good} at the trade fair in {place}.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_joint, _compound, _absent)
