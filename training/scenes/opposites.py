"""Passages with a word whose opposite makes a claim false."""

from __future__ import annotations

import random

from training.scenes.people import people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import GOODS, HAPPENINGS, LANDMARKS, MEASURES, MONTHS, PLACES, ROWS


def _polarity(rng: random.Random) -> Scene:
    good, place = rng.choice(GOODS), rng.choice(PLACES)
    up, late = rng.random() < 0.5, rng.choice(MONTHS)
    verb, anti = (
        (rng.choice(("rose", "climbed", "went up")), "fell")
        if up
        else (rng.choice(("fell", "sank", "dropped")), "rose")
    )
    far, wrong = ("dearer", "cheaper") if up else ("cheaper", "dearer")
    size = rng.choice(("slightly", "sharply"))
    word = {"slightly": "a little", "sharply": "much"}[size]
    said = [
        f"The price of {good} {verb} {size} in {place} in {late}.",
        f"Traders in {place} had expected no change.",
    ]
    return statement_scene(
        rng,
        "polarity",
        said,
        [
            f"In {late}, {good} became {word} {far} in {place}.",
            f"Buyers of {good} in {place} paid {'more' if up else 'less'} in {late} than before.",
            f"What happened to the price of {good} in {late} was not what {place}'s dealers had foreseen.",
        ],
        wrong=[
            f"The price of {good} {anti} {size} in {place} in {late}.",
            f"The price of {good} did not change in {place} in {late}.",
            f"{good} turned {word} {wrong} in {place} in {late}.",
            f"Traders in {place} had expected the price of {good} to change.",
        ],
        beyond=[
            f"The price of {good} {verb} {size} in every town in {late}.",
            f"The price of {good} {verb} {size} in {place} in {late} because of a poor harvest.",
        ],
    )


def _decision(rng: random.Random) -> Scene:
    what, body, day = (
        rng.choice(MEASURES),
        rng.choice(("committee", "senate", "tribunal", "board", "assembly")),
        rng.choice(MONTHS),
    )
    verb, anti, far, off = rng.choice(ROWS["decisions"])
    a, b = people(rng, 2)
    said = [
        f"In {day}, the {body} {verb} {what}.",
        f"{a.full} welcomed the vote, while {b.full} criticised it.",
    ]
    return statement_scene(
        rng,
        "decision",
        said,
        [
            f"{what} {far} the {body} in {day}.",
            f"The vote of the {body} in {day} pleased {a.full} but not {b.full}.",
            f"{b.last} found fault with what the {body} decided on {what}.",
            f"When the {body} {verb} {what}, {a.last} was glad.",
        ],
        wrong=[
            f"In {day}, the {body} {anti} {what}.",
            f"{b.full} welcomed the vote, while {a.full} criticised it.",
            f"{what} {off} the {body} in {day}.",
            f"{a.full} criticised the vote of the {body}.",
        ],
        beyond=[
            f"In {day}, the {body} unanimously {verb} {what}.",
            f"In {day}, the {body} {verb} {what} at the request of {a.full}.",
            f"{b.full} will appeal against the vote of the {body} on {what}.",
        ],
    )


def _before_after(rng: random.Random) -> Scene:
    (a,), place = people(rng, 1), rng.choice(PLACES)
    first, second = rng.sample(HAPPENINGS, 2)
    before = rng.random() < 0.5
    word, anti = ("before", "after") if before else ("after", "before")
    said = rng.choice(
        (
            f"In {place}, {first} came {word} {second}, writes {a.full}.",
            f"{a.full} writes that, in {place}, {first} came {word} {second}.",
        )
    )
    one, two = (first, second) if before else (second, first)
    return statement_scene(
        rng,
        "order",
        [said],
        [
            f"{place} saw {one} earlier than {two}, by {a.full}'s account.",
            f"By {a.last}'s account, {two} was the later of the two events in {place}.",
            f"{a.full} has {two} following {one} in {place}.",
        ],
        wrong=[
            f"In {place}, {first} came {anti} {second}, writes {a.full}.",
            f"{a.full} writes that, in {place}, {second} came {word} {first}.",
            f"{a.full} puts {two} at an earlier point in {place}'s history than {one}.",
        ],
        beyond=[
            f"In {place}, {first} came shortly {word} {second}, writes {a.full}.",
            f"{a.full} writes that, in {place}, {two} was caused by {one}.",
        ],
    )


def _allowed(rng: random.Random) -> Scene:
    place, (act, far) = (rng.choice(PLACES), rng.choice(ROWS["pastimes"]))
    area = rng.choice(
        ("the nature reserve", "the lake park", "the castle grounds", "the dunes", "the old quarry")
    )
    month, yes = rng.choice(MONTHS), rng.random() < 0.5
    may = ("are allowed to", "are forbidden to") if yes else ("are forbidden to", "are allowed to")
    said = [f"Visitors {may[0]} {act} {area} near {place}.", f"The rule has been in force since {month}."]
    return statement_scene(
        rng,
        "permission",
        said,
        [
            (
                f"{far} {'is something guests may enjoy' if yes else 'is something guests must do without'} "
                f"at {area}."
            )
            if far not in ("open fires", "drone flights", "dogs", "cigarettes")
            else f"{far} {'are tolerated' if yes else 'are off limits'} at {area}.",
            (
                f"Near {place}, the public {'may' if yes else 'may not'} "
                f"{act} {area}, a rule dating from {month}."
            ),
            f"It was in {month} that the rule for {area} took effect.",
        ],
        wrong=[
            f"Visitors {may[1]} {act} {area} near {place}.",
            f"At {area}, the public {'may not' if yes else 'may'} {act.split()[0]}."
            if act.split()[0] in ("swim", "fish", "camp", "smoke")
            else f"No visitor {'may' if yes else 'is stopped who wants to'} {act} {area} near {place}.",
            f"The rule for {area} near {place} was lifted before {month}.",
        ],
        beyond=[
            f"Visitors {may[0]} {act} {area} near {place} and all other parks.",
            f"Visitors {may[0]} {act} {area} near {place}, which draws many tourists."
            if yes
            else f"Visitors who {act} {area} near {place} pay a fine of 200 euros.",
        ],
    )


def _inside(rng: random.Random) -> Scene:
    place, what = rng.choice(PLACES), rng.choice(LANDMARKS)
    verb, anti = rng.choice((("inside", "outside"), ("outside", "inside")))
    year = rng.randint(1850, 1990)
    said = [f"{what} stands just {verb} the old walls of {place}.", f"It was finished in {year}."]
    return statement_scene(
        rng,
        "place",
        said,
        [
            (
                f"{what} was completed in {year} {'within' if verb == 'inside' else 'beyond'} "
                f"{place}'s ancient walls."
            ),
            f"Work on {what} of {place} came to an end in {year}.",
            f"The old walls of {place} {'enclose' if verb == 'inside' else 'do not enclose'} {what}.",
        ],
        wrong=[
            f"{what} stands just {anti} the old walls of {place}.",
            f"{what} was begun in {year + rng.randint(1, 9)}.",
            (
                f"{place}'s ancient walls {'leave out' if verb == 'inside' else 'surround'} "
                f"{what}, completed in {year}."
            ),
        ],
        beyond=[
            f"{what} stands just {verb} the old walls of {place}, on the site of a church.",
            f"{what} was finished in {year} after long delays.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_polarity, _decision, _before_after, _allowed, _inside)
