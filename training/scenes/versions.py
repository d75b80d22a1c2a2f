"""Passages that distinguish versions, models, standards, rooms and places in a race."""

from __future__ import annotations

import random

from training.scenes.figures import in_words, mistaken, ordinal
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import figure_scene
from training.scenes.words import DEVICES, EVENTS, FIRMS, PEOPLE, SOFTWARE, TOWNS, two_of


def _version(rng: random.Random) -> Scene:
    name, major, minor = rng.choice(SOFTWARE), rng.randint(1, 9), rng.randint(1, 8)
    old, new = f"{major}.{minor}", f"{major}.{minor}0" if rng.random() < 0.5 else f"{major}.{minor + 1}"
    what = rng.choice(
        ("dark mode", "offline search", "PDF export", "two-factor login", "voice input", "split view")
    )
    return figure_scene(
        rng,
        "version",
        [
            rng.choice(
                (
                    f"{name} {new} added {what}, which {old} does not have.",
                    f"{what} arrived in {name} {new} and is missing from version {old}.",
                )
            )
        ],
        [
            f"users of {name} {old} have to do without {what}.",
            f"{name} got {what} with release {new}.",
            f"it was version {new} of {name} that introduced {what}.",
            f"{what} is not part of {name} {old}.",
        ],
        wrong=[
            f"{name} {old} added {what}, which {new} does not have.",
            f"{name} {old} has {what}.",
            f"{name} got {what} with release {old}.",
            f"{what} is missing from {name} {new}.",
        ],
        beyond=[
            f"{name} {new} added {what} and runs faster than {old}.",
            f"{name} {new} turns {what} on by default.",
        ],
        near=["the source is on a public server.", "bug reports are welcome."],
    )


def _model(rng: random.Random) -> Scene:
    firm, device, letter = rng.choice(FIRMS), rng.choice(DEVICES), rng.choice("ABCDEFGHKLMNPRSTVXZ")
    number, (p1, p2) = rng.randrange(100, 900, 10), rng.sample(range(90, 1900), 2)
    a, b = f"{letter}{number}", f"{letter}{number + 5}"
    return figure_scene(
        rng,
        "model",
        [
            rng.choice(
                (
                    f"The {firm} {device} {a} costs €{p1:,}, while the {b} costs €{p2:,}.",
                    f"{firm} sells the {device} {a} at €{p1:,} and the {b} at €{p2:,}.",
                )
            )
        ],
        [
            f"the {firm} {b} is the {'dearer' if p2 > p1 else 'cheaper'} {device} model, at {p2:,} euros.",
            f"for a {firm} {a}, a buyer pays {p1:,} euros.",
            f"the price gap between {firm}'s {a} and {b} is {abs(p1 - p2):,} euros.",
        ],
        wrong=[
            f"the {firm} {device} {b} costs €{p1:,}, while the {a} costs €{p2:,}.",
            f"the {firm} {device} {a} costs €{p2:,}.",
            f"the {firm} {device} {b} is {'cheaper' if p2 > p1 else 'dearer'} than the {a}.",
        ],
        beyond=[
            f"the {firm} {device} {letter}{number + 10} costs €{p1:,}.",
            f"the {firm} {device} {a} costs €{p1:,} including delivery.",
        ],
        near=["both are sold online.", "spare parts can be ordered."],
    )


def _standard(rng: random.Random) -> Scene:
    name, kind = rng.choice(SOFTWARE), rng.choice(("ISO", "RFC", "DIN", "IEC"))
    a, b = rng.sample(range(1100, 9800), 2)
    use, late = rng.sample(
        ("dates", "file names", "passwords", "addresses", "log lines", "key exchange", "units"), 2
    )
    return figure_scene(
        rng,
        "identifier",
        [
            rng.choice(
                (
                    f"{name} follows {kind} {a} for {use} and {kind} {b} for {late}.",
                    f"For {use}, {name} uses {kind} {a}; for {late}, it uses {kind} {b}.",
                )
            )
        ],
        [
            f"the way {name} handles {use} is laid down in {kind} {a}.",
            f"in {name}, {late} are governed by {kind} {b}."
            if late != "key exchange"
            else f"in {name}, {kind} {b} governs key exchange.",
            f"two {kind} documents, {a} and {b}, are applied by {name}.",
        ],
        wrong=[
            f"{name} follows {kind} {b} for {use} and {kind} {a} for {late}.",
            f"{name} follows {kind} {mistaken(rng, a)} rather than {kind} {a} for {use}.",
            f"for {late}, {name} uses {kind} {a}.",
        ],
        beyond=[
            f"{name} is certified under {kind} {a}.",
            f"{name} follows {kind} {a} and all its amendments for {use}.",
        ],
        near=["the manual has an index.", "a forum answers questions."],
    )


def _rooms(rng: random.Random) -> Scene:
    (one, two), (a, b) = two_of(rng, EVENTS), rng.sample(range(101, 599), 2)
    return figure_scene(
        rng,
        "room",
        [
            rng.choice(
                (
                    f"{one} takes place in room {a}, and {two} is in room {b}.",
                    f"room {a} is booked for {one}; {two} goes to room {b}.",
                )
            )
        ],
        [
            f"anyone looking for {two} should go to room {b}.",
            f"{one} has been given room {a}.",
            f"{one} and {two} are in different rooms.",
        ],
        wrong=[
            f"{one} takes place in room {b}, and {two} is in room {a}.",
            f"{one} takes place in room {mistaken(rng, a)}.",
            f"{one} and {two} share room {a}.",
        ],
        beyond=[f"{one} takes place in room {a} on the top floor.", f"room {b} is larger than room {a}."],
        near=["the lift is beside the desk.", "badges must be worn."],
    )


def _placed(rng: random.Random) -> Scene:
    person, other, town = *two_of(rng, PEOPLE), rng.choice(TOWNS)
    place, field = rng.randint(2, 9), rng.randint(12, 80)
    return figure_scene(
        rng,
        "ordinal",
        [
            rng.choice(
                (
                    f"{person} finished {ordinal(place)} of {field} in the {town} race.",
                    f"In the {town} race, {person} was {ordinal(place)} among {field} finishers.",
                )
            ),
            f"{other} came in right behind.",
        ],
        [
            f"{in_words(field - place)} finishers were slower than {person} in {town}.",
            f"{other} took place number {place + 1} in the {town} race.",
            f"{in_words(place - 1)} {'rival' if place == 2 else 'rivals'} beat {person} in {town}.",
            f"{person} did not win the {town} race.",
        ],
        wrong=[
            f"{person} finished {ordinal(place + 1)} of {field} in the {town} race.",
            f"{other} finished {ordinal(place)} of {field} in the {town} race.",
            f"{other} came in right before {person}.",
            f"{person} won the {town} race.",
        ],
        beyond=[
            f"{person} finished {ordinal(place)} of {field} in the {town} race after a fall.",
            f"{person} finished {ordinal(place)} of {field} in the {town} race, a personal best.",
        ],
        near=["the route follows the river.", "medals were made of wood."],
    )


SCENES: tuple[MakeScene, ...] = (_version, _model, _standard, _rooms, _placed)
