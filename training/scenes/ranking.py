"""Passages about ranks, records and comparisons."""

from __future__ import annotations

import random

from training.scenes.figures import in_words
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import figure_scene
from training.scenes.words import DEVICES, FIRMS, PEOPLE, ROWS, TEAMS, TOWNS, three_of, two_of


def _ranking(rng: random.Random) -> Scene:
    (one, two, three), what = (
        three_of(rng, TEAMS),
        rng.choice(("league", "cup group", "relay", "tournament", "rally")),
    )
    year = rng.randint(1980, 2024)
    return figure_scene(
        rng,
        "ranking",
        [
            rng.choice(
                (
                    f"In the {year} {what}, {one} came first, ahead of {two} and {three}.",
                    f"{one} won the {year} {what}, with {two} second and {three} third.",
                )
            )
        ],
        [
            f"nobody beat {one} to the top place in the {year} {what}.",
            f"{three} ranked below {one} in the {year} {what}.",
            f"the {year} {what} had {one} as its winner.",
            f"{two} finished the {year} {what} behind {one}.",
        ],
        wrong=[
            f"in the {year} {what}, {two} came first, ahead of {one} and {three}.",
            f"{three} won the {year} {what}.",
            f"in the {year} {what}, {one} came last.",
            f"in the {year} {what}, {one} finished behind {two}.",
        ],
        beyond=[
            f"in the {year} {what}, {one} came first for the second time in a row.",
            f"{one} easily won the {year} {what}, beating {two} by ten points.",
        ],
        near=["a band played at half-time.", "the trophy is made of silver."],
    )


def _record(rng: random.Random) -> Scene:
    (one, two), town = two_of(rng, PEOPLE), rng.choice(TOWNS)
    race, base = rng.choice(
        (("10 km run", 1700), ("half marathon", 3900), ("mountain race", 5200), ("ski race", 2600))
    )
    old, gain = base + rng.randint(60, 400), rng.randint(3, 55)
    new, year = old - gain, rng.randint(1985, 2024)

    def show(seconds: int) -> str:
        return f"{seconds // 60} minutes and {seconds % 60} seconds"

    return figure_scene(
        rng,
        "record",
        [
            rng.choice(
                (
                    (
                        f"{one} won the {town} {race} in {year} in {show(new)}, beating "
                        f"the record of {show(old)} held by {two}."
                    ),
                    f"With {show(new)}, {one} broke {two}'s {town} {race} record of {show(old)} in {year}.",
                )
            )
        ],
        [
            f"{two} lost the record for the {town} {race} to {one} in {year}.",
            (
                f"{one} was {gain} second{'s' if gain > 1 else ''} faster "
                f"than the old best mark of the {town} {race}."
            ),
            f"{one} took {new // 60}:{new % 60:02d} over the {town} {race} in {year}.",
            f"the {town} {race} record was improved by {in_words(gain)} seconds in {year}.",
        ],
        wrong=[
            f"{two} won the {town} {race} in {year}, beating the record held by {one}.",
            f"{one} was {in_words(gain)} seconds slower than the record of the {town} {race} in {year}.",
            f"{one} won the {town} {race} in {year} in {show(new - 5)}.",
            f"{one} improved the {town} {race} record by {in_words(gain)} minutes.",
        ],
        beyond=[
            f"{one} won the {town} {race} in {year} with a new world record.",
            f"{one} still holds the record of the {town} {race} today.",
        ],
        near=["the course was shortened that day for juniors.", "water was handed out."],
    )


def _than(rng: random.Random) -> Scene:
    (one, two), device = two_of(rng, FIRMS), rng.choice(DEVICES)
    high, low, noun, unit = rng.choice(ROWS["dimensions"])
    small = rng.randint(8, 90)
    gap = rng.randint(2, 25)
    return figure_scene(
        rng,
        "comparison",
        [
            rng.choice(
                (
                    (
                        f"The {device} by {one} is {gap} {unit} {high} than the one "
                        f"by {two}, which measures {small} {unit}."
                    )
                    if unit == "cm"
                    else f"The {device} by {one} is {gap} kg heavier than the {small}-kg one by {two}.",
                    (
                        f"With a {noun} of {small} {unit}, the {device} by {two} is "
                        f"{gap} {unit} {low} than that by {one}."
                    ),
                )
            )
        ],
        [
            f"{one}'s {device} has a {noun} of {small + gap} {unit}.",
            f"of the two {device} models, the one from {two} is {low}.",
            f"in {noun}, the {device} from {one} exceeds its counterpart from {two}.",
            f"the {noun} of {two}'s {device} is {small} {unit}.",
        ],
        wrong=[
            f"the {device} by {two} is {gap} {unit} {high} than the one by {one}.",
            f"the {device} by {one} is {gap} {unit} {low} than the one by {two}.",
            f"the {device} by {one} has a {noun} of {small} {unit}.",
            f"the {device} by {one} has exactly the same {noun} as the one by {two}.",
        ],
        beyond=[
            f"the {device} by {one} is {gap} {unit} {high} and more powerful than the one by {two}.",
            f"the {device} by {one} is {high} than any other on the market.",
        ],
        near=["both come in grey.", "manuals are printed on recycled paper."],
    )


SCENES: tuple[MakeScene, ...] = (_ranking, _record, _than)
