"""Passages about revenue, staff, doses, percentage points and discounts."""

from __future__ import annotations

import random

from training.scenes.figures import counted, in_words, mistaken, other_than
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import figure_scene
from training.scenes.words import FIRMS, MEDICINES, PEOPLE, TOWNS, WARES, two_of


def _revenue(rng: random.Random) -> Scene:
    firm, rival = two_of(rng, FIRMS)
    tenths, year, money = rng.randint(12, 980), rng.randint(2008, 2024), rng.choice(("$", "€", "£"))
    amount, rest = f"{tenths / 10:.1f}", rng.randint(3, 60)
    core = rng.choice(
        (
            f"{firm} reported revenue of {money}{amount} million for {year}.",
            f"In {year}, {firm} had sales of {money}{amount} million.",
            f"Turnover at {firm} came to {money}{amount} million in {year}.",
        )
    )
    return figure_scene(
        rng,
        "number",
        [core],
        [
            f"{money}{tenths * 100_000:,} was what {firm} took in {year}.",
            f"the year {year} brought in {money}{amount}m for {firm}.",
            f"{firm}'s {year} revenue was above {money}{(tenths - 2) / 10:.1f} million.",
        ],
        wrong=[
            core.replace(f"{amount} million", f"{mistaken(rng, tenths) / 10:.1f} million"),
            core.replace("million", "billion"),
            core.replace(amount, f"{tenths / 100:.2f}"),
            core.replace("million", "thousand"),
            f"what {firm} took in {year} was only {money}{tenths * 10_000:,}.",
        ],
        beyond=[
            f"{firm} made a profit of {money}{amount} million in {year}.",
            f"{firm} reported revenue of {money}{amount} million for {year}, more than ever before.",
            f"{firm} earned most of its {money}{amount} million abroad in {year}.",
        ],
        near=[f"{rival} has {rest} offices.", f"{firm} is led by {rng.choice(PEOPLE)}."],
    )


def _staff(rng: random.Random) -> Scene:
    firm, town = rng.choice(FIRMS), rng.choice(TOWNS)
    people, shops = rng.randint(120, 9800), rng.randint(3, 60)
    return figure_scene(
        rng,
        "number",
        [
            rng.choice(
                (
                    f"{firm} employs {people:,} people at {shops} sites.",
                    f"{firm} has a workforce of {people:,}, spread over {shops} sites.",
                )
            )
        ],
        [
            f"there are {counted(rng, shops)} locations where {firm}'s staff of {people:,} work.",
            f"{people:,} people earn their living at {firm}.",
            f"{firm} operates from {in_words(shops)} different places.",
            f"more than {people // 100 * 100 - 10:,} workers are on the payroll of {firm}.",
        ],
        wrong=[
            f"{firm} employs {mistaken(rng, people):,} people at {shops} sites.",
            f"{firm} employs {people:,} people at {other_than(rng, shops, 3, 60)} sites.",
            f"{firm} employs {shops} people at {people:,} sites.",
            f"fewer than {people // 2:,} workers are on the payroll of {firm}.",
        ],
        beyond=[
            f"{firm} employs {people:,} people at {shops} sites in {town}.",
            f"{firm} employs {people:,} full-time engineers at {shops} sites.",
        ],
        near=[f"its main competitor is based in {town}.", "the canteen is open to visitors."],
    )


def _dose(rng: random.Random) -> Scene:
    drug, other = two_of(rng, MEDICINES)
    tenths, times, days = rng.randint(3, 95), rng.randint(2, 4), rng.randint(5, 14)
    if tenths % 10 == 0:
        tenths += 5
    dose = tenths / 10
    return figure_scene(
        rng,
        "number",
        [
            rng.choice(
                (
                    f"Adults take {dose} mg of {drug} {times} times a day for {days} days.",
                    f"The adult dose of {drug} is {dose} mg {times} times a day for {days} days.",
                )
            )
        ],
        [
            f"a grown-up's daily total of {drug} comes to {tenths * times / 10:g} milligrams.",
            f"{in_words(times)} doses of {drug}, each of {dose} mg, are taken by adults every day.",
            f"the course of {drug} for adults lasts {in_words(days)} days.",
            f"over the whole course an adult takes {counted(rng, times * days)} doses of {drug}.",
            f"each dose of {drug} for an adult contains {tenths * 100} micrograms.",
        ],
        wrong=[
            f"Adults take {tenths} mg of {drug} {times} times a day for {days} days.",
            f"Adults take {dose} g of {drug} {times} times a day for {days} days.",
            f"Adults take {dose} mg of {drug} {times + 1} times a day for {days} days.",
            f"Adults take {dose} mg of {drug} {times} times a day for {days} weeks.",
            f"a grown-up's daily total of {drug} comes to {tenths * (times + 2) / 10:g} milligrams.",
        ],
        beyond=[
            f"Adults and children take {dose} mg of {drug} {times} times a day for {days} days.",
            f"Adults take {dose} mg of {drug} {times} times a day with food.",
        ],
        near=[f"{other} is sold as a syrup.", "store the tablets in a dry place."],
    )


def _points(rng: random.Random) -> Scene:
    place = rng.choice(TOWNS)
    what = rng.choice(("unemployment rate", "vaccination rate", "recycling rate", "turnout", "literacy rate"))
    start, rise = rng.randint(20, 50), rng.randint(3, 18)
    first = rng.randint(2000, 2014)
    last, end = first + rng.randint(2, 8), start + rise
    near = 100 * rise / start
    wrong = [
        f"the {what} in {place} fell from {end}% in {first} to {start}% in {last}.",
        f"the {what} in {place} rose from {start}% in {last} to {end}% in {first}.",
        f"the {what} in {place} fell by {rise} percentage points between {first} and {last}.",
    ]
    if abs(near - rise) > 2:
        wrong.append(f"between {first} and {last} the {what} in {place} grew by {rise} percent of its value.")
    return figure_scene(
        rng,
        "number",
        [
            rng.choice(
                (
                    f"The {what} in {place} rose from {start}% in {first} to {end}% in {last}.",
                    f"In {place} the {what} went up from {start}% in {first} to {end}% in {last}.",
                )
            )
        ],
        [
            (
                f"{place} saw its {what} gain {in_words(rise)} percentage "
                f"points in {in_words(last - first)} years."
            ),
            f"{place}'s {what} was higher in {last} than in {first}.",
            f"by {last}, {end} per cent was the {what} in {place}.",
            f"relative to its {first} level, the {what} in {place} increased by about {near:.0f} percent.",
        ],
        wrong=wrong,
        beyond=[
            f"the {what} in {place} rose from {start}% in {first} to {end}% in {last} because of a new law.",
            f"the {what} in {place} rose every single year from {first} to {last}.",
        ],
        near=[f"{place} has its own statistics office.", "the survey covers all adults."],
    )


def _discount(rng: random.Random) -> Scene:
    thing, firm = rng.choice(WARES), rng.choice(FIRMS)
    price, cut = rng.randrange(40, 900, 20), rng.choice((5, 10, 15, 20, 25, 30, 40))
    now = price * (100 - cut) // 100
    return figure_scene(
        rng,
        "number",
        [
            f"{firm} has cut the price of its {thing} by {cut}%.",
            rng.choice((f"They used to cost ${price} each.", f"Before that, each cost ${price}.")),
        ],
        [
            f"the {thing} from {firm} now sell for ${now} apiece.",
            f"buyers of {thing} from {firm} save ${price - now} per item.",
            f"{firm} lowered what it charges for {thing} by {cut} per cent.",
            f"{firm} formerly asked ${price} for one of its {thing}.",
        ],
        wrong=[
            f"{firm} has raised the price of its {thing} by {cut}%.",
            f"{firm} has cut the price of its {thing} by ${price - now + 7}.",
            f"{firm} has cut the price of its {thing} by {other_than(rng, cut, 3, 60)}%.",
            f"the {thing} used to cost ${now} each.",
            f"the {thing} from {firm} now sell for ${price + (price - now)} apiece.",
        ],
        beyond=[
            f"{firm} has cut the price of all its goods by {cut}%.",
            f"{firm} has cut the price of its {thing} by {cut}% until the end of the month.",
        ],
        near=["delivery takes three working days.", "returns are handled by the shop."],
    )


SCENES: tuple[MakeScene, ...] = (_revenue, _staff, _dose, _points, _discount)
