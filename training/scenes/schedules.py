"""Passages about opening hours, deadlines and days of the week."""

from __future__ import annotations

import datetime as dt
import random

from training.scenes.figures import clock, dated, in_words, some_day
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import figure_scene
from training.scenes.words import DAYS, EVENTS, FIRMS, SITES, TOWNS


def _hours(rng: random.Random) -> Scene:
    site, town = rng.choice(SITES), rng.choice(TOWNS)
    start, end, closed = rng.randint(7, 11), rng.randint(15, 21), rng.randrange(7)
    day, other = DAYS[closed], DAYS[(closed + rng.randint(1, 6)) % 7]
    return figure_scene(
        rng,
        "opening hours",
        [
            rng.choice(
                (
                    (
                        f"The {site} in {town} is open every day except {day} from "
                        f"{clock(start * 60)} to {clock(end * 60)}."
                    ),
                    (
                        f"Opening hours of the {site} in {town}: {clock(start * 60)} "
                        f"to {clock(end * 60)}, closed on {day}s."
                    ),
                )
            )
        ],
        [
            f"on {day}s, nobody can visit the {site} in {town}.",
            f"the {site} in {town} shuts at {end - 12} p.m. on {other}s.",
            f"{in_words(end - start)} hours pass between opening and closing at the {town} {site}.",
            f"at {start} in the morning on a {other}, the doors of the {town} {site} open.",
            f"{town}'s {site} can be visited six days a week.",
        ],
        wrong=[
            (
                f"the {site} in {town} is open every day except {other} from "
                f"{clock(start * 60)} to {clock(end * 60)}."
            ),
            f"the {site} in {town} is open on {day}s from {clock(start * 60)} to {clock(end * 60)}.",
            f"on {other}s, the {site} in {town} opens at {clock(start * 60 + 60)}.",
            f"on {other}s, the {site} in {town} closes at {clock(end * 60 - 120)}.",
            f"{town}'s {site} can be visited every day of the week.",
        ],
        beyond=[
            f"admission to the {site} in {town} is free every day except {day}.",
            f"the last entry to the {site} in {town} is at {clock(end * 60 - 30)}.",
        ],
        near=["lockers are near the entrance.", "dogs must stay outside."],
    )


def _deadline(rng: random.Random) -> Scene:
    day, firm = some_day(rng, 2010, 2026), rng.choice(FIRMS)
    form = rng.choice(
        ("applications", "entries", "claims", "bids", "nominations", "proposals", "orders", "comments")
    )
    after, before = day + dt.timedelta(days=1), day - dt.timedelta(days=1)
    return figure_scene(
        rng,
        "deadline",
        [
            rng.choice(
                (
                    f"{form} must reach {firm} no later than {dated(rng, day)}.",
                    f"the deadline for {form} to {firm} is {dated(rng, day)}.",
                )
            )
        ],
        [
            f"{form} arriving at {firm} on {dated(rng, after)} are late.",
            f"the last day on which {firm} takes {form} is {dated(rng, day)}.",
            f"{form} delivered to {firm} on {dated(rng, before)} meet the deadline.",
            f"after {dated(rng, day)} it is too late to send {firm} any {form}.",
        ],
        wrong=[
            f"{form} must reach {firm} no earlier than {dated(rng, after)}.",
            f"{form} must reach {firm} no later than {dated(rng, before)}.",
            f"the deadline for {form} to {firm} is {dated(rng, day + dt.timedelta(days=10))}.",
            f"{firm} still takes {form} that arrive on {dated(rng, after)}.",
        ],
        beyond=[
            f"{firm} will answer all {form} no later than {dated(rng, day)}.",
            f"{form} must reach {firm} by post no later than {dated(rng, day)}.",
        ],
        near=["forms are on the website.", "the office has moved."],
    )


def _weekday(rng: random.Random) -> Scene:
    event, town, place = rng.choice(EVENTS), rng.choice(TOWNS), rng.randrange(7)
    gap = rng.randint(1, 6)
    moved = DAYS[(place + gap) % 7]
    return figure_scene(
        rng,
        "weekday",
        [
            rng.choice(
                (
                    f"{event} in {town} was moved from {DAYS[place]} to the following {moved}.",
                    (
                        f"originally set for {DAYS[place]}, {event} in {town} "
                        f"was put off to the following {moved}."
                    ),
                )
            )
        ],
        [
            f"the delay to {event} in {town} was {in_words(gap)} day{'s' if gap > 1 else ''}.",
            f"{moved} became the new day for {event} in {town}.",
            f"{event} in {town} was first meant for a {DAYS[place]}.",
            f"{town} had {event} postponed.",
        ],
        wrong=[
            f"{event} in {town} was moved from {moved} to the following {DAYS[place]}.",
            f"{event} in {town} was moved from {DAYS[place]} to the following {DAYS[(place + gap + 1) % 7]}."
            if gap < 6
            else f"{event} in {town} was moved from {DAYS[place]} to the following {DAYS[(place + 1) % 7]}.",
            f"{event} in {town} was brought forward.",
            f"{event} in {town} was kept on {DAYS[place]}.",
        ],
        beyond=[
            f"{event} in {town} was moved from {DAYS[place]} to the following {moved} because of rain.",
            f"{event} in {town} was held on the following {moved} before a large audience.",
        ],
        near=["tickets stay valid.", "a notice hangs on the door."],
    )


SCENES: tuple[MakeScene, ...] = (_hours, _deadline, _weekday)
