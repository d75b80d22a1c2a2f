"""Passages with a negation, a double negation or a word such as ``without``."""

from __future__ import annotations

import random

from training.scenes.people import firms, people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import GOODS, JOBS, MEASURES, PLACES, ROWS


def _not_done(rng: random.Random) -> Scene:
    (a,), place, what = people(rng, 1), rng.choice(PLACES), rng.choice(MEASURES)
    said = rng.choice(
        (
            f"The council of {place} did not approve {what}, said clerk {a.full}.",
            f"According to clerk {a.full}, the council of {place} has not approved {what}.",
            f"The council of {place} failed to approve {what}, clerk {a.full} noted.",
        )
    )
    return statement_scene(
        rng,
        "negation",
        [said],
        [
            f"In {place}, {what} was left without the council's consent, as {a.full} reported.",
            f"A clerk let it be known that {place}'s councillors had withheld their approval from {what}.",
            f"{what} got no green light from the {place} council.",
        ],
        wrong=[
            f"The council of {place} approved {what}, said clerk {a.full}.",
            f"The council of {place} did approve {what}.",
            f"{what} passed: {place}'s councillors gave it their backing.",
        ],
        beyond=[
            f"The council of {place} did not approve {what} because of its cost, said clerk {a.full}.",
            f"The council of {place} did not approve {what}, and clerk {a.full} resigned.",
        ],
    )


def _no_longer(rng: random.Random) -> Scene:
    firm, good, place = firms(rng, 1)[0], rng.choice(GOODS), rng.choice(PLACES)
    said = rng.choice(
        (
            f"{firm} no longer imports {good} through {place}.",
            f"{firm} used to import {good} through {place} but has stopped doing so.",
            f"{firm} has ceased to import {good} through {place}.",
        )
    )
    return statement_scene(
        rng,
        "negation",
        [said],
        [
            f"Shipments of {good} for {firm} once came in by way of {place}; that has ended.",
            f"In the past, {place} was a gateway for {good} bought abroad by {firm}.",
            f"{firm} has given up bringing in {good} via {place}.",
        ],
        wrong=[
            f"{firm} still imports {good} through {place}.",
            f"{firm} never imported {good} through {place}.",
            f"{firm} has not stopped importing {good} through {place}.",
            f"To this day, {place} is where {good} for {firm} enters the country.",
        ],
        beyond=[
            f"{firm} no longer imports {good}.",
            f"{firm} no longer imports {good} through {place} because of high port fees.",
        ],
    )


def _double_negation(rng: random.Random) -> Scene:
    (a,), firm, job = people(rng, 1), firms(rng, 1)[0], rng.choice(JOBS)
    word = rng.choice(("not unusual", "not uncommon", "hardly unusual"))
    said = f"At {firm}, it is {word} for the {job}, {a.full}, to work at weekends."
    return statement_scene(
        rng,
        "double negation",
        [said],
        [
            f"Saturdays or Sundays on the job are nothing out of the ordinary for {a.full} of {firm}.",
            f"{a.full}, {job} of {firm}, is often enough at work on days when others rest.",
            f"The {job} of {firm} is {a.full}.",
        ],
        wrong=[
            f"At {firm}, it is unusual for the {job}, {a.full}, to work at weekends.",
            f"At {firm}, the {job}, {a.full}, never works at weekends.",
            f"{a.full} is hardly ever to be found on duty at {firm} on a Saturday or Sunday.",
        ],
        beyond=[
            f"At {firm}, it is {word} for all staff to work at weekends.",
            f"At {firm}, the {job}, {a.full}, is paid extra to work at weekends.",
        ],
    )


def _without(rng: random.Random) -> Scene:
    (a,), place = people(rng, 1), rng.choice(PLACES)
    act, aid, far, near = rng.choice(ROWS["feats"])
    said = rng.choice(
        (f"Near {place}, {a.full} {act} without {aid}.", f"{a.full} {act} near {place} without {aid}.")
    )
    return statement_scene(
        rng,
        "without",
        [said],
        [
            f"{a.full} had {far} and yet {near}.",
            f"{a.full} {act}, and did so lacking {aid}.",
            f"Close to {place}, {a.last} {near} with {far}.",
        ],
        wrong=[
            f"{a.full} {act} near {place} with {aid}.",
            f"Near {place}, {a.full} {act} not without {aid}.",
            f"When {a.he} {act} near {place}, {a.last} relied on {aid}.",
        ],
        beyond=[
            f"{a.full} was the first person who {act} near {place} without {aid}.",
            f"{a.full} {act} near {place} without {aid} or food.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_not_done, _no_longer, _double_negation, _without)
