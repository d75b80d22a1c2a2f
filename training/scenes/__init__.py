"""Invented passages with claims about them: truths far from their wording, lies near it.

``hard_pairs`` edits real sentences; what it cannot make out of them, such as who sold what to whom, what was
planned and what was done, or a sum, is told here in templates over large vocabularies.
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

# The order decides which chance falls to which passage: figures first, then statements.
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
"""One written scene in so many is for the combiner and for measuring: no model is trained on its words."""


def scene_pairs(count: int, seed: int) -> Iterator[HardPair]:
    """The pairs of so many scenes, each template as often as any other."""
    rng = random.Random(seed)
    for number in range(count):
        scene = SCENES[number % len(SCENES)](rng)
        yield from _pairs(scene, f"scene-{number}")


def is_scene_held_out(group: str) -> bool:
    """Whether the pairs of this group come from a written scene that is kept aside.

    The words of its passage decide, so that another scene, written later, changes nothing.
    """
    scene = SCENES[int(group.removeprefix("scene-")) % len(SCENES)]
    return isinstance(scene, WrittenScene) and zlib.crc32(scene.opening.encode()) % HELD_OUT_SHARE == 0


def _pairs(scene: Scene, group: str) -> Iterator[HardPair]:
    for claim in scene.truths:
        yield HardPair(scene.sentences, claim, "entailed", scene.kind, group)
    for claim, label in scene.lies:
        yield HardPair(scene.sentences, claim, label, scene.kind, group)
