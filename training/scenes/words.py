"""Lists of words and rows of phrases for passages, each read once from its file."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

_FOLDER = Path(__file__).parent
_WORDS: dict[str, list[str]] = json.loads((_FOLDER / "words.json").read_text("utf-8"))
ROWS: dict[str, list[list[str]]] = json.loads((_FOLDER / "phrases.json").read_text("utf-8"))
"""Phrases that belong together: a passage uses one row, and its claims use the cells."""

PEOPLE = _WORDS["people"]
FIRMS = _WORDS["firms"]
TOWNS = _WORDS["towns"]
WARES = _WORDS["wares"]
FOODS = _WORDS["foods"]
MEDICINES = _WORDS["medicines"]
TEAMS = _WORDS["teams"]
EVENTS = _WORDS["events"]
SITES = _WORDS["sites"]
BUILDINGS = _WORDS["buildings"]
SOFTWARE = _WORDS["software"]
DEVICES = _WORDS["devices"]
MONTHS = _WORDS["months"]
DAYS = _WORDS["days"]
SMALL = _WORDS["small"]
TENS = _WORDS["tens"]
ASIDES = _WORDS["asides"]
WOMEN = _WORDS["women"]
MEN = _WORDS["men"]
SURNAMES = _WORDS["surnames"]
PLACES = _WORDS["places"]
STEMS = _WORDS["stems"]
TRADES = _WORDS["trades"]
LANDMARKS = _WORDS["landmarks"]
JOBS = _WORDS["jobs"]
MEASURES = _WORDS["measures"]
DRUGS = _WORDS["drugs"]
ILLNESSES = _WORDS["illnesses"]
SUBJECTS = _WORDS["subjects"]
GOODS = _WORDS["goods"]
NOTICES = _WORDS["notices"]
COUNTS = _WORDS["counts"]
ORDINALS = _WORDS["ordinals"]
TRAITS = _WORDS["traits"]
HAPPENINGS = _WORDS["happenings"]
LOANS = _WORDS["loans"]
FITTINGS = _WORDS["fittings"]


def two_of(rng: random.Random, values: Sequence[str]) -> tuple[str, str]:
    """Draw two different values."""
    first, second = rng.sample(values, 2)
    return first, second


def three_of(rng: random.Random, values: Sequence[str]) -> tuple[str, str, str]:
    """Draw three different values."""
    first, second, third = rng.sample(values, 3)
    return first, second, third


def article(noun: str) -> str:
    """Return ``a`` or ``an``, by the first letter of ``noun``."""
    return "an" if noun[0] in "aeiou" else "a"
