"""Passages about who did something to whom, described from either side."""

from __future__ import annotations

import random

from training.scenes.people import Person, firms, people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import JOBS, LOANS, MONTHS, PLACES, ROWS, SUBJECTS


def _lent(rng: random.Random) -> Scene:
    a, b = people(rng, 2)
    what = rng.choice(LOANS)
    day = rng.choice(MONTHS)
    said = rng.choice(
        (
            f"{a.full} lent {b.full} {what} in {day}.",
            f"In {day}, {b.full} borrowed {what} from {a.full}.",
            f"In {day}, {what} was lent to {b.full} by {a.full}.",
        )
    )
    return statement_scene(
        rng,
        "role",
        [said],
        [
            f"{b.full} had the use of {what} in {day} thanks to {a.full}.",
            f"The person who let {b.last} have {what} for a time was {a.last}.",
            f"{b.full} got {what} on loan from {a.full}.",
        ],
        wrong=[
            f"{b.full} lent {a.full} {what} in {day}.",
            f"In {day}, {a.full} borrowed {what} from {b.full}.",
            f"{a.last} needed {what} that {day}, and it was {b.last} who let {a.him} have one.",
        ],
        beyond=[
            f"{a.full} lent {b.full} {what} in {day} for a small fee.",
            f"{b.full} returned {what} to {a.full} at the end of {day}.",
        ],
    )


def _match(rng: random.Random) -> Scene:
    a, b = rng.sample(PLACES, 2)
    cup, year = (
        rng.choice(
            ("handball", "hockey", "chess", "football", "rugby", "volleyball", "curling", "water polo")
        ),
        rng.randint(1950, 2024),
    )
    verb, back = rng.choice(
        (("defeated", "lost to"), ("beat", "were beaten by"), ("overcame", "went down to"))
    )
    (coach,) = people(rng, 1)
    said = [f"{a} {verb} {b} in the {year} {cup} final.", f"{coach.full} coached the winners."]
    return statement_scene(
        rng,
        "role",
        said,
        [
            f"The {cup} title of {year} went to {a}, with {b} as runners-up.",
            f"{coach.full} was in charge of {a} when the team took the {year} final.",
            f"{b} {back} {a} in the {cup} final of {year}.",
            f"For {b}, the {year} {cup} season ended with a lost final.",
        ],
        wrong=[
            f"{b} {verb} {a} in the {year} {cup} final.",
            f"{a} {back} {b} in the {year} {cup} final.",
            f"{coach.full} coached the losers in the {year} {cup} final.",
            f"The {cup} trophy of {year} was lifted by the players from {b}.",
        ],
        beyond=[
            f"{a} narrowly {verb} {b} in the {year} {cup} final.",
            f"{a} {verb} {b} in the {year} {cup} final after extra time.",
        ],
    )


def _sold(rng: random.Random) -> Scene:
    a, b = firms(rng, 2)
    what, place, year = (
        rng.choice(("warehouse", "laboratory", "factory", "brand", "mill", "fleet", "shipyard")),
        rng.choice(PLACES),
        rng.randint(1960, 2024),
    )
    said = rng.choice(
        (
            f"{a} sold its {what} in {place} to {b} in {year}.",
            f"In {year}, {b} bought the {what} in {place} from {a}.",
            f"The {what} in {place} was sold by {a} to {b} in {year}.",
        )
    )
    return statement_scene(
        rng,
        "role",
        [said],
        [
            f"{b} took over the {place} {what} from its former owner, {a}, in {year}.",
            f"With the deal of {year}, {b} rather than {a} had the {what} in {place} in its hands.",
            f"{year} was the year in which {a} parted with the {what} in {place}.",
        ],
        wrong=[
            f"{b} sold its {what} in {place} to {a} in {year}.",
            f"In {year}, {a} bought the {what} in {place} from {b}.",
            f"{a} acquired the {place} {what} that had belonged to {b} until {year}.",
        ],
        beyond=[
            f"{a} sold its {what} in {place} to {b} in {year} to pay its debts.",
            f"{a} sold all its property in {place} to {b} in {year}.",
        ],
    )


def _taught(rng: random.Random) -> Scene:
    a, b = people(rng, 2)
    what, place, year = rng.choice(SUBJECTS), rng.choice(PLACES), rng.randint(1900, 2015)
    said = [
        rng.choice(
            (
                f"{a.full} taught {b.full} {what}.",
                f"{b.full} was taught {what} by {a.full}.",
                f"{b.full} learned {what} from {a.full}.",
            )
        ),
        rng.choice(
            (f"The lessons took place in {place} from {year} on.", f"Lessons began in {place} in {year}.")
        ),
    ]
    return statement_scene(
        rng,
        "role",
        said,
        [
            f"{b.full} was a pupil of {a.full} in {place}.",
            f"In {year}, {a.last} started giving {b.last} instruction in {what}.",
            f"It was to {a.full} that {b.full} owed {b.his} schooling in {what}.",
        ],
        wrong=[
            f"{b.full} taught {a.full} {what}.",
            f"{a.full} was taught {what} by {b.full}.",
            f"{a.full} started out in {what} as a student of {b.full} in {year}.",
            f"{a.full} gave {b.full} lessons in {what} from {year - rng.randint(2, 9)} on.",
        ],
        beyond=[
            f"{a.full} taught {b.full} {what} free of charge.",
            f"{b.full} was taught {what} by {a.full} and later became famous.",
        ],
    )


def _role_many(rng: random.Random) -> Scene:
    a, b = people(rng, 2)
    verb, far, swap = rng.choice(ROWS["posts"])
    job, year = rng.choice(JOBS), rng.randint(1960, 2024)

    def say(text: str, one: Person, two: Person) -> str:
        return text.format(a=one.full, b=two.full, j=job)

    core = say("{a} " + verb, a, b)
    said = rng.choice((f"{core} in {year}.", f"In {year}, {core}."))
    return statement_scene(
        rng,
        "role",
        [said],
        [
            f"{say(far, a, b)} in {year}.",
            f"In {year}, {say(far, a, b)}.",
            f"{year} was the year when {say(far, a, b)}.",
        ],
        wrong=[
            f"{say('{a} ' + verb, b, a)} in {year}.",
            f"{say(swap, a, b)} in {year}.",
            f"{core} in {year + rng.randint(2, 8)}.",
        ],
        beyond=[f"{core} in {year} after a quarrel.", f"{core} in {year}, which surprised the staff."],
    )


SCENES: tuple[MakeScene, ...] = (_lent, _match, _sold, _taught, _role_many)
