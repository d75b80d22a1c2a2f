"""Passages about whose company, whose goods and whose opinion something is."""

from __future__ import annotations

import random

from training.scenes.people import firms, people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import GOODS, LANDMARKS, PLACES, ROWS


def _entity_swap(rng: random.Random) -> Scene:
    a, b = firms(rng, 2)
    p, q = rng.sample(PLACES, 2)
    x, y = rng.sample(GOODS, 2)
    boss, other = people(rng, 2)
    said = [
        f"{a}, based in {p}, trades in {x}, while {b}, based in {q}, trades in {y}.",
        f"{a} is run by {boss.full} and {b} by {other.full}.",
    ]
    if rng.random() < 0.5:
        said = [
            f"{boss.full} runs {a}, a dealer in {x} from {p}.",
            f"{other.full} runs {b}, a dealer in {y} from {q}.",
        ]
    return statement_scene(
        rng,
        "swap",
        said,
        [
            f"The {p} company headed by {boss.full} makes its money with {x}.",
            f"{other.full} is in charge of a trader of {y}.",
            f"{y} is the business of {other.last}'s company in {q}.",
            f"Of the two dealers, it is {a} that has its seat in {p}.",
        ],
        wrong=[
            f"{a}, based in {q}, trades in {x}.",
            f"{b}, based in {q}, trades in {x}.",
            f"{other.full} runs {a}, a dealer in {x} from {p}.",
            f"The head of the company that buys and sells {y} is {boss.full}.",
        ],
        beyond=[
            f"{a}, based in {p}, trades in {x} and competes with {b}.",
            f"{boss.full} founded {a}, a dealer in {x} from {p}.",
        ],
    )


def _attribution(rng: random.Random) -> Scene:
    a, b = people(rng, 2)
    place, what = rng.choice(PLACES), rng.choice(LANDMARKS)
    claim, far = rng.choice(ROWS["opinions"])
    verb = rng.choice(("claims", "says", "argues", "believes", "maintains"))
    said = [f"{a.full} {verb} that {what} in {place} {claim}.", f"{b.full} disagrees."]
    return statement_scene(
        rng,
        "attribution",
        said,
        [
            f"In the opinion of {a.full}, {far}, as regards {what} in {place}.",
            f"{b.last} does not share {a.last}'s view of {what}.",
            f"{a.full} and {b.full} are of different minds about {what} in {place}.",
        ],
        beyond=[
            f"{what} in {place} {claim}.",
            f"It is a proven fact that {what} in {place} {claim}.",
            f"Experts agree that {what} in {place} {claim}.",
            f"{a.full} {verb} that {what} in {place} {claim} and should be torn down.",
        ],
        wrong=[
            f"{b.full} {verb} that {what} in {place} {claim}.",
            f"{b.full} agrees with {a.full} that {what} in {place} {claim}.",
            f"{a.full} {verb} that it is false that {what} in {place} {claim}.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_entity_swap, _attribution)
