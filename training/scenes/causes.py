"""Passages about causes, about events that happened despite others, and about mere correlation."""

from __future__ import annotations

import random

from training.scenes.people import people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import ILLNESSES, MONTHS, PLACES, ROWS


def _cause(rng: random.Random) -> Scene:
    place, month = rng.choice(PLACES), rng.choice(MONTHS)
    cause, fc, effect, fe, base = rng.choice(ROWS["causes"])
    said = rng.choice(
        (
            f"In {place}, {effect} in {month} because {cause}.",
            f"Because {cause}, {effect} in {place} in {month}.",
            f"In {month}, {cause} in {place}; as a result, {effect}.",
        )
    )
    return statement_scene(
        rng,
        "cause",
        [said],
        [
            f"{fc} was the reason why {fe} in {place}.",
            f"{base} in {place} led to this: {fe}.",
            f"{fe} in {place} in {month}, owing to {fc}.",
        ],
        wrong=[
            f"In {place}, {effect} in {month} for a reason that had nothing to do with {base}.",
            f"In {month}, {effect} in {place}; as a result, {cause}.",
            f"In {place}, {cause} in {month} because {effect}.",
            f"{base} in {place} had no consequences at all in {month}.",
        ],
        beyond=[
            f"In {place}, {effect} in {month} because {cause} once more.",
            f"In {place}, {effect} for a whole week in {month} because {cause}.",
        ],
    )


def _despite(rng: random.Random) -> Scene:
    a, place = people(rng, 1)[0], rng.choice(PLACES)
    obstacle, far, act, done, base = rng.choice(ROWS["obstacles"])
    said = rng.choice(
        (
            f"Despite {obstacle}, {a.full} {act} in {place}.",
            f"{a.full} {act} in {place} in spite of {obstacle}.",
        )
    )
    return statement_scene(
        rng,
        "despite",
        [said],
        [
            f"{far}, and still {a.full} {done}.",
            f"{obstacle} did not keep {a.last} from what {a.he} did: {a.he} {done} in {place}.",
            f"In {place}, {a.full} {done}, {obstacle} notwithstanding.",
        ],
        wrong=[
            f"{a.full} did not {base} in {place} because of {obstacle}.",
            f"Because of {obstacle}, {a.full} could not {base} in {place}.",
            f"{obstacle} kept {a.last} from what {a.he} had set out to do in {place}.",
        ],
        beyond=[
            f"Despite {obstacle} and strong pain, {a.full} {act} in {place}.",
            f"Despite {obstacle}, {a.full} {act} in {place} to great applause.",
            f"Despite {obstacle}, {a.full} {act} in {place} for the second time.",
        ],
    )


def _correlation(rng: random.Random) -> Scene:
    habit, far = rng.choice(ROWS["habits"])
    ill, place = rng.choice(ILLNESSES), rng.choice(PLACES)
    less = rng.random() < 0.5
    word, anti = ("less", "more") if less else ("more", "less")
    said = [
        f"In a survey in {place}, people who {habit} had {ill} {word} often than others.",
        "The authors stress that this does not show what causes what."
        if rng.random() < 0.6
        else "The survey did not look into causes.",
    ]
    return statement_scene(
        rng,
        "correlation",
        said,
        [
            f"{ill} was {'rarer' if less else 'commoner'} among {far}, a survey in {place} found.",
            (
                f"The survey in {place} leaves open why {ill} was "
                f"{'rarer' if less else 'commoner'} in one group."
            ),
            (
                f"Compared with the rest, {far} in {place}'s survey suffered from "
                f"{ill} on {'fewer' if less else 'more'} occasions."
            ),
        ],
        beyond=[
            f"In {place}, people had {ill} {word} often because they {habit}.",
            f"{far} {'are protected from' if less else 'fall ill with'} {ill} due to their habit.",
            f"All over the world, people who {habit} have {ill} {word} often than others.",
        ],
        wrong=[
            f"In a survey in {place}, people who {habit} had {ill} {anti} often than others.",
            f"In a survey in {place}, people who {habit} had {ill} just as often as others.",
            f"According to the survey in {place}, {ill} was {'commoner' if less else 'rarer'} among {far}.",
            f"The survey in {place} set out the causes of {ill}.",
        ],
    )


SCENES: tuple[MakeScene, ...] = (_cause, _despite, _correlation)
