"""People and companies for passages about who did what."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from training.scenes.words import MEN, STEMS, SURNAMES, TRADES, WOMEN


@dataclass(frozen=True, slots=True)
class Person:
    """A named person and the matching pronouns."""

    first: str
    last: str
    he: str
    his: str
    him: str

    @property
    def full(self) -> str:
        """Return first and last name."""
        return f"{self.first} {self.last}"


def people(rng: random.Random, count: int, sex: Literal["f", "m", ""] = "") -> list[Person]:
    """Draw ``count`` people without a repeated name: all women (``f``), all men (``m``) or mixed."""
    lasts, women, men = rng.sample(SURNAMES, count), rng.sample(WOMEN, count), rng.sample(MEN, count)
    made = []
    for last, woman, man in zip(lasts, women, men, strict=True):
        female = sex == "f" or (sex != "m" and rng.random() < 0.5)
        made.append(
            Person(woman, last, "she", "her", "her") if female else Person(man, last, "he", "his", "him")
        )
    return made


def firms(rng: random.Random, count: int) -> list[str]:
    """Draw the names of ``count`` companies without a repeated word."""
    pairs = zip(rng.sample(STEMS, count), rng.sample(TRADES, count), strict=True)
    return [f"{stem} {trade}" for stem, trade in pairs]
