"""Markdown tables with a heading row, and claims about their cells."""

from __future__ import annotations

import random

from training.scenes.figures import clock, counted, in_words, twelve_hour
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import capital, figure_scene
from training.scenes.words import DEVICES, FIRMS, SOFTWARE, TEAMS, TOWNS, two_of


def _prices(rng: random.Random) -> Scene:
    names, costs = rng.sample(SOFTWARE, 3), rng.sample(range(19, 900), 3)
    years = rng.sample(range(2005, 2025), 3)
    rows = [f"| {n} | {y} | ${c} |" for n, y, c in zip(names, years, costs, strict=True)]
    i, j = rng.sample(range(3), 2)
    dear, cheap = names[costs.index(max(costs))], names[costs.index(min(costs))]
    return figure_scene(
        rng,
        "table",
        ["| Name | Year | Price |", *rows],
        [
            f"the price of {names[i]} is ${costs[i]}.",
            f"{names[j]} dates from {years[j]}.",
            f"of the products in the table, {dear} costs the most.",
            f"{names[i]} is {'newer' if years[i] > years[j] else 'older'} than {names[j]}.",
            f"buying {names[i]} and {names[j]} together comes to ${costs[i] + costs[j]:,}.",
        ],
        wrong=[
            f"the price of {names[i]} is ${costs[j]}.",
            f"{names[i]}, {years[j]}, ${costs[i]}.",
            f"{names[i]} dates from {years[j]}.",
            f"of the products in the table, {cheap} costs the most.",
            f"{names[i]} is {'older' if years[i] > years[j] else 'newer'} than {names[j]}.",
        ],
        beyond=[f"the price of {names[i]} has been ${costs[i]} since it was raised."],
    )


def _league(rng: random.Random) -> Scene:
    teams = rng.sample(TEAMS, 3)
    points = sorted(rng.sample(range(20, 90), 3), reverse=True)
    wins = [p // 3 - rng.randint(0, 2) for p in points]
    rows = [f"| {t} | {w} | {p} |" for t, w, p in zip(teams, wins, points, strict=True)]
    gap = points[0] - points[1]
    return figure_scene(
        rng,
        "table",
        ["| Team | Wins | Points |", *rows],
        [
            f"{teams[0]} lead {teams[1]} by {gap} point{'s' if gap > 1 else ''}.",
            f"with {points[2]} points, {teams[2]} are below {teams[1]}.",
            f"{teams[1]} have won {counted(rng, wins[1])} times.",
            f"{teams[0]} have collected {in_words(points[0])} points.",
        ],
        wrong=[
            f"{teams[1]} lead {teams[0]} by {gap} point{'s' if gap > 1 else ''}.",
            f"{teams[0]} have {points[1]} points.",
            f"{teams[2]} have {points[0]} points.",
            f"{teams[1]} have won {points[1]} times.",
        ],
        beyond=[f"{teams[0]} have {points[0]} points and are certain of the title."],
    )


def _timetable(rng: random.Random) -> Scene:
    (one, two), start = two_of(rng, TOWNS), rng.randrange(6 * 60, 19 * 60, 5)
    length, wait = rng.randrange(25, 115, 5), rng.randrange(40, 110, 5)
    times = ((start, start + length), (start + wait, start + wait + length + 10))
    rows = [f"| {clock(a)} | {clock(b)} |" for a, b in times]
    return figure_scene(
        rng,
        "table",
        [f"| Depart {one} | Arrive {two} |", *rows],
        [
            f"the earlier service leaves {one} at {twelve_hour(start)}.",
            f"the {clock(start)} from {one} takes {length} minutes to {two}.",
            f"departing {one} at {clock(times[1][0])}, one gets to {two} at {clock(times[1][1])}.",
            f"the later of the two services is the slower one by ten minutes, going from {one} to {two}.",
        ],
        wrong=[
            f"the {clock(start)} from {one} arrives in {two} at {clock(times[1][1])}.",
            f"the {clock(start)} from {one} takes {length + 15} minutes to {two}.",
            f"the {clock(start)} from {one} arrives in {two} at {clock(start + length + 5)}.",
            f"departing {one} at {clock(times[1][0])}, one gets to {two} at {clock(times[0][1] + 1)}.",
        ],
        beyond=[
            f"the {clock(start)} from {one} arrives in {two} at {clock(start + length)} without stopping.",
            f"the {clock(start)} from {one} runs on weekdays only.",
        ],
    )


def _specs(rng: random.Random) -> Scene:
    device, (one, two) = rng.choice(DEVICES), two_of(rng, FIRMS)
    w1, w2 = rng.sample(range(3, 60), 2)
    p1, p2 = rng.sample(range(200, 2400, 50), 2)
    heavy, light = (one, two) if w1 > w2 else (two, one)
    return figure_scene(
        rng,
        "table",
        [
            f"| {capital(device)} by | Weight (kg) | Power (W) |",
            f"| {one} | {w1} | {p1} |",
            f"| {two} | {w2} | {p2} |",
        ],
        [
            f"{one}'s {device} weighs {w1} kilograms.",
            f"the {device} from {two} is rated at {p2 / 1000:g} kW.",
            f"{heavy} makes the heavier {device} of the two.",
            f"{one}'s {device} has {'more' if p1 > p2 else 'less'} power than the one by {two}.",
        ],
        wrong=[
            f"{one}'s {device} weighs {w2} kg.",
            f"{one}'s {device} has a power of {p2} W.",
            f"{light} makes the heavier {device} of the two.",
            f"{two}'s {device} weighs {w2} g.",
            f"{one}'s {device} has a power of {p1} kW.",
        ],
        beyond=[
            f"{one}'s {device} uses {p1} W on average.",
            f"{two}'s {device} weighs {w2} kg with its stand.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_prices, _league, _timetable, _specs)
