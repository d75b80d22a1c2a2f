"""Passages about rates per hour and ratios."""

from __future__ import annotations

import random

from training.scenes.figures import in_words, mistaken
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import figure_scene
from training.scenes.words import FIRMS, MEDICINES, WARES


def _rate(rng: random.Random) -> Scene:
    firm, thing, rate, hours = (
        rng.choice(FIRMS),
        rng.choice(WARES),
        rng.randint(6, 240),
        rng.choice((8, 10, 12, 16)),
    )
    return figure_scene(
        rng,
        "rate",
        [
            rng.choice(
                (
                    f"The {firm} line makes {rate} {thing} per hour and runs {hours} hours a day.",
                    f"Running {hours} hours a day, the line at {firm} turns out {rate} {thing} per hour.",
                )
            )
        ],
        [
            f"in one day, {rate * hours:,} {thing} come off the line at {firm}.",
            f"each hour, {rate} {thing} leave the {firm} line.",
            f"the {firm} line stands still for {in_words(24 - hours)} hours in every twenty-four.",
            f"two hours of work at {firm} yield {rate * 2} {thing}.",
        ],
        wrong=[
            f"the {firm} line makes {rate} {thing} per minute and runs {hours} hours a day.",
            f"the {firm} line makes {rate} {thing} per day.",
            f"the {firm} line makes {mistaken(rng, rate)} {thing} per hour.",
            f"in one day, {rate * (hours + 4):,} {thing} come off the line at {firm}.",
        ],
        beyond=[
            f"the {firm} line makes {rate} {thing} per hour, a third more than last year.",
            f"the {firm} line sells all of the {rate} {thing} it makes per hour.",
        ],
        near=["visitors must wear shoes with caps.", "the floor was repainted."],
    )


def _ratio(rng: random.Random) -> Scene:
    whole = rng.choice((4, 5, 10))
    part = rng.choice([p for p in range(1, whole) if p * 2 != whole])
    drug, group = (
        rng.choice(MEDICINES),
        rng.choice(("patients", "volunteers", "nurses", "adults", "women", "men")),
    )
    sign = rng.choice(("headaches", "better sleep", "less pain", "a dry mouth", "dizziness", "more energy"))
    percent = part * 100 // whole
    return figure_scene(
        rng,
        "ratio",
        [
            rng.choice(
                (
                    f"{part} out of {whole} {group} taking {drug} reported {sign}.",
                    f"among {group} on {drug}, {part} in {whole} reported {sign}.",
                )
            )
        ],
        [
            f"{percent}% of the {group} who took {drug} mentioned {sign}.",
            (
                f"{'a majority' if part * 2 > whole else 'a minority'} of "
                f"the {group} given {drug} spoke of {sign}."
            ),
            f"{in_words(whole - part)} in {in_words(whole)} {group} on {drug} did not report {sign}.",
        ],
        wrong=[
            f"{whole - part} out of {whole} {group} taking {drug} reported {sign}.",
            f"{part} out of {whole * 10} {group} taking {drug} reported {sign}.",
            f"none of the {group} taking {drug} reported {sign}.",
            f"{100 - percent}% of the {group} taking {drug} reported {sign}.",
        ],
        beyond=[
            f"{drug} caused {sign} in {part} out of {whole} {group}.",
            f"{part} out of {whole} {group} taking {drug} reported severe side effects and {sign}.",
        ],
        near=["the study ran in two clinics.", "a follow-up is under way."],
    )


SCENES: tuple[MakeScene, ...] = (_rate, _ratio)
