"""Passages about all, most, few, none, only one and both."""

from __future__ import annotations

import random

from training.scenes.people import people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import FITTINGS, LANDMARKS, MEASURES, MONTHS, PLACES, ROWS, article


def _quantifier(rng: random.Random) -> Scene:
    who, far = rng.choice(ROWS["groups"])
    place, what = rng.choice(PLACES), rng.choice(MEASURES)
    word, same, wrong, more = rng.choice(ROWS["quantifiers"])
    # A cell can contain several words, separated by bars.
    f = same.format(f=far)
    verb, dealt = rng.choice(
        (("supported", "stood behind"), ("opposed", "spoke out against"), ("understood", "grasped"))
    )
    said = f"{word} {who} in {place} {verb} {what}."
    add = (
        "None of the people anywhere" if word.startswith("None") else f"{word} {who} in {place} and elsewhere"
    )
    clash = "quite a number of" if word.startswith("None") else "not a single one of the"
    lies = [f"{w} {who} in {place} {verb} {what}." for w in wrong.split("|")]
    wider = [
        f"{w} {who} in {place} {verb} {what}."
        for w in more.split("|")
        if w not in ("All", "None of the older") or word in ("Most", "Some")
    ]
    return statement_scene(
        rng,
        "quantifier",
        [said],
        [
            f"In {place}, {f} {dealt} {what}.",
            f"{what} was something that {f} in {place} {dealt}.",
            f"{f} {dealt} {what} in {place}.",
        ],
        wrong=[*lies, f"In {place}, {clash} {far} {dealt} {what}."],
        beyond=[
            *wider,
            f"{add} {verb} {what}.",
            f"{word} {who} in {place} {verb} {what}, which came as a surprise.",
        ],
    )


def _only(rng: random.Random) -> Scene:
    names = rng.sample(PLACES, 3)
    thing = rng.choice(LANDMARKS).removeprefix("the ")
    good = rng.choice(FITTINGS)
    a_thing = f"{article(thing)} {thing}"
    said = (
        f"Of the three towns {names[0]}, {names[1]} and {names[2]}, "
        f"only {names[0]} has {a_thing} with {good}."
    )
    return statement_scene(
        rng,
        "only",
        [said],
        [
            f"Neither in {names[1]} nor in {names[2]} is there {a_thing} that comes with {good}.",
            f"{names[1]} lacks what {names[0]} can offer: {good} at its {thing}.",
            f"Whoever looks for {good} at the {thing} finds it in {names[0]}, not in {names[2]}.",
        ],
        wrong=[
            (
                f"Of the three towns {names[0]}, {names[1]} and {names[2]}, "
                f"only {names[1]} has {good} at its {thing}."
            ),
            f"Both {names[0]} and {names[2]} have {good} at the {thing}.",
            f"Every one of the three towns can boast {good} at its {thing}.",
        ],
        beyond=[
            f"Of the three towns, only {names[0]} plans to rebuild its {thing}.",
            f"In {names[0]}, the {thing} with {good} is the oldest in the region.",
        ],
    )


def _both(rng: random.Random) -> Scene:
    a, b = people(rng, 2)
    act, past, base = rng.choice(ROWS["joint_acts"])
    month, how = rng.choice(MONTHS), rng.choice(("both", "neither", "first"))
    said = {
        "both": f"In {month}, both {a.full} and {b.full} {act}.",
        "neither": f"In {month}, neither {a.full} nor {b.full} {act}.",
        "first": f"In {month}, {a.full} {act}, but {b.full} did not.",
    }[how]
    yes, no = f"{{}} {past} in {month}.", f"{{}} did not {base} in {month}."
    one, two = how != "neither", how == "both"
    true = [(yes if one else no).format(a.full), (yes if two else no).format(b.full)]
    true.append(
        {
            "both": f"{a.last} {past} in {month}, and so did {b.last}.",
            "neither": f"Not one of the two, {a.last} and {b.last}, {past} in {month}.",
            "first": f"Of {a.last} and {b.last}, just the former {past} in {month}.",
        }[how]
    )
    false = [(no if one else yes).format(a.full), (no if two else yes).format(b.full)]
    false.append(
        {
            "both": f"In {month}, neither {a.full} nor {b.full} {act}.",
            "neither": f"In {month}, both {a.full} and {b.full} {act}.",
            "first": f"In {month}, {b.full} {act}, but {a.full} did not.",
        }[how]
    )
    return statement_scene(
        rng,
        "both or neither",
        [said],
        true,
        wrong=false,
        beyond=[
            said[:-1] + ", to the surprise of their friends.",
            f"In {month}, {a.full} told {b.full} about it over dinner.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_quantifier, _only, _both)
