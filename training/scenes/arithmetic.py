"""Passages whose positives are a sum, a multiple, a change or a share of their figures."""

from __future__ import annotations

import random

from training.scenes.figures import mistaken
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import figure_scene
from training.scenes.words import FIRMS, FOODS, MONTHS, TOWNS, TRAITS, WARES, two_of


def _sum(rng: random.Random) -> Scene:
    firm, (one, two), (a, b) = rng.choice(FIRMS), two_of(rng, WARES), rng.sample(range(15, 900), 2)
    month = rng.choice(MONTHS)
    big, little = (one, two) if a > b else (two, one)
    return figure_scene(
        rng,
        "arithmetic",
        [
            rng.choice(
                (
                    f"In {month}, {firm} sold {a} {one} and {b} {two}.",
                    f"{firm} shipped {a} {one} and {b} {two} to customers who bought them in {month}.",
                )
            )
        ],
        [
            f"{a + b:,} {one} and {two} in all were bought from {firm} in {month}.",
            f"{firm} sold {abs(a - b)} more {big} than {little} in {month}.",
            f"in {month}, {big} outsold {little} at {firm}.",
            f"{month} buyers took {b} {two} from {firm}.",
        ],
        wrong=[
            f"in {month}, {firm} sold {b} {one} and {a} {two}.",
            f"in {month}, {firm} sold {a + b + 10:,} {one} and {two} in all.",
            f"in {month}, {firm} sold more {little} than {big}.",
            f"in {month}, {firm} sold {mistaken(rng, a)} {one} and {b} {two}.",
        ],
        beyond=[
            f"in {month}, {firm} sold {a} {one} and {b} {two} online.",
            f"in {month}, {firm} sold more {big} than any of its rivals.",
        ],
        near=["the catalogue has a new cover.", f"{rng.choice(TOWNS)} will get a branch."],
    )


def _twice(rng: random.Random) -> Scene:
    (one, two), food = two_of(rng, TOWNS), rng.choice(FOODS)
    less, year, times = rng.randint(20, 400), rng.randint(1990, 2023), rng.choice((2, 3, 4))
    word = {2: "twice", 3: "three times", 4: "four times"}[times]
    part = {2: "half", 3: "a third", 4: "a quarter"}[times]
    return figure_scene(
        rng,
        "arithmetic",
        [
            rng.choice(
                (
                    (
                        f"Farms around {one} produced {less} tonnes of {food} in {year}, "
                        f"and those around {two} {less * times} tonnes."
                    ),
                    (
                        f"In {year}, {less} tonnes of {food} came from {one} "
                        f"and {less * times} tonnes from {two}."
                    ),
                )
            )
        ],
        [
            f"the {food} output of {two} was {word} that of {one} in {year}.",
            f"{one} yielded {part} as much {food} as {two} in {year}.",
            f"{one} was {less * (times - 1)} tonnes of {food} behind {two} in {year}.",
            f"the two places together gave {less * (times + 1):,} tonnes of {food} in {year}.",
        ],
        wrong=[
            f"the {food} output of {one} was {word} that of {two} in {year}.",
            f"the {food} output of {two} was {part} that of {one} in {year}.",
            f"farms around {one} produced {less * times} tonnes of {food} in {year}.",
            f"the {food} output of {two} was five times that of {one} in {year}.",
        ],
        beyond=[
            f"the {food} output of {two} is {word} that of {one} every year.",
            f"farms around {one} exported {less} tonnes of {food} in {year}.",
        ],
        near=["the soil there is sandy.", "roads were widened."],
    )


def _change(rng: random.Random) -> Scene:
    firm, start, percent = (
        rng.choice(FIRMS),
        rng.randrange(200, 4000, 100),
        rng.choice((5, 10, 12, 15, 20, 25, 40, 60)),
    )
    up, thing = rng.random() < 0.5, rng.choice(WARES)
    end = start + start * percent // 100 if up else start - start * percent // 100
    verb, back, noun = ("rose", "fell", "an increase") if up else ("fell", "rose", "a decrease")
    return figure_scene(
        rng,
        "percentage change",
        [
            rng.choice(
                (
                    f"Monthly output of {thing} at {firm} {verb} from {start:,} to {end:,}.",
                    f"At {firm}, monthly output of {thing} {verb} to {end:,} from {start:,}.",
                )
            )
        ],
        [
            f"{firm} saw {noun} of {percent}% in its monthly output of {thing}.",
            f"{firm} now makes {abs(end - start):,} {'more' if up else 'fewer'} {thing} a month than before.",
            (
                f"the monthly number of {thing} made at {firm} went "
                f"{'up' if up else 'down'} by {percent} per cent."
            ),
            f"{firm} used to turn out {start:,} {thing} a month.",
        ],
        wrong=[
            f"monthly output of {thing} at {firm} {back} from {start:,} to {end:,}.",
            f"monthly output of {thing} at {firm} {verb} from {end:,} to {start:,}.",
            f"monthly output of {thing} at {firm} {verb} by {percent * 2}%.",
            f"weekly output of {thing} at {firm} {verb} from {start * 2:,} to {end * 2:,}.",
            f"monthly output of {thing} at {firm} did not change.",
        ],
        beyond=[
            f"monthly output of {thing} at {firm} {verb} by {percent}% because of new machines.",
            f"monthly output of {thing} at {firm} will go on to {'rise' if up else 'fall'} by {percent}%.",
        ],
        near=["the plant has two gates.", "shifts start at six."],
    )


def _share(rng: random.Random) -> Scene:
    town, total, percent = (
        rng.choice(TOWNS),
        rng.randrange(200, 3000, 100),
        rng.choice((10, 15, 20, 30, 35, 40, 55, 60, 70)),
    )
    part = total * percent // 100
    trait = rng.choice(TRAITS)
    return figure_scene(
        rng,
        "share",
        [
            rng.choice(
                (
                    f"Of {total:,} adults asked in {town}, {part:,} said they {trait}.",
                    f"A survey in {town} asked {total:,} adults; {part:,} of them said they {trait}.",
                )
            )
        ],
        [
            f"{percent}% of the adults surveyed in {town} reported that they {trait}.",
            f"{total - part:,} of those asked in {town} did not say that they {trait}.",
            (
                f"{'more' if percent > 50 else 'less'} than half of the "
                f"{town} respondents stated that they {trait}."
            ),
        ],
        wrong=[
            (
                f"of {total:,} adults asked in {town}, "
                f"{total - part if percent != 50 else 1:,} said they {trait}."
            ),
            f"{100 - percent}% of the adults asked in {town} said they {trait}.",
            f"of {part:,} adults asked in {town}, {total:,} said they {trait}.",
            (
                f"{'less' if percent > 50 else 'more'} than half of the "
                f"adults asked in {town} said they {trait}."
            ),
        ],
        beyond=[
            f"{percent}% of all adults in {town} {trait}.",
            f"of {total:,} adults asked in {town}, {part:,} said they would like to {trait}."
            if trait != "own a boat"
            else f"{percent}% of the adults asked in {town} own a new boat.",
        ],
        near=["answers were given by phone.", "students ran the survey."],
    )


SCENES: tuple[MakeScene, ...] = (_sum, _twice, _change, _share)
