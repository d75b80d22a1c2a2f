"""Invented passages with claims about them: positives far from their wording, negatives near it.

``hard_negatives`` edits real sentences. The templates here, over large vocabularies, cover what edits cannot
produce, such as who sold what to whom, what was planned and what was done, or a sum.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator

from training.hard_negatives import HardPair
from training.scenes import (
    ages,
    amounts,
    arithmetic,
    attribution,
    bounds,
    causes,
    comparison,
    conditions,
    dates,
    definitions,
    exceptions,
    imperial,
    investments,
    joining,
    listing,
    modality,
    multiples,
    naming,
    negation,
    opposites,
    order,
    outcomes,
    quantifiers,
    ranking,
    rates,
    reference,
    rewording,
    roles,
    schedules,
    scope,
    sizes,
    tables,
    totals,
    typography,
    versions,
)
from training.scenes.scene import MakeScene, Scene
from training.scenes.written import WrittenScene, written_scenes

# The order determines the random draws of each passage: figures first, then statements.
_FIGURES = (
    amounts,
    sizes,
    imperial,
    multiples,
    dates,
    schedules,
    ages,
    arithmetic,
    totals,
    ranking,
    bounds,
    tables,
    versions,
    rates,
    investments,
)
_STATEMENTS = (
    negation,
    opposites,
    roles,
    modality,
    quantifiers,
    attribution,
    order,
    causes,
    conditions,
    scope,
    reference,
    joining,
    naming,
    listing,
    comparison,
    definitions,
    typography,
    rewording,
    outcomes,
    exceptions,
)
TOLD: tuple[MakeScene, ...] = tuple(make for theme in (*_FIGURES, *_STATEMENTS) for make in theme.SCENES)
SCENES: tuple[MakeScene, ...] = (*TOLD, *written_scenes())

HELD_OUT_SHARE = 8
"""One written scene in this many is for calibration and evaluation; no model is trained on its words."""


def scene_pairs(count: int, seed: int) -> Iterator[HardPair]:
    """Yield the pairs of ``count`` scenes; each template occurs equally often."""
    rng = random.Random(seed)
    for number in range(count):
        scene = SCENES[number % len(SCENES)](rng)
        yield from _pairs(scene, f"scene-{number}")


def is_scene_held_out(group: str) -> bool:
    """Return True if the pairs of this group come from a held-out written scene.

    A hash of its passage decides, so that adding another scene changes nothing.
    """
    scene = SCENES[int(group.removeprefix("scene-")) % len(SCENES)]
    return isinstance(scene, WrittenScene) and zlib.crc32(scene.opening.encode()) % HELD_OUT_SHARE == 0


def _pairs(scene: Scene, group: str) -> Iterator[HardPair]:
    for claim in scene.truths:
        yield HardPair(scene.sentences, claim, "entailed", scene.kind, group)
    for claim, label in scene.lies:
        yield HardPair(scene.sentences, claim, label, scene.kind, group)
