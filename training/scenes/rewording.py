"""Passages with claims in completely different words."""

from __future__ import annotations

import random

from training.scenes.people import people
from training.scenes.scene import MakeScene, Scene
from training.scenes.templates import statement_scene
from training.scenes.words import PLACES, ROWS


def _paraphrase(rng: random.Random) -> Scene:
    texts = rng.choice(ROWS["paraphrases"])
    (a,), place = people(rng, 1), rng.choice(PLACES)
    said, *claims = (text.format(a=a.full, p=place, h=a.his) for text in texts)
    return statement_scene(rng, "paraphrase", [said], claims[:2], wrong=claims[2:4], beyond=claims[4:])


SCENES: tuple[MakeScene, ...] = (_paraphrase,)
