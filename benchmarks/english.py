"""Invented English passages and replies about them, for timings; every seed gives different texts."""

from __future__ import annotations

import random

PLACES = ("Arlen", "Brook", "Calder", "Dunmore", "Eskdale", "Farrow", "Glenrae", "Harwick", "Inverly", "Joss")
THINGS = ("mill", "bridge", "harbour", "museum", "station", "library", "market", "tower", "school", "dam")
MADE = ("oak", "granite", "brick", "steel", "limestone", "glass", "slate", "concrete")
DONE = (
    "was built",
    "was rebuilt",
    "was opened to visitors",
    "was closed for repairs",
    "was sold to the town",
)
WHO = (
    "the county council",
    "a local trust",
    "two brothers from the coast",
    "the railway company",
    "its last owner",
)
SHAPES = (
    "The {thing} in {place} {done} in {year} by {who}.",
    "It is made of {made} and stands {number} metres above the river that runs through {place}.",
    "More than {number} people from {place} worked there before the old {thing} was given up in {year}.",
    "In {year} a fire destroyed the roof of the {thing}, and {who} paid for a new one.",
    "Visitors who come to {place} in summer can see the {thing} on {number} days of the season.",
    "According to the records of {who}, the {thing} cost about {number} thousand pounds.",
)


def generate_passage(rng: random.Random, sentences: int = 12) -> list[str]:
    """Generate sentences of about twenty words."""
    return [
        rng.choice(SHAPES).format(
            thing=rng.choice(THINGS),
            place=rng.choice(PLACES),
            done=rng.choice(DONE),
            who=rng.choice(WHO),
            made=rng.choice(MADE),
            year=rng.randint(1700, 2020),
            number=rng.randint(12, 990),
        )
        for _ in range(sentences)
    ]


def generate_case(seed: int, passages: int = 10, claims: int = 8) -> tuple[list[str], list[list[str]]]:
    """Generate the sentences of a reply and its passages.

    Each sentence of the reply is a sentence of the passages without one word.
    """
    rng = random.Random(seed)  # noqa: S311 - invented texts need no secrecy
    sources = [generate_passage(rng) for _ in range(passages)]
    said = []
    for _ in range(claims):
        words = rng.choice(rng.choice(sources)).split()
        del words[rng.randrange(1, len(words) - 1)]
        said.append(" ".join(words))
    return said, sources
