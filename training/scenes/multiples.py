"""Passages whose figure is restated in larger or smaller units of the same system."""

from __future__ import annotations

import random

from training.scenes.figures import counted, in_words, mistaken
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import figure_scene
from training.scenes.words import EVENTS, FOODS, PEOPLE, SOFTWARE, TOWNS


def _minutes(rng: random.Random) -> Scene:
    event, hours, rest = rng.choice(EVENTS), rng.randint(1, 4), rng.choice((0, 15, 20, 30, 40, 45))
    total, person = hours * 60 + rest, rng.choice(PEOPLE)
    return figure_scene(
        rng,
        "unit",
        [
            rng.choice(
                (f"{event} lasted {total} minutes.", f"From opening to close, {event} took {total} minutes.")
            ),
            f"{person} was in the chair.",
        ],
        [
            f"{event} went on for {in_words(hours)} hour{'s' if hours > 1 else ''}"
            + (f" and {in_words(rest)} minutes." if rest else "."),
            f"{person} chaired {event}, which ran for {total / 60:.3g} hours."
            if rest in (0, 15, 30, 45)
            else f"{person} chaired {event}, which ran for {total * 60:,} seconds.",
            f"{event} was over in less than {in_words(hours + 1)} hours.",
        ],
        wrong=[
            f"{event} lasted {total} hours.",
            f"{event} lasted {total + 20} minutes.",
            f"{event} went on for {in_words(hours + 1)} hours and {in_words(rest or 10)} minutes.",
            f"{event} lasted {total} seconds.",
        ],
        beyond=[
            f"{event} lasted {total} minutes, longer than planned.",
            f"{person} spoke for {total} minutes at {event}.",
        ],
        near=["coffee was served afterwards.", "minutes were taken by hand."],
    )


def _weeks(rng: random.Random) -> Scene:
    person, weeks = rng.choice(PEOPLE), rng.randint(2, 14)
    trip = rng.choice(("a sailing trip", "a training course", "an expedition", "a hospital stay", "a strike"))
    return figure_scene(
        rng,
        "unit",
        [
            rng.choice(
                (
                    f"{person} wrote a diary during {trip} that lasted {weeks} weeks.",
                    f"{person} kept a diary on {trip} of {weeks} weeks.",
                )
            )
        ],
        [
            f"{trip} lasting {counted(rng, weeks * 7)} days is described in {person}'s diary.",
            f"{trip} went on for {weeks * 7} days, and {person} kept a diary.",
            f"{person} made diary notes about {trip} of {in_words(weeks)} weeks.",
        ],
        wrong=[
            f"{person} wrote a diary during {trip} that lasted {weeks} days.",
            f"{person} wrote a diary during {trip} that lasted {weeks} months.",
            f"{person} wrote a diary during {trip} that lasted {weeks + 1} weeks.",
            f"{trip} lasting {weeks * 5} days is described in {person}'s diary.",
        ],
        beyond=[
            f"{person} published a diary of {trip} that lasted {weeks} weeks.",
            f"{person} led {trip} that lasted {weeks} weeks.",
        ],
        near=["two copies survive.", "the pages are in pencil."],
    )


def _bytes(rng: random.Random) -> Scene:
    name, gigabytes = rng.choice(SOFTWARE), rng.choice((2, 3, 4, 6, 8, 12, 16, 24, 32))
    disk = rng.choice((100, 250, 400, 500, 750))
    return figure_scene(
        rng,
        "unit",
        [
            rng.choice(
                (
                    f"{name} needs {gigabytes} GB of memory and {disk} MB of disk space.",
                    f"To run, {name} requires {gigabytes} GB of memory and {disk} MB of disk space.",
                )
            )
        ],
        [
            f"the memory requirement of {name} is {gigabytes} gigabytes.",
            f"on disk, {disk / 1000:g} GB must be free for {name}.",
            f"without {gigabytes} gigabytes of RAM, {name}'s requirements are not met.",
            f"{name} takes up less disk space than memory.",
        ],
        wrong=[
            f"{name} needs {gigabytes} MB of memory and {disk} MB of disk space.",
            f"{name} needs {gigabytes} GB of memory and {disk} GB of disk space.",
            f"{name} needs {disk} MB of memory and {gigabytes} GB of disk space.",
            f"{name} needs {gigabytes * 2} GB of memory and {disk} MB of disk space.",
        ],
        beyond=[
            f"{name} needs {gigabytes} GB of memory and runs faster with more.",
            f"{name} needs {gigabytes} GB of memory and a graphics card.",
        ],
        near=["a licence key is sent by email.", "the installer checks for updates."],
    )


def _speed(rng: random.Random) -> Scene:
    town, speed = rng.choice(TOWNS), rng.randrange(30, 300, 10)
    what = rng.choice(("train", "bus", "ferry", "tram", "coach", "cable car", "lorry"))
    return figure_scene(
        rng,
        "unit swapped",
        [
            rng.choice(
                (
                    f"The top speed of the {what} to {town} is {speed} km/h.",
                    f"The {what} to {town} has a maximum speed of {speed} km/h.",
                )
            )
        ],
        [
            f"the {what} bound for {town} cannot exceed {speed} kilometres per hour.",
            f"at most, the {town} {what} does about {speed / 1.609344:.0f} mph.",
            f"{speed} kilometres an hour is as fast as the {town} {what} goes.",
        ],
        wrong=[
            f"the top speed of the {what} to {town} is {speed} mph.",
            f"the minimum speed of the {what} to {town} is {speed} km/h.",
            f"the top speed of the {what} to {town} is {speed + 20} km/h.",
            f"the top speed of the {what} to {town} is {speed} metres per second.",
        ],
        beyond=[
            f"the {what} to {town} averages {speed * 0.8:.0f} km/h.",
            f"the top speed of the {what} to {town} is {speed} km/h, faster than that of any rival.",
        ],
        near=["seats can be reserved.", "dogs travel free."],
    )


def _hectares(rng: random.Random) -> Scene:
    town, food, area = rng.choice(TOWNS), rng.choice(FOODS), rng.randrange(200, 9000, 50)
    tonnes = rng.randint(12, 95)
    return figure_scene(
        rng,
        "unit",
        [
            f"the estate at {town} covers {area:,} hectares.",
            f"its storehouse keeps {tonnes} tonnes of {food}.",
        ],
        [
            f"the {town} estate stretches over {area / 100:g} square kilometres.",
            f"{tonnes * 1000:,} kilograms of {food} are kept in the storehouse of the {town} estate.",
            f"an estate of {area:,} ha at {town} has {tonnes * 1000:,} kg of {food} in store.",
        ],
        wrong=[
            f"the estate at {town} covers {area:,} square kilometres.",
            f"its storehouse keeps {tonnes} kilograms of {food}.",
            f"the estate at {town} covers {mistaken(rng, area):,} hectares.",
            f"the {town} estate stretches over {area / 10:g} square kilometres.",
        ],
        beyond=[
            f"the estate at {town} grows {tonnes} tonnes of {food} a year.",
            f"the estate at {town} covers {area:,} hectares of forest.",
        ],
        near=["a gravel road leads to the gate.", "the owner lives abroad."],
    )


SCENES: tuple[MakeScene, ...] = (_minutes, _weeks, _bytes, _speed, _hectares)
