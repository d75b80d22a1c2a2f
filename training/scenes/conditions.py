"""Passages about events that happen only if, or unless, a condition holds."""

from __future__ import annotations

import random

from training.scenes.people import firms
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import COUNTS, PLACES, ROWS


def _condition(rng: random.Random) -> Scene:
    firm, place = firms(rng, 1)[0], rng.choice(PLACES)
    what, far = rng.choice(ROWS["offers"])
    cond, fc, neg = rng.choice(ROWS["conditions"])
    said = rng.choice(
        (
            f"{firm} will {what} in {place} only if {cond}.",
            f"Only if {cond} will {firm} {what} in {place}.",
            f"{firm} will {what} in {place} provided that {cond}, but not otherwise.",
        )
    )
    return statement_scene(
        rng,
        "condition",
        [said],
        [
            f"Without {fc}, {place} will not get {far} from {firm}.",
            f"{fc} is a condition that {firm} sets for {far} in {place}.",
            f"Should it happen that {neg}, {firm} will not {what} in {place}.",
        ],
        beyond=[
            f"{firm} will {what} in {place}.",
            f"{firm} will {what} in {place}, because {cond}.",
            f"{cond}, and {firm} gets ready to {what} in {place}.",
            f"{firm} did {what} in {place}.",
            f"{far} is on its way to {place}, thanks to {firm}.",
        ],
        wrong=[
            f"{firm} will {what} in {place} even if {neg}.",
            f"{firm} will {what} in {place} regardless of whether {cond}.",
            f"{firm} will not {what} in {place} under any circumstances.",
            f"{firm} attaches no strings to its offer to {what} in {place}.",
        ][: 2 if "only if" in said.lower() else 4],
    )


def _unless(rng: random.Random) -> Scene:
    place, n = rng.choice(PLACES), rng.choice(COUNTS)
    thing, happens, fh, not_h, cond, fc = rng.choice(ROWS["expiries"])
    unit = (
        rng.choice(("days", "weeks", "months")) if thing != "The screen" else rng.choice(("minutes", "hours"))
    )
    said = rng.choice(
        (
            f"{thing} {happens} after {n} {unit} unless {cond}.",
            f"Unless {cond}, {thing.lower()} {happens} after {n} {unit}.",
        )
    )
    other = rng.choice([c for c in COUNTS if c != n])
    return statement_scene(
        rng,
        "condition",
        [said, f"This holds for users in {place}."],
        [
            (
                f"If there is no {fc.removeprefix('a ').removeprefix('an ')}, "
                f"{thing.lower()} {fh} once {n} {unit} are over."
            ),
            f"{fc} is needed if {thing.lower()} is not to come to its end after {n} {unit}."
            if thing != "The screen"
            else f"A screen left alone for {n} {unit} is locked.",
            f"{n} {unit} go by without {fc}: then {thing.lower()} {fh}.",
        ],
        wrong=[
            f"{thing} {happens} after {n} {unit} if {cond}.",
            f"{thing} {happens} after {other} {unit} unless {cond}.",
            f"Unless {cond}, {thing.lower()} {not_h} after {n} {unit}.",
            f"{thing} {not_h} even without {fc}.",
        ],
        beyond=[
            f"{thing} {happens} without any warning after {n} {unit} unless {cond}.",
            f"{thing} {_happened(happens)} after {n} {unit}.",
            f"In all towns, {thing.lower()} {happens} after {n} {unit} unless {cond}.",
        ],
    )


def _happened(verb: str) -> str:
    return (
        verb.replace("is ", "was ")
        if verb.startswith("is ")
        else verb.removesuffix("s").removesuffix("e") + "ed"
    )


SCENES: tuple[MakeScene, ...] = (_condition, _unless)
