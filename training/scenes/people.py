"""The people and companies of passages that tell who did what."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from training.scenes.words import MEN, STEMS, SURNAMES, TRADES, WOMEN


@dataclass(frozen=True, slots=True)
class Person:
    """A named person and the pronouns that fit."""

    first: str
    last: str
    he: str
    his: str
    him: str

    @property
    def full(self) -> str:
        """First and last name."""
        return f"{self.first} {self.last}"


def people(rng: random.Random, count: int, sex: Literal["f", "m", ""] = "") -> list[Person]:
    """So many people, no name twice, all women (``f``), all men (``m``) or mixed."""
    lasts, women, men = rng.sample(SURNAMES, count), rng.sample(WOMEN, count), rng.sample(MEN, count)
    made = []
    for last, woman, man in zip(lasts, women, men, strict=True):
        female = sex == "f" or (sex != "m" and rng.random() < 0.5)
        made.append(
            Person(woman, last, "she", "her", "her") if female else Person(man, last, "he", "his", "him")
        )
    return made


def firms(rng: random.Random, count: int) -> list[str]:
    """The names of so many companies, no word twice."""
    pairs = zip(rng.sample(STEMS, count), rng.sample(TRADES, count), strict=True)
    return [f"{stem} {trade}" for stem, trade in pairs]
