"""Passages about counts and lengths."""

from __future__ import annotations

import random

from training.scenes.figures import mistaken
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import figure_scene
from training.scenes.words import EVENTS, TOWNS, two_of


def _people(rng: random.Random) -> Scene:
    town, other = two_of(rng, TOWNS)
    small, year = rng.randint(21, 480), rng.randint(2001, 2022)
    big = small + rng.randint(20, 400)
    return figure_scene(
        rng,
        "comparison",
        [
            rng.choice(
                (
                    f"In {year}, {town} had {big},000 inhabitants and {other} had {small},000.",
                    f"The {year} census counted {big},000 residents in {town} and {small},000 in {other}.",
                )
            )
        ],
        [
            f"{other} was the less populous of the two in {year}, with fewer people than {town}.",
            f"{town} was home to {big - small},000 more people than {other} in {year}.",
            f"together {town} and {other} had a population of {big + small},000 in {year}.",
            f"{big} thousand people lived in {town} in {year}.",
        ],
        wrong=[
            f"in {year}, {town} had {small},000 inhabitants and {other} had {big},000.",
            f"in {year}, {other} had more inhabitants than {town}.",
            f"in {year}, {town} had {big},000,000 inhabitants.",
            f"in {year}, {other} had {mistaken(rng, small)},000 inhabitants.",
        ],
        beyond=[
            f"in {year}, {town} had {big},000 inhabitants, more than any other town.",
            f"{town} grew to {big},000 inhabitants in {year} from {small},000 the year before.",
        ],
        near=[f"{other} lies on a river.", "both have a weekly market."],
    )


def _crowd(rng: random.Random) -> Scene:
    town, event = rng.choice(TOWNS), rng.choice(EVENTS)
    crowd = rng.randrange(600, 9500, 100)
    who = rng.choice(("Police", "Organisers", "Local officials", "Stewards"))
    return figure_scene(
        rng,
        "number",
        [f"{who} estimated that about {crowd:,} people came to {event} in {town}."],
        [
            f"attendance at {event} in {town} was put at roughly {crowd:,}.",
            f"according to {who.lower()}, some {crowd:,} visitors turned up at {event}.",
            f"by one estimate, {town} drew around {crowd:,} people to {event}.",
        ],
        wrong=[
            f"{who} estimated that about {crowd * 10:,} people came to {event} in {town}.",
            f"{who} estimated that about {crowd // 100 * 10:,} people came to {event} in {town}.",
            f"{who} gave no estimate of how many people came to {event} in {town}.",
        ],
        beyond=[
            f"exactly {crowd:,} people came to {event} in {town}.",
            f"ticket sales show that {crowd:,} people came to {event} in {town}.",
            f"about {crowd:,} people paid to come to {event} in {town}.",
            f"{who} estimated that about {crowd:,} local children came to {event} in {town}.",
        ],
        near=["rain fell in the morning.", f"{town} has hosted it before."],
    )


def _span(rng: random.Random) -> Scene:
    built, town = rng.choice(("bridge", "pier", "tunnel", "hall", "dam", "runway", "quay")), rng.choice(TOWNS)
    length, width = rng.randint(110, 980), rng.randint(6, 48)
    return figure_scene(
        rng,
        "number",
        [
            rng.choice(
                (
                    f"The {built} at {town} is {length} metres long and {width} metres wide.",
                    (
                        f"At {town} stands a {built} with a length of {length} "
                        f"metres and a width of {width} metres."
                    ),
                )
            )
        ],
        [
            f"from end to end the {built} at {town} measures {length} m.",
            f"the {built} at {town} is {width} m across.",
            f"{town}'s {built} is {length / 1000:g} kilometres in length.",
            f"{town}'s {built} is longer than it is wide.",
        ],
        wrong=[
            f"the {built} at {town} is {width} metres long and {length} metres wide.",
            f"the {built} at {town} is {length} feet long and {width} feet wide.",
            f"the {built} at {town} is {length} metres long and {width * 10} metres wide.",
            f"the {built} at {town} is {mistaken(rng, length)} metres long and {width} metres wide.",
            f"the {built} at {town} is {length} kilometres long.",
        ],
        beyond=[
            f"the {built} at {town} is {length} metres long, the longest in the country.",
            f"the {built} at {town} is {length} metres long and {width} metres high.",
        ],
        near=[f"{town} is known for its beaches.", "it is lit at night."],
    )


SCENES: tuple[MakeScene, ...] = (_people, _crowd, _span)
