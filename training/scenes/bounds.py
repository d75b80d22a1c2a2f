"""Passages about at least, at most, more than half, nearly all, and ranges."""

from __future__ import annotations

import random

from training.scenes.figures import in_words
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import figure_scene
from training.scenes.words import FIRMS, MEDICINES, PEOPLE, SITES, TOWNS


def _least(rng: random.Random) -> Scene:
    person, town, number = rng.choice(PEOPLE), rng.choice(TOWNS), rng.randint(3, 60)
    what = rng.choice(
        ("houses", "trees", "boats", "barns", "vehicles", "shops", "cottages", "sheds", "greenhouses")
    )
    return figure_scene(
        rng,
        "at least",
        [
            rng.choice(
                (
                    f"The storm damaged at least {number} {what} near {town}, {person} said.",
                    f"According to {person}, at least {number} {what} near {town} were damaged by the storm.",
                )
            )
        ],
        [
            f"{person} put the number of {what} near {town} hit by the storm at {number} or more.",
            f"no fewer than {in_words(number)} {what} suffered storm damage near {town}, {person} stated.",
            f"in {person}'s words, the storm harmed a minimum of {number} {what} near {town}.",
        ],
        wrong=[
            f"{person} said that the storm damaged at most {number - 2} {what} near {town}.",
            f"{person} said that the storm damaged fewer than {number} {what} near {town}.",
            f"{person} said that the storm damaged no {what} near {town}.",
        ],
        beyond=[
            f"the storm damaged exactly {number} {what} near {town}.",
            f"the storm destroyed at least {number} {what} near {town}.",
            f"the storm damaged at least {number + 15} {what} near {town}, {person} said.",
        ],
        near=["power was restored overnight.", "a crew cleared the road."],
    )


def _most(rng: random.Random) -> Scene:
    site, town, number = rng.choice(SITES), rng.choice(TOWNS), rng.randrange(20, 600, 10)
    kind = rng.choice(("visitors", "guests", "pupils", "people", "adults"))
    return figure_scene(
        rng,
        "at most",
        [
            rng.choice(
                (
                    f"The {site} in {town} admits up to {number} {kind} at a time.",
                    f"No more than {number} {kind} at a time are admitted to the {site} in {town}.",
                )
            )
        ],
        [
            f"the limit at the {town} {site} is {number} {kind} at once.",
            f"{number + 10} {kind} at once would be too many for the rules of the {town} {site}.",
            f"the {town} {site} lets in a maximum of {number} {kind} together.",
        ],
        wrong=[
            f"the {site} in {town} admits at least {number} {kind} at a time and sets no upper limit.",
            f"the {site} in {town} admits up to {number * 2} {kind} at a time.",
            f"the {site} in {town} admits any number of {kind} at a time.",
            f"the {site} in {town} admits no more than {number // 2} {kind} at a time.",
        ],
        beyond=[
            f"the {site} in {town} admitted {number} {kind} yesterday.",
            f"the {site} in {town} admits up to {number} {kind} at a time, twice as many as before.",
        ],
        near=["bags are searched.", "the lift is out of order."],
    )


def _half(rng: random.Random) -> Scene:
    firm, percent = rng.choice(FIRMS), rng.choice((52, 54, 57, 61, 63))
    group = rng.choice(("staff", "members", "customers", "shareholders", "suppliers", "drivers", "tenants"))
    idea = rng.choice(
        ("the new contract", "the merger", "the price rise", "the move", "the pension plan", "the ban")
    )
    return figure_scene(
        rng,
        "more than half",
        [
            rng.choice(
                (
                    f"{percent}% of {firm} {group} who voted backed {idea}, and the rest rejected it.",
                    (
                        f"In the vote, {percent}% of {firm} {group} taking part "
                        f"backed {idea}; all others rejected it."
                    ),
                )
            )
        ],
        [
            f"more than half of the voting {firm} {group} were in favour of {idea}.",
            f"{100 - percent}% of the votes by {firm} {group} went against {idea}.",
            f"{idea} found a majority among the {group} of {firm} who cast a vote.",
            f"fewer than half of the voting {firm} {group} turned down {idea}.",
        ],
        wrong=[
            f"{percent}% of {firm} {group} who voted rejected {idea}.",
            f"fewer than half of {firm} {group} who voted backed {idea}.",
            f"nearly all {firm} {group} who voted backed {idea}.",
            f"{100 - percent}% of {firm} {group} who voted backed {idea}.",
        ],
        beyond=[
            f"{percent}% of all {firm} {group} backed {idea}.",
            f"after the vote by its {group}, {firm} introduced {idea}.",
        ],
        near=["ballots were counted twice.", "the result was read aloud."],
    )


def _nearly(rng: random.Random) -> Scene:
    town, total = rng.choice(TOWNS), rng.randint(60, 400)
    part = total - rng.randint(1, 2)
    noun = rng.choice(
        ("wells", "bridges", "schools", "taxis", "kitchens", "lifts", "playgrounds", "farms", "boats")
    )
    return figure_scene(
        rng,
        "nearly all",
        [
            rng.choice(
                (
                    f"Inspectors checked {total} {noun} around {town} and found {part} of them safe.",
                    f"Of {total} {noun} that inspectors checked around {town}, {part} were found safe.",
                )
            )
        ],
        [
            f"nearly all {noun} examined around {town} passed as safe.",
            (
                f"only {in_words(total - part)} of the {noun} inspected around {town} "
                f"{'was' if total - part == 1 else 'were'} not found safe."
            ),
            f"the great majority of the {noun} looked at around {town} were judged safe.",
            f"not every one of the {noun} examined around {town} was judged safe.",
        ],
        wrong=[
            f"inspectors checked {total} {noun} around {town} and found all of them safe.",
            f"inspectors checked {total} {noun} around {town} and found few of them safe.",
            f"inspectors checked {part} {noun} around {town} and found {part - 40} of them safe.",
            f"less than half of the {noun} checked around {town} were found safe.",
        ],
        beyond=[
            f"nearly all {noun} in the country are safe.",
            f"inspectors checked {total} {noun} around {town} and closed {total - part} of them.",
        ],
        near=["reports are kept for five years.", "the team used new tools."],
    )


def _range(rng: random.Random) -> Scene:
    drug, low = rng.choice(MEDICINES), rng.randint(3, 40)
    high = low + rng.randint(4, 30)
    unit = rng.choice(("degrees", "weeks", "patients per clinic", "euros a pack", "tablets a box"))
    what = {
        "degrees": "storage temperature",
        "weeks": "length of treatment",
        "patients per clinic": "number of participants",
        "euros a pack": "price",
        "tablets a box": "pack size",
    }[unit]
    return figure_scene(
        rng,
        "range",
        [
            rng.choice(
                (
                    f"For {drug}, the {what} ranges from {low} to {high} {unit}.",
                    f"The {what} for {drug} is between {low} and {high} {unit}.",
                )
            )
        ],
        [
            f"with {drug}, the {what} is never above {high} {unit}.",
            f"{low} {unit} is the lower end of the {what} for {drug}.",
            f"the {what} for {drug} is {low}–{high} {unit}.",
            f"the {what} for {drug} is not below {low} {unit}.",
        ],
        wrong=[
            f"for {drug}, the {what} ranges from {low + 2} to {high + 10} {unit}.",
            f"for {drug}, the {what} is always above {high} {unit}.",
            f"for {drug}, the {what} is below {low} {unit}.",
            f"for {drug}, the {what} ranges from {low * 10} to {high * 10} {unit}.",
        ],
        beyond=[
            f"for {drug}, the {what} is usually {(low + high) // 2} {unit}.",
            f"for {drug}, the {what} ranges from {low} to {high} {unit}, more than for similar drugs.",
        ],
        near=["the leaflet is folded twice.", "the maker changed its name."],
    )


SCENES: tuple[MakeScene, ...] = (_least, _most, _half, _nearly, _range)
