"""Passages whose statement holds only for some people or places."""

from __future__ import annotations

import random

from training.scenes.people import firms
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import DRUGS, ILLNESSES, MONTHS, PLACES, ROWS


def _scope(rng: random.Random) -> Scene:
    drug, ill, month = rng.choice(DRUGS), rng.choice(ILLNESSES), rng.choice(MONTHS)
    where, far = rng.choice(ROWS["patients"])
    eff, fe = rng.choice(ROWS["effects"])
    anti = "worsened" if eff != "worsened" else "relieved"
    said = rng.choice(
        (
            f"In the trial, {drug} {eff} attacks of {ill} {where}.",
            f"{drug} {eff} attacks of {ill} {where} during the trial.",
        )
    )
    return statement_scene(
        rng,
        "scope",
        [said, f"The trial ended in {month}."],
        [
            f"Under {drug}, {far} had attacks of {ill} that were {fe}, in a trial.",
            f"A trial that came to a close in {month} found attacks of {ill} {fe} with {drug} among {far}.",
            f"For {far} on {drug}, the trial saw attacks of {ill} become {fe}.",
        ],
        beyond=[
            f"In the trial, {drug} {eff} attacks of {ill} in everyone.",
            f"{drug} {eff} attacks of {ill} {where} long after the trial.",
            f"Any patient at all has attacks of {ill} that are {fe} with {drug}.",
        ],
        wrong=[
            f"In the trial, {drug} {anti} attacks of {ill} {where}.",
            f"In the trial, {drug} did not change attacks of {ill} {where}.",
            f"The trial of {drug} had no {far} among its patients.",
        ],
    )


def _region(rng: random.Random) -> Scene:
    firm, place, month = firms(rng, 1)[0], rng.choice(PLACES), rng.choice(MONTHS)
    what, far, anti = rng.choice(ROWS["services"])
    said = rng.choice(
        (
            f"As of {month}, {firm} {what}, but only in {place}.",
            f"In {place} and nowhere else, {firm} {what}, as it has done since {month}.",
        )
    )
    return statement_scene(
        rng,
        "scope",
        [said],
        [
            f"In {place}, {firm} {far}.",
            f"Only customers in {place} can say that {firm} {far}.",
            f"{month} was when {firm} began a practice limited to {place}: it {far}.",
        ],
        wrong=[
            f"As of {month}, {firm} {what} in every town.",
            f"{firm} {what} everywhere but in {place}.",
            f"In {place}, {firm} {anti}.",
            f"{place} is just one of several towns where {firm} {far}.",
        ],
        beyond=[
            f"As of {month}, {firm} {what}, but only in {place} and only for members.",
            f"As of {month}, {firm} {what}, but only in {place}, following complaints.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_scope, _region)
