"""Passages about possibilities, plans, allegations and duties, as opposed to facts."""

from __future__ import annotations

import random

from training.scenes.people import firms, people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import COUNTS, DRUGS, ILLNESSES, JOBS, MONTHS, PLACES, ROWS


def _modal(rng: random.Random) -> Scene:
    drug, ill = rng.choice(DRUGS), rng.choice(ILLNESSES)
    hedge, far = rng.choice(
        (("may", "it is possible that"), ("might", "there is a chance that"), ("could", "conceivably,"))
    )
    firm = firms(rng, 1)[0]
    said = [
        f"{drug} {hedge} ease {ill}, according to a study paid for by {firm}.",
        f"Forty-{rng.choice(COUNTS[:8])} volunteers took part.",
    ]
    return statement_scene(
        rng,
        "hedge",
        said,
        [
            f"{far} people with {ill} would find relief in {drug}, suggests work funded by {firm}.",
            f"A study with fewer than sixty volunteers sees a possible benefit of {drug} in {ill}.",
            f"{firm} met the cost of a study of {drug} and {ill}.",
        ],
        beyond=[
            f"{drug} eases {ill}, according to a study paid for by {firm}.",
            f"{drug} {hedge} cure {ill}, according to a study paid for by {firm}.",
            f"It is beyond doubt that patients with {ill} profit from {drug}.",
            f"{drug} must be taken by everyone with {ill}.",
        ],
        wrong=[
            f"{drug} cannot ease {ill}, according to a study paid for by {firm}.",
            f"The study of {drug} was carried out without money from {firm}.",
        ],
    )


def _plans(rng: random.Random) -> Scene:
    firm, place, what = (
        firms(rng, 1)[0],
        rng.choice(PLACES),
        rng.choice(("plant", "office", "training centre", "test track", "data centre", "depot", "shop")),
    )
    year = rng.randint(2026, 2040)
    phrase, far = rng.choice(ROWS["intentions"])
    (a,) = people(rng, 1)
    said = [f"{firm} {phrase} a {what} in {place} in {year}.", f"Its head there would be {a.full}."]
    return statement_scene(
        rng,
        "plan",
        said,
        [
            f"{firm} {far} a {what}, with {place} as the site and {year} as the date.",
            f"If the {what} in {place} comes about, {a.full} is the one who would lead it.",
            f"{year} is the year in view for a {what} of {firm} in {place}.",
        ],
        beyond=[
            f"{firm} opened a {what} in {place} in {year}.",
            f"{firm} will definitely open a {what} in {place} in {year}.",
            f"{a.full} heads the {what} of {firm} in {place}.",
            f"{firm} has already spent a large sum on its {what} in {place}.",
        ],
        wrong=[
            f"{firm} has ruled out opening a {what} in {place}.",
            f"The {what} in {place} would be headed by somebody other than {a.full}.",
            f"{firm} {phrase} a {what} in {place} in {year + rng.randint(1, 6)}.",
        ],
    )


def _alleged(rng: random.Random) -> Scene:
    a, b = people(rng, 2)
    act, done, far = rng.choice(ROWS["misdeeds"])
    job, place = rng.choice(JOBS), rng.choice(PLACES)
    said = rng.choice(
        (
            f"{a.full}, {job} in {place}, allegedly {act}, but denies it.",
            f"It is alleged that {a.full}, {job} in {place}, {act}; {a.he} denies it.",
            f"{a.full}, {job} in {place}, is accused of having {done}, which {a.he} denies.",
        )
    )
    said2 = f"The accusation was made by {b.full}."
    return statement_scene(
        rng,
        "allegation",
        [said, said2],
        [
            f"{b.full} says that the {job} {far}; {a.last} rejects this.",
            f"{a.last} disputes {b.last}'s claim that {a.he} {far}.",
            f"An accusation hangs over {a.full}, who works as {job} in {place}.",
        ],
        beyond=[
            f"{a.full}, {job} in {place}, {act}.",
            f"The {job} in {place}, {a.full}, {far}, that much is certain.",
            f"{a.full}, {job} in {place}, was convicted because {a.he} {act}.",
        ],
        wrong=[
            f"{a.full}, {job} in {place}, admits that {a.he} {act}.",
            f"The accusation against {b.full} was made by {a.full}.",
            f"{b.full}, {job} in {place}, allegedly {act}, but denies it.",
        ],
    )


def _must(rng: random.Random) -> Scene:
    who, do, far = rng.choice(ROWS["duties"])
    low, place = who.lower(), rng.choice(PLACES)
    must = rng.random() < 0.5
    verb = (
        rng.choice(("must", "are required to", "have to"))
        if must
        else rng.choice(("should", "are advised to", "are encouraged to"))
    )
    said = f"{who} in {place} {verb} {do}."
    return statement_scene(
        rng,
        "duty",
        [said, f"The rules were last revised in {rng.choice(MONTHS)}."],
        [
            f"For {low} in {place}, {far} is {'compulsory' if must else 'recommended'}.",
            (
                f"The {'rules oblige' if must else 'advice given to'} {low} "
                f"in {place} {'to' if must else 'is to'} {do}."
            ),
            f"In {place}, {far} is {'demanded of' if must else 'something urged on'} {low}.",
        ],
        wrong=[
            f"{who} in {place} {'need not' if must else 'are advised not to'} {do}.",
            f"{who} in {place} are {'free to choose whether to' if must else 'forbidden to'} {do}.",
            f"For {low} in {place}, {far} is {'optional' if must else 'discouraged'}.",
        ],
        beyond=[
            f"{who} in {place} {verb} {do}, since there was an accident.",
            f"{who} in {place} always {do}." if must else f"{who} in {place} must {do}.",
            f"Most {low} in {place} {do} gladly.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_modal, _plans, _alleged, _must)
